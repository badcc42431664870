import { bandOf, RPM_BANDS, SPEED_BANDS } from '#domain/bands.ts'
import { hoursOf } from '#domain/company-time.ts'
import { FIGURE_FIELDS, type FigureName } from '#domain/figure-fields.ts'
import { roundTo } from '#domain/rounding.ts'
import { PARKED_FOR_S } from '#domain/silence.ts'
import { HOUR_MS } from '#domain/units.ts'
import { RULES } from '../alerts/engine/limits.ts'
import { STATE } from '../alerts/engine/standing-state.ts'
import type { FoundAlert } from '../alerts/engine/types.ts'
import type { DayVehicle, EventRow, HourRow } from './close-day.ts'
import { distancesOf } from './distance.ts'
import { DRIVING_SECONDS, drivingSecondsOf, REPORTED_COUNTS } from './driving-seconds.ts'
import type { FuelChange } from './fuel-changes.ts'
import { tankUseOf } from './tank-use.ts'
import { gapS, type Timeline } from './timeline.ts'

type Sums = { -readonly [Name in keyof HourRow]: HourRow[Name] }

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

/** The figures of every hour of the day, empty hours included. An hour in which the driver changes, or that is cut, has several rows. */
export const hourRows = (
  { day, timeZone, vehicle, cuts = [] }: Division,
  timeline: Timeline,
  { found, changes, events }: Findings,
): readonly HourRow[] => {
  const hours = hoursOf(day, timeZone)
  const { columns, first, end, during } = timeline
  const drivers = vehicle.drivers ?? []
  const starts = withCuts(hours, [...drivers.map((driver) => driver.from), ...cuts], timeline)
  const rows = starts.map((hour) =>
    emptyRow(hour, drivers.findLast((driver) => driver.from <= hour)?.driverId),
  )
  const rowAt = (at: number): Sums | undefined => rows[rowIndex(starts, at)]
  const share = sharer(rows, starts, timeline)
  const { time, speed, length } = columns
  const { km, ...distances } = distancesOf(timeline)
  const driving = drivingSecondsOf(timeline)
  const amounts = { distanceKm: km, ...distances, ...tankUseOf(timeline, changes, km, vehicle), ...driving }
  const addState = stateAdder(timeline, vehicle)

  /** Adds a part of what lies between fix i - 1 and fix i. */
  const addPart = (row: Sums, i: number, part: number): number => {
    for (const name of AMOUNTS) {
      const amount = amounts[name][i]
      if (amount) row[name] += amount * part
    }
    return (km[i] ?? 0) * part
  }
  for (let i = Math.max(first, 1); i <= end && i < length; i += 1) {
    if (gapS(timeline, i) > PARKED_FOR_S) {
      // Days without a fix have no rows.
      const row = i < end ? rowAt(time[i] ?? 0) : undefined
      if (row) addPart(row, i, 1)
      continue
    }
    const state = during[i] ?? STATE.unknown
    share(time[i - 1] ?? 0, time[i] ?? 0, (row, part, seconds) => {
      const rowKm = addPart(row, i, part)
      if (state !== STATE.unknown) addState(row, i - 1, state, seconds, rowKm)
    })
  }
  for (let i = first; i < end; i += 1) {
    const row = rowAt(time[i] ?? 0)
    if (!row) continue
    row.fixes += 1
    row.maxSpeed = Math.max(row.maxSpeed, speed[i] || 0)
    for (const name of REPORTED_COUNTS) row[name] += driving[name][i] ?? 0
  }
  for (const { time: at, code, detail } of events) {
    const row = rowAt(at)
    const name = COUNT_OF[code]
    if (row && name !== undefined && detail['continues'] !== true) row[name] += 1
  }
  for (const { type, began, ended, lastSeen } of found)
    if (type === 'IDLING')
      share(began, ended ?? lastSeen, (row, _part, seconds) => {
        row.longIdlingS += seconds
      })
  return rounded(rows)
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

const emptyRow = (hour: number, driverId = 0): Sums =>
  ({ hour, driverId, ...Object.fromEntries(NAMES.map((name) => [name, 0])) }) as Sums

/**
 * Rounds to metres, millilitres and ms. What one row loses the next one has, so that rows add up to the same wherever they are cut.
 */
const rounded = (rows: readonly Sums[]): readonly HourRow[] => {
  for (const name of SUMMED) {
    let rest = 0
    for (const row of rows) {
      const exact = row[name] + rest
      row[name] = roundTo(exact, 3) + 0
      rest = exact - row[name]
    }
  }
  return rows
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

type Share = (from: number, to: number, add: (row: Sums, part: number, seconds: number) => void) => void

/** Divides a time range among the rows that it touches, by time; what of it lies outside of the day is left to other days. */
const sharer =
  (rows: readonly Sums[], starts: readonly number[], { from: dayFrom, to: dayTo }: Timeline): Share =>
  (from, to, add) => {
    for (let i = rowIndex(starts, Math.max(from, dayFrom)); i < rows.length; i += 1) {
      const row = rows[i]
      const begin = Math.max(from, starts[i] ?? 0)
      const end = Math.min(to, starts[i + 1] ?? dayTo)
      if (!row || begin >= to) return
      if (end > begin) add(row, (end - begin) / (to - from), (end - begin) / 1000)
    }
  }

/** Adds what a fix says of the seconds after it, in which its state lasted and `km` were driven. */
const stateAdder = ({ columns: { rpm, neutral }, kmph: speeds }: Timeline, { segment }: DayVehicle) => {
  const overrunAbove = RULES.overrunAbove[segment]
  return (row: Sums, at: number, state: number, seconds: number, km: number): void => {
    if (state === STATE.stopped) {
      row.stoppedS += seconds
      return
    }
    const [kmph, revolutions] = [speeds[at] ?? Number.NaN, rpm[at] ?? Number.NaN]
    const rpmBand = bandOf(RPM_BANDS, revolutions)
    if (revolutions !== 0) row.engineOnS += seconds
    if (revolutions > 0 && rpmBand) row[rpmBand] += seconds
    if (revolutions > overrunAbove) row.overrunS += seconds
    if (state === STATE.idling) {
      row.idlingS += seconds
      return
    }
    row.runningS += seconds
    const speedBand = bandOf(SPEED_BANDS, kmph)
    if (speedBand) row[speedBand] += seconds
    if (rpmBand === 'rpmTo1600S') row.economyS += seconds
    if (neutral[at] === 1 && kmph > RULES.neutralAbove) {
      row.neutralS += seconds
      row.neutralKm += km
    }
  }
}
