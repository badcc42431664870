import { isDeepStrictEqual } from 'node:util'
import type { Fix } from '#domain/fix.ts'
import { type Doubts, doubtsAfter, doubtsOf, followingOf, NO_DOUBTS } from '../ingest/newest-fix.ts'
import type { DayVehicle } from '../track/close-day.ts'
import type { FixColumns } from '../track/columns.ts'
import type { VehicleFences } from './fence-index.ts'
import { createFuelRules } from './fuel-rule.ts'
import { RULES } from './limits.ts'
import { lastFixOf, moveOn } from './motion.ts'
import { NO_READING, type Reading, readingAt, readingOf } from './reading.ts'
import type { Before, Found, Step } from './rule.ts'
import { INITIAL_RULES, ruleFor } from './rules.ts'
import { STATE } from './standing-state.ts'
import type { AlertRule, FoundAlert } from './types.ts'

/**
 * The state of a vehicle's rules before its next fix, as plain data: the fix before, the doubts that remain (none in states of
 * releases that believed every fix), and what is going on by rule.
 */
export type StoredRun = Doubts & {
  /** The last fix that is believed. */
  readonly last: Before | null
  /** By `ruleKey`; a rule for which nothing is going on is missing. */
  readonly rules: Readonly<Record<string, unknown>>
  /** How often each rule has reported in the day of the last fix, by `ruleKey`; missing before the first report of a day. */
  readonly reports?: Readonly<Record<string, number>>
}

/** The rules of one vehicle, over its fixes. */
export type AlertRun = {
  /**
   * Evaluates the next fix. Fixes come by time, those of one time by place, each once. The rules see those alone that are believed:
   * by the fixes before, as in ingest, and so by what was sent and not by when it came.
   */
  readonly step: (fix: Fix) => void
  /** Evaluates rows `from` to before `to` of stored fixes. */
  readonly stepOver: (columns: FixColumns, from: number, to: number) => void
  /** Call before the first fix of each day: rules that rest (RULES.reportsADay) go on as from a first fix. */
  readonly beginDay: () => void
  /** The alerts that were raised or have ended since this was last called, each as it is now, in the order in which they were raised. */
  readonly take: () => FoundAlert[]
  /** The rules that have begun to rest since this was last called, by `ruleKey`. */
  readonly takeResting: () => readonly string[]
  /** How many alerts `take` would return. */
  readonly count: () => number
  /** The alerts that last still, with their figures so far. */
  readonly open: () => FoundAlert[]
  readonly state: () => StoredRun
  /** The time of the last fix, doubtful or not, ms; null before the first. */
  readonly last: () => number | null
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] }

/** The name of a rule in states. */
export const ruleKey = ({ type, threshold }: AlertRule): string => `${type} ${threshold}`

/** Whether two states lead to the same alerts. */
export const isSameState = (a: StoredRun, b: StoredRun): boolean => isDeepStrictEqual(a, b)

/** Gives equal states one identity, as they have before they are stored: rules that follow the same then do so once. */
const asOne = (states: readonly unknown[]): unknown[] => {
  const byText = new Map<string, unknown>()
  return states.map((state) => {
    if (state === null) return null
    const text = JSON.stringify(state)
    if (!byText.has(text)) byText.set(text, state)
    return byText.get(text)
  })
}

const identityOf = (key: string, { subject, began }: Found): string => `${key} ${subject} ${began}`

/** Whether a rule is about crossings of fences. */
const isOfFences = ({ type }: AlertRule): boolean => type === 'GEOFENCEINOUT'

/** The rule whose drops count as lost fuel within a fence. */
const LOSSES = INITIAL_RULES.filter(({ type }) => type === 'FUELDROP').map(ruleKey)

/**
 * Starts or goes on with the evaluation of a vehicle. A rule that `state` does not know begins with the next fix; what it knows of
 * other rules is dropped.
 */
export const createAlertRun = ({
  rules,
  vehicle,
  fences,
  state = null,
}: {
  rules: readonly AlertRule[]
  vehicle: DayVehicle
  fences: VehicleFences
  state?: StoredRun | null
}): AlertRun => {
  // Fences come last, because they count the fuel that a drop took.
  const ordered = rules.toSorted((a, b) => Number(isOfFences(a)) - Number(isOfFences(b)))
  const subject = { vehicle, fences, fuel: createFuelRules(vehicle.fuelTankLitres) }
  const known = ordered.map((rule) => ({
    rule,
    key: ruleKey(rule),
    logic: ruleFor(rule, subject),
  }))
  const states = asOne(known.map(({ key }) => state?.rules[key] ?? null))
  const reports = known.map(({ key }) => state?.reports?.[key] ?? 0)
  const resting: string[] = []
  const rests = (place: number) => (reports[place] ?? 0) >= RULES.reportsADay
  const found = new Map<string, FoundAlert>()
  // One step and one report for all fixes: they are made a hundred thousand times a second.
  const step: Mutable<Step> = {
    now: NO_READING,
    before: state?.last ?? null,
    gapS: 0,
    metres: 0,
    lasts: false,
    staysParked: false,
    during: STATE.unknown,
    kmph: Number.NaN,
    state: STATE.unknown,
    standstill: null,
    known: null,
    lostLitres: 0,
    fence: () => {
      const [first] = fences.at(step.now.lng, step.now.lat, step.now.time)
      return first === undefined ? null : { id: first.fence.id, name: first.fence.name }
    },
  }
  let doubts: Doubts = state === null ? NO_DOUBTS : doubtsOf(state.suspect, state.left)
  let reporting = 0
  const report = (alert: Found): void => {
    const own = known[reporting]
    if (own === undefined) return
    if (LOSSES.includes(own.key) && alert.ended !== null && !alert.isUndone)
      step.lostLitres += alert.value ?? 0
    reports[reporting] = (reports[reporting] ?? 0) + 1
    found.set(identityOf(own.key, alert), { ...own.rule, ...alert })
  }

  /** Ends what lasts by a rule with the last fix at which it held, and has the rule begin anew. */
  const endLasting = (place: number): void => {
    const own = states[place] ?? null
    const rule = known[place]
    if (rule === undefined || own === null) return
    for (const one of rule.logic.open(own))
      found.set(identityOf(rule.key, one), { ...rule.rule, ...one, ended: one.lastSeen })
    states[place] = null
  }

  /** Goes on as from a first fix. Nobody saw the vehicle leave a fence or come into one: entries end with the last fix inside. */
  const beginAnew = (): void => {
    known.forEach(({ rule }, place) => {
      if (isOfFences(rule)) endLasting(place)
    })
    step.before = null
  }

  /** Leaves out a fix that is not believed, or not yet. */
  const judge = (now: Reading): void => {
    const following = followingOf(step.before ?? undefined, doubts, now)
    if (following === 'notLater') return
    doubts = doubtsAfter(following, step.before ?? undefined, doubts, now)
    if (following === 'doubtful') return
    if (following === 'elsewhere') beginAnew()
    stepBy(now)
  }

  const stepBy = (now: Reading): void => {
    moveOn(step, step.before, now)
    step.now = step.known === null ? now : { ...now, lng: step.known.lng, lat: step.known.lat }
    step.lostLitres = 0
    for (reporting = 0; reporting < known.length; reporting += 1) {
      if (rests(reporting)) continue
      states[reporting] = known[reporting]?.logic.step(states[reporting] ?? null, step, report)
      if (!rests(reporting)) continue
      endLasting(reporting)
      resting.push(known[reporting]?.key ?? '')
    }
    step.before = lastFixOf(now, step)
  }

  return {
    step: (fix) => judge(readingOf(fix)),
    stepOver: (columns, from, to) => {
      for (let i = from; i < to; i += 1) judge(readingAt(columns, i))
    },
    beginDay: () => void reports.fill(0),
    takeResting: () => resting.splice(0),
    count: () => found.size,
    take: () => {
      const taken = [...found.values()]
      found.clear()
      return taken
    },
    open: () =>
      known.flatMap(({ rule, logic }, i) => {
        const own = states[i] ?? null
        return own === null ? [] : logic.open(own).map((alert) => ({ ...rule, ...alert }))
      }),
    state: () => ({
      last: step.before,
      ...doubts,
      rules: Object.fromEntries(
        known.flatMap(({ key }, i) =>
          states[i] === null || states[i] === undefined ? [] : [[key, states[i]]],
        ),
      ),
      ...(reports.some(Boolean) && {
        reports: Object.fromEntries(known.flatMap(({ key }, i) => (reports[i] ? [[key, reports[i]]] : []))),
      }),
    }),
    last: () => {
      const times = [doubts.suspect, doubts.left, step.before].flatMap((each) => each?.time ?? [])
      return times.length === 0 ? null : Math.max(...times)
    },
  }
}
