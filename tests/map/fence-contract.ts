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
import { vehicle } from './fixtures.ts'
import { type Behaviour, equal, mounted } from './world.ts'

/** What every adapter does with geofences: they are shown, and drawn anew. */
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
      equal(
        [heard.refused[0], heard.finished.length],
        ['A radius is at least 50 m. Keep the edge farther from the centre.', 0],
      )
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
