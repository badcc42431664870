import { errorMessage } from '#contract/errors.ts'
import type { FenceShape } from '#domain/fences.ts'
import type { LngLat } from '#domain/geo.ts'
import type { BegunShape } from '#src/services/map/map.port.ts'
import { drawingKeys$ } from '#src/streams/geofences.stream.ts'
import { check, equal, type MapHarness, mountMap, near } from './map-harness.ts'

/** Where the map looks, at zoom 10. */
export const CENTRE: LngLat = [78, 20]
/** Corners well apart on the screen at zoom 10, clockwise from the north-west. */
export const A: LngLat = [77.8, 20.1]
/** In the north-east. */
export const B: LngLat = [78.2, 20.1]
/** In the south-east. */
export const C: LngLat = [78.2, 19.9]
/** In the south-west. */
export const D: LngLat = [77.8, 19.9]

/** About the middle, well in view. */
export const CIRCLE = { kind: 'circle', centre: CENTRE, radiusM: 10_000 } satisfies FenceShape
/** All four corners. */
export const SQUARE: FenceShape = { kind: 'polygon', corners: [A, B, C, D] }

/** Mounts a map nearby and draws on it; Shift works as for the user (GEO-03). */
export const startDrawing = async (harness: MapHarness, shape: FenceShape | null = null) => {
  const { map, until, container } = harness
  await mountMap(harness)
  map.moveTo({ centre: CENTRE, zoom: 10 })
  await until('the camera to arrive', () => Math.abs(map.drawn().camera.zoom - 10) < 1e-3)
  const received = {
    begun: [] as (BegunShape | null)[],
    redo: [] as boolean[],
    finished: [] as FenceShape[],
    refused: [] as string[],
  }
  const drawing = map.drawFence(shape, {
    onBegun: (begun) => received.begun.push(begun),
    onRedo: (canRedo) => received.redo.push(canRedo),
    onFinished: (finished) => received.finished.push(finished),
    onRefused: (fault) => received.refused.push(errorMessage(fault)),
  })
  await until('the draw tool', () => map.drawn().drawing?.ready === true)
  const window = container.ownerDocument.defaultView
  if (!window) throw new Error('The map is in no window.')
  const keys = drawingKeys$({ window }).subscribe(({ type }) => {
    if (type === 'shift.pressed') drawing.setTool('polygon')
    if (type === 'shift.released') drawing.setTool('circle')
    if (type === 'escape.pressed') drawing.drop()
    if (type === 'fence.finish') drawing.finish()
    if (type === 'fence.undo') drawing.undo()
  })
  return { drawing, received, window, end: () => keys.unsubscribe() }
}

/** The current drawing. */
export const currentDrawing = ({ map }: MapHarness) => map.drawn().drawing

/** Presses at the positions, one after the other. */
export const pressAll = async (harness: MapHarness, places: readonly LngLat[]) => {
  for (const [done, place] of places.entries()) {
    await harness.user.press(place)
    if (done < places.length - 1)
      await harness.until(`corner ${done + 1}`, () => (currentDrawing(harness)?.begun?.corners ?? 0) >= 1)
  }
}

/** Waits until the unfinished shape has this many corners. */
export const waitForCorners = (harness: MapHarness, count: number) =>
  harness.until(`${count} corners`, () => currentDrawing(harness)?.begun?.corners === count)

/** Fails unless it is an outline of these corners, in any order. */
export const expectPolygon = (shape: FenceShape | undefined | null, wanted: readonly LngLat[]) => {
  if (shape?.kind !== 'polygon') throw new Error(`expected a polygon, got ${JSON.stringify(shape)}`)
  equal(shape.corners.length, wanted.length)
  for (const place of wanted)
    check(
      shape.corners.some(([lng, lat]) => Math.hypot(lng - place[0], lat - place[1]) < 0.01),
      `no corner near ${JSON.stringify(place)} in ${JSON.stringify(shape.corners)}`,
    )
}

/** Fails unless it is this circle, its radius within so many metres. */
export const expectCircle = (
  shape: FenceShape | undefined | null,
  centre: LngLat,
  radiusM: number,
  within: number,
) => {
  if (shape?.kind !== 'circle') throw new Error(`expected a circle, got ${JSON.stringify(shape)}`)
  near(shape.centre, centre, 0.01)
  near([shape.radiusM], [radiusM], within)
}
