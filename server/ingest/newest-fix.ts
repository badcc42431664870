import { offM } from '#domain/accuracy.ts'
import type { Fix } from '#domain/fix.ts'
import { greatCircleMetres, mostMetres } from '#domain/geo.ts'
import { PLAUSIBLE } from './limits.ts'

/** A position, its time in ms UTC and its accuracy, m, NaN or absent if unknown. */
export type TimedPosition = Pick<Fix, 'time' | 'lng' | 'lat' | 'accuracy'>

/**
 * A vehicle's newest credible fix. `suspect` is a newer one that is too far away to be believed yet;
 * `gaps` are the last intervals between fixes in seconds, newest last.
 */
export type Newest = {
  readonly latest: TimedPosition | undefined
  readonly suspect: TimedPosition | undefined
  readonly gaps: readonly number[]
}

export const NO_FIX_YET: Newest = { latest: undefined, suspect: undefined, gaps: [] }

const GAPS_KEPT = 9

/** Whether no vehicle can have driven between the two positions in the time between them, in either direction. */
export const isImpossibleJump = (from: TimedPosition, to: TimedPosition): boolean => {
  const furthestM =
    (PLAUSIBLE.jumpKmph * Math.abs(to.time - from.time)) / 3600 +
    PLAUSIBLE.jitterM +
    offM(from.accuracy) +
    offM(to.accuracy)
  return (
    mostMetres(from.lng, from.lat, to.lng, to.lat) > furthestM &&
    greatCircleMetres(from.lng, from.lat, to.lng, to.lat) > furthestM
  )
}

export const timedPositionOf = ({ time, lng, lat, accuracy }: TimedPosition): TimedPosition =>
  offM(accuracy) === 0 ? { time, lng, lat } : { time, lng, lat, accuracy: offM(accuracy) }

const advance = (
  { latest, gaps }: Newest,
  fix: TimedPosition,
  suspect: TimedPosition | undefined,
): Newest => ({
  latest: timedPositionOf(fix),
  suspect,
  gaps: latest === undefined ? gaps : [...gaps, (fix.time - latest.time) / 1000].slice(-GAPS_KEPT),
})

/**
 * How a fix follows the latest one of its vehicle: it is `next`; or `doubtful`, because nobody can have driven there; or `elsewhere`,
 * because it is as far away but near the doubtful one before it, so that the vehicle is believed to be there (DI-06), or drives on from one
 * while the latest place is only repeated; or `notLater`, as a second place at one time is.
 */
export type Following = 'next' | 'doubtful' | 'elsewhere' | 'notLater'

const isSamePlace = (a: TimedPosition, b: TimedPosition): boolean => a.lng === b.lng && a.lat === b.lat

/**
 * Whether a vehicle drives on from a doubtful fix, while between the two the latest place was only repeated: a stale place that a device
 * repeats is left for a vehicle that moves.
 */
const drivesOn = (suspect: TimedPosition, fix: TimedPosition): boolean => {
  const ms = fix.time - suspect.time
  const furthestM = (PLAUSIBLE.truckKmph * ms) / 3600 + PLAUSIBLE.jitterM
  return (
    ms <= PLAUSIBLE.repeatedMs &&
    !isSamePlace(suspect, fix) &&
    greatCircleMetres(suspect.lng, suspect.lat, fix.lng, fix.lat) <= furthestM
  )
}

/** The doubtful fix to remember behind a fix: a repetition of the latest place to the digit says nothing against the one before. */
export const suspectAfter = (
  following: Following,
  latest: TimedPosition | undefined,
  suspect: TimedPosition | undefined,
  fix: TimedPosition,
): TimedPosition | undefined => {
  if (following === 'notLater') return suspect
  if (following === 'doubtful') return timedPositionOf(fix)
  const isRepeated = following === 'next' && latest !== undefined && isSamePlace(latest, fix)
  return isRepeated && suspect !== undefined && fix.time - suspect.time <= PLAUSIBLE.repeatedMs
    ? suspect
    : undefined
}

/** Judges the next fix by time. `suspect` is the doubtful fix that `suspectAfter` remembers, if there is one. */
export const followingOf = (
  latest: TimedPosition | undefined,
  suspect: TimedPosition | undefined,
  fix: TimedPosition,
): Following => {
  if (latest === undefined) return 'next'
  if (fix.time <= latest.time) return 'notLater'
  if (!isImpossibleJump(latest, fix)) return 'next'
  if (suspect === undefined || fix.time <= suspect.time) return 'doubtful'
  const isNear = suspect.time > latest.time ? !isImpossibleJump(suspect, fix) : drivesOn(suspect, fix)
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
  let suspect: TimedPosition | undefined
  for (let i = 0; i < length; i += 1) {
    const fix = {
      ...{ time: time[i] ?? Number.NaN, lng: lng[i] ?? Number.NaN, lat: lat[i] ?? Number.NaN },
      accuracy: accuracy[i] ?? Number.NaN,
    }
    const following = followingOf(latest, suspect, fix)
    if (following === 'notLater') continue
    suspect = suspectAfter(following, latest, suspect, fix)
    if (following === 'doubtful') continue
    latest = fix
    rows.push(i)
  }
  return rows
}

/**
 * Adds the next fix of a vehicle. `moved` means that it is the latest now; `doubt`, that it implies more than 1,000 km/h and
 * waits for another fix near it (DI-06).
 */
export const advanceNewest = (
  newest: Newest,
  fix: TimedPosition,
): { readonly newest: Newest; readonly moved: boolean; readonly doubt?: string } => {
  const following = followingOf(newest.latest, newest.suspect, fix)
  const suspect = suspectAfter(following, newest.latest, newest.suspect, fix)
  switch (following) {
    case 'notLater':
      return { newest, moved: false }
    case 'next':
    case 'elsewhere':
      return { newest: advance(newest, fix, suspect), moved: true }
    case 'doubtful':
      return {
        newest: { ...newest, suspect },
        moved: false,
        doubt: `the position is further away than ${PLAUSIBLE.jumpKmph} km/h could bring it`,
      }
  }
}

/** Whether the vehicle can have been at a late fix, judged by its latest one. */
export const isPlausible = ({ latest }: Newest, fix: TimedPosition): boolean =>
  latest === undefined || !isImpossibleJump(latest, fix)

/** The median of the gaps in seconds; null without any. */
export const medianIntervalS = ({ gaps }: Newest): number | null =>
  [...gaps].sort((a, b) => a - b)[gaps.length >> 1] ?? null
