import { hoursOf } from '#domain/company-time.ts'
import { roundTo } from '#domain/rounding.ts'
import { HOUR_S } from '#domain/units.ts'
import { RULES } from '../alerts/engine/limits.ts'
import { STATE } from '../alerts/engine/standing-state.ts'
import type { HourRow } from './close-day.ts'
import type { FuelChange } from './fuel-changes.ts'
import { gapS, parkedGap, shortGap, type Timeline } from './timeline.ts'

type Sums = { -readonly [Name in keyof HourRow]: HourRow[Name] }

/** The figures of every hour of the day, empty hours included. */
export const hourRows = (
  day: string,
  timeZone: string,
  timeline: Timeline,
  changes: readonly FuelChange[],
): HourRow[] => {
  const starts = hoursOf(day, timeZone)
  const rows = starts.map(emptyHour)
  const share = sharer(rows, starts, timeline.to)
  const { columns, first, from, to } = timeline
  const { time, speed, length } = columns
  for (let i = Math.max(first, 1); i < length; i += 1) {
    const [start, end] = [Math.max(time[i - 1] ?? 0, from), time[i] ?? 0]
    const km = kmUntil(timeline, i)
    if (km > 0) share(start, end, (row, part) => (row.distanceKm += km * part))
    addState(timeline, i - 1, stateUntil(timeline, i), start, end, share)
  }
  const last = length - 1
  if (last >= first) {
    const tailS = (to - (time[last] ?? 0)) / 1000
    const state = timeline.state[last] ?? STATE.unknown
    const lasts = tailS <= (state === STATE.stopped ? RULES.parkedTailS : RULES.stateGapS)
    if (lasts) addState(timeline, last, state, time[last] ?? 0, to, share)
  }
  for (let i = first; i < length; i += 1) {
    const row = rows[hourIndex(starts, time[i] ?? 0)]
    if (!row) continue
    row.fixes += 1
    row.maxSpeed = Math.max(row.maxSpeed, speed[i] || 0)
  }
  addLevels(timeline, rows, starts, changes)
  return rows.map(rounded)
}

const emptyHour = (hour: number): Sums => ({
  hour,
  distanceKm: 0,
  runningS: 0,
  idlingS: 0,
  stoppedS: 0,
  fuelUsed: 0,
  fuelFilled: 0,
  adblueUsed: 0,
  maxSpeed: 0,
  overspeedS: 0,
  fixes: 0,
})

/** Rounds to metres, millilitres and ms, so that sums do not depend on the order of addition. */
const rounded = (row: Sums): HourRow => {
  const toStep = (value: number) => Math.max(0, roundTo(value, 3))
  return {
    ...row,
    distanceKm: toStep(row.distanceKm),
    runningS: toStep(row.runningS),
    idlingS: toStep(row.idlingS),
    stoppedS: toStep(row.stoppedS),
    fuelUsed: toStep(row.fuelUsed),
    fuelFilled: toStep(row.fuelFilled),
    adblueUsed: toStep(row.adblueUsed),
    overspeedS: toStep(row.overspeedS),
  }
}

const hourIndex = (starts: readonly number[], time: number): number => {
  let i = Math.min(starts.length - 1, Math.max(0, Math.floor((time - (starts[0] ?? 0)) / (HOUR_S * 1000))))
  while (i > 0 && time < (starts[i] ?? 0)) i -= 1
  while (i + 1 < starts.length && time >= (starts[i + 1] ?? 0)) i += 1
  return i
}

type Share = (from: number, to: number, add: (row: Sums, part: number, seconds: number) => void) => void

/** Divides a time range among the hours that it touches. */
const sharer =
  (rows: readonly Sums[], starts: readonly number[], dayEnd: number): Share =>
  (from, to, add) => {
    const whole = to - from
    for (let i = hourIndex(starts, from); i < rows.length; i += 1) {
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

const addState = (
  timeline: Timeline,
  at: number,
  state: number,
  from: number,
  to: number,
  share: Share,
): void => {
  if (state === STATE.unknown) return
  const isFast = state === STATE.running && (timeline.columns.speed[at] ?? 0) > RULES.overspeedAbove
  share(from, to, (row, _part, seconds) => {
    if (state === STATE.running) row.runningS += seconds
    else if (state === STATE.idling) row.idlingS += seconds
    else row.stoppedS += seconds
    if (isFast) row.overspeedS += seconds
  })
}

/** Km from fix i - 1 to fix i: by the odometer if plausible, else in a straight line if plausible, else 0. */
const kmUntil = (timeline: Timeline, i: number): number => {
  const { odo } = timeline.columns
  const furthest = (gapS(timeline, i) * RULES.fastestKmph) / HOUR_S + RULES.noiseM / 1000
  const byOdo = (odo[i] ?? Number.NaN) - (odo[i - 1] ?? Number.NaN)
  if (byOdo >= 0 && byOdo <= furthest) return byOdo
  const km = (timeline.step[i] ?? 0) / 1000
  const isStill = (at: number) => (timeline.state[at] ?? STATE.unknown) >= STATE.idling
  if (isStill(i) && isStill(i - 1) && km <= RULES.noiseM / 1000) return 0
  return km <= furthest ? km : 0
}

/** Fuel and AdBlue used from fix to fix. Refuelling and theft count in the hour in which they were noticed, not as use. */
const addLevels = (
  { columns, first }: Timeline,
  rows: readonly Sums[],
  starts: readonly number[],
  changes: readonly FuelChange[],
): void => {
  const { time, fuel, adblue, length } = columns
  const inChange = new Uint8Array(length)
  for (const change of changes) {
    inChange.fill(1, change.first + 1, change.last + 1)
    const row = change.seen >= first ? rows[hourIndex(starts, time[change.seen] ?? 0)] : undefined
    if (row && change.kind === 'fill') row.fuelFilled += change.litres
  }
  let [lastFuel, lastAdblue] = [Number.NaN, Number.NaN]
  for (let i = 0; i < length; i += 1) {
    const row = i >= first ? rows[hourIndex(starts, time[i] ?? 0)] : undefined
    const [fuelNow, adblueNow] = [fuel[i] ?? Number.NaN, adblue[i] ?? Number.NaN]
    const [burnt, adblueUsed] = [lastFuel - fuelNow, lastAdblue - adblueNow]
    if (row && !inChange[i] && !Number.isNaN(burnt)) row.fuelUsed += burnt
    if (row && adblueUsed > -RULES.adblueFillLitres) row.adblueUsed += adblueUsed
    if (!Number.isNaN(fuelNow)) lastFuel = fuelNow
    if (!Number.isNaN(adblueNow)) lastAdblue = adblueNow
  }
}
