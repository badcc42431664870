import { MINUTE_MS } from '#domain/units.ts'
import { NO_ROAD, type Road, readingsOf, roadMean, slotsOf, withLevel } from './fuel-road.ts'
import type { LimitOf, Uncertain } from './fuel-stay.ts'
import type { Level, Mean } from './tank-levels.ts'
import type { AlertEvidence } from './types.ts'

/**
 * A change that may have come to pass while the truck stood and that the levels there do not prove: what is read on the road before and
 * after decides.
 */
export type Doubt = {
  /** The last level before, and the first one after; the same as long as there is none. */
  readonly from: Level
  readonly first: Level
  /** Mean levels before and after while the truck stood, and on the road before; null where there are none. */
  readonly stay: Mean | null
  readonly after: Mean | null
  readonly before: Mean | null
  /** The time of the first level after it; null before. */
  readonly since: number | null
  readonly road: Road
  /** What was burnt since the levels before, litres; what of it was burnt while nothing was read is less sure. */
  readonly burnt: number
  readonly unread: number
  readonly fence: AlertEvidence['fence']
}

/** A change that a doubt has shown to be real. */
export type Shown = {
  readonly sign: 1 | -1
  readonly litres: number
  readonly limit: number
  readonly to: number
}

const DOUBT_MS = 40 * MINUTE_MS
const MOST_SLOTS = 10
const LEAST = { readings: 3, slots: 2.5, slotsBefore: 2 }
/** Slots that follow each other are on one slope: their mean is less sure than as many levels that have nothing to do with each other. */
const SLOT_VARIANCE = 2.5
/** The standard deviation of what was burnt unseen, as a part of it; and the least variance of levels while standing, litres squared. */
const BURNT_SD = 0.3
const LEAST_VARIANCE = 0.06
/** The road must show this part of a change that was read while standing. */
const ROAD_SHOWS = 1 / 3
/** A road that shows so many standard deviations more than was read: the change went on after the last reading. */
const WENT_ON_SDS = 3

/** A doubt that begins. */
export const doubtFrom = (
  known: Pick<Doubt, 'from' | 'first' | 'stay' | 'after' | 'before' | 'fence'>,
): Doubt => ({ ...known, since: null, road: NO_ROAD, burnt: 0, unread: 0 })

/** Adds a level; `burnt` litres were used since the one before. Null where the doubt has lasted for too long. */
export const doubtWith = (doubt: Doubt, level: Level, burnt: number): Doubt | null => {
  const isFirst = doubt.since === null
  const since = doubt.since ?? level.time
  if (level.time - since > DOUBT_MS || slotsOf(doubt.road) > MOST_SLOTS) return null
  return {
    ...doubt,
    since,
    first: doubt.first.time === doubt.from.time ? level : doubt.first,
    road: withLevel(doubt.road, level.time, level.litres, isFirst ? 0 : burnt),
    burnt: doubt.burnt + burnt,
    unread: isFirst ? burnt : doubt.unread,
  }
}

/** The change that the levels show; null as long as they show none. */
export const shownBy = (
  { stay, after, before, road, burnt, unread }: Doubt,
  { standing, road: slot }: Uncertain,
  limitOf: LimitOf,
): Shown | null => {
  const now = roadMean(road)
  if (now === null || readingsOf(road) < LEAST.readings) return null
  const known = before !== null && before.count >= LEAST.slotsBefore ? before : null
  if (known !== null && now.count < LEAST.slots) return null
  const unseen = (BURNT_SD * unread) ** 2
  const here =
    stay === null || after === null
      ? null
      : {
          change: after.litres - stay.litres,
          variance: Math.max(LEAST_VARIANCE, standing ** 2 * (1 / stay.count + 1 / after.count)),
        }
  const there =
    known === null
      ? null
      : {
          change: now.litres + burnt - known.litres,
          variance: SLOT_VARIANCE * slot ** 2 * (1 / known.count + 1 / now.count) + unseen,
        }
  const measured = together(here, there)
  if (measured === null) return null
  const { change, variance } = measured
  const sign = change > 0 ? 1 : -1
  // Of fuel that was burnt unseen as much again may have been.
  const limit = limitOf(sign, variance) + (sign < 0 && unread > MOST_UNREAD ? unread : 0)
  if (Math.abs(change) < limit) return null
  if (here !== null && there !== null && !(sign * there.change >= Math.abs(here.change) * ROAD_SHOWS))
    return null
  if (stay !== null && after !== null && there === null) {
    const isNearer = Math.abs(now.litres + burnt - after.litres) < Math.abs(now.litres + burnt - stay.litres)
    if (!isNearer) return null
  }
  return { sign, litres: Math.abs(change), limit, to: after?.litres ?? now.litres }
}

/** Litres of driving that hardly matter. */
const MOST_UNREAD = 2

type Measured = { readonly change: number; readonly variance: number }

/** What both say together, the surer one more; the road alone where it shows that the change went on. */
const together = (here: Measured | null, there: Measured | null): Measured | null => {
  if (here === null || there === null) return here ?? there
  const more = Math.abs(there.change) - Math.abs(here.change)
  if (here.change * there.change > 0 && more > WENT_ON_SDS * Math.sqrt(here.variance + there.variance))
    return there
  const weight = 1 / here.variance + 1 / there.variance
  return {
    change: (here.change / here.variance + there.change / there.variance) / weight,
    variance: 1 / weight,
  }
}
