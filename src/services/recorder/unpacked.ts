import type { RecordedTrack } from '#contract/records/recording.ts'
import type { Column } from './packed.ts'
import { KINDS, type TrackLike } from './track-recording.ts'

/** The values of a packed column; `kind` is the type that it was packed from. Errs where it does not have `length` of them. */
export const unpackColumn = <T extends Column>(
  text: string,
  kind: { new (buffer: ArrayBuffer): T; readonly BYTES_PER_ELEMENT: number },
  length: number,
): T => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  if (bytes.length !== length * kind.BYTES_PER_ELEMENT)
    throw new RangeError(`A column of ${length} values has ${bytes.length} bytes.`)
  return new kind(bytes.buffer)
}

/** The track of a recording. Throws a RangeError where its columns are not as long as they say. */
export const unpackTrack = ({
  id,
  vehicleId,
  length,
  figures = null,
  numbers,
  columns,
}: RecordedTrack): TrackLike => ({
  ...numbers,
  ...Object.fromEntries(
    Object.entries(columns).map(([name, { kind, data }]) => [
      name,
      unpackColumn<Column>(data, KINDS[kind] as never, length),
    ]),
  ),
  ...{ id, vehicleId, length, figures },
})
