import { accuracyLater, MOST_ACCURACY_M } from '#domain/accuracy.ts'
import { DERIVED_BIT, type Fix } from '#domain/fix.ts'
import { roundDegrees } from '#domain/rounding.ts'
import { HOLDS_FOR_S } from '#domain/silence.ts'
import { isZeroPlace } from './judge-fix.ts'
import type { TimedPosition } from './newest-fix.ts'
import type { CountedFix, Sent, SentFix } from './types.ts'

/**
 * A heartbeat as a fix: what the device says at `time` (ms), with the place that it had at the time of `fix`, which is the less exact
 * the older it is. While a fix holds, and the ignition is not off, it goes on with its speed and heading, as derived ones.
 */
export const heartbeatOf = (fix: Fix, time: number): Fix => {
  const { speed, heading, ...rest } = fix
  const ageMs = time - fix.time
  const goesOn = ageMs <= HOLDS_FOR_S * 1000 && fix.ignition !== false
  const derived =
    (speed === undefined ? 0 : DERIVED_BIT.speed) | (heading === undefined ? 0 : DERIVED_BIT.heading)
  return {
    ...rest,
    time,
    accuracy: Math.min(MOST_ACCURACY_M, accuracyLater(fix.accuracy ?? 0, ageMs)),
    ...(goesOn && speed !== undefined && { speed }),
    ...(goesOn && heading !== undefined && { heading }),
    ...(goesOn && derived !== 0 && { derived: (fix.derived ?? 0) | derived }),
  }
}

/** Whether a device says where it is. */
export const hasPlace = (place: Pick<Fix, 'lng' | 'lat'>): boolean =>
  Number.isFinite(place.lng + place.lat) && !isZeroPlace(place)

/** The newest place of a vehicle and the latest time at which its device says that it sent something, ms. */
type Heard = { readonly place: TimedPosition | undefined; readonly at: number }

/**
 * Whether what was sent is a heartbeat: its device says that the place is an old one, or it is the newest place once more, sent later than
 * anything before.
 */
const isHeartbeat = (fix: Fix, { at, hasOldPlace }: Sent, heard: Heard): boolean => {
  if (!(at > fix.time)) return false
  if (hasOldPlace) return true
  const { place } = heard
  return (
    place !== undefined &&
    fix.time <= place.time &&
    roundDegrees(fix.lng) === place.lng &&
    roundDegrees(fix.lat) === place.lat &&
    at > heard.at
  )
}

/** A fix without a place that its device calls an old one, with the one that is known. */
const placed = (fix: Fix, sent: Sent | undefined, { place }: Heard): Fix =>
  sent?.hasOldPlace && !hasPlace(fix) && place !== undefined && sent.at >= place.time
    ? { ...fix, ...place }
    : fix

/**
 * Whether a fix was sent later than its time, and not with the newest one: it may be a heartbeat sent again, and what it says is of another
 * time.
 */
const isSentLater = (fix: Fix, { at }: Sent, { place, at: heardAt }: Heard): boolean =>
  at > fix.time && !(at === heardAt && fix.time === place?.time)

const heardAfter = (heard: Heard, fix: Fix, sentAt: number): Heard => {
  if (Number.isNaN(fix.time)) return heard
  const { place, at } = heard
  const isNewer = place === undefined || fix.time > place.time
  const { time, lng, lat } = fix
  return {
    place: isNewer ? { time, lng: roundDegrees(lng), lat: roundDegrees(lat) } : place,
    at: Math.max(at, sentAt, isNewer ? time : at),
  }
}

/**
 * The fixes of a commit, heartbeats at the time at which they were sent, `now` (ms) at the latest, and what was heard of their vehicles
 * with them. `heardOf` gives what was heard before.
 */
export const withHeartbeats = (
  sentFixes: readonly SentFix[],
  heardOf: (vehicleId: number) => Heard,
  now: number,
): { readonly fixes: CountedFix[]; readonly heard: ReadonlyMap<number, Heard> } => {
  const heard = new Map<number, Heard>()
  const fixes = sentFixes.map(({ sent, ...owned }): CountedFix => {
    const { vehicleId } = owned
    const before = heard.get(vehicleId) ?? heardOf(vehicleId)
    const fix = placed(owned.fix, sent, before)
    const isLate = sent !== undefined && isHeartbeat(fix, sent, before)
    const counted = isLate ? heartbeatOf(fix, Math.min(sent.at, now)) : fix
    heard.set(vehicleId, heardAfter(before, counted, sent?.at ?? counted.time))
    // A heartbeat without a place that is here again has the time of the one that is stored.
    const isAgain = fix !== owned.fix
    const sentLater = !isLate && sent !== undefined && (isAgain || isSentLater(fix, sent, before))
    return { ...owned, fix: counted, ...(sentLater && { sentLater }) }
  })
  return { fixes, heard }
}
