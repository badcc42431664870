import { expect, test } from 'vitest'
import { EVENT_BIT } from '#domain/fix.ts'
import { createRouteMarkers, pinsOf } from '#src/services/map/scene/markers.ts'
import { pathOf } from '#src/services/map/scene/route-paths.ts'
import { alertPlaces } from '#src/wiring/map-director/route-markers.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'

/** Brakes and speeds at its first point, idles from the third to the fifth. */
const track = makeTrack({
  speed: Float32Array.from([90, 50, 0, 0, 0, 50]),
  events: Uint16Array.from([EVENT_BIT.OS | EVENT_BIT.HB, EVENT_BIT.HA, EVENT_BIT.ID, 0, 0, EVENT_BIT.ID]),
})
const alertOf = (label: string, index: number) => ({
  ...{ label, alertName: '', desc: '', alertTime: '', time: track.time[index] ?? 0 },
  ...{ longitude: track.lng[index] ?? 0, latitude: track.lat[index] ?? 0 },
})
const placesOf = (...alerts: ReturnType<typeof alertOf>[]) =>
  alertPlaces({ get: () => track, alertsOf: () => alerts }, track.id)

test('PLT-07 an alert shows the event of its time, an idling alert the place where the idling began', () => {
  const positions = placesOf(alertOf('OS', 0), alertOf('HA', 2), alertOf('ID', 4), alertOf('FUELFILL', 0))
  expect(positions.map(({ matchingPoints }) => matchingPoints)).toEqual([
    [0, 0],
    undefined,
    [2, 2],
    undefined,
  ])
})

test("PLT-07 the event that an alert's pin shows gets no badge; other events at that point and place keep theirs", () => {
  const ZOOM = 18
  const badges = (...alerts: ReturnType<typeof alertOf>[]) => {
    const markers = createRouteMarkers(pathOf(track), pinsOf(placesOf(...alerts)))
    return markers.eventsAt(ZOOM).map((index) => [index, markers.eventBitsAt(index)])
  }
  const [both, lone, idling] = [EVENT_BIT.OS | EVENT_BIT.HB, EVENT_BIT.HA, EVENT_BIT.ID]
  expect(badges()).toEqual([
    [0, both],
    [1, lone],
    [2, idling],
    [5, idling],
  ])
  expect(badges(alertOf('OS', 0), alertOf('HA', 1), alertOf('ID', 4))).toEqual([
    [0, EVENT_BIT.HB],
    [5, idling],
  ])
})
