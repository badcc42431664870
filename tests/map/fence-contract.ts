import type { FenceShape } from '#contract/records/fence-shape.ts'
import type { BegunShape, LngLat } from '#src/services/map/map.port.ts'
import { drawingKeys$ } from '#src/streams/drawing-keys.stream.ts'
import { vehicle } from './fixtures.ts'
import { type Behaviour, check, equal, mounted, near, type World } from './world.ts'

const CENTRE: LngLat = [78, 20]
/** Corners a good way apart on the screen at zoom 10. */
const A: LngLat = [77.8, 20.1]
const B: LngLat = [78.2, 20.1]
const C: LngLat = [78.2, 19.9]
const D: LngLat = [77.8, 19.9]

const CIRCLE: FenceShape = { kind: 'circle', centre: CENTRE, radiusM: 10_000 }
const SQUARE: FenceShape = { kind: 'polygon', corners: [A, B, C, D] }

/** Mounts a map near by and draws on it; Shift means what it means to the user (GEO-03). */
const drawn = async (world: World, shape: FenceShape | null = null) => {
  const { map, until, container } = world
  await mounted(world)
  map.moveTo({ centre: CENTRE, zoom: 10 })
  await until('the camera to arrive', () => Math.abs(map.drawn().camera.zoom - 10) < 1e-3)
  const heard = {
    begun: [] as (BegunShape | null)[],
    redo: [] as boolean[],
    finished: [] as FenceShape[],
    refused: [] as string[],
  }
  const drawing = map.drawFence(shape, {
    onBegun: (begun) => heard.begun.push(begun),
    onRedo: (canRedo) => heard.redo.push(canRedo),
    onFinished: (finished) => heard.finished.push(finished),
    onRefused: (reason) => heard.refused.push(reason),
  })
  await until('the pen', () => map.drawn().drawing?.ready === true)
  const window = container.ownerDocument.defaultView
  if (!window) throw new Error('The map is in no window.')
  const keys = drawingKeys$({ window }).subscribe(({ type }) => {
    if (type === 'shift.pressed') drawing.setTool('polygon')
    if (type === 'shift.released') drawing.setTool('circle')
    if (type === 'escape.pressed') drawing.drop()
    if (type === 'fence.finish') drawing.finish()
    if (type === 'fence.undo') drawing.undo()
  })
  return { drawing, heard, window, end: () => keys.unsubscribe() }
}

const now = ({ map }: World) => map.drawn().drawing

const pressAll = async (world: World, places: readonly LngLat[]) => {
  for (const [done, place] of places.entries()) {
    await world.hands.press(place)
    if (done < places.length - 1)
      await world.until(`corner ${done + 1}`, () => (now(world)?.begun?.corners ?? 0) >= 1)
  }
}

const corners = (world: World, count: number) =>
  world.until(`${count} corners`, () => now(world)?.begun?.corners === count)

const isPolygon = (shape: FenceShape | undefined | null, wanted: readonly LngLat[]) => {
  if (shape?.kind !== 'polygon') throw new Error(`expected a polygon, got ${JSON.stringify(shape)}`)
  equal(shape.corners.length, wanted.length)
  for (const place of wanted)
    check(
      shape.corners.some(([lng, lat]) => Math.hypot(lng - place[0], lat - place[1]) < 0.01),
      `no corner near ${JSON.stringify(place)} in ${JSON.stringify(shape.corners)}`,
    )
}

const isCircle = (shape: FenceShape | undefined | null, centre: LngLat, radiusM: number, within: number) => {
  if (shape?.kind !== 'circle') throw new Error(`expected a circle, got ${JSON.stringify(shape)}`)
  near(shape.centre, centre, 0.01)
  near([shape.radiusM], [radiusM], within)
}

/** What every adapter does with geofences. */
export const FENCE_CONTRACT: Readonly<Record<string, Behaviour>> = {
  'GEO-14 fences lie on the map, and a press on one names it': async (world) => {
    await mounted(world)
    world.map.moveTo({ centre: CENTRE, zoom: 10 })
    await world.until('the camera', () => Math.abs(world.map.drawn().camera.zoom - 10) < 1e-3)
    world.map.showFences(
      [
        { geoFenceId: 7, name: 'Depot', shape: SQUARE },
        { geoFenceId: 8, name: 'Yard', shape: { ...CIRCLE, radiusM: 3_000 } },
      ],
      7,
    )
    equal(
      world.map.drawn().fences.map(({ geoFenceId, chosen }) => [geoFenceId, chosen]),
      [
        [8, false],
        [7, true],
      ],
    )
    const presses: (number | undefined)[] = []
    world.map.onPress(({ geoFenceId }) => presses.push(geoFenceId))
    await world.hands.press([77.85, 20.05])
    await world.until('a press', () => presses.length === 1)
    await world.hands.press([78.35, 20.15])
    await world.until('a second press', () => presses.length === 2)
    equal(presses, [7, null])
    world.map.showFences([], null)
    equal(world.map.drawn().fences, [])
  },

  'GEO-03 CR-08 a circle is drawn by default: its centre, then its edge, which is not where its centre is':
    async (world) => {
      const { heard, end } = await drawn(world)
      equal(now(world)?.tool, 'circle')
      await world.hands.press(CENTRE)
      await world.until('the centre', () => now(world)?.begun?.tool === 'circle')
      await world.hands.press(CENTRE)
      await world.until('the reason', () => heard.refused.length > 0)
      equal([heard.refused[0], heard.finished.length], ['Give a radius from 50 to 50000 metres.', 0])
      await world.hands.press([78.1, 20])
      await world.until('the circle', () => heard.finished.length === 1)
      isCircle(heard.finished[0], CENTRE, 10_450, 150)
      equal(now(world)?.begun, null)
      end()
    },

  'GEO-03 what is pressed while a shape is drawn belongs to it, a vehicle too': async (world) => {
    world.fleet.replaceMembers([vehicle(1, { longitude: CENTRE[0], latitude: CENTRE[1] })])
    const { heard, end } = await drawn(world)
    world.map.showFleet('all')
    await world.until('the vehicle', () => world.map.drawn().vehicles.length === 1)
    const presses: unknown[] = []
    world.map.onPress((press) => presses.push(press))
    await world.hands.press(CENTRE)
    await world.until('the centre', () => now(world)?.begun?.tool === 'circle')
    await world.hands.press([78.1, 20])
    await world.until('the circle', () => heard.finished.length === 1)
    isCircle(heard.finished[0], CENTRE, 10_450, 150)
    equal(presses, [])
    end()
  },

  'GEO-03 a polygon is drawn while Shift is held, but not while somebody types or the window has lost the focus':
    async (world) => {
      const { drawing, heard, window, end } = await drawn(world)
      const field = window.document.createElement('input')
      window.document.body.append(field)
      field.focus()
      await world.hands.key('down', 'Shift')
      equal(now(world)?.tool, 'circle')
      await world.hands.key('up', 'Shift')
      field.remove()
      await world.hands.key('down', 'Shift')
      await world.until('the polygon', () => now(world)?.tool === 'polygon')
      window.dispatchEvent(new Event('blur'))
      await world.until('the circle', () => now(world)?.tool === 'circle')
      await world.hands.key('up', 'Shift')
      await world.hands.key('down', 'Shift')
      await world.until('the polygon', () => now(world)?.tool === 'polygon')
      await pressAll(world, [A, B, C, D])
      await corners(world, 4)
      await world.hands.press(A)
      await world.until('the outline', () => heard.finished.length === 1)
      isPolygon(heard.finished[0], [A, B, C, D])
      await world.hands.key('up', 'Shift')
      await world.until('the circle', () => now(world)?.tool === 'circle')
      drawing.show(null)
      await world.hands.press(CENTRE)
      await world.until('a circle begun', () => now(world)?.begun?.tool === 'circle')
      end()
    },

  'GEO-03 Shift released in the middle, and a new theme, keep the corners and the tool until the outline is closed':
    async (world) => {
      const { heard, end } = await drawn(world)
      await world.hands.key('down', 'Shift')
      await pressAll(world, [A, B])
      await corners(world, 2)
      await world.hands.key('up', 'Shift')
      equal([now(world)?.tool, now(world)?.begun?.corners], ['polygon', 2])
      world.map.setTheme('dark')
      await world.hands.press(C)
      await corners(world, 3)
      await world.hands.press(A)
      await world.until('the outline', () => heard.finished.length === 1)
      isPolygon(heard.finished[0], [A, B, C])
      await world.until('the circle', () => now(world)?.tool === 'circle')
      end()
    },

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

  'CR-08 a map that goes away in the middle drops what is begun and keeps what is finished; presses are the pen’s until it ends':
    async (world) => {
      const { drawing, heard, end } = await drawn(world)
      const presses: LngLat[] = []
      world.map.onPress(({ at }) => presses.push(at))
      drawing.setTool('polygon')
      await pressAll(world, [A, B])
      await corners(world, 2)
      equal(presses, [])
      world.map.mount(world.container)()
      equal([now(world)?.begun, now(world)?.ready, heard.begun.at(-1)], [null, false, null])
      drawing.show(SQUARE)
      await mounted(world)
      await world.until('the pen', () => now(world)?.ready === true)
      equal(now(world)?.shape, SQUARE)
      drawing.clear()
      equal([world.map.drawn().drawing, heard.finished.length], [null, 0])
      await world.hands.press(CENTRE)
      await world.until('a press', () => presses.length === 1)
      end()
    },
}
