import { createFenceIndex } from '#server/rules/fence-index.ts'
import { readingAt } from '#server/rules/reading.ts'
import { INITIAL_RULES } from '#server/rules/rules.ts'
import { createAlertRun } from '#server/rules/run.ts'
import type { DayFence } from '#server/track/close-day.ts'
import { columnsOf } from '#server/track/columns.ts'
import { median } from './median.ts'
import type { BenchResult } from './result.ts'

const FIXES = 200_000
const FENCES = 200
const RUNS = 7
const GOAL = 100_000

/** A truck that reports every 10 s for three weeks: it drives through towns with fences, idles, stands and fills up. */
const drive = () =>
  columnsOf(
    Array.from({ length: FIXES }, (_, i) => {
      const phase = i % 600
      const isMoving = phase < 420
      return {
        time: Date.UTC(2026, 0, 1) + i * 10_000,
        lng: 73 + ((i * 0.0008) % 6),
        lat: 18.5 + Math.sin(i / 900) * 0.5,
        speed: isMoving ? 45 + 45 * Math.abs(Math.sin(i / 70)) : 0,
        ignition: phase < 520,
        rpm: isMoving ? 1400 + 1500 * Math.abs(Math.sin(i / 31)) : 650,
        fuel: 40 + ((i * 13) % 260),
        adblue: 2 + ((i / 50) % 30),
        adblueZone: phase > 590 ? 3 : 0,
        neutral: phase % 97 < 4,
        dpf: phase > 500 ? 1 : 0,
        odo: i * 0.15,
      }
    }),
  )

const fences = (): DayFence[] =>
  Array.from({ length: FENCES }, (_, i) => ({
    id: i + 1,
    name: `Yard ${i + 1}`,
    shape: i % 2 === 0 ? 'circle' : 'polygon',
    points:
      i % 2 === 0
        ? [[73 + (i % 60) / 10, 18 + i / FENCES]]
        : Array.from({ length: 12 }, (_, k) => [
            73 + (i % 60) / 10 + Math.cos((k * Math.PI) / 6) / 40,
            18 + i / FENCES + Math.sin((k * Math.PI) / 6) / 40,
          ]),
    radiusM: i % 2 === 0 ? 2500 : null,
    validFrom: 0,
    validTo: Date.UTC(2030, 0, 1),
    entryAlert: true,
    exitAlert: true,
  }))

/** How many fixes a second the twelve rules evaluate with 200 fences of a company, beside reading the fixes alone. */
export const run = async (): Promise<BenchResult[]> => {
  const columns = drive()
  const index = createFenceIndex(fences().map((fence) => ({ fence, vehicleIds: null })))
  const evaluate = (): number => {
    const evaluation = createAlertRun({
      rules: INITIAL_RULES,
      vehicle: { segment: 'HDT', fuelTankLitres: 300, adblueTankLitres: 40 },
      fences: index.ofVehicle(1),
    })
    evaluation.stepOver(columns, 0, columns.length)
    return evaluation.take().length
  }
  const read = (): number => {
    let sum = 0
    for (let i = 0; i < columns.length; i += 1) sum += readingAt(columns, i).speed
    return sum
  }
  const perSecond = (work: () => number): number => {
    const began = performance.now()
    if (!(work() > 0)) throw new Error('Nothing was found.')
    return (FIXES * 1000) / (performance.now() - began)
  }
  const pairs = Array.from({ length: RUNS }, () => [perSecond(evaluate), perSecond(read)] as const)
  const [value, floor] = [median(pairs.map(([one]) => one)), median(pairs.map(([, other]) => other))]
  return [
    {
      name: `fixes that ${INITIAL_RULES.length} alert rules evaluate on one core with ${FENCES} geofences, beside reading them alone (${evaluate().toLocaleString('en-IN')} alerts)`,
      ...{ value, unit: 'fixes/s', floor, ratio: value / floor },
      goal: `≥ ${GOAL.toLocaleString('en-IN')} fixes/s`,
      ok: value >= GOAL,
    },
  ]
}
