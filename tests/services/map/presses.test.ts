// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { followPresses } from '#src/services/map/maplibre/interaction.ts'
import { createScene } from '#src/services/map/scene/scene.ts'

type MapLibreMap = Parameters<typeof followPresses>[0]['map']

test('Enter near nothing is reported: a miss by key is distinguished from a miss by pointer', () => {
  const { scene, port } = createScene({ fleet: createFleetStore(), now: () => 0 })
  const pressed: unknown[] = []
  port.onPress((press) => pressed.push(press))
  const canvas = document.createElement('canvas')
  let click = (_: unknown) => {}
  const map = {
    ...{ getCanvas: () => canvas, getCenter: () => ({ lng: 77, lat: 20 }), getZoom: () => 8 },
    on: (type: string, act: (event: unknown) => void) => {
      if (type === 'click') click = act
    },
    off: () => {},
  } as unknown as MapLibreMap
  followPresses({ scene, map, overlay: { hit: () => undefined, hitAtCentre: () => undefined } })
  canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))
  click({ point: { x: 0, y: 0 }, lngLat: { lng: 77, lat: 20 } })
  expect(pressed).toEqual([{ at: [77, 20], byKey: true }, { at: [77, 20] }])
})

test('holding Enter presses the centre of the map once', () => {
  const { scene, port } = createScene({ fleet: createFleetStore(), now: () => 0 })
  const pressed: (number | undefined)[] = []
  port.onPress(({ vehicleId }) => pressed.push(vehicleId))
  const canvas = document.createElement('canvas')
  const map = {
    ...{ getCanvas: () => canvas, getCenter: () => ({ lng: 77, lat: 20 }), getZoom: () => 8 },
    ...{ on: () => {}, off: () => {} },
  } as unknown as MapLibreMap
  const stop = followPresses({
    scene,
    map,
    overlay: { hit: () => undefined, hitAtCentre: () => ({ vehicleId: 4 }) },
  })
  const enter = (repeat: boolean) => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', repeat, cancelable: true })
    canvas.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect([false, true, true].map(enter)).toEqual([true, true, true])
  expect(pressed).toEqual([4])
  enter(false)
  expect(pressed).toEqual([4, 4])
  stop()
  enter(false)
  expect(pressed).toHaveLength(2)
})
