import { createDayFinder } from '#domain/company-time.ts'
import type { Fix } from '#domain/fix.ts'
import { MINUTE_MS } from '#domain/units.ts'
import { NO_FENCES } from '#server/rules/fence-index.ts'
import { createAlertRun } from '#server/rules/run.ts'
import type { FoundAlert } from '#server/rules/types.ts'
import { closeDay } from '#server/track/close-day.ts'
import { columnsOf, type FixColumns } from '#server/track/columns.ts'
import {
  FUEL_SENSORS,
  type FuelSensor,
  type FuelTruth,
  fuelTruck,
  type TankEvent,
} from '#tests/server/track/fuel-truck.fixture.ts'
import type { BenchResult } from './result.ts'

/** Trucks that the rules were not made on. */
const HELD_OUT = [501, 502, 503, 504, 505, 506]
const ZONE = 'Asia/Kolkata'
const FROM = Date.UTC(2026, 2, 1, 0, 30)
/** What is said of false alarms is said of so many engine hours. */
const ENGINE_H = 490
const GOAL = { falseAlarms: 1, found: 0.98, use: 0.02 } as const

const vehicleOf = ({ tankLitres }: FuelTruth) =>
  ({ segment: 'HDT', fuelTankLitres: tankLitres, adblueTankLitres: 40 }) as const

/** The changes that the alert rules find with their initial thresholds. */
const changesOf = (truck: FuelTruth): FoundAlert[] => {
  const rules = [
    { type: 'FUELDROP', threshold: 8 },
    { type: 'FUELFILL', threshold: 8 },
  ] as const
  const run = createAlertRun({ rules, vehicle: vehicleOf(truck), fences: NO_FENCES })
  const columns = columnsOf(truck.fixes)
  run.stepOver(columns, 0, columns.length)
  return run.take().filter(({ isUndone }) => !isUndone)
}

/** The litres used by the figures, closed day by day. */
const usedOf = (truck: FuelTruth): number => {
  const dayOf = createDayFinder(ZONE)
  const days = new Map<string, Fix[]>()
  for (const fix of truck.fixes) {
    const own = days.get(dayOf(fix.time))
    if (own) own.push(fix)
    else days.set(dayOf(fix.time), [fix])
  }
  let [used, previous]: [number, FixColumns | undefined] = [0, undefined]
  for (const [day, own] of days) {
    const fixes = columnsOf(own)
    const { hours } = closeDay({ day, timeZone: ZONE, vehicle: vehicleOf(truck), fixes, previous })
    for (const { fuelUsed } of hours) used += fuelUsed
    previous = fixes
  }
  return used
}

const isOf = (alert: FoundAlert, { kind, from, to }: TankEvent): boolean =>
  (alert.type === 'FUELFILL') === (kind === 'fill') &&
  alert.began <= to + 5 * MINUTE_MS &&
  alert.lastSeen >= from - 5 * MINUTE_MS

/** What of a sensor's trucks was found, and what was found that never was. */
const measure = (sensor: FuelSensor, seeds: readonly number[]) => {
  const found = { fill: 0, 'night theft': 0, 'day theft': 0, siphoning: 0 }
  const all = { ...found }
  let [drops, fills, engineH, worstLitres, used, truth] = [0, 0, 0, 0, 0, 0]
  for (const seed of seeds) {
    const truck = fuelTruck(sensor, seed, FROM)
    const free = new Set(changesOf(truck))
    for (const event of truck.events) {
      all[event.kind] += 1
      const alert = [...free].find((one) => isOf(one, event))
      if (alert === undefined) continue
      free.delete(alert)
      found[event.kind] += 1
      const wrong = (alert.value ?? 0) - event.litres
      if (Math.abs(wrong) > Math.abs(worstLitres)) worstLitres = wrong
    }
    for (const { type } of free)
      if (type === 'FUELDROP') drops += 1
      else fills += 1
    engineH += truck.engineH
    used += usedOf(truck)
    truth += truck.used
  }
  const inHours = (count: number) => (count * ENGINE_H) / engineH
  return { found, all, drops: inHours(drops), fills: inHours(fills), worstLitres, use: used / truth - 1 }
}

/** Thefts, siphonings and fillings that the rules find with each kind of sensor, what they find that never was, and the litres used. */
export const run = async (): Promise<BenchResult[]> =>
  FUEL_SENSORS.map((sensor) => {
    const { found, all, drops, fills, worstLitres, use } = measure(sensor, HELD_OUT)
    const kinds = (Object.keys(all) as TankEvent['kind'][]).map(
      (kind) => `${kind} ${found[kind]}/${all[kind]}`,
    )
    const thefts = (found['night theft'] + found['day theft']) / (all['night theft'] + all['day theft'])
    const isFound = thefts >= GOAL.found && found.siphoning >= GOAL.found * all.siphoning
    const areFalseFew = Math.max(drops, fills) <= GOAL.falseAlarms && Math.abs(use) <= GOAL.use
    return {
      name: `${sensor.name}: false drops and fillings in ${ENGINE_H} engine hours ${drops.toFixed(1)} and ${fills.toFixed(1)}; found ${kinds.join(', ')}; off by at most ${worstLitres.toFixed(1)} l; litres used`,
      ...{ value: use * 100, unit: '% more than the truth' },
      goal: GOALS[sensor.promised ?? 'all'],
      ok: sensor.promised === 'nothing' || (areFalseFew && (sensor.promised !== undefined || isFound)),
    }
  })

const NO_FALSE_ALARMS = `false ≤ ${GOAL.falseAlarms} each, litres within ${GOAL.use * 100} %`
const GOALS = {
  all: `thefts and siphonings found ≥ ${GOAL.found * 100} %, ${NO_FALSE_ALARMS}`,
  noFalseAlarms: NO_FALSE_ALARMS,
  nothing: 'none',
} as const
