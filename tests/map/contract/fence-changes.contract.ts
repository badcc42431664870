import type { LngLat } from '#domain/geo.ts'
import {
  A,
  B,
  C,
  CENTRE,
  CIRCLE,
  currentDrawing,
  D,
  expectCircle,
  expectPolygon,
  pressAll,
  SQUARE,
  startDrawing,
  waitForCorners,
} from './fence-scene.ts'
import { type Behaviour, check, equal } from './map-harness.ts'

/** How every adapter changes the shape of a geofence, while it is drawn and after. */
export const FENCE_CHANGES_CONTRACT: Readonly<Record<string, Behaviour>> = {
  'CR-08 corners are undone and redone, two are not an outline, and Escape removes them all': async (
    harness,
  ) => {
    const { drawing, received, end } = await startDrawing(harness)
    drawing.setTool('polygon')
    await pressAll(harness, [A, B, C])
    await waitForCorners(harness, 3)
    drawing.undo()
    await waitForCorners(harness, 2)
    await harness.until('a corner to set again', () => received.redo.at(-1) === true)
    drawing.redo()
    await waitForCorners(harness, 3)
    await harness.until('none to set again', () => received.redo.at(-1) === false)
    drawing.undo()
    await waitForCorners(harness, 2)
    drawing.finish()
    equal(received.refused, ['An outline needs at least 3 different corners.'])
    equal(currentDrawing(harness)?.begun?.corners, 2)
    for (const left of [1, 0]) {
      drawing.undo()
      await harness.until(`${left} corners`, () => (currentDrawing(harness)?.begun?.corners ?? 0) === left)
    }
    equal(received.begun.at(-1), null)
    await pressAll(harness, [A, B])
    await waitForCorners(harness, 2)
    await harness.user.key('down', 'Escape')
    await harness.user.key('up', 'Escape')
    await harness.until('nothing begun', () => currentDrawing(harness)?.begun === null)
    drawing.setTool('circle')
    equal(
      [currentDrawing(harness)?.tool, currentDrawing(harness)?.shape, received.finished.length],
      ['circle', null, 0],
    )
    end()
  },

  'CR-08 a self-intersecting outline is refused with the reason, and its corners stay': async (harness) => {
    const { drawing, received, end } = await startDrawing(harness)
    drawing.setTool('polygon')
    await pressAll(harness, [A, C, B, D])
    await waitForCorners(harness, 4)
    drawing.finish()
    await harness.until('the reason', () => received.refused.length > 0)
    check(received.refused[0]?.startsWith('The outline crosses itself:') === true, `${received.refused[0]}`)
    equal([received.finished.length, currentDrawing(harness)?.begun?.corners], [0, 4])
    drawing.undo()
    drawing.undo()
    await waitForCorners(harness, 2)
    drawing.undo()
    await pressAll(harness, [B, C])
    await waitForCorners(harness, 3)
    await harness.user.key('down', 'Enter')
    await harness.user.key('up', 'Enter')
    await harness.until('the outline', () => received.finished.length === 1)
    expectPolygon(received.finished[0], [A, B, C])
    end()
  },

  'GEO-15 a circle is moved and resized by dragging, and the corner of an outline moved, but not across another side':
    async (harness) => {
      const { drawing, received, end } = await startDrawing(harness, CIRCLE)
      await harness.user.pull(CENTRE, [78.1, 20.1])
      await harness.until('the move', () => received.finished.length === 1)
      expectCircle(received.finished[0], [78.1, 20.1], 10_000, 50)
      const edge = 10_000 / (111_320 * Math.cos((20.1 * Math.PI) / 180))
      await harness.user.pull([78.1 + edge, 20.1], [78.1 + edge / 2, 20.1])
      await harness.until('the size', () => received.finished.length === 2)
      expectCircle(received.finished[1], [78.1, 20.1], 5_000, 250)
      drawing.show(SQUARE)
      await harness.user.pull(B, [78.15, 20.15])
      await harness.until('the move', () => received.finished.length === 3)
      expectPolygon(received.finished[2], [A, [78.15, 20.15], C, D])
      await harness.user.pull([78.15, 20.15], [77.9, 19.8])
      await harness.until('the reason', () => received.refused.length === 1)
      check(received.refused[0]?.startsWith('The outline crosses itself:') === true, `${received.refused[0]}`)
      expectPolygon(currentDrawing(harness)?.shape, [A, [78.15, 20.15], C, D])
      end()
    },

  'GEO-15 an outline is moved as a whole, gains a corner at the midpoint of a side, and loses one by a right press, but keeps three':
    async (harness) => {
      const { received, end } = await startDrawing(harness, SQUARE)
      await harness.user.pull(CENTRE, [78.05, 19.95])
      await harness.until('the move', () => received.finished.length === 1)
      const moved = [A, B, C, D].map(([lng, lat]): LngLat => [lng + 0.05, lat - 0.05])
      expectPolygon(received.finished[0], moved)
      const top: LngLat = [78.05, 20.1]
      await harness.user.pull([78.05, 20.05], top)
      await harness.until('the new corner', () => received.finished.length === 2)
      expectPolygon(received.finished[1], [...moved, top])
      for (const [gone, place] of moved.slice(0, 3).entries()) {
        await harness.user.pressRight(place)
        if (gone < 2) await harness.until('a corner less', () => received.finished.length === 3 + gone)
      }
      expectPolygon(currentDrawing(harness)?.shape, [top, ...moved.slice(2)])
      await harness.user.pull(top, [78.05, 20.2])
      await harness.until('the next move', () => received.finished.length === 5)
      expectPolygon(received.finished[4], [[78.05, 20.2], ...moved.slice(2)])
      equal(received.refused, [])
      end()
    },
}
