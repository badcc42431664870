import { setTimeout as delay } from 'node:timers/promises'
import type { MonitoredPage } from './environment.ts'

const DRAG_MS = 4_000
/** A hand's moves come about this often, in ms. */
const MOVE_MS = 12
/** The map glides on when the hand lets go. */
const GLIDE_MS = 1_500
const MIDDLE = { x: 900, y: 450 }

/** Drags the map in loops. Returns the frames a second in which it was drawn. */
export const dragFrames = async ({ page, cdp }: MonitoredPage): Promise<number> => {
  await page.mouse.move(MIDDLE.x, MIDDLE.y)
  await page.mouse.down()
  await page.mouse.move(MIDDLE.x + 5, MIDDLE.y)
  const drawn = () => page.evaluate(() => ({ frames: window.bench.seen.mapFrames, at: performance.now() }))
  const before = await drawn()
  const startedAt = performance.now()
  const moves: Promise<unknown>[] = []
  for (let t = 0; t < DRAG_MS; t = performance.now() - startedAt) {
    const x = MIDDLE.x + 250 * Math.sin(t / 500)
    const y = MIDDLE.y + 150 * Math.sin(t / 700)
    // A hand does not wait until the page has answered.
    moves.push(cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y, button: 'left', buttons: 1 }))
    await delay(MOVE_MS)
  }
  const after = await drawn()
  await Promise.all(moves)
  await page.mouse.up()
  await delay(GLIDE_MS)
  return ((after.frames - before.frames) * 1000) / (after.at - before.at)
}
