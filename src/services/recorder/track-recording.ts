import type { RecordedTrack } from '#contract/records/recording.ts'
import { type Column, packColumn } from './packed.ts'
import { movedPlace, offsetOf, vehicleOwner } from './places.ts'
import { type Mask, movedOdo, odoOffset } from './redact.ts'

/** A route as typed columns of one length, with what else there is to know of it. */
export type TrackLike = {
  readonly id: string
  readonly vehicleId: number
  readonly length: number
  readonly figures?: Readonly<Record<string, number>> | null
}

/** The types of a route's columns, by the names of a recording. */
export const KINDS = {
  f32: Float32Array,
  f64: Float64Array,
  u8: Uint8Array,
  u16: Uint16Array,
  i32: Int32Array,
} as const
type Kind = keyof typeof KINDS

const kindOf = (value: unknown): Kind | undefined =>
  (Object.keys(KINDS) as Kind[]).find((kind) => value instanceof KINDS[kind])

const isColumn = (value: unknown): value is Column => kindOf(value) !== undefined

const MOST_TRACKS = 4

/** Characters of JSON of a track. */
const sizeOf = (track: TrackLike): number =>
  Object.values(track).reduce(
    (sum: number, value) => sum + (isColumn(value) ? Math.ceil(value.byteLength / 3) * 4 : 20),
    0,
  )

/** A route as a recording holds it: its vehicle masked, its odometer moved, and its places too unless `withPlaces`. */
const disguised = (
  track: TrackLike & { readonly [field: string]: unknown },
  mask: Mask,
  withPlaces: boolean,
): typeof track => {
  const { lng, lat, odo } = track
  const vehicleId = mask.id(track.vehicleId)
  const ahead = odoOffset(vehicleId, mask)
  const masked = { ...track, vehicleId, ...(isColumn(odo) && { odo: odo.map((km) => movedOdo(km, ahead)) }) }
  if (withPlaces || !isColumn(lng) || !isColumn(lat)) return masked
  const offset = offsetOf(vehicleOwner(vehicleId), mask)
  const places = Array.from(lng, (east, row) => movedPlace([east, lat[row] ?? 0], offset))
  return {
    ...masked,
    lng: Float64Array.from(places, ([east]) => east),
    lat: Float64Array.from(places, ([, north]) => north),
  }
}

const pack = (track: TrackLike, mask: Mask, withPlaces: boolean): RecordedTrack => {
  const { id, vehicleId, length, figures = null, ...rest } = disguised({ ...track }, mask, withPlaces)
  const columns: RecordedTrack['columns'] = {}
  const numbers: RecordedTrack['numbers'] = {}
  for (const [name, value] of Object.entries(rest)) {
    if (isColumn(value)) columns[name] = { kind: kindOf(value) ?? 'f64', data: packColumn(value) }
    else if (value === null || typeof value === 'number') numbers[name] = value
  }
  return { id, vehicleId, length, figures, numbers, columns }
}

/** Keeps the routes that were loaded last: four at most, of `mostSize` characters of JSON. */
export const createTrackRecording = (mostSize: number) => {
  const kept = new Map<string, TrackLike>()
  let size = 0
  const drop = (id: string) => {
    const track = kept.get(id)
    if (track === undefined) return
    kept.delete(id)
    size -= sizeOf(track)
  }
  return {
    /** Characters of JSON that the routes take. */
    size: () => size,
    keep: (track: TrackLike): void => {
      drop(track.id)
      kept.set(track.id, track)
      size += sizeOf(track)
      for (const id of kept.keys()) {
        if (kept.size <= MOST_TRACKS && size <= mostSize) break
        drop(id)
      }
    },
    clear: (): void => {
      kept.clear()
      size = 0
    },
    write: (mask: Mask, withPlaces: boolean): RecordedTrack[] =>
      [...kept.values()].map((track) => pack(track, mask, withPlaces)),
  }
}
