import { type FleetBatch, STREAM_EVENT } from '#contract/records/live.ts'
import type { Fix } from '#domain/fix.ts'
import { roundDegrees, roundTo } from '#domain/rounding.ts'
import { statusOf, VEHICLE_STATUSES } from '#domain/status.ts'
import type { Arrived, Bus } from './bus.ts'
import { type EventStream, eventFrame } from './event-stream.ts'
import { LIVE } from './limits.ts'

/** The part of a fix that the fleet's batches carry. */
export type LatestPosition = Pick<Fix, 'time' | 'lng' | 'lat' | 'speed' | 'heading' | 'ignition' | 'rpm'>

/** Serves all readers of one set of vehicles of a company. A batch is serialized once for all of them. */
export type FleetChannel = {
  /** Whether an event id comes from this channel. */
  knows(id: string): boolean
  /** Sends a reader all positions, as an event of this name, and every batch from then on. */
  join(stream: EventStream, event: 'snapshot' | 'batch'): Promise<void>
  leave(stream: EventStream): void
  /** Called regularly: brings readers that fell behind up to date. */
  catchUp(): void
  /** Whether it has no readers left and should be closed. */
  isIdle(): boolean
  close(): void
}

type Reader = { readonly stream: EventStream; seen: number; behind: boolean }

/** Positions as columns. The statuses are as of `now` (ms UTC). */
export const fleetBatchOf = (
  places: ReadonlyArray<readonly [number, LatestPosition]>,
  now: number,
): FleetBatch => ({
  vehicleId: places.map(([id]) => id),
  time: places.map(([, { time }]) => time),
  lng: places.map(([, { lng }]) => roundDegrees(lng)),
  lat: places.map(([, { lat }]) => roundDegrees(lat)),
  speed: places.map(([, { speed }]) => (speed === undefined ? -1 : roundTo(speed, 1))),
  heading: places.map(([, { heading }]) => (heading === undefined ? -1 : Math.round(heading))),
  status: places.map(([, place]) => VEHICLE_STATUSES.indexOf(statusOf(place, now))),
})

/**
 * Sends the latest position of each vehicle: a slow reader may miss steps, but never the newest one (ST-14).
 * `name` is the prefix of its event ids; `load` reads the latest positions of `vehicleIds`. `now` is ms UTC.
 */
export const createFleetChannel = ({
  name,
  companyId,
  vehicleIds,
  bus,
  load,
  now,
}: {
  name: string
  companyId: number
  vehicleIds: ReadonlySet<number>
  bus: Bus
  load: (vehicleIds: ReadonlySet<number>) => Promise<ReadonlyMap<number, LatestPosition>>
  now: () => number
}): FleetChannel => {
  const places = new Map<number, LatestPosition>()
  /** The number of the batch in which each vehicle moved last. */
  const movedIn = new Map<number, number>()
  const dirty = new Set<number>()
  const readers = new Map<EventStream, Reader>()
  /** Frames of the latest batch by the batch that their readers have seen last. */
  const missed = new Map<number, Buffer>()
  let batch = 0
  let timer: NodeJS.Timeout | undefined
  let loadedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | undefined
  let joining = 0
  let snapshot: Buffer | undefined

  const eventIdOf = (number: number): string => `${name}-${number}`

  const frameOf = (event: string, ids: Iterable<number>): Buffer => {
    const chosen: Array<readonly [number, LatestPosition]> = []
    for (const id of ids) {
      const place = places.get(id)
      if (place) chosen.push([id, place])
    }
    return eventFrame(event, eventIdOf(batch), JSON.stringify(fleetBatchOf(chosen, now())))
  }

  const movedSince = (seen: number): number[] =>
    [...movedIn].filter(([, number]) => number > seen).map(([id]) => id)

  /** What has moved since a batch, for all readers that have seen it and nothing later. */
  const missedSince = (seen: number): Buffer => {
    const frame = missed.get(seen) ?? frameOf(STREAM_EVENT.batch, movedSince(seen))
    missed.set(seen, frame)
    return frame
  }

  const serve = (reader: Reader): void => {
    const queued = reader.stream.queued()
    reader.behind = queued > LIVE.behindBytes || (reader.behind && queued > LIVE.behindBytes / 2)
    if (reader.behind || reader.seen === batch) return
    const frame = missedSince(reader.seen)
    reader.behind = queued > 0 && queued + frame.length > LIVE.cutBytes
    if (reader.behind) return
    reader.stream.write(frame)
    reader.seen = batch
  }

  const flush = (): void => {
    timer = undefined
    batch += 1
    missed.clear()
    missed.set(batch - 1, frameOf(STREAM_EVENT.batch, dirty))
    dirty.clear()
    snapshot = undefined
    for (const reader of readers.values()) serve(reader)
  }

  const moveTo = (vehicleId: number, place: LatestPosition): void => {
    places.set(vehicleId, place)
    movedIn.set(vehicleId, batch + 1)
    dirty.add(vehicleId)
    snapshot = undefined
  }

  const take = (arrived: readonly Arrived[]): void => {
    for (const { vehicleId, fix } of arrived) {
      if (!vehicleIds.has(vehicleId) || (places.get(vehicleId)?.time ?? 0) >= fix.time) continue
      moveTo(vehicleId, fix)
    }
    if (dirty.size > 0) timer ??= setTimeout(flush, LIVE.flushMs)
  }
  const unsubscribe = bus.subscribe(companyId, take)

  const refresh = async (): Promise<void> => {
    const found = await load(vehicleIds)
    loadedAt = now()
    for (const [id, place] of found) {
      if ((places.get(id)?.time ?? 0) >= place.time) continue
      moveTo(id, place)
    }
  }

  const upToDate = async (): Promise<void> => {
    if (now() - loadedAt < LIVE.snapshotMs) return
    loading ??= refresh().finally(() => {
      loading = undefined
    })
    await loading
  }

  return {
    knows: (id) => {
      const number = id.startsWith(`${name}-`) ? id.slice(name.length + 1) : ''
      return /^\d{1,15}$/.test(number) && Number(number) <= batch
    },
    join: async (stream, event) => {
      joining += 1
      try {
        await upToDate()
        // The positions of another company may still be queued.
        await stream.drained()
      } finally {
        joining -= 1
      }
      if (!stream.isOpen()) return
      if (event === STREAM_EVENT.snapshot) snapshot ??= frameOf(event, places.keys())
      stream.write((event === STREAM_EVENT.snapshot && snapshot) || frameOf(event, places.keys()))
      readers.set(stream, { stream, seen: batch, behind: false })
    },
    leave: (stream) => readers.delete(stream),
    catchUp: () => {
      for (const reader of readers.values()) if (reader.behind) serve(reader)
    },
    isIdle: () => readers.size === 0 && joining === 0,
    close: () => {
      unsubscribe()
      clearTimeout(timer)
    },
  }
}
