import { setTimeout as delay } from 'node:timers/promises'
import { type BenchEnvironment, type MonitoredPage, painted } from './environment.ts'

/** ms after the first picture until the page counts as settled. */
export const SETTLE_MS = 4_000
const BUSY_MS = 5_000
const PROBES = 8
/** The browser reports tasks of 50 ms or more. */
const REPORTED_MS = 50

type Place = readonly [x: number, y: number]

/** Where the lone truck is drawn: the one place that differs between its two states while all others stand. */
const findLone = async (
  environment: BenchEnvironment,
  { page }: MonitoredPage,
): Promise<{ x: number; y: number }> => {
  await environment.order({ type: 'run', on: false })
  const picture = async (runs: boolean, name: string) => {
    await environment.order({ type: 'probe', runs })
    await delay(1_500)
    await page.evaluate(async (as) => {
      Object.assign(window, { [as]: await window.bench.picture() })
    }, name)
  }
  await picture(false, 'standing')
  await picture(true, 'running')
  const found = await page.evaluate(() => {
    const { standing, running } = window as unknown as Record<
      'standing' | 'running',
      Awaited<ReturnType<typeof window.bench.picture>>
    >
    let best = { x: 0, y: 0, by: 0 }
    for (let i = 0; i < running.pixels.length; i += 4) {
      const by = [0, 1, 2].reduce(
        (sum, c) => sum + Math.abs((running.pixels[i + c] ?? 0) - (standing.pixels[i + c] ?? 0)),
        0,
      )
      if (by > best.by) best = { x: (i / 4) % running.width, y: Math.floor(i / 4 / running.width), by }
    }
    return best
  })
  await environment.order({ type: 'run', on: true })
  if (found.by < 60) throw new Error('The lone truck was not found in the drawing.')
  return found
}

/** ms from each of some fixes being given to the server until its colour is on the canvas. */
const probe = async (
  environment: BenchEnvironment,
  { page }: MonitoredPage,
  [x, y]: Place,
): Promise<number[]> => {
  const waits: number[] = []
  for (let i = 0; i < PROBES; i++) {
    const changed = page.evaluate(([px, py]) => window.bench.changeAt(px, py), [x, y] as const)
    await delay(200)
    const sentAt = await environment.order({ type: 'probe', runs: i % 2 === 1 })
    waits.push((await changed) - sentAt)
    await delay(100 + ((i * 37) % 100))
  }
  return waits
}

/** Measurements while fixes arrive: % of the main thread's time, frames a second, the longest task and each wait from send to pixel in ms, at ten batches a second and at one. */
export type Live = { busy: number; frames: number; longest: number; waits: number[]; seldomWaits: number[] }

/** Watches one visit from its first picture on. `seldom`: at one batch a second, too. */
export const measureLive = async (
  environment: BenchEnvironment,
  monitored: MonitoredPage,
  seldom: boolean,
): Promise<Live> => {
  await painted(monitored)
  await delay(SETTLE_MS)
  const { page } = monitored
  const before = {
    busy: await monitored.metric('TaskDuration'),
    frames: await page.evaluate(() => window.bench.seen.frames),
  }
  const startedAt = performance.now()
  await delay(BUSY_MS)
  const seconds = (performance.now() - startedAt) / 1000
  const busy = ((await monitored.metric('TaskDuration')) - before.busy) / seconds
  const frames = ((await page.evaluate(() => window.bench.seen.frames)) - before.frames) / seconds
  const longest = Math.max(REPORTED_MS, await page.evaluate(() => window.bench.seen.longest))
  const { x, y } = await findLone(environment, monitored)
  const lone: Place = [x, y]
  await delay(1_000)
  const waits = await probe(environment, monitored, lone)
  if (!seldom) return { busy: busy * 100, frames, longest, waits, seldomWaits: [] }
  await environment.order({ type: 'run', on: true, batchMs: 1_000 })
  await delay(1_000)
  const seldomWaits = await probe(environment, monitored, lone)
  await environment.order({ type: 'run', on: true })
  return { busy: busy * 100, frames, longest, waits, seldomWaits }
}
