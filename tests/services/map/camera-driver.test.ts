// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { LngLat } from '#domain/geo.ts'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { type Camera, createCameraDriver } from '#src/services/map/scene/camera.ts'
import { createScene } from '#src/services/map/scene/scene.ts'
import { NOON, routeOf } from '#tests/kit/builders/map-scene.ts'

const FREE = { left: 0, top: 0, right: 0, bottom: 0 }

/** A scene whose camera is driven by an engine that is ready at once, and all its positions. */
const driven = () => {
  const { scene, port } = createScene({ fleet: createFleetStore(), now: () => 0 })
  const went: Camera[] = []
  const durations: number[] = []
  const driver = createCameraDriver({
    scene,
    root: document.createElement('div'),
    sizeOf: () => ({ width: 1280, height: 800 }),
    engineCamera: {
      go: (to, _, ms) => {
        went.push(to)
        durations.push(ms)
        scene.camera = to
      },
      isMoving: () => false,
    },
  })
  driver.start()
  return { map: port, went, durations, centre: () => scene.camera.centre }
}

const near = (is: LngLat, wanted: LngLat) => {
  expect(is[0]).toBeCloseTo(wanted[0], 3)
  expect(is[1]).toBeCloseTo(wanted[1], 3)
}

test('LIV-05 after a truck was followed the camera does not return to where it was first seen', () => {
  const { map, centre } = driven()
  const trail = map.showTrail()
  const drive = (minute: number) =>
    trail.extend({
      at: [79 + minute, 21],
      heading: 90,
      status: 'RUNNING',
      time: NOON + minute * 60_000,
    })
  drive(0)
  map.fit([[79, 21]], { maxZoom: 15 })
  trail.follow(true)
  near(centre(), [79, 21])
  drive(2)
  near(centre(), [81, 21])
  trail.clear()
  map.setPadding({ ...FREE, left: 400 })
  near(centre(), [81, 21])
})

test('PLB-33 after following the marker of a route the camera does not return to the fitted bounds', () => {
  const { map, centre } = driven()
  const route = routeOf(100)
  const start: LngLat = [route.lng[0] ?? 0, route.lat[0] ?? 0]
  const track = map.showTrack(route)
  map.fit([[77, 28]], { maxZoom: 13 })
  track.keepInView()
  near(centre(), start)
  map.setPadding({ ...FREE, left: 400 })
  near(centre(), start)
})

test('setting the same padding again does not move the camera', () => {
  const { map, went } = driven()
  map.fit([[79, 21]], { maxZoom: 15 })
  map.setPadding({ ...FREE, left: 400 })
  const moves = went.length
  map.setPadding({ ...FREE, left: 400 })
  expect(went).toHaveLength(moves)
  map.setPadding({ ...FREE, left: 300 })
  expect(went.length).toBeGreaterThan(moves)
})

test('a map without a place is placed at once, and moved from there', () => {
  const { map, durations } = driven()
  map.setPadding({ ...FREE, left: 400 })
  map.fit([[79, 21]], { maxZoom: 15 })
  expect(durations.every((ms) => ms === 0)).toBe(true)
  map.fit([[80, 22]], { maxZoom: 15 })
  expect(durations.at(-1)).toBeGreaterThan(0)
  map.setPadding({ ...FREE, left: 300 })
  expect(durations.at(-1)).toBeGreaterThan(0)
})
