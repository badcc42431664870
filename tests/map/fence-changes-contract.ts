import type { LngLat } from '#src/services/map/map.port.ts'
import {
  A,
  B,
  C,
  CENTRE,
  CIRCLE,
  corners,
  D,
  drawn,
  isCircle,
  isPolygon,
  now,
  pressAll,
  SQUARE,
} from './fence-scene.ts'
import { type Behaviour, check, equal } from './world.ts'

/** What every adapter does as the shape of a geofence is changed, while it is drawn and after. */
export const FENCE_CHANGES_CONTRACT: Readonly<Record<string, Behaviour>> = {
  'CR-08 corners are taken back and set again, two are no outline, and Escape leaves nothing of them': async (
    world,
  ) => {
    const { drawing, heard, end } = await drawn(world)
    drawing.setTool('polygon')
    await pressAll(world, [A, B, C])
    await corners(world, 3)
    drawing.undo()
    await corners(world, 2)
    await world.until('a corner to set again', () => heard.redo.at(-1) === true)
    drawing.redo()
    await corners(world, 3)
    await world.until('none to set again', () => heard.redo.at(-1) === false)
    drawing.undo()
    await corners(world, 2)
    drawing.finish()
    equal(heard.refused, ['An outline needs at least 3 different corners.'])
    equal(now(world)?.begun?.corners, 2)
    for (const left of [1, 0]) {
      drawing.undo()
      await world.until(`${left} corners`, () => (now(world)?.begun?.corners ?? 0) === left)
    }
    equal(heard.begun.at(-1), null)
    await pressAll(world, [A, B])
    await corners(world, 2)
    await world.hands.key('down', 'Escape')
    await world.hands.key('up', 'Escape')
    await world.until('nothing begun', () => now(world)?.begun === null)
    drawing.setTool('circle')
    equal([now(world)?.tool, now(world)?.shape, heard.finished.length], ['circle', null, 0])
    end()
  },

  'CR-08 an outline that crosses itself is refused with the reason, and its corners stay': async (world) => {
    const { drawing, heard, end } = await drawn(world)
    drawing.setTool('polygon')
    await pressAll(world, [A, C, B, D])
    await corners(world, 4)
    drawing.finish()
    await world.until('the reason', () => heard.refused.length > 0)
    check(heard.refused[0]?.startsWith('The outline crosses itself:') === true, `${heard.refused[0]}`)
    equal([heard.finished.length, now(world)?.begun?.corners], [0, 4])
    drawing.undo()
    drawing.undo()
    await corners(world, 2)
    drawing.undo()
    await pressAll(world, [B, C])
    await corners(world, 3)
    await world.hands.key('down', 'Enter')
    await world.hands.key('up', 'Enter')
    await world.until('the outline', () => heard.finished.length === 1)
    isPolygon(heard.finished[0], [A, B, C])
    end()
  },

  'GEO-15 a circle is moved and resized by hand, and the corner of an outline moved, but not across another side':
    async (world) => {
      const { drawing, heard, end } = await drawn(world, CIRCLE)
      await world.hands.pull(CENTRE, [78.1, 20.1])
      await world.until('the move', () => heard.finished.length === 1)
      isCircle(heard.finished[0], [78.1, 20.1], 10_000, 50)
      const edge = 10_000 / (111_320 * Math.cos((20.1 * Math.PI) / 180))
      await world.hands.pull([78.1 + edge, 20.1], [78.1 + edge / 2, 20.1])
      await world.until('the size', () => heard.finished.length === 2)
      isCircle(heard.finished[1], [78.1, 20.1], 5_000, 250)
      drawing.show(SQUARE)
      await world.hands.pull(B, [78.15, 20.15])
      await world.until('the move', () => heard.finished.length === 3)
      isPolygon(heard.finished[2], [A, [78.15, 20.15], C, D])
      await world.hands.pull([78.15, 20.15], [77.9, 19.8])
      await world.until('the reason', () => heard.refused.length === 1)
      check(heard.refused[0]?.startsWith('The outline crosses itself:') === true, `${heard.refused[0]}`)
      isPolygon(now(world)?.shape, [A, [78.15, 20.15], C, D])
      end()
    },

  'GEO-15 an outline is moved as a whole, gets a corner at the middle of a side, and loses one by a right press, but no third':
    async (world) => {
      const { heard, end } = await drawn(world, SQUARE)
      await world.hands.pull(CENTRE, [78.05, 19.95])
      await world.until('the move', () => heard.finished.length === 1)
      const moved = [A, B, C, D].map(([lng, lat]): LngLat => [lng + 0.05, lat - 0.05])
      isPolygon(heard.finished[0], moved)
      const top: LngLat = [78.05, 20.1]
      await world.hands.pull([78.05, 20.05], top)
      await world.until('the new corner', () => heard.finished.length === 2)
      isPolygon(heard.finished[1], [...moved, top])
      for (const [gone, place] of moved.slice(0, 3).entries()) {
        await world.hands.pressRight(place)
        if (gone < 2) await world.until('a corner less', () => heard.finished.length === 3 + gone)
      }
      isPolygon(now(world)?.shape, [top, ...moved.slice(2)])
      await world.hands.pull(top, [78.05, 20.2])
      await world.until('the next move', () => heard.finished.length === 5)
      isPolygon(heard.finished[4], [[78.05, 20.2], ...moved.slice(2)])
      equal(heard.refused, [])
      end()
    },
}
