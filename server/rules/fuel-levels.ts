import { MINUTE_MS } from '#domain/units.ts'
import { type Away, withoutLone } from './fuel-away.ts'
import { type Doubt, doubtFrom, doubtWith, type Shown, shownBy } from './fuel-doubt.ts'
import { foundOf, type Sign } from './fuel-found.ts'
import { afterStop, NO_ROAD, type Road, roadMean, slotsApart, withLevel } from './fuel-road.ts'
import {
  assumedScatter,
  NO_STEPS,
  type Scatter,
  type ScatterOf,
  type Steps,
  stepOf,
  withApart,
  withStep,
} from './fuel-scatter.ts'
import {
  isAtRest,
  isSure,
  isWeak,
  type LimitOf,
  overOf,
  type Stay,
  stayAfter,
  stayed,
  stayFrom,
  type Uncertain,
} from './fuel-stay.ts'
import { RULES } from './limits.ts'
import type { Found, Step } from './rule.ts'
import { STATE } from './standing-state.ts'
import { knownLevel, type Level, type Mean, middleOf } from './tank-levels.ts'

/** What is known of the fuel tank of a vehicle. */
export type FuelState = {
  /** How much levels scatter while the truck stands, and means of two minutes on the road; and the smallest steps of the sensor. */
  readonly standing: Scatter
  readonly slots: Scatter
  readonly steps: Steps
  readonly road: Road
  /** The mean level on the road before the stay. */
  readonly before: Mean | null
  readonly latest: Level | null
  /** What was burnt since the latest level, litres. */
  readonly burnt: number
  readonly stay: Stay | null
  /** The level of a stay that the truck has left since the latest level. */
  readonly left: Mean | null
  readonly doubt: Doubt | null
}

/** Litres. `tankLitres` is null where nobody knows them. */
export type FuelLimits = {
  readonly dropLitres: number
  readonly fillLitres: number
  readonly tankLitres: number | null
}

/** Scatter by the part of the tank: what is assumed of a truck, and the most that counts. */
const STANDING = { assumed: 0.005, most: 0.05, sdOfMean: 1.77 }
const SLOTS = { assumed: 0.015, most: 0.1, sdOfMean: 0.886 }
/** A sensor that tells levels in steps must show more than one. */
const LEAST_STEPS = 1.5
/** How old levels on the road may be that a stop is compared with. */
const ROAD_MS = 40 * MINUTE_MS
/** Without levels for so long, a tank may have been filled or emptied meanwhile: after a stop, and on the road. */
const UNREAD_MS = { afterStop: 3 * MINUTE_MS, onRoad: 10 * MINUTE_MS }

export type FuelReport = (sign: Sign, found: Found) => void
/** The copy of a state that becomes the next one. */
type Next = { -readonly [Name in keyof FuelState]: FuelState[Name] }

/** The levels of a fuel tank as a fold, of drops (-1) and fillings (1) alike: the end of one is where the next begins. */
export type FuelLevels = {
  step(given: FuelState | null, step: Step, report: FuelReport): FuelState | null
  open(state: FuelState): ReadonlyArray<readonly [Sign, Found]>
}

const uncertainOf = ({ standing, slots }: FuelState): Uncertain => ({
  standing: standing.sd,
  road: slots.sd,
})

/**
 * Changes of the fuel level while the truck stands, which are theft or refuelling (ALR-05): of at least so many litres, and of more than
 * the levels of this truck scatter.
 */
export const fuelLevels = ({ dropLitres, fillLitres, tankLitres }: FuelLimits): FuelLevels => {
  const thresholdOf = (sign: Sign): number => (sign < 0 ? dropLitres : fillLitres)
  const tank = tankLitres ?? RULES.usualTankLitres
  const ofTank = ({ assumed, most, sdOfMean }: ScatterOf): ScatterOf => ({
    assumed: assumed * tank,
    most: most * tank,
    sdOfMean,
  })
  const [ofStanding, ofSlots] = [ofTank(STANDING), ofTank(SLOTS)]
  const START: FuelState = {
    standing: assumedScatter(ofStanding),
    slots: assumedScatter(ofSlots),
    steps: NO_STEPS,
    road: NO_ROAD,
    before: null,
    latest: null,
    burnt: 0,
    stay: null,
    left: null,
    doubt: null,
  }

  const limitsOf =
    ({ steps }: FuelState): LimitOf =>
    (sign, variance) =>
      Math.max(thresholdOf(sign), RULES.fuelScatterTimes * Math.sqrt(variance), LEAST_STEPS * stepOf(steps))

  const foundInStay = (
    state: FuelState,
    { level, away }: Stay,
    isOver: boolean,
  ): ReadonlyArray<readonly [Sign, Found]> => {
    if (away?.raised == null) return []
    const { sign, from, first, last, mean, raised: seen } = away
    const variance = state.standing.sd ** 2 * (1 / level.count + 1 / mean.count)
    const litres = Math.abs(mean.litres - level.litres)
    const limit = limitsOf(state)(sign, variance)
    const found = foundOf({
      ...{ sign, from, first, last, seen, litres, to: mean.litres, limit, isOver },
      ...{ threshold: thresholdOf(sign), scatter: state.standing.sd },
    })
    return [[sign, found]]
  }

  /** Reports the end of a change; it is undone where too little of it is left. */
  const end = (state: FuelState, stay: Stay, over: Away, report: FuelReport): void => {
    const left = over.sign * ((stay.away?.mean ?? over.mean).litres - stay.level.litres)
    const least = thresholdOf(over.sign)
    const isUndone = Math.min(left, Math.abs(over.mean.litres - stay.level.litres)) < least
    for (const [sign, found] of foundInStay(state, { ...stay, away: over }, true))
      report(sign, isUndone ? { ...found, isUndone } : found)
  }

  /** Ends the stay of a truck that moves or is elsewhere. */
  const leave = (next: Next, stay: Stay, step: Step, report: FuelReport): void => {
    const { level, away } = stay
    next.stay = null
    next.left = level
    next.road = afterStop(next.road)
    if (away?.raised) {
      const over = withoutLone(away)
      end(next, stay, over, report)
      next.left = over.mean
      forgetRoad(next)
    } else if (away !== null && isAtRest(stay)) {
      const { from, first, mean: after } = away
      next.doubt = doubtFrom({ from, first, stay: level, after, before: next.before, fence: step.fence() })
    }
  }

  /** What nobody read since the latest level may be a change. */
  const doubtUnread = (next: Next, now: Level, step: Step): void => {
    const { latest, left, doubt, stay } = next
    if (latest === null || doubt !== null || stay !== null) return
    if (now.time - latest.time < (left === null ? UNREAD_MS.onRoad : UNREAD_MS.afterStop)) return
    const before = left === null ? roadMean(next.road, latest.time - ROAD_MS) : next.before
    const known = { from: latest, first: latest, stay: left, after: null, before: before ?? left }
    next.road = NO_ROAD
    next.doubt = doubtFrom({ ...known, fence: step.fence() })
  }

  const stepDoubt = (next: Next, doubt: Doubt, now: Level, burnt: number, report: FuelReport): void => {
    const later = doubtWith(doubt, now, burnt)
    const shown = later && shownBy(later, uncertainOf(next), limitsOf(next))
    next.doubt = shown ? null : later
    if (later === null || shown === null) return
    report(shown.sign, foundByRoad(later, shown, now, next.standing.sd))
    next.road = later.road
    next.before = null
  }
  const foundByRoad = (doubt: Doubt, shown: Shown, now: Level, scatter: number): Found => {
    const { from, first, fence } = doubt
    const { sign, litres, limit, to } = shown
    const seen = { ...now, fence }
    return foundOf({
      ...{ sign, from, first, last: first, seen, litres, to, limit, isOver: true },
      ...{ threshold: thresholdOf(sign), scatter },
    })
  }

  /** A level before it came to rest, then none for long: only the road can tell whether there was a change. */
  const doubtWeak = (next: Next, stay: Stay, now: Level, step: Step): void => {
    const isUnread = now.time - stay.latest.time >= UNREAD_MS.afterStop
    if (!isUnread || !isWeak(stay) || isAtRest(stay) || next.doubt !== null) return
    const known = { from: stay.latest, first: now, stay: null, after: null, before: next.before }
    next.doubt = doubtFrom({ ...known, fence: step.fence() })
  }

  const stepStay = (next: Next, stay: Stay, now: Level, step: Step, report: FuelReport): void => {
    const idledMin =
      step.lasts && step.before?.state === STATE.idling ? (now.time - stay.latest.time) / MINUTE_MS : 0
    const uncertain = uncertainOf(next)
    const limitOf = limitsOf(next)
    const later = stayed(stay, now, idledMin, uncertain, limitOf)
    const { away } = later
    next.stay = later
    if (away !== null && stay.away?.raised) {
      const over = overOf(later, uncertain, limitOf)
      if (over !== null) {
        end(next, later, over, report)
        forgetRoad(next)
        next.stay = stayAfter(later)
      }
    } else if (away !== null && isSure({ ...later, away }, uncertain, limitOf, next.before)) {
      const raised = { ...later, away: { ...away, raised: { ...now, fence: step.fence() } } }
      for (const [sign, found] of foundInStay(next, raised, false)) report(sign, found)
      next.doubt = null
      next.stay = raised
    }
    if (!isAtRest(stay)) return
    const middle = middleOf(stay.earlier, stay.latest.litres, now.litres)
    next.standing = withApart(next.standing, now.time, stay.latest.litres - middle, ofStanding)
  }

  const stepRoad = (next: Next, now: Level, burnt: number): void => {
    next.road = withLevel(next.road, now.time, now.litres, burnt)
    const apart = slotsApart(next.road)
    if (apart !== null) next.slots = withApart(next.slots, now.time, apart, ofSlots)
  }

  return {
    step: (given, step, report) => {
      const { now } = step
      const litres = knownLevel(now.fuel, tankLitres)
      const isKnown = !Number.isNaN(litres)
      if (given === null && !isKnown) return null
      const next = copyOf(given ?? START)
      const isStanding = step.state >= STATE.idling || (step.state === STATE.unknown && next.stay !== null)
      if (next.stay !== null && (!isStanding || step.metres > RULES.samePlaceM))
        leave(next, next.stay, step, report)
      const burnt = next.burnt + burntBy(step)
      next.burnt = burnt
      if (!isKnown) return next
      const level: Level = { time: now.time, lng: now.lng, lat: now.lat, litres }
      doubtUnread(next, level, step)
      const { doubt, stay, latest } = next
      if (doubt !== null && (!isStanding || stay === null || doubt.since === stay.since))
        stepDoubt(next, doubt, level, burnt, report)
      if (latest !== null) next.steps = withStep(next.steps, level.time, litres - latest.litres)
      next.latest = level
      next.burnt = 0
      next.left = null
      if (!isStanding) stepRoad(next, level, burnt)
      else if (stay !== null) {
        doubtWeak(next, stay, level, step)
        stepStay(next, stay, level, step, report)
      } else {
        next.before = roadMean(next.road, level.time - ROAD_MS)
        next.stay = stayFrom(level, uncertainOf(next))
      }
      return next
    },
    open: (state) => (state.stay === null ? [] : foundInStay(state, state.stay, false)),
  }
}

/** A copy that one step changes: states are replaced. All by name, which is faster at each fix than `...`. */
const copyOf = (state: FuelState): Next => ({
  standing: state.standing,
  slots: state.slots,
  steps: state.steps,
  road: state.road,
  before: state.before,
  latest: state.latest,
  burnt: state.burnt,
  stay: state.stay,
  left: state.left,
  doubt: state.doubt,
})

/** Once a change is over, levels from before it are none to compare with. */
const forgetRoad = (next: Next): void => {
  next.road = NO_ROAD
  next.before = null
  next.doubt = null
}

/** What a truck usually burns from the fix before to this one, litres. */
const burntBy = ({ before, state, metres, gapS, lasts }: Step): number => {
  if (before === null) return 0
  if (before.state === STATE.running || state === STATE.running) return metres * RULES.fuelPerM
  return before.state === STATE.idling && lasts ? (gapS / 60) * RULES.fuelIdlingPerMin : 0
}

/** The least litres of a change that shows in three levels of this truck while it stands: its sensor scatters too much for fewer. */
export const leastShown = ({ standing, steps }: FuelState): number =>
  Math.max(RULES.fuelScatterTimes * standing.sd * SHOWN_IN_THREE, LEAST_STEPS * stepOf(steps))

/** Of three levels after many before, in standard deviations of one. */
const SHOWN_IN_THREE = Math.sqrt(1 / 3 + 1 / 16)
