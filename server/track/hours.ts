import { bandOf, RPM_BANDS, SPEED_BANDS } from '#domain/bands.ts'
import { hoursOf } from '#domain/company-time.ts'
import { FIGURE_FIELDS, type FigureName } from '#domain/figure-fields.ts'
import { roundTo } from '#domain/rounding.ts'
import { HOUR_MS } from '#domain/units.ts'
import { RULES } from '../alerts/engine/limits.ts'
import { STATE } from '../alerts/engine/standing-state.ts'
import type { DayVehicle, EventRow, HourRow } from './close-day.ts'
import { distancesOf } from './distance.ts'
import type { FuelChange } from './fuel-changes.ts'
import { tankUseOf } from './tank-use.ts'
import { parkedGap, shortGap, type Timeline } from './timeline.ts'

type Sums = { -readonly [Name in keyof HourRow]: HourRow[Name] }

/** What a day is divided by, beside its hours. */
export type Division = {
  readonly day: string
  readonly timeZone: string
  readonly vehicle: DayVehicle
  /** Further times (ms) at which a row ends and the next begins. */
  readonly cuts?: readonly number[] | undefined
}

/** The figures of every hour of the day, empty hours included. An hour in which the driver changes, or that is cut, has several rows. */
export const hourRows = (
  { day, timeZone, vehicle, cuts = [] }: Division,
  timeline: Timeline,
  changes: readonly FuelChange[],
  events: readonly EventRow[],
): HourRow[] => {
  const hours = hoursOf(day, timeZone)
  const { columns, first, from, to } = timeline
  const drivers = vehicle.drivers ?? []
  const starts = withCuts(hours, [...drivers.map((driver) => driver.from), ...cuts], timeline)
  const rows = starts.map((hour) =>
    emptyRow(hour, drivers.findLast((driver) => driver.from <= hour)?.driverId),
  )
  const share = sharer(rows, starts, to)
  const { time, speed, length } = columns
  const { km, odometerKm, doubtedKm, doubtedOdometerKm } = distancesOf(timeline)
  const tanks = tankUseOf(timeline, changes, km)
  const add = adder(timeline, vehicle)

  for (let i = Math.max(first, 1); i < length; i += 1) {
    const start = Math.max(time[i - 1] ?? 0, from)
    const state = stateUntil(timeline, i)
    share(start, time[i] ?? 0, (row, part, seconds) => {
      const rowKm = (km[i] ?? 0) * part
      row.distanceKm += rowKm
      row.odometerKm += (odometerKm[i] ?? 0) * part
      row.doubtedKm += (doubtedKm[i] ?? 0) * part
      row.doubtedOdometerKm += (doubtedOdometerKm[i] ?? 0) * part
      if (state !== STATE.unknown) add(row, i - 1, state, seconds, rowKm)
    })
  }
  const last = length - 1
  if (last >= first) {
    const tailS = (to - (time[last] ?? 0)) / 1000
    const state = timeline.state[last] ?? STATE.unknown
    const lasts = tailS <= (state === STATE.stopped ? RULES.parkedTailS : RULES.stateGapS)
    if (lasts && state !== STATE.unknown)
      share(time[last] ?? 0, to, (row, _part, seconds) => add(row, last, state, seconds, 0))
  }
  const rowAt = (at: number): Sums | undefined => rows[rowIndex(starts, at)]
  for (let i = first; i < length; i += 1) {
    const row = rowAt(time[i] ?? 0)
    if (!row) continue
    row.fixes += 1
    row.maxSpeed = Math.max(row.maxSpeed, speed[i] || 0)
    for (const name of TANK_USES) row[name] += tanks[name][i] ?? 0
  }
  for (const { time: at, code, detail } of events) {
    const row = rowAt(at)
    const name = COUNT_OF[code]
    if (row && name !== undefined && detail['continues'] !== true) row[name] += 1
  }
  return rows.map(rounded)
}

const TANK_USES = ['fuelUsed', 'meteredKm', 'fuelFilled', 'fuelDropped', 'adblueUsed'] as const

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

/** Rounds to metres, millilitres and ms, so that sums do not depend on the order of addition. */
const rounded = (row: Sums): HourRow => {
  for (const name of SUMMED) row[name] = Math.max(0, roundTo(row[name], 3))
  return row
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

/** Divides a time range among the rows that it touches. */
const sharer =
  (rows: readonly Sums[], starts: readonly number[], dayEnd: number): Share =>
  (from, to, add) => {
    const whole = to - from
    for (let i = rowIndex(starts, from); i < rows.length; i += 1) {
      const row = rows[i]
      const begin = Math.max(from, starts[i] ?? 0)
      const end = Math.min(to, starts[i + 1] ?? dayEnd)
      if (!row || begin > to) return
      if (whole === 0) return add(row, 1, 0)
      if (end > begin) add(row, (end - begin) / whole, (end - begin) / 1000)
    }
  }

const stateUntil = (timeline: Timeline, i: number): number => {
  const state = timeline.state[i - 1] ?? STATE.unknown
  if (shortGap(timeline, i)) return state
  return state !== STATE.unknown && parkedGap(timeline, i) ? STATE.stopped : STATE.unknown
}

/** Adds what a fix says of the seconds after it, in which its state lasted and `km` were driven. */
const adder = ({ columns: { speed, rpm, neutral } }: Timeline, { segment }: DayVehicle) => {
  const overrunAbove = RULES.overrunAbove[segment]
  return (row: Sums, at: number, state: number, seconds: number, km: number): void => {
    if (state === STATE.stopped) {
      row.stoppedS += seconds
      return
    }
    const [kmph, revolutions] = [speed[at] ?? Number.NaN, rpm[at] ?? Number.NaN]
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
