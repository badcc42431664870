import { MINUTE_MS } from '#domain/units.ts'
import { type Away, firstAway, furtherAway } from './fuel-away.ts'
import { RULES } from './limits.ts'
import { isFull, type Level, type Mean, withReading } from './tank-levels.ts'

/** The levels since the truck stands in one place: the one that it came with, and perhaps levels away from it. */
export type Stay = {
  readonly since: number
  readonly level: Mean
  /** The last reading near that level, the last of all, and the litres of the one before. */
  readonly near: Level
  readonly latest: Level
  readonly earlier: number
  readonly away: Away | null
}

/** How uncertain levels are, as standard deviations in litres: of a reading while standing, and of a mean of two minutes on the road. */
export type Uncertain = { readonly standing: number; readonly road: number }

/** The least litres that a change below (-1) or above (1) must have, where its variance is so many litres squared. */
export type LimitOf = (sign: 1 | -1, variance: number) => number

/** What slops and the slope of the road leave behind for some time after a stop. */
const SETTLING = { fadesMs: MINUTE_MS, wholeMs: 3 * MINUTE_MS, timesRoad: 2 }
/** A change is sure with so many readings that have held for so long, or with more than one after longer. */
const SURE = { readings: 3, afterMs: 5 * MINUTE_MS, longMs: 20 * MINUTE_MS }
/** A change is over when the level has not moved for so long: longer where slow ones hide in the scatter. */
const OVER = { leastMs: 60 * MINUTE_MS, mostMs: 90 * MINUTE_MS, scatterTimes: 6 }
/** A level so many standard deviations away is near. */
const NEAR = { sds: 2.5, leastLitres: 0.5, ofLimit: 0.5 }
/** An engine that idles: litres a minute, and how soon the level follows what is read. */
const IDLING = { follows: 1 / 8, mostOfGoesOn: 0.6 }
/** A single level that a change began with must not be as far from the road's as this part of the change: it may be a wrong value. */
const FAR_FROM_ROAD = 0.67

/** The variance that a reading has beside the scatter, so long after the stop. */
const settling = (ageMs: number, { road }: Uncertain): number =>
  (SETTLING.timesRoad * road * Math.exp(-ageMs / SETTLING.fadesMs)) ** 2

/** Whether the level that the truck came with tells little, because it had not come to rest. */
export const isWeak = ({ level }: Stay): boolean => level.count < 1

/** Whether the truck has stood for so long that its levels have come to rest. */
export const isAtRest = ({ since, latest }: Stay): boolean => latest.time - since >= SETTLING.wholeMs

/** The stay that begins with a level. */
export const stayFrom = (level: Level, uncertain: Uncertain): Stay => {
  const own = uncertain.standing ** 2
  return {
    since: level.time,
    level: { litres: level.litres, count: own / (own + settling(0, uncertain)) },
    near: level,
    latest: level,
    earlier: level.litres,
    away: null,
  }
}

/** The level moved to what is read while an engine idles, which may burn more or less than is assumed. */
const idled = ({ litres, count }: Mean, reading: number, minutes: number): Mean => {
  const most = RULES.fuelGoesOnPerMin * IDLING.mostOfGoesOn * minutes
  const follows = Math.max(-most, Math.min(most, (reading - litres) * IDLING.follows))
  return { litres: litres + follows, count }
}

/** Whether levels away are a change. `road` is the mean level before the stop. */
export const isSure = (
  { away, level, latest }: Stay & { readonly away: Away },
  { standing }: Uncertain,
  limitOf: LimitOf,
  road: Mean | null,
): boolean => {
  const heldMs = latest.time - away.first.time
  const isLong = heldMs >= SURE.longMs && away.readings > 1
  if (!isLong && (away.readings < SURE.readings || heldMs < SURE.afterMs)) return false
  const change = Math.abs(away.mean.litres - level.litres)
  if (change < limitOf(away.sign, standing ** 2 * (1 / level.count + 1 / away.mean.count))) return false
  return level.count > 1 || road === null || Math.abs(road.litres - level.litres) < change * FAR_FROM_ROAD
}

/** Adds a level to the stay. `idledMin`: for how long the engine idled since the one before. */
export const stayed = (
  stay: Stay,
  now: Level,
  idledMin: number,
  uncertain: Uncertain,
  limitOf: LimitOf,
): Stay => {
  const { standing } = uncertain
  const { litres, count } = stay.level
  const level = { litres: litres - RULES.fuelIdlingPerMin * idledMin, count }
  const sign = now.litres > level.litres ? 1 : -1
  const { away } = stay
  const isIdling = idledMin > 0
  if (away?.raised) return following(stay, now, level, stay.near, furtherAway(away, now, standing, isIdling))
  const own = standing ** 2
  const [before, current] = [own / level.count, own + settling(now.time - stay.since, uncertain)]
  const expected = Math.sqrt(before + current)
  const limit = limitOf(sign, before + current / SURE.readings)
  // What the truck came with tells little as long as it has not come to rest.
  const near =
    before > 4 * current
      ? RULES.fuelScatterTimes * expected
      : Math.max(NEAR.leastLitres, Math.min(NEAR.sds * expected, NEAR.ofLimit * limit))
  if (Math.abs(now.litres - level.litres) <= near) {
    const weight = isFull(level) ? 0 : own / current
    const moved =
      isIdling && level.count >= SURE.readings
        ? idled(level, now.litres, idledMin)
        : withReading(level, now.litres, weight)
    return following(stay, now, moved, now, null)
  }
  const gone =
    away?.sign === sign ? furtherAway(away, now, standing, isIdling) : firstAway(sign, stay.near, now)
  // An engine that idles may burn more or less than is assumed, which adds up over hours; and a weak level gives way to surer ones.
  const apart = Math.abs(gone.mean.litres - level.litres)
  const isIdled = isIdling && isFull(gone.mean) && apart < NEAR.ofLimit * limit
  const yields = isWeak(stay) && gone.mean.count >= SURE.readings && apart < limit
  return isIdled || yields
    ? following(stay, now, gone.mean, now, null)
    : following(stay, now, level, stay.near, gone)
}

/** The stay at its next level. */
const following = (
  { since, latest }: Stay,
  now: Level,
  level: Mean,
  near: Level,
  away: Away | null,
): Stay => ({ since, level, near, latest: now, earlier: latest.litres, away })

/**
 * The change that was raised, if it is over: it has not gone on for long, or the level has gone back by half of what a change must have.
 * Else null.
 */
export const overOf = (
  { away, latest, level }: Stay,
  { standing }: Uncertain,
  limitOf: LimitOf,
): Away | null => {
  if (away === null || away.mean.count < SURE.readings) return null
  const { sign, mean, last, settled } = away
  const variance = standing ** 2 * (1 / level.count + 1 / mean.count)
  if (settled !== null && sign * (settled.mean.litres - mean.litres) > limitOf(sign, variance) / 2)
    return { ...away, ...settled }
  const afterMs = ((OVER.scatterTimes * standing) / RULES.fuelGoesOnPerMin) * MINUTE_MS
  const restMs = Math.max(OVER.leastMs, Math.min(OVER.mostMs, afterMs))
  return latest.time - last.time >= restMs ? away : null
}

/** The stay with the level that is there now, after a change. */
export const stayAfter = (stay: Stay): Stay => ({
  ...stay,
  level: stay.away?.mean ?? stay.level,
  near: stay.latest,
  away: null,
})
