// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { ActorRefFrom } from 'xstate'
import type { GeofenceItem } from '#contract/records/geofences.ts'
import type { appMachine } from '#src/machines/app/app.machine.ts'
import { createFenceDirector } from '#src/map-director/fence-director.ts'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { createLiveApp } from '#tests/kit/machines/live-app.fixture.ts'
import { createFakeMap } from '#tests/kit/services/fake.map.ts'

const fenceAt = (geoFenceId: number, longitude: number): GeofenceItem => ({
  ...{ geoFenceId, geoFenceShapeName: `Yard ${geoFenceId}`, shapeType: 'circle' },
  ...{ circleLatitude: 20, circleLongitude: longitude, radius: 500, geoFencePolygonCoordinatesList: null },
})

/** The fences 4 and 6 on a map, in a portal whose user has opened the geofences. */
const openFences = async () => {
  const { root, answer, act } = createLiveApp()
  root.send({ type: 'appearance.read', theme: 'dark', mapTheme: null, uiType: 'beta' })
  root.send({ type: 'route.changed', path: '/track-trace', search: '' })
  for (const machine of [/^$/, /^session$/, /^fleet$/]) await answer(machine)
  const map = createFakeMap({ fleet: createFleetStore() })
  map.mount(document.createElement('div'))
  const director = createFenceDirector({ root: root as ActorRefFrom<typeof appMachine>, map })
  await act('fleet', 'geofences.opened')
  await answer(/^fleet\/geofences$/, (output) =>
    Array.isArray(output) ? [fenceAt(4, 74), fenceAt(6, 76)] : output,
  )
  return {
    ...{ root, map, director, answer },
    act: (type: string, fields: object = {}) => act('fleet/geofences', type, fields),
    shown: () =>
      map
        .drawn()
        .fences.map(({ geoFenceId, chosen }) => [geoFenceId, chosen] as const)
        .sort(([a], [b]) => a - b),
    longitude: () => Math.round(map.drawn().camera.centre[0] * 10) / 10,
  }
}

test('GEO-01 all fences are shown once they are loaded, and all are in view', async () => {
  const { shown, longitude } = await openFences()
  expect(shown()).toEqual([
    [4, false],
    [6, false],
  ])
  expect(longitude()).toBe(75)
})

test('the map goes to a fence that is chosen in the list, and stays where one is pressed', async () => {
  const { act, map, shown, longitude } = await openFences()
  await act('fence.chosen', { geoFenceId: 6 })
  expect([shown(), longitude()]).toEqual([
    [
      [4, false],
      [6, true],
    ],
    76,
  ])
  map.press({ at: [74, 20], geoFenceId: 4 })
  expect(longitude()).toBe(76)
  expect(shown()).toEqual([
    [4, true],
    [6, false],
  ])
  await act('fence.chosen', { geoFenceId: 6 })
  await act('fence.chosen', { geoFenceId: 4 })
  expect(longitude(), 'a fence that was pressed before').toBe(74)
})

test('while a fence is drawn none is chosen, and no press chooses one', async () => {
  const { act, map, shown } = await openFences()
  await act('fence.chosen', { geoFenceId: 6 })
  await act('fence.create')
  await act('hint.acknowledged')
  map.press({ at: [74, 20], geoFenceId: 4 })
  expect(shown()).toEqual([
    [4, false],
    [6, false],
  ])
})

test('nothing of the fences is left on a map whose geofences are closed, or that nobody directs any more', async () => {
  const closed = await openFences()
  await closed.act('geofences.close')
  expect(closed.shown()).toEqual([])
  const left = await openFences()
  left.director.stop()
  expect(left.shown()).toEqual([])
  left.map.press({ at: [74, 20], geoFenceId: 4 })
  await left.act('fence.chosen', { geoFenceId: 6 })
  expect(left.shown()).toEqual([])
})
