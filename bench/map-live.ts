import { setTimeout as delay } from 'node:timers/promises'
import { dragFrames } from './map/drag.ts'
import {
  type BenchEnvironment,
  createBenchEnvironment,
  type MonitoredPage,
  painted,
  type Variant,
} from './map/environment.ts'
import { type Measured, MOST_FOREIGN, undisturbed } from './map/foreign-cpu.ts'
import { type Keys, searchTimes } from './map/keys.ts'
import { type Live, measureLive, SETTLE_MS } from './map/live.ts'
import { median } from './median.ts'
import type { BenchResult } from './result.ts'

const HEAP_MINUTES = 1
const PAINT_ROUNDS = 3
/** One visit of each variant is luck: a stall of the machine is its longest task. */
const LIVE_VISITS = 3
/** The pages a fleet of 10,000 is shown by. Each figure is judged by the better of the floors. */
const VARIANTS = ['coalesced', 'points', 'ours'] as const satisfies Variant[]
const NAME = '10,000 trucks on a blank basemap, 1,000 fixes/s'
/** The budget beside the better floor, and the ceilings (`most…`) whatever the floors do. */
const GOAL = {
  busy: 1.5,
  mostBusy: 15,
  laterMs: 50,
  mostWaitMs: 400,
  often: 1.2,
  frames: 0.95,
  drag: 1,
  mostTaskMs: 100,
  paint: 1,
  withBasemap: 1.5,
  answerMs: 50,
  seenMs: 100,
  heapGrowth: 1.1,
}

type PaintTimes = { readonly vehicles: number; readonly withBasemap: number }

/** ms from navigation until vehicles are visible, and until the basemap is, too. The variants alternate. */
const paintTimes = async (
  environment: BenchEnvironment,
): Promise<{ ours: PaintTimes; floor: PaintTimes }> => {
  const times = { ours: [] as PaintTimes[], floor: [] as PaintTimes[] }
  for (let round = -1; round < PAINT_ROUNDS; round++) {
    for (const variant of ['floor', 'ours'] as const) {
      const monitored = await environment.open(variant)
      const vehicles = await painted(monitored)
      await monitored.page.waitForFunction(() => window.bench.seen.basemapAt > 0)
      const basemap = await monitored.page.evaluate(() => window.bench.seen.basemapAt)
      if (round >= 0) times[variant].push({ vehicles, withBasemap: Math.max(vehicles, basemap) })
      await monitored.close()
    }
  }
  const middle = (all: readonly PaintTimes[]) => ({
    vehicles: median(all.map(({ vehicles }) => vehicles)),
    withBasemap: median(all.map(({ withBasemap }) => withBasemap)),
  })
  return { ours: middle(times.ours), floor: middle(times.floor) }
}

const against = (
  name: string,
  unit: string,
  ours: number,
  floor: number,
  goal: string,
  ok: boolean,
): BenchResult => ({ name, value: ours, unit, floor, ratio: ours / floor, goal, ok })

const paintResults = async (vehicles: number): Promise<BenchResult[]> => {
  const environment = await createBenchEnvironment({ vehicles, points: 0 })
  try {
    const { ours, floor } = await paintTimes(environment)
    const name = `${vehicles.toLocaleString('en-IN')} trucks, navigation to painted`
    const result = (figure: keyof PaintTimes, what: string, most: number) =>
      against(
        what,
        'ms',
        ours[figure],
        floor[figure],
        `≤ ${most} × floor`,
        ours[figure] <= most * floor[figure],
      )
    return [
      result('vehicles', name, GOAL.paint),
      result('withBasemap', `${name} with the basemap`, GOAL.withBasemap),
    ]
  } finally {
    await environment.close()
  }
}

const heapResult = async (monitored: MonitoredPage): Promise<BenchResult> => {
  const begin = await monitored.heap()
  await delay(HEAP_MINUTES * 60_000)
  const end = await monitored.heap()
  return {
    name: `heap after ${HEAP_MINUTES} min of 1,000 fixes/s`,
    value: end / 1e6,
    unit: 'MB',
    floor: begin / 1e6,
    ratio: end / begin,
    goal: `≤ ${GOAL.heapGrowth} × what it was`,
    ok: end <= begin * GOAL.heapGrowth,
  }
}

type Visit = Live & Keys & { drag: number }

const visit = async (environment: BenchEnvironment, variant: Variant): Promise<Visit> => {
  const monitored = await environment.open(variant)
  const live = await measureLive(environment, monitored, variant === 'ours')
  // The hand is measured alone: the server's own work is not the page's. A search would leave fewer trucks to drag.
  await environment.order({ type: 'run', on: false })
  const drag = await dragFrames(monitored)
  await environment.order({ type: 'run', on: true })
  const keys = await searchTimes(monitored, variant)
  await monitored.close()
  return { ...live, ...keys, drag }
}

/** The median over the visits, of the slowest key too, and every wait of theirs. */
const middleOf = (visits: readonly Visit[]) => {
  const keys =
    visits[0]?.answers.map((_, key) => visits.map(({ answers }) => answers[key] ?? Number.NaN)) ?? []
  return {
    busy: median(visits.map(({ busy }) => busy)),
    frames: median(visits.map(({ frames }) => frames)),
    drag: median(visits.map(({ drag }) => drag)),
    longest: median(visits.map(({ longest }) => longest)),
    wait: median(visits.flatMap(({ waits }) => waits)),
    seldomWait: median(visits.flatMap(({ seldomWaits }) => seldomWaits)),
    answer: Math.max(...keys.map(median)),
    seen: median(visits.map(({ seen }) => seen)),
  }
}
type Figures = ReturnType<typeof middleOf>

/** The variants alternate; a visit that other processes disturbed is made again. */
const liveFigures = async (environment: BenchEnvironment) => {
  const visits: Record<(typeof VARIANTS)[number], Measured<Visit>[]> = { coalesced: [], points: [], ours: [] }
  for (let round = 0; round < LIVE_VISITS; round++)
    for (const variant of VARIANTS) visits[variant].push(await undisturbed(() => visit(environment, variant)))
  const [coalesced, points, ours] = VARIANTS.map((variant) =>
    middleOf(visits[variant].map(({ value }) => value)),
  ) as [Figures, Figures, Figures]
  return {
    coalesced,
    points,
    ours,
    foreign: Object.values(visits).flatMap((all) => all.map((one) => one.foreign)),
  }
}

/** Says so when figures stand that other processes disturbed. */
const disturbance = (foreign: readonly number[]): BenchResult => ({
  name: `${NAME}: visits still disturbed by other processes after repetition`,
  value: foreign.filter((share) => share > MOST_FOREIGN).length,
  unit: `of ${foreign.length}`,
  goal: `0 with over ${MOST_FOREIGN * 100} % of the CPU used by others`,
  ok: foreign.every((share) => share <= MOST_FOREIGN),
})

const liveResults = async (environment: BenchEnvironment): Promise<BenchResult[]> => {
  await environment.order({ type: 'run', on: true })
  const { ours, coalesced, points, foreign } = await liveFigures(environment)
  const monitored = await environment.open('ours')
  await painted(monitored)
  await delay(SETTLE_MS)
  const heap = await heapResult(monitored)
  await monitored.close()
  const least = (figure: keyof Figures) => Math.min(coalesced[figure], points[figure])
  const most = (figure: keyof Figures) => Math.max(coalesced[figure], points[figure])
  const judge = (
    figure: keyof Figures,
    name: string,
    unit: string,
    goal: string,
    floor: number,
    ok: (value: number, floor: number) => boolean,
  ) => against(`${NAME}: ${name}`, unit, ours[figure], floor, goal, ok(ours[figure], floor))
  return [
    judge(
      ...(['busy', 'main thread busy', '%'] as const),
      `≤ ${GOAL.busy} × the better floor, ≤ ${GOAL.mostBusy} %`,
      least('busy'),
      (value, floor) => value <= GOAL.busy * floor && value <= GOAL.mostBusy,
    ),
    judge(
      ...(['wait', 'send to pixel, p50', 'ms'] as const),
      `≤ the better floor + ${GOAL.laterMs} ms, ≤ ${GOAL.mostWaitMs} ms`,
      least('wait'),
      (value, floor) => value <= floor + GOAL.laterMs && value <= GOAL.mostWaitMs,
    ),
    judge(
      ...(['wait', 'send to pixel at ten batches a second, beside one a second', 'ms'] as const),
      `≤ ${GOAL.often} × at one batch a second`,
      ours.seldomWait,
      (value, seldom) => value <= GOAL.often * seldom,
    ),
    judge(
      ...(['frames', 'frames', '/s'] as const),
      `≥ ${GOAL.frames} × the better floor`,
      most('frames'),
      (value, floor) => value >= GOAL.frames * floor,
    ),
    judge(
      ...(['drag', 'frames while a hand drags the map', '/s'] as const),
      `≥ ${GOAL.drag} × the better floor`,
      most('drag'),
      (value, floor) => value >= GOAL.drag * floor,
    ),
    judge(
      ...(['longest', 'longest task after trucks and basemap are painted', 'ms'] as const),
      `≤ ${GOAL.mostTaskMs} ms`,
      least('longest'),
      (value) => value <= GOAL.mostTaskMs,
    ),
    judge(
      ...(['answer', 'a key in the search answered, beside a bare text box', 'ms'] as const),
      `≤ ${GOAL.answerMs} ms`,
      least('answer'),
      (value) => value <= GOAL.answerMs,
    ),
    judge(
      ...(['seen', 'a key in the search seen, beside a bare text box', 'ms'] as const),
      `≤ ${GOAL.seenMs} ms`,
      least('seen'),
      (value) => value <= GOAL.seenMs,
    ),
    disturbance(foreign),
    heap,
  ]
}

/** The live map against bare pages of the same library with one source, all on the same server and stream. */
export const run = async (): Promise<BenchResult[]> => {
  const results = [...(await paintResults(1_000)), ...(await paintResults(10_000))]
  const large = await createBenchEnvironment({ vehicles: 10_000, points: 0, blankBasemap: true })
  try {
    results.push(...(await liveResults(large)))
  } finally {
    await large.close()
  }
  return results
}
