import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS, HOUR_MS } from '#src/machines/date-range/date-range.logic.ts'
import { searchOf } from '#src/machines/playback/moment.logic.ts'
import { createWorld, type Play, type Watched, type World } from './map/world.ts'
import { median } from './median.ts'
import type { BenchResult } from './result.ts'

const POINTS = 86_400
const SHORT_HOURS = 2
const PLAY_MS = 12_000
const PLACES = 20
const VISITS = 3
const SETTLE_MS = 2_000
const GOAL = { frames: 0.95, scriptLaterMs: 1, seekMs: 16, nodes: 20 }
/** The route is of the day before this one in India's time. */
const FROM = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS - 5.5 * HOUR_MS

const REST = { scriptMs: 30, within: 60 }

/** Waits until the page works next to nothing for a second: its ground's last tiles are drawn, and what is measured next is the page's answer alone. */
const rest = async (watched: Watched): Promise<void> => {
  let before = await watched.metric('ScriptDuration')
  for (let seconds = 0; seconds < REST.within; seconds++) {
    await delay(1_000)
    const now = await watched.metric('ScriptDuration')
    if ((now - before) * 1000 < REST.scriptMs) return
    before = now
  }
  throw new Error(`The page did not come to rest in ${REST.within} s.`)
}

const inIndia = (time: number): string =>
  new Date(time + 5.5 * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')

const openRoute = async (world: World, hours: number): Promise<Watched> => {
  const watched = await world.open(
    'ours',
    `/track-trace${searchOf({
      vehicleId: world.vehicleId,
      range: { from: FROM, to: FROM + hours * HOUR_MS },
      ...{ at: FROM, speed: 10, camera: { lng: 73, lat: 19, zoom: 7 }, alerts: false },
    })}`,
  )
  await watched.page.getByRole('button', { name: 'Play', exact: true }).waitFor({ timeout: 60_000 })
  await rest(watched)
  return watched
}

const openFloor = async (world: World): Promise<Watched> => {
  const play: Play = {
    vehicleId: world.vehicleId,
    fromDate: inIndia(FROM),
    toDate: inIndia(FROM + DAY_MS),
  }
  const watched = await world.open('floor', '', play)
  await watched.page.waitForFunction(() => window.floor?.painted, undefined, { timeout: 60_000 })
  await rest(watched)
  return watched
}

type Playing = { readonly frames: number; readonly scriptMs: number }

/** Frames a second and ms of script a frame while it plays. */
const measurePlaying = async (watched: Watched, play: () => Promise<void>): Promise<Playing> => {
  await play()
  await delay(SETTLE_MS)
  const framesNow = () => watched.page.evaluate(() => window.bench.seen.frames)
  const before = { script: await watched.metric('ScriptDuration'), frames: await framesNow() }
  const startedAt = performance.now()
  await delay(PLAY_MS)
  const seconds = (performance.now() - startedAt) / 1000
  const frames = (await framesNow()) - before.frames
  const script = (await watched.metric('ScriptDuration')) - before.script
  return { frames: frames / seconds, scriptMs: (script * 1000) / frames }
}

/** ms of script that jumps on the timeline take: to the place that takes longest, and the longest of all. */
type Seeks = { readonly place: number; readonly longest: number }

/** Each place is sought several times, and the middle one is its own: once the machine may be busy with something else. */
const measureSeeks = async (watched: Watched): Promise<Seeks> => {
  const { page } = watched
  const position = page.getByRole('slider', { name: 'Playback position' })
  const box = await position.boundingBox()
  if (box === null) throw new Error('The timeline has no place on the page.')
  const times = Array.from({ length: PLACES }, (): number[] => [])
  for (let visit = 0; visit < VISITS; visit++)
    for (const [i, visits] of times.entries()) {
      const x = box.x + box.width * (0.05 + ((i * 0.618) % 1) * 0.9)
      await page.mouse.move(x, box.y + box.height / 2)
      await delay(300)
      const before = await watched.metric('ScriptDuration')
      await page.mouse.down()
      await page.mouse.up()
      await delay(300)
      visits.push(((await watched.metric('ScriptDuration')) - before) * 1000)
    }
  return { place: Math.max(...times.map(median)), longest: Math.max(...times.flat()) }
}

const nodesOf = async ({ cdp }: Watched): Promise<number> => {
  await cdp.send('HeapProfiler.collectGarbage')
  return (await cdp.send('Memory.getDOMCounters')).nodes
}

/** Playing a day of one fix a second, against a bare page that moves one marker over the same line. */
export const run = async (): Promise<BenchResult[]> => {
  const world = await createWorld({ vehicles: 10, points: POINTS })
  try {
    const bare = await openFloor(world)
    const floor = await measurePlaying(bare, () => bare.page.evaluate(() => window.floor.play()))
    await bare.close()
    const short = await openRoute(world, SHORT_HOURS)
    const fewNodes = await nodesOf(short)
    await short.close()
    const watched = await openRoute(world, 24)
    const nodes = await nodesOf(watched)
    const seeks = await measureSeeks(watched)
    await watched.page.keyboard.press('Home')
    const ours = await measurePlaying(watched, () =>
      watched.page.getByRole('button', { name: /^(Play|Continue)$/ }).click(),
    )
    await watched.close()
    const name = `${POINTS.toLocaleString('en-IN')} points`
    return [
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
    await world.close()
  }
}
