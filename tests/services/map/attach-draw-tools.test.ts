// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { errorMessage } from '#contract/errors.ts'
import type { FenceShape } from '#domain/fences.ts'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { attachDrawTools } from '#src/services/map/draw/attach-draw-tools.ts'
import { createDrawAdapter } from '#src/services/map/google/draw-adapter.ts'
import { createScene } from '#src/services/map/scene/scene.ts'
import { type FakeGoogle, installFakeGoogle } from '#tests/kit/google-fake/install.ts'

const SQUARE: FenceShape = {
  kind: 'polygon',
  corners: [
    [77.8, 20.1],
    [78.2, 20.1],
    [78.2, 19.9],
    [77.8, 19.9],
  ],
}
const CANNOT_DRAW =
  'Drawing on the map could not be started. Enter the centre and radius as numbers, or open the fence again.'

/** Drawings on a Google map, which is ready for them a frame after they begin. */
const onGoogle = (google: FakeGoogle) => {
  const map = new window.google.maps.Map(document.createElement('div'), { zoom: 10 })
  const { scene, port } = createScene({ fleet: createFleetStore(), now: () => 0 })
  const refused: string[] = []
  const root = document.createElement('div')
  const end = attachDrawTools({ scene, root, loadAdapter: async () => createDrawAdapter(map) })
  const draw = () =>
    port.drawFence(SQUARE, {
      onBegun: () => {},
      onRedo: () => {},
      onFinished: () => {},
      onRefused: (fault) => refused.push(errorMessage(fault)),
    })
  const parts = () => {
    let count = 0
    google.maps.at(-1)?.data.forEach(() => {
      count += 1
    })
    return count
  }
  return { map, scene, root, draw, refused, parts, end }
}

let harness: ReturnType<typeof onGoogle>
beforeEach(() => {
  harness = onGoogle(installFakeGoogle(window as Window & typeof globalThis))
})
afterEach(() => harness.end())

test('GEO-15 a shape is editable on the Google map once the map is ready', async () => {
  const { draw, scene, refused, parts } = harness
  draw()
  await vi.waitFor(() => expect(scene.drawSession?.hasDrawTool).toBe(true))
  // The outline, its corners and the midpoints of its sides.
  await vi.waitFor(() => expect(parts()).toBeGreaterThanOrEqual(9))
  expect(refused).toEqual([])
})

test('GEO-15 a map that cannot take the shape reports and logs it, and takes the next shape', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const { map, draw, refused, parts } = harness
  // A Google map without any size in the page does this.
  map.getBounds = () => undefined
  const drawing = draw()
  await vi.waitFor(() => expect(refused).toEqual([CANNOT_DRAW]))
  expect(warn).toHaveBeenCalledWith('cannot get bounds')
  drawing.clear()
  Reflect.deleteProperty(map, 'getBounds')
  draw()
  await vi.waitFor(() => expect(parts()).toBeGreaterThanOrEqual(9))
  expect(refused).toHaveLength(1)
})

test('while a shape is drawn the map shows no crosshair for Enter', () => {
  const { draw, root, end } = harness
  const isDrawing = () => root.hasAttribute('data-drawing')
  expect(isDrawing()).toBe(false)
  const drawing = draw()
  expect(isDrawing()).toBe(true)
  drawing.clear()
  expect(isDrawing()).toBe(false)
  draw()
  end()
  expect(isDrawing()).toBe(false)
})
