import { setTimeout as delay } from 'node:timers/promises'
import { searchTimes } from './map/keys.ts'
import { type Live, measureLive, SETTLE_MS } from './map/live.ts'
import { createWorld, painted, type Watched, type Way, type World } from './map/world.ts'
import { median } from './median.ts'
import type { BenchResult } from './result.ts'

const HEAP_MINUTES = 5
const PAINT_ROUNDS = 5
/** One visit of each way is luck: a stall of the machine is its longest task. */
const LIVE_VISITS = 3
/** What the design allows beside the floor. */
const GOAL = {
  busy: 1.5,
  laterMs: 50,
  frames: 0.95,
  taskMs: 100,
  taskLaterMs: 20,
  paint: 1.3,
  keyMs: 50,
  heapGrowth: 1.1,
}

/** ms from navigation until vehicles are seen. The ways take turns. */
const paintTimes = async (world: World): Promise<Record<Way, number>> => {
  const times = { ours: [] as number[], floor: [] as number[] }
  for (let round = -1; round < PAINT_ROUNDS; round++) {
    for (const way of ['floor', 'ours'] as const) {
      const watched = await world.open(way)
      const ms = await painted(watched)
      if (round >= 0) times[way].push(ms)
      await watched.close()
    }
  }
  return { ours: median(times.ours), floor: median(times.floor) }
}

const against = (
  name: string,
  unit: string,
  ours: number,
  floor: number,
  goal: string,
  ok: boolean,
): BenchResult => ({ name, value: ours, unit, floor, ratio: ours / floor, goal, ok })

const paintResult = async (vehicles: number, world: World): Promise<BenchResult> => {
  const { ours, floor } = await paintTimes(world)
  return against(
    `${vehicles.toLocaleString('en-IN')} trucks, navigation to painted`,
    'ms',
    ours,
    floor,
    `≤ ${GOAL.paint} × floor`,
    ours <= GOAL.paint * floor,
  )
}

const heapResult = async (watched: Watched): Promise<BenchResult> => {
  const begin = await watched.heap()
  await delay(HEAP_MINUTES * 60_000)
  const end = await watched.heap()
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

/** The middle of what the visits show, and every wait of theirs. The ways take turns. */
const liveFigures = async (world: World): Promise<Record<Way, Live & { longestOfAll: number }>> => {
  const visits: Record<Way, Live[]> = { floor: [], ours: [] }
  for (let visit = 0; visit < LIVE_VISITS; visit++) {
    for (const way of ['floor', 'ours'] as const) {
      const watched = await world.open(way)
      visits[way].push(await measureLive(world, watched))
      await watched.close()
    }
  }
  const middle = (all: readonly Live[]) => ({
    busy: median(all.map(({ busy }) => busy)),
    frames: median(all.map(({ frames }) => frames)),
    longest: median(all.map(({ longest }) => longest)),
    longestOfAll: Math.max(...all.map(({ longest }) => longest)),
    waits: all.flatMap(({ waits }) => waits),
  })
  return { floor: middle(visits.floor), ours: middle(visits.ours) }
}

const openSettled = async (world: World, way: Way): Promise<Watched> => {
  const watched = await world.open(way)
  await painted(watched)
  await delay(SETTLE_MS)
  return watched
}

const liveResults = async (world: World): Promise<BenchResult[]> => {
  await world.order({ type: 'run', on: true })
  const { floor, ours } = await liveFigures(world)
  const bare = await openSettled(world, 'floor')
  const floorKeys = await searchTimes(bare, 'floor')
  await bare.close()
  const watched = await openSettled(world, 'ours')
  const keys = await searchTimes(watched, 'ours')
  const heap = await heapResult(watched)
  await watched.close()
  const name = '10,000 trucks, 1,000 fixes/s'
  const [wait, floorWait] = [median(ours.waits), median(floor.waits)]
  const mostTask = Math.max(GOAL.taskMs, floor.longest + GOAL.taskLaterMs)
  return [
    against(
      `${name}: main thread busy`,
      '%',
      ours.busy,
      floor.busy,
      `≤ ${GOAL.busy} × floor`,
      ours.busy <= GOAL.busy * floor.busy,
    ),
    against(
      `${name}: send to pixel, p50`,
      'ms',
      wait,
      floorWait,
      `≤ floor + ${GOAL.laterMs} ms`,
      wait <= floorWait + GOAL.laterMs,
    ),
    against(
      `${name}: frames`,
      '/s',
      ours.frames,
      floor.frames,
      `≥ ${GOAL.frames} × floor`,
      ours.frames >= GOAL.frames * floor.frames,
    ),
    against(
      `${name}: longest task after trucks and ground are painted`,
      'ms',
      ours.longest,
      floor.longest,
      `≤ ${Math.round(mostTask)} ms`,
      ours.longest <= mostTask,
    ),
    {
      name: `${name}: the longest task of all ${LIVE_VISITS} visits, stalls of the machine included`,
      value: ours.longestOfAll,
      unit: 'ms',
      floor: floor.longestOfAll,
      ratio: ours.longestOfAll / floor.longestOfAll,
      ok: true,
    },
    against(
      `${name}: a key in the search answered, beside a bare text box`,
      'ms',
      keys.answer,
      floorKeys.answer,
      `≤ ${GOAL.keyMs} ms`,
      keys.answer <= GOAL.keyMs,
    ),
    against(
      `${name}: a key in the search seen, beside a bare text box`,
      'ms',
      keys.seen,
      floorKeys.seen,
      `≤ floor + ${GOAL.keyMs} ms`,
      keys.seen <= floorKeys.seen + GOAL.keyMs,
    ),
    heap,
  ]
}

/** The live map against a bare page of the same library with one clustered source, both on the same server and stream. */
export const run = async (): Promise<BenchResult[]> => {
  const results: BenchResult[] = []
  const small = await createWorld({ vehicles: 1_000, points: 0 })
  try {
    results.push(await paintResult(1_000, small))
  } finally {
    await small.close()
  }
  const large = await createWorld({ vehicles: 10_000, points: 0 })
  try {
    results.push(await paintResult(10_000, large), ...(await liveResults(large)))
  } finally {
    await large.close()
  }
  return results
}
