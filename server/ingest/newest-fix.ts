import type { Fix } from '#domain/fix.ts'
import { greatCircleMetres } from '#domain/geo.ts'
import { PLAUSIBLE } from './limits.ts'

/** Where a vehicle was, and when in ms UTC. */
export type TimedPosition = Pick<Fix, 'time' | 'lng' | 'lat'>

/**
 * What is known of a vehicle's newest honest fix. `suspect` is a newer fix too far away to be believed yet;
 * `gaps` are the last few seconds between fixes, newest last.
 */
export type Newest = {
  readonly latest: TimedPosition | undefined
  readonly suspect: TimedPosition | undefined
  readonly gaps: readonly number[]
}

export const NO_FIX_YET: Newest = { latest: undefined, suspect: undefined, gaps: [] }

const GAPS_KEPT = 9

/** Whether no vehicle can have driven from one place to the other in the time between, whichever comes first. */
export const isImpossibleJump = (from: TimedPosition, to: TimedPosition): boolean => {
  const metres = greatCircleMetres(from.lng, from.lat, to.lng, to.lat) - PLAUSIBLE.jitterM
  return metres * 3600 > PLAUSIBLE.jumpKmph * Math.abs(to.time - from.time)
}

const timedPositionOf = ({ time, lng, lat }: TimedPosition): TimedPosition => ({ time, lng, lat })

const advance = ({ latest, gaps }: Newest, fix: TimedPosition): Newest => ({
  latest: timedPositionOf(fix),
  suspect: undefined,
  gaps: latest === undefined ? gaps : [...gaps, (fix.time - latest.time) / 1000].slice(-GAPS_KEPT),
})

/**
 * Takes in the next fix of a vehicle.
 * `moved` says that it is the latest now; `doubt` that it implies more than 1,000 km/h and waits for another fix near it (DI-06).
 */
export const advanceNewest = (
  newest: Newest,
  fix: TimedPosition,
): { readonly newest: Newest; readonly moved: boolean; readonly doubt?: string } => {
  const { latest, suspect } = newest
  if (latest !== undefined && fix.time <= latest.time) return { newest, moved: false }
  if (latest === undefined || !isImpossibleJump(latest, fix))
    return { newest: advance(newest, fix), moved: true }
  if (suspect !== undefined && fix.time > suspect.time && !isImpossibleJump(suspect, fix))
    return { newest: advance(newest, fix), moved: true }
  return {
    newest: { ...newest, suspect: timedPositionOf(fix) },
    moved: false,
    doubt: `the position is further away than ${PLAUSIBLE.jumpKmph} km/h could bring it`,
  }
}

/** Whether a fix that came late lies where its vehicle can have been, as far as the latest one tells. */
export const isPlausible = ({ latest }: Newest, fix: TimedPosition): boolean =>
  latest === undefined || !isImpossibleJump(latest, fix)

/** The median of the gaps in seconds, or null where none is known. */
export const medianIntervalS = ({ gaps }: Newest): number | null =>
  [...gaps].sort((a, b) => a - b)[gaps.length >> 1] ?? null
