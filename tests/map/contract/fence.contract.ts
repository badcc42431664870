import type { LngLat } from '#domain/geo.ts'
import { mapVehicle } from '#tests/kit/builders/map-scene.ts'
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
import { type Behaviour, equal, mountMap } from './map-harness.ts'

/** How every adapter shows geofences and draws new ones. */
export const FENCE_CONTRACT: Readonly<Record<string, Behaviour>> = {
  'GEO-14 fences are on the map, and a press on one reports it': async (harness) => {
    await mountMap(harness)
    harness.map.moveTo({ centre: CENTRE, zoom: 10 })
    await harness.until('the camera', () => Math.abs(harness.map.drawn().camera.zoom - 10) < 1e-3)
    harness.map.showFences(
      [
        { geoFenceId: 7, name: 'Depot', shape: SQUARE },
        { geoFenceId: 8, name: 'Yard', shape: { ...CIRCLE, radiusM: 3_000 } },
      ],
      7,
    )
    equal(
      harness.map.drawn().fences.map(({ geoFenceId, chosen }) => [geoFenceId, chosen]),
      [
        [8, false],
        [7, true],
      ],
    )
    const presses: (number | undefined)[] = []
    harness.map.onPress(({ geoFenceId }) => presses.push(geoFenceId))
    await harness.user.press([77.85, 20.05])
    await harness.until('a press', () => presses.length === 1)
    await harness.user.press([78.35, 20.15])
    await harness.until('a second press', () => presses.length === 2)
    equal(presses, [7, null])
    harness.map.showFences([], null)
    equal(harness.map.drawn().fences, [])
  },

  'GEO-03 CR-08 a circle is drawn by default: its centre, then its edge, which cannot be at the centre':
    async (harness) => {
      const { received, end } = await startDrawing(harness)
      equal(currentDrawing(harness)?.tool, 'circle')
      await harness.user.press(CENTRE)
      await harness.until('the centre', () => currentDrawing(harness)?.begun?.tool === 'circle')
      await harness.user.press(CENTRE)
      await harness.until('the reason', () => received.refused.length > 0)
      equal(
        [received.refused[0], received.finished.length],
        ['A radius is at least 50 m. Keep the edge farther from the centre.', 0],
      )
      await harness.user.press([78.1, 20])
      await harness.until('the circle', () => received.finished.length === 1)
      expectCircle(received.finished[0], CENTRE, 10_450, 150)
      equal(currentDrawing(harness)?.begun, null)
      end()
    },

  'GEO-03 while a shape is drawn every press belongs to it, even one on a vehicle': async (harness) => {
    harness.fleet.replaceMembers([mapVehicle(1, { longitude: CENTRE[0], latitude: CENTRE[1] })])
    const { received, end } = await startDrawing(harness)
    harness.map.showFleet('all')
    await harness.until('the vehicle', () => harness.map.drawn().vehicles.length === 1)
    const presses: unknown[] = []
    harness.map.onPress((press) => presses.push(press))
    await harness.user.press(CENTRE)
    await harness.until('the centre', () => currentDrawing(harness)?.begun?.tool === 'circle')
    await harness.user.press([78.1, 20])
    await harness.until('the circle', () => received.finished.length === 1)
    expectCircle(received.finished[0], CENTRE, 10_450, 150)
    equal(presses, [])
    end()
  },

  'GEO-03 a polygon is drawn while Shift is held, but not while the user types or the window has lost the focus':
    async (harness) => {
      const { drawing, received, window, end } = await startDrawing(harness)
      const field = window.document.createElement('input')
      window.document.body.append(field)
      field.focus()
      await harness.user.key('down', 'Shift')
      equal(currentDrawing(harness)?.tool, 'circle')
      await harness.user.key('up', 'Shift')
      field.remove()
      await harness.user.key('down', 'Shift')
      await harness.until('the polygon', () => currentDrawing(harness)?.tool === 'polygon')
      window.dispatchEvent(new Event('blur'))
      await harness.until('the circle', () => currentDrawing(harness)?.tool === 'circle')
      await harness.user.key('up', 'Shift')
      await harness.user.key('down', 'Shift')
      await harness.until('the polygon', () => currentDrawing(harness)?.tool === 'polygon')
      await pressAll(harness, [A, B, C, D])
      await waitForCorners(harness, 4)
      await harness.user.press(A)
      await harness.until('the outline', () => received.finished.length === 1)
      expectPolygon(received.finished[0], [A, B, C, D])
      await harness.user.key('up', 'Shift')
      await harness.until('the circle', () => currentDrawing(harness)?.tool === 'circle')
      drawing.show(null)
      await harness.user.press(CENTRE)
      await harness.until('a circle begun', () => currentDrawing(harness)?.begun?.tool === 'circle')
      end()
    },

  'GEO-03 releasing Shift in the middle, or a new theme, keeps the corners and the tool until the outline is closed':
    async (harness) => {
      const { received, end } = await startDrawing(harness)
      await harness.user.key('down', 'Shift')
      await pressAll(harness, [A, B])
      await waitForCorners(harness, 2)
      await harness.user.key('up', 'Shift')
      equal([currentDrawing(harness)?.tool, currentDrawing(harness)?.begun?.corners], ['polygon', 2])
      harness.map.setTheme('dark')
      await harness.user.press(C)
      await waitForCorners(harness, 3)
      await harness.user.press(A)
      await harness.until('the outline', () => received.finished.length === 1)
      expectPolygon(received.finished[0], [A, B, C])
      await harness.until('the circle', () => currentDrawing(harness)?.tool === 'circle')
      end()
    },

  'CR-08 unmounting the map drops an unfinished shape and keeps a finished one; presses belong to the draw tool until it ends':
    async (harness) => {
      const { drawing, received, end } = await startDrawing(harness)
      const presses: LngLat[] = []
      harness.map.onPress(({ at }) => presses.push(at))
      drawing.setTool('polygon')
      await pressAll(harness, [A, B])
      await waitForCorners(harness, 2)
      equal(presses, [])
      harness.map.mount(harness.container)()
      equal(
        [currentDrawing(harness)?.begun, currentDrawing(harness)?.ready, received.begun.at(-1)],
        [null, false, null],
      )
      drawing.show(SQUARE)
      await mountMap(harness)
      await harness.until('the draw tool', () => currentDrawing(harness)?.ready === true)
      equal(currentDrawing(harness)?.shape, SQUARE)
      drawing.clear()
      equal([harness.map.drawn().drawing, received.finished.length], [null, 0])
      await harness.user.press(CENTRE)
      await harness.until('a press', () => presses.length === 1)
      end()
    },
}
