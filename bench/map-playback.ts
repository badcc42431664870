import { setTimeout as delay } from 'node:timers/promises'
import { type BenchEnvironment, createBenchEnvironment, type MonitoredPage } from './map/environment.ts'
import { type Loading, measureLoading, openFloor, openRoute } from './map/routes.ts'
import { isRecorder, scriptShare } from './map/script-share.ts'
import { median } from './median.ts'
import type { BenchResult } from './result.ts'

const POINTS = 86_400
const SHORT_HOURS = 2
const PLAY_MS = 12_000
const PLACES = 20
const VISITS = 3
const SETTLE_MS = 2_000
const GOAL = { frames: 0.95, scriptLaterMs: 1, seekMs: 16, nodes: 20, recorder: 0.02, loading: 1.2 }
/** Loads of each page, one after the other in turns. */
const LOADS = 5
type Playing = { readonly frames: number; readonly scriptMs: number }

/** Frames a second and ms of script per frame during playback. */
const measurePlaying = async (monitored: MonitoredPage, play: () => Promise<void>): Promise<Playing> => {
  await play()
  await delay(SETTLE_MS)
  const framesNow = () => monitored.page.evaluate(() => window.bench.seen.frames)
  const before = { script: await monitored.metric('ScriptDuration'), frames: await framesNow() }
  const startedAt = performance.now()
  await delay(PLAY_MS)
  const seconds = (performance.now() - startedAt) / 1000
  const frames = (await framesNow()) - before.frames
  const script = (await monitored.metric('ScriptDuration')) - before.script
  return { frames: frames / seconds, scriptMs: (script * 1000) / frames }
}

/** ms of script for jumps on the timeline: to the slowest position, and the longest of all. */
type Seeks = { readonly place: number; readonly longest: number }

/** Each position is sought several times and its median taken, as the machine may be busy once. */
const measureSeeks = async (monitored: MonitoredPage): Promise<Seeks> => {
  const { page } = monitored
  const position = page.getByRole('slider', { name: 'Playback position' })
  const box = await position.boundingBox()
  if (box === null) throw new Error('The timeline has no place on the page.')
  const times = Array.from({ length: PLACES }, (): number[] => [])
  for (let visit = 0; visit < VISITS; visit++)
    for (const [i, visits] of times.entries()) {
      const x = box.x + box.width * (0.05 + ((i * 0.618) % 1) * 0.9)
      await page.mouse.move(x, box.y + box.height / 2)
      await delay(300)
      const before = await monitored.metric('ScriptDuration')
      await page.mouse.down()
      await page.mouse.up()
      await delay(300)
      visits.push(((await monitored.metric('ScriptDuration')) - before) * 1000)
    }
  return { place: Math.max(...times.map(median)), longest: Math.max(...times.flat()) }
}

/** Medians of both pages. They take turns, so that a busy machine weighs on both. */
const measureLoadings = async (environment: BenchEnvironment): Promise<{ ours: Loading; floor: Loading }> => {
  const [ours, floor]: [Loading[], Loading[]] = [[], []]
  for (let times = 0; times < LOADS; times++) {
    floor.push(await measureLoading(environment, 'floor'))
    ours.push(await measureLoading(environment, 'ours'))
  }
  const middle = (loads: readonly Loading[]): Loading => ({
    ms: median(loads.map(({ ms }) => ms)),
    longestTask: median(loads.map(({ longestTask }) => longestTask)),
  })
  return { ours: middle(ours), floor: middle(floor) }
}

const nodesOf = async ({ cdp }: MonitoredPage): Promise<number> => {
  await cdp.send('HeapProfiler.collectGarbage')
  return (await cdp.send('Memory.getDOMCounters')).nodes
}

/** Playing a day of one fix a second, against a bare page that moves one marker over the same line. */
export const run = async (): Promise<BenchResult[]> => {
  const environment = await createBenchEnvironment({ vehicles: 10, points: POINTS, profiled: true })
  try {
    const loading = await measureLoadings(environment)
    const bare = await openFloor(environment)
    const floor = await measurePlaying(bare, () => bare.page.evaluate(() => window.floor.play()))
    await bare.close()
    const short = await openRoute(environment, SHORT_HOURS)
    const fewNodes = await nodesOf(short)
    await short.close()
    const monitored = await openRoute(environment, 24)
    const nodes = await nodesOf(monitored)
    const seeks = await measureSeeks(monitored)
    await monitored.page.keyboard.press('Home')
    const ours = await measurePlaying(monitored, () =>
      monitored.page.getByRole('button', { name: /^(Play|Continue)$/ }).click(),
    )
    const recorder = await scriptShare(monitored.cdp, environment.clientDir, () => delay(PLAY_MS), isRecorder)
    await monitored.close()
    const name = `${POINTS.toLocaleString('en-IN')} points`
    const timesLoading = loading.ours.ms / loading.floor.ms
    const timesTask = loading.ours.longestTask / loading.floor.longestTask
    return [
      {
        name: `${name}, asked for until the route is drawn`,
        ...{ value: loading.ours.ms, unit: 'ms', floor: loading.floor.ms, ratio: timesLoading },
        goal: `≤ ${GOAL.loading} × floor`,
        ok: timesLoading <= GOAL.loading,
      },
      {
        name: `${name}, the longest task in between`,
        ...{
          value: loading.ours.longestTask,
          unit: 'ms',
          floor: loading.floor.longestTask,
          ratio: timesTask,
        },
        goal: `≤ ${GOAL.loading} × floor`,
        ok: timesTask <= GOAL.loading,
      },
      {
        name: `${name}, playing: frames`,
        ...{ value: ours.frames, unit: '/s', floor: floor.frames, ratio: ours.frames / floor.frames },
        goal: `≥ ${GOAL.frames} × floor`,
        ok: ours.frames >= GOAL.frames * floor.frames,
      },
      {
        name: `${name}, playing: script a frame`,
        ...{ value: ours.scriptMs, unit: 'ms', floor: floor.scriptMs, ratio: ours.scriptMs / floor.scriptMs },
        goal: `≤ floor + ${GOAL.scriptLaterMs} ms`,
        ok: ours.scriptMs <= floor.scriptMs + GOAL.scriptLaterMs,
      },
      {
        name: `${name}, playing: script of the recorder; beside it script without the recorder`,
        ...{ value: recorder.part, unit: 'ms', floor: recorder.all - recorder.part },
        ratio: recorder.part / (recorder.all - recorder.part),
        goal: `≤ ${GOAL.recorder} of the script`,
        ok: recorder.part <= GOAL.recorder * recorder.all,
      },
      {
        name: `${name}, the slowest of ${PLACES} places to seek: script`,
        ...{ value: seeks.place, unit: 'ms', goal: `≤ ${GOAL.seekMs} ms`, ok: seeks.place <= GOAL.seekMs },
      },
      {
        name: `${name}, the slowest of all ${PLACES * VISITS} seeks, the first ones and stalls of the machine included`,
        ...{ value: seeks.longest, unit: 'ms', ok: true },
      },
      {
        name: `${name}: DOM nodes, against those of ${SHORT_HOURS} hours`,
        ...{ value: nodes, unit: '', floor: fewNodes, ratio: nodes / fewNodes },
        goal: `≤ ${GOAL.nodes} more`,
        ok: nodes <= fewNodes + GOAL.nodes,
      },
    ]
  } finally {
    await environment.close()
  }
}
