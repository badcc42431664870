import { SHARE_EVENT, type ShareMessage, type ShareTrail } from '#contract/records/live-share.ts'
import type { Fix } from '#domain/fix.ts'
import { istDateTime } from '#domain/ist.ts'
import { roundDegrees } from '#domain/rounding.ts'
import { statusOf } from '#domain/status.ts'
import { isImpossibleJump, type TimedPosition } from '../ingest/newest-fix.ts'
import type { EventStream } from '../live/event-stream.ts'
import { thinnedRows } from '../playback/playback-points.ts'
import { SHARE } from './limits.ts'

/** The part of a fix that viewers get. */
export type SharedFix = Pick<Fix, 'time' | 'lng' | 'lat' | 'speed' | 'heading' | 'ignition' | 'rpm'>

/** What a channel begins with: the vehicle's latest fix, and where it has been since the link began, by time. */
export type ShareHistory = {
  readonly latest: SharedFix | undefined
  readonly trail: readonly TimedPosition[]
}

/** A fix in the form of the shared stream (SHR-12). The status is as of `now` (ms UTC). */
export const shareMessageOf = (
  { vehicleId, registrationId }: { readonly vehicleId: number; readonly registrationId: string },
  fix: SharedFix,
  now: number,
): Exclude<ShareMessage, { ERROR: string }> => ({
  LAT: roundDegrees(fix.lat),
  LONG: roundDegrees(fix.lng),
  status: statusOf(fix, now),
  RegNo: registrationId,
  UpdatedTime: istDateTime(fix.time),
  vehicleId,
  time: fix.time,
  speed: fix.speed ?? null,
  heading: fix.heading ?? null,
})

/** An event without an id: whoever connects again is sent the whole trail again. */
const frameOf = (event: string, data: ShareMessage | ShareTrail): Buffer =>
  Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

/** The event that ends a stream (SHR-10). */
export const errorFrame = (text: string): Buffer => frameOf(SHARE_EVENT.point, { ERROR: text })

/** Serves all viewers of one vehicle of one link. What they are sent is made once for all of them. */
export type ShareChannel = {
  /** Settles when the viewer has been sent the trail and the latest fix; from then on it gets every fix. */
  join(stream: EventStream): Promise<void>
  leave(stream: EventStream): void
  take(fix: SharedFix): void
  isIdle(): boolean
}

/** `load` reads what the channel begins with; `now` is ms UTC. */
export const createShareChannel = ({
  vehicle,
  from,
  load,
  now,
}: {
  vehicle: { readonly vehicleId: number; readonly registrationId: string }
  /** When the link began, ms UTC: no earlier place is in the trail. */
  from: number
  load: () => Promise<ShareHistory>
  now: () => number
}): ShareChannel => {
  const viewers = new Set<EventStream>()
  let trail: TimedPosition[] = []
  let latest: SharedFix | undefined
  let trailFrame: Buffer | undefined
  /** Fixes that arrived while the history was being read; undefined after that. */
  let held: SharedFix[] | undefined = []
  let loading: Promise<void> | undefined
  let joining = 0

  /** When the trail begins, ms UTC. */
  const trailFrom = (): number => Math.max(from, now() - SHARE.trailMs)

  /** Drops the places that are too old by now. */
  const cutTrail = (): void => {
    const begins = trailFrom()
    const kept = trail.findIndex(({ time }) => time >= begins)
    if (kept === 0 || trail.length === 0) return
    trail = kept < 0 ? [] : trail.slice(kept)
    trailFrame = undefined
  }

  /** Adds a place by its time, unless no vehicle can have been there between its neighbours. */
  const extend = (place: TimedPosition): void => {
    cutTrail()
    if (place.time < trailFrom()) return
    // Most places are newer than all before.
    const row = trail.findLastIndex(({ time }) => time <= place.time) + 1
    const [before, after] = [trail[row - 1], trail[row]]
    if (before?.time === place.time) return
    if (after !== undefined && isImpossibleJump(place, after)) return
    if (after !== undefined && before !== undefined && isImpossibleJump(before, place)) return
    trail.splice(row, 0, { time: place.time, lng: place.lng, lat: place.lat })
    if (trail.length >= 2 * SHARE.trailPoints) trail = thinned(trail)
    trailFrame = undefined
  }

  const add = (fix: SharedFix): void => {
    extend(fix)
    if (latest !== undefined && fix.time <= latest.time) return
    latest = fix
    const frame = frameOf(SHARE_EVENT.point, shareMessageOf(vehicle, fix, now()))
    for (const viewer of viewers) viewer.write(frame)
  }

  const start = async (): Promise<void> => {
    const history = await load()
    trail = thinned(history.trail)
    latest = history.latest
    const arrived = held ?? []
    held = undefined
    for (const fix of arrived) add(fix)
  }

  const trailOf = (): Buffer => {
    cutTrail()
    trailFrame ??= frameOf(SHARE_EVENT.trail, {
      LAT: trail.map(({ lat }) => roundDegrees(lat)),
      LONG: trail.map(({ lng }) => roundDegrees(lng)),
      time: trail.map(({ time }) => time),
    })
    return trailFrame
  }

  return {
    join: async (stream) => {
      joining += 1
      try {
        loading ??= start().catch((failure: unknown) => {
          loading = undefined
          throw failure
        })
        await loading
      } finally {
        joining -= 1
      }
      if (!stream.isOpen()) return
      stream.write(trailOf())
      if (latest !== undefined)
        stream.write(frameOf(SHARE_EVENT.point, shareMessageOf(vehicle, latest, now())))
      viewers.add(stream)
    },
    leave: (stream) => viewers.delete(stream),
    take: (fix) => {
      if (held === undefined) add(fix)
      else held.push(fix)
    },
    isIdle: () => viewers.size === 0 && joining === 0,
  }
}

const thinned = <T>(places: readonly T[]): T[] =>
  thinnedRows(places.length, SHARE.trailPoints).flatMap((row) => places[row] ?? [])
