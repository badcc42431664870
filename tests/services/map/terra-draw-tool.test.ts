import type { LngLat } from '#domain/geo.ts'
// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test } from 'vitest'
import { errorMessage } from '#contract/errors.ts'
import type { FenceShape } from '#domain/fences.ts'
import { type DrawAdapter, startTerraDrawTool } from '#src/services/map/draw/terra-draw-tool.ts'
import { createDrawSession } from '#src/services/map/scene/draw-session.ts'
import { mercatorX, mercatorY, toLngLat, worldSize } from '#src/services/map/scene/mercator.ts'

/** The real draw tool on a map that draws nothing, whose pointer is the test's. */
const PX = worldSize(10)
const [A, B, C, D]: readonly LngLat[] = [
  [77.8, 20.1],
  [78.2, 20.1],
  [78.2, 19.9],
  [77.8, 19.9],
]
const SQUARE = { kind: 'polygon', corners: [A, B, C, D] } as FenceShape

type Callbacks = Parameters<DrawAdapter['register']>[0]
const pointer = (callbacks: () => Callbacks) => {
  const drags: boolean[] = []
  const at = ([lng, lat]: LngLat, button: 'left' | 'right' | 'neither' = 'left') => ({
    ...{ lng, lat, containerX: mercatorX(lng) * PX, containerY: mercatorY(lat) * PX },
    ...{ button, heldKeys: [], isContextMenu: false },
  })
  const mapDrags = (isOn: boolean) => void drags.push(isOn)
  return {
    drags,
    pull: async (from: LngLat, to: LngLat) => {
      callbacks().onMouseMove(at(from, 'neither'))
      callbacks().onDragStart(at(from), mapDrags)
      // Work deferred by the draw tool runs before the next pointer move.
      await Promise.resolve()
      drags.length = 0
      callbacks().onDrag(at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]), mapDrags)
      callbacks().onDrag(at(to), mapDrags)
      const whileDragged = [...drags]
      callbacks().onDragEnd(at(to), mapDrags)
      await Promise.resolve()
      return whileDragged
    },
    press: async (place: LngLat, button: 'left' | 'right') => {
      callbacks().onMouseMove(at(place, 'neither'))
      callbacks().onClick(at(place, button))
      await Promise.resolve()
    },
  }
}

const open = (shape: FenceShape | null = SQUARE) => {
  let callbacks: Callbacks | undefined
  const element = document.createElement('div')
  const adapter: DrawAdapter = {
    project: (lng, lat) => ({ x: mercatorX(lng) * PX, y: mercatorY(lat) * PX }),
    unproject: (x, y) => {
      const [lng, lat] = toLngLat({ x: x / PX, y: y / PX })
      return { lng, lat }
    },
    setCursor: () => {},
    getLngLatFromEvent: () => null,
    setDoubleClickToZoom: () => {},
    getMapEventElement: () => element,
    register: (given) => {
      callbacks = given
      given.onReady?.()
    },
    unregister: () => {},
    render: () => {},
    clear: () => {},
    getCoordinatePrecision: () => 9,
  }
  const finished: FenceShape[] = []
  const refused: string[] = []
  const redo: boolean[] = []
  const { drawSession, drawing } = createDrawSession({
    shape,
    events: {
      onBegun: () => {},
      onRedo: (canRedo) => redo.push(canRedo),
      onFinished: (shape) => finished.push(shape),
      onRefused: (fault) => refused.push(errorMessage(fault)),
    },
    changed: () => {},
    end: () => {},
  })
  const failed = () => refused.push('failed')
  const drawTool = startTerraDrawTool({ adapter, drawSession, theme: 'light', failed })
  const mouse = pointer(() => {
    if (callbacks === undefined) throw new Error('The drawTool has no map.')
    return callbacks
  })
  return { finished, refused, redo, mouse, drawTool, drawSession, drawing }
}

const placesOf = (shape: FenceShape | undefined | null) =>
  shape?.kind === 'polygon'
    ? shape.corners.map((corner) => corner.map((degrees) => Number(degrees.toFixed(3))))
    : []

let drawn: ReturnType<typeof open>
beforeEach(() => {
  drawn = open()
})
afterEach(() => drawn.drawTool.end())

test('GEO-15 the midpoint of a side is dragged out to a corner in one move, without moving the map', async () => {
  const { mouse, finished } = drawn
  const whileDragged = await mouse.pull([78, 20.1], [78, 20.2])
  expect(finished.map(placesOf)).toEqual([[A, [78, 20.2], B, C, D]])
  expect(whileDragged).not.toContain(true)
})

test('GEO-15 a press on the midpoint of a side adds a corner there, which can be dragged', async () => {
  const { mouse, finished } = drawn
  await mouse.press([78, 20.1], 'left')
  expect(finished.map(placesOf)).toEqual([[A, [78, 20.1], B, C, D]])
  await mouse.pull([78, 20.1], [78, 20.15])
  expect(placesOf(finished[1])).toEqual([A, [78, 20.15], B, C, D])
})

test('GEO-15 a right press removes a corner while three remain', async () => {
  const { mouse, finished, drawSession } = drawn
  for (const corner of [A, B, C]) await mouse.press(corner as LngLat, 'right')
  expect(finished.map(placesOf)).toEqual([[B, C, D]])
  expect(placesOf(drawSession.shape)).toEqual([B, C, D])
})

test('GEO-15 a whole outline can be dragged; a corner cannot cross another side, and the reason shows', async () => {
  const { mouse, finished, refused, drawSession } = drawn
  await mouse.pull([78, 20], [78.1, 20])
  const moved = [A, B, C, D].map((corner) => [Number(((corner?.[0] ?? 0) + 0.1).toFixed(3)), corner?.[1]])
  expect(finished.map(placesOf)).toEqual([moved])
  await mouse.pull([78.3, 20.1], [77.95, 19.8])
  expect(refused).toEqual([expect.stringMatching(/^The outline crosses itself:/)])
  expect(placesOf(drawSession.shape)).toEqual(moved)
})

test('CR-08 an unfinished circle is undone as a whole', async () => {
  drawn.drawTool.end()
  drawn = open(null)
  const { mouse, finished, drawSession, drawing } = drawn
  await Promise.resolve()
  await mouse.press(A as LngLat, 'left')
  expect(drawSession.begun).not.toBeNull()
  drawing.undo()
  expect(drawSession.begun).toBeNull()
  drawing.finish()
  expect(finished).toEqual([])
})

test('GEO-03 a tap that starts a circle is visible: it has some px before the pointer moves', async () => {
  drawn.drawTool.end()
  drawn = open(null)
  const { mouse, finished, drawSession } = drawn
  await Promise.resolve()
  await mouse.press(A as LngLat, 'left')
  const eightPx = (8 / PX) * 40_030_230 * Math.cos((20.1 * Math.PI) / 180)
  expect(Math.abs((drawSession.begun?.radiusM ?? 0) / eightPx - 1)).toBeLessThan(0.02)
  await mouse.press([77.81, 20.1], 'left')
  expect(finished).toMatchObject([{ kind: 'circle', centre: A }])
  expect(
    Math.abs((drawSession.shape?.kind === 'circle' ? drawSession.shape.radiusM : 0) - 1044),
  ).toBeLessThan(10)
})

test('CR-08 an undone corner is redone at its position until another one is set', async () => {
  drawn.drawTool.end()
  drawn = open(null)
  const { mouse, finished, drawSession, drawing } = drawn
  drawing.setTool('polygon')
  await Promise.resolve()
  const corners = () => drawSession.begun?.corners ?? 0
  for (const corner of [A, B, C] as const) await mouse.press(corner as LngLat, 'left')
  drawing.undo()
  drawing.undo()
  expect(corners()).toBe(1)
  drawing.redo()
  drawing.redo()
  expect(corners()).toBe(3)
  drawing.redo()
  expect(corners()).toBe(3)
  drawing.undo()
  await mouse.press(D as LngLat, 'left')
  drawing.redo()
  drawing.finish()
  expect(finished.map(placesOf)).toEqual([[A, D, B]])
})

test('GEO-03 the draw tool reports whether a corner can be redone: not for a circle, and after the first corner of an outline too', async () => {
  const { mouse, redo, drawSession, drawing } = drawn
  drawing.show(null)
  await Promise.resolve()
  await mouse.press(A as LngLat, 'left')
  drawing.undo()
  await Promise.resolve()
  expect([drawSession.begun, redo]).toEqual([null, []])
  drawing.setTool('polygon')
  await Promise.resolve()
  for (const corner of [A, B] as const) await mouse.press(corner as LngLat, 'left')
  expect(redo).toEqual([])
  drawing.undo()
  await Promise.resolve()
  expect(redo).toEqual([true])
  drawing.undo()
  await Promise.resolve()
  expect([drawSession.begun, redo]).toEqual([null, [true]])
  drawing.redo()
  drawing.redo()
  await Promise.resolve()
  expect([drawSession.begun?.corners, redo]).toEqual([2, [true, false]])
  drawing.undo()
  await Promise.resolve()
  await mouse.press(C as LngLat, 'left')
  expect([drawSession.begun?.corners, redo]).toEqual([2, [true, false, true, false]])
  drawing.undo()
  drawing.undo()
  drawing.setTool('circle')
  await Promise.resolve()
  expect([redo.at(-2), redo.at(-1)]).toEqual([true, false])
})

test.each([
  ['clockwise', [A, C, B, D]],
  ['anticlockwise', [A, C, D, B]],
])('GEO-03 the reason why an outline cannot be finished counts corners as pressed: %s', async (_, places) => {
  const { mouse, refused, finished, drawing } = drawn
  drawing.show(null)
  drawing.setTool('polygon')
  await Promise.resolve()
  for (const place of places) await mouse.press(place as LngLat, 'left')
  drawing.finish()
  expect(refused).toEqual([
    'The outline crosses itself: the side from corner 1 to 2 meets the side from corner 3 to 4. Move one of these corners.',
  ])
  expect(finished).toEqual([])
})
