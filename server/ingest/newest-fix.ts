import { offM } from '#domain/accuracy.ts'
import type { Fix } from '#domain/fix.ts'
import { greatCircleMetres, mostMetres } from '#domain/geo.ts'
import { PLAUSIBLE } from './limits.ts'

/** A position, its time in ms UTC and its accuracy, m, NaN or absent if unknown. */
export type TimedPosition = Pick<Fix, 'time' | 'lng' | 'lat' | 'accuracy'>

/** The latest place that a vehicle is no longer believed to be at; `isStale` if it moved on elsewhere before and after. */
type LeftPlace = TimedPosition & { readonly isStale: boolean }

/** What is remembered of fixes that disagree: `suspect` was too far away to be believed yet, `left` is believed no longer. */
export type Doubts = {
  readonly suspect?: TimedPosition | undefined
  readonly left?: LeftPlace | undefined
}

export const NO_DOUBTS: Doubts = {}

/** A vehicle's newest credible fix; `gaps` are the last intervals between fixes in seconds, newest last. */
export type Newest = {
  readonly latest: TimedPosition | undefined
  readonly doubts: Doubts
  readonly gaps: readonly number[]
}

export const NO_FIX_YET: Newest = { latest: undefined, doubts: NO_DOUBTS, gaps: [] }

const GAPS_KEPT = 9

/** Metres that are possible within so many ms at a speed, one of the positions being off a little. */
const possibleM = (kmph: number, ms: number): number => (kmph * ms) / 3600 + PLAUSIBLE.jitterM

/** Whether two positions are farther apart than so many metres, each being off as its receiver says. */
const areFartherThan = (metres: number, from: TimedPosition, to: TimedPosition): boolean => {
  const furthestM = metres + offM(from.accuracy) + offM(to.accuracy)
  return (
    mostMetres(from.lng, from.lat, to.lng, to.lat) > furthestM &&
    greatCircleMetres(from.lng, from.lat, to.lng, to.lat) > furthestM
  )
}

export const timedPositionOf = ({ time, lng, lat, accuracy }: TimedPosition): TimedPosition =>
  offM(accuracy) === 0 ? { time, lng, lat } : { time, lng, lat, accuracy: offM(accuracy) }

/** Whether no vehicle can have driven between the two positions in the time between them, in either direction. */
export const isImpossibleJump = (from: TimedPosition, to: TimedPosition): boolean =>
  areFartherThan(possibleM(PLAUSIBLE.jumpKmph, Math.abs(to.time - from.time)), from, to)

/** Whether no truck can have: farther away than noise and times of receipt explain, it would have been too fast. */
const isTooFar = (from: TimedPosition, to: TimedPosition): boolean =>
  isImpossibleJump(from, to) ||
  areFartherThan(
    Math.max(PLAUSIBLE.nearM, possibleM(PLAUSIBLE.truckKmph, Math.abs(to.time - from.time))),
    from,
    to,
  )

const advance = ({ latest, gaps }: Newest, fix: TimedPosition, doubts: Doubts): Newest => ({
  latest: timedPositionOf(fix),
  doubts,
  gaps: latest === undefined ? gaps : [...gaps, (fix.time - latest.time) / 1000].slice(-GAPS_KEPT),
})

/**
 * How a fix follows the latest one of its vehicle: it is `next`; or `doubtful`, because nobody can have driven there; or `elsewhere`,
 * because it is as far away but near the doubtful one before it, so that the vehicle is believed to be there (DI-06), or drives on from one
 * while the latest place is only repeated; or `notLater`, as a second place at one time is.
 */
export type Following = 'next' | 'doubtful' | 'elsewhere' | 'notLater'

const isSamePlace = (a: TimedPosition, b: TimedPosition): boolean =>
  mostMetres(a.lng, a.lat, b.lng, b.lat) <= PLAUSIBLE.sameM

const isSoonAfter = (earlier: TimedPosition, later: TimedPosition): boolean =>
  later.time - earlier.time <= PLAUSIBLE.repeatedMs

/**
 * Whether a vehicle drives on from a fix, while between the two another place was only repeated: a stale place that a device repeats is
 * left for a vehicle that moves.
 */
const drivesOn = (from: TimedPosition, fix: TimedPosition): boolean => {
  const furthestM = possibleM(PLAUSIBLE.truckKmph, fix.time - from.time)
  return (
    isSoonAfter(from, fix) &&
    !isSamePlace(from, fix) &&
    greatCircleMetres(from.lng, from.lat, fix.lng, fix.lat) <= furthestM
  )
}

/** Whether a fix only repeats the place that was found stale, while the vehicle has been elsewhere: it speaks for no earlier one. */
const isStaleAgain = (latest: TimedPosition, { left }: Doubts, fix: TimedPosition): boolean =>
  left?.isStale === true && isSoonAfter(left, fix) && isSoonAfter(latest, fix) && isSamePlace(left, fix)

const leftFor = (latest: TimedPosition, { suspect, left }: Doubts, fix: TimedPosition): LeftPlace => {
  const from = suspect !== undefined && suspect.time < latest.time ? suspect : left
  return { ...timedPositionOf(latest), isStale: from !== undefined && drivesOn(from, fix) }
}

/** What is remembered, without what is not there. */
export const doubtsOf = (suspect: TimedPosition | undefined, left: LeftPlace | undefined): Doubts =>
  suspect === undefined && left === undefined
    ? NO_DOUBTS
    : { ...(suspect && { suspect }), ...(left && { left }) }

/**
 * What to remember behind a fix: a repetition of the latest place says nothing against the doubtful one before, and a place that was left
 * is forgotten when it has not come again for long.
 */
export const doubtsAfter = (
  following: Following,
  latest: TimedPosition | undefined,
  doubts: Doubts,
  fix: TimedPosition,
): Doubts => {
  if (following === 'notLater' || latest === undefined) return doubts
  if (following === 'elsewhere') return doubtsOf(undefined, leftFor(latest, doubts, fix))
  const { suspect, left } = doubts
  if (following === 'next' && suspect === undefined && left === undefined) return doubts
  const remembered = left !== undefined && isSoonAfter(left, fix) ? left : undefined
  if (following === 'doubtful')
    return isStaleAgain(latest, doubts, fix)
      ? doubtsOf(suspect, { ...timedPositionOf(fix), isStale: true })
      : doubtsOf(timedPositionOf(fix), remembered)
  const isKept = suspect !== undefined && isSamePlace(latest, fix) && isSoonAfter(suspect, fix)
  return doubtsOf(isKept ? suspect : undefined, remembered)
}

/** Judges the next fix by time. `doubts` is what `doubtsAfter` remembers, `isJump` what no vehicle can have driven. */
export const followingOf = (
  latest: TimedPosition | undefined,
  doubts: Doubts,
  fix: TimedPosition,
  isJump = isImpossibleJump,
): Following => {
  if (latest === undefined) return 'next'
  if (fix.time <= latest.time) return 'notLater'
  if (!isJump(latest, fix)) return 'next'
  const { suspect } = doubts
  if (suspect === undefined || fix.time <= suspect.time || isStaleAgain(latest, doubts, fix))
    return 'doubtful'
  const isNear = suspect.time > latest.time ? !isJump(suspect, fix) : drivesOn(suspect, fix)
  return isNear ? 'elsewhere' : 'doubtful'
}

/** Fixes by time, as columns. */
type Places = {
  readonly length: number
  readonly time: ArrayLike<number>
  readonly lng: ArrayLike<number>
  readonly lat: ArrayLike<number>
  readonly accuracy: ArrayLike<number>
}

/** The rows of the fixes that are believed, in their order: without those that no truck can have reached, and second places at one time. */
export const credibleRows = ({ length, time, lng, lat, accuracy }: Places): number[] => {
  const rows: number[] = []
  let latest: TimedPosition | undefined
  let doubts = NO_DOUBTS
  for (let i = 0; i < length; i += 1) {
    // Without a spread, which took half of the time of this loop.
    const fix = {
      time: time[i] ?? Number.NaN,
      lng: lng[i] ?? Number.NaN,
      lat: lat[i] ?? Number.NaN,
      accuracy: accuracy[i] ?? Number.NaN,
    }
    const following = followingOf(latest, doubts, fix)
    if (following === 'notLater') continue
    doubts = doubtsAfter(following, latest, doubts, fix)
    if (following === 'doubtful') continue
    latest = fix
    rows.push(i)
  }
  return rows
}

/**
 * Adds the next fix of a vehicle. `moved` means that it is the latest now; `doubt`, that no truck can have come there and it
 * waits for another fix near it (DI-06).
 */
export const advanceNewest = (
  newest: Newest,
  fix: TimedPosition,
): { readonly newest: Newest; readonly moved: boolean; readonly doubt?: string } => {
  const following = followingOf(newest.latest, newest.doubts, fix, isTooFar)
  const doubts = doubtsAfter(following, newest.latest, newest.doubts, fix)
  switch (following) {
    case 'notLater':
      return { newest, moved: false }
    case 'next':
    case 'elsewhere':
      return { newest: advance(newest, fix, doubts), moved: true }
    case 'doubtful':
      return {
        newest: { ...newest, doubts },
        moved: false,
        doubt: `the position is further away than ${PLAUSIBLE.truckKmph} km/h could bring it`,
      }
  }
}

/** Whether the vehicle can have been at a late fix, judged by its latest one. */
export const isPlausible = ({ latest }: Newest, fix: TimedPosition): boolean =>
  latest === undefined || !isImpossibleJump(latest, fix)

/** The median of the gaps in seconds; null without any. */
export const medianIntervalS = ({ gaps }: Newest): number | null =>
  [...gaps].sort((a, b) => a - b)[gaps.length >> 1] ?? null
