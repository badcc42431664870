import { type Band, bandOf, RPM_BANDS, SPEED_BANDS } from '#domain/bands.ts'
import { hoursOf } from '#domain/company-time.ts'
import { FIGURE_FIELDS, type FigureName } from '#domain/figure-fields.ts'
import { ABSENT } from '#domain/fix.ts'
import { roundTo } from '#domain/rounding.ts'
import { PARKED_FOR_S } from '#domain/silence.ts'
import { HOUR_MS } from '#domain/units.ts'
import { RULES } from '../rules/limits.ts'
import { STATE } from '../rules/standing-state.ts'
import type { FoundAlert } from '../rules/types.ts'
import type { DayVehicle, EventRow, HourRow } from './close-day.ts'
import { distancesOf } from './distance.ts'
import { DRIVING_SECONDS, drivingSecondsOf, REPORTED_COUNTS } from './driving-seconds.ts'
import type { FuelChange } from './fuel-changes.ts'
import type { Steps } from './loop-turns.ts'
import { tankUseOf } from './tank-use.ts'
import { gapS, type Timeline } from './timeline.ts'

/** The figures by name, each with one sum for every row. */
type Sums = { readonly [Name in FigureName]: Float64Array }

/** What a day is divided by, beside its hours. */
export type Division = {
  readonly day: string
  readonly timeZone: string
  readonly vehicle: DayVehicle
  /** Further times (ms) at which a row ends and the next begins. */
  readonly cuts?: readonly number[] | undefined
}

/** What was found in a timeline beside its figures. */
export type Findings = {
  readonly found: readonly FoundAlert[]
  readonly changes: readonly FuelChange[]
  readonly events: readonly EventRow[]
}

/**
 * The figures of each hour of the day that has any, in steps. An hour that is cut, or in which the driver changes, has several rows.
 */
export function* hourRows(
  { day, timeZone, vehicle, cuts = [] }: Division,
  timeline: Timeline,
  { found, changes, events }: Findings,
): Steps<readonly HourRow[]> {
  const hours = hoursOf(day, timeZone)
  const { columns, first, end, during } = timeline
  const drivers = vehicle.drivers ?? []
  const starts = withCuts(hours, [...drivers.map((driver) => driver.from), ...cuts], timeline)
  const sums = eachFigure(() => new Float64Array(starts.length))
  const share = sharer(starts, timeline)
  const { time, speed, length } = columns
  const { km, ...distances } = distancesOf(timeline)
  yield
  const driving = drivingSecondsOf(timeline)
  yield
  const amounts = { distanceKm: km, ...distances, ...tankUseOf(timeline, changes, km, vehicle), ...driving }
  yield
  const addState = stateAdder(sums, timeline, vehicle)

  /** Adds a part of what lies between fix i - 1 and fix i. */
  const pairs = AMOUNTS.map((name) => ({ amount: amounts[name], sum: sums[name] }))
  const addPart = (row: number, i: number, part: number): void => {
    for (const { amount, sum } of pairs) if (amount[i]) add(sum, row, (amount[i] ?? 0) * part)
  }
  for (let i = Math.max(first, 1); i <= end && i < length; i += 1) {
    if (gapS(timeline, i) > PARKED_FOR_S) {
      // Days without a fix have no rows.
      if (i < end) addPart(rowIndex(starts, time[i] ?? 0), i, 1)
      continue
    }
    const state = during[i] ?? STATE.unknown
    share(time[i - 1] ?? 0, time[i] ?? 0, (row, part, seconds) => {
      addPart(row, i, part)
      if (state !== STATE.unknown) addState(row, i - 1, state, seconds, (km[i] ?? 0) * part)
    })
  }
  yield
  for (let i = first; i < end; i += 1) {
    const row = rowIndex(starts, time[i] ?? 0)
    add(sums.fixes, row, 1)
    sums.maxSpeed[row] = Math.max(sums.maxSpeed[row] ?? 0, speed[i] || 0)
    for (const name of REPORTED_COUNTS) if (driving[name][i]) add(sums[name], row, driving[name][i] ?? 0)
  }
  for (const { time: at, code, detail } of events) {
    const name = COUNT_OF[code]
    if (name !== undefined && detail['continues'] !== true) add(sums[name], rowIndex(starts, at), 1)
  }
  for (const { type, began, ended, lastSeen } of found)
    if (type === 'IDLING')
      share(began, ended ?? lastSeen, (row, _part, seconds) => add(sums.longIdlingS, row, seconds))
  for (const name of SUMMED) roundSums(sums[name])
  return starts.flatMap((hour, row): HourRow[] => {
    if (NAMES.every((name) => sums[name][row] === 0)) return []
    // A copy, because V8 makes a hash table of an object that grows by so many keys.
    const figures = { ...NO_FIGURES }
    for (const name of NAMES) figures[name] = sums[name][row] ?? 0
    return [{ hour, driverId: drivers.findLast(({ from }) => from <= hour)?.driverId ?? 0, ...figures }]
  })
}

const add = (sums: Float64Array, row: number, amount: number): void => {
  sums[row] = (sums[row] ?? 0) + amount
}

/** What lies between two fixes and is divided by time. */
const AMOUNTS = [
  ...(['distanceKm', 'odometerKm', 'doubtedKm', 'doubtedOdometerKm'] as const),
  ...(['fuelUsed', 'meteredKm', 'fuelFilled', 'fuelDropped', 'adblueUsed'] as const),
  ...DRIVING_SECONDS,
] as const

/** The number that counts the events of a code. */
const COUNT_OF: Readonly<Record<string, FigureName>> = {
  OS: 'overspeeds',
  ID: 'idlings',
  ND: 'neutrals',
  EO: 'overruns',
  HA: 'harshAccelerations',
  HB: 'harshBrakings',
  HC: 'harshCornerings',
  VS: 'stoppages',
  FF: 'fuelFills',
  FD: 'fuelDrops',
}

const NAMES = Object.keys(FIGURE_FIELDS) as FigureName[]
const SUMMED = NAMES.filter((name) => FIGURE_FIELDS[name].of === 'sum')

const eachFigure = <T>(of: (name: FigureName) => T): { readonly [Name in FigureName]: T } =>
  Object.fromEntries(NAMES.map((name) => [name, of(name)])) as { [Name in FigureName]: T }

const NO_FIGURES: Readonly<Record<FigureName, number>> = eachFigure(() => 0)

/**
 * Rounds to metres, millilitres and ms. What one row loses the next one has, so that rows add up to the same wherever they are cut.
 */
const roundSums = (sums: Float64Array): void => {
  let rest = 0
  for (let row = 0; row < sums.length; row += 1) {
    const exact = (sums[row] ?? 0) + rest
    const sum = roundTo(exact, 3) + 0
    sums[row] = sum
    rest = exact - sum
  }
}

/** The first ms of every row. */
const withCuts = (
  hours: readonly number[],
  cuts: readonly number[],
  { from, to }: Timeline,
): readonly number[] => {
  const within = cuts.filter((cut) => cut > from && cut < to && !hours.includes(cut))
  return within.length === 0 ? hours : [...new Set([...hours, ...within])].sort((a, b) => a - b)
}

/** The row of a time; the nearest one where it lies outside of the day. */
const rowIndex = (starts: readonly number[], time: number): number => {
  let i = Math.min(starts.length - 1, Math.max(0, Math.floor((time - (starts[0] ?? 0)) / HOUR_MS)))
  while (i > 0 && time < (starts[i] ?? 0)) i -= 1
  while (i + 1 < starts.length && time >= (starts[i + 1] ?? 0)) i += 1
  return i
}

type Share = (from: number, to: number, add: (row: number, part: number, seconds: number) => void) => void

/** Divides a time range among the rows that it touches, by time; what of it lies outside of the day is left to other days. */
const sharer =
  (starts: readonly number[], { from: dayFrom, to: dayTo }: Timeline): Share =>
  (from, to, addTo) => {
    for (let row = rowIndex(starts, Math.max(from, dayFrom)); row < starts.length; row += 1) {
      const begin = Math.max(from, starts[row] ?? 0)
      const end = Math.min(to, starts[row + 1] ?? dayTo)
      if (begin >= to) return
      if (end > begin) addTo(row, (end - begin) / (to - from), (end - begin) / 1000)
    }
  }

const withSums = <TBand extends Band & { readonly name: FigureName }>(bands: readonly TBand[], sums: Sums) =>
  bands.map(({ name, upTo }) => ({ name, upTo, sum: sums[name] }))

/** Adds what a fix says of the seconds after it, in which its state lasted and `km` were driven. */
const stateAdder = (
  sums: Sums,
  { columns: { rpm, neutral }, kmph: speeds }: Timeline,
  { segment }: DayVehicle,
) => {
  const overrunAbove = RULES.overrunAbove[segment]
  const { stoppedS, idlingS, runningS, engineOnS, overrunS, economyS, neutralS, neutralKm, gearKnownS } = sums
  const [rpmBands, speedBands] = [withSums(RPM_BANDS, sums), withSums(SPEED_BANDS, sums)]
  return (row: number, at: number, state: number, seconds: number, km: number): void => {
    if (state === STATE.stopped) {
      add(stoppedS, row, seconds)
      return
    }
    const [kmph, revolutions] = [speeds[at] ?? Number.NaN, rpm[at] ?? Number.NaN]
    const rpmBand = bandOf(rpmBands, revolutions)
    if (revolutions !== 0) add(engineOnS, row, seconds)
    if (revolutions > 0 && rpmBand) add(rpmBand.sum, row, seconds)
    if (revolutions > overrunAbove) add(overrunS, row, seconds)
    if (state === STATE.idling) {
      add(idlingS, row, seconds)
      return
    }
    add(runningS, row, seconds)
    const speedBand = bandOf(speedBands, kmph)
    if (speedBand) add(speedBand.sum, row, seconds)
    if (rpmBand?.name === 'rpmTo1600S') add(economyS, row, seconds)
    if (neutral[at] !== ABSENT) add(gearKnownS, row, seconds)
    if (neutral[at] === 1 && kmph > RULES.neutralAbove) {
      add(neutralS, row, seconds)
      add(neutralKm, row, km)
    }
  }
}
