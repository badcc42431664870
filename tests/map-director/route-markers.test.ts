import { expect, test } from 'vitest'
import { EVENT_BIT } from '#domain/fix.ts'
import { alertPlaces } from '#src/map-director/route-markers.ts'
import { createRouteMarkers, pinsOf } from '#src/services/map/scene/markers.ts'
import { pathOf } from '#src/services/map/scene/route-paths.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'

/** Brakes and speeds at its first point, idles from the third to the fifth. */
const track = makeTrack({
  speed: Float32Array.from([90, 50, 0, 0, 0, 50]),
  events: Uint16Array.from([EVENT_BIT.OS | EVENT_BIT.HB, EVENT_BIT.HA, EVENT_BIT.ID, 0, 0, EVENT_BIT.ID]),
})
const timeAt = (index: number) => track.time[index] ?? 0
/** Raised at one point, of what goes on from another one. */
const alertOf = (label: string, index: number, since = index) => ({
  ...{ label, alertName: '', desc: '', alertTime: '', time: timeAt(index) },
  period: { from: timeAt(since), to: timeAt(index) },
  ...{ longitude: track.lng[index] ?? 0, latitude: track.lat[index] ?? 0 },
})
const placesOf = (...alerts: ReturnType<typeof alertOf>[]) =>
  alertPlaces({ get: () => track, alertsOf: () => alerts }, track.id)

test('PLT-07 an alert reports the events of its kind in its period', () => {
  const alerts = [alertOf('OS', 1, 0), alertOf('HA', 2), alertOf('ID', 4, 2), alertOf('FUELFILL', 5, 0)]
  expect(placesOf(...alerts).map(({ matching }) => matching)).toEqual([
    { first: 0, last: 0, bits: EVENT_BIT.OS },
    null,
    { first: 2, last: 2, bits: EVENT_BIT.ID | EVENT_BIT.VI },
    null,
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
  expect(badges(alertOf('OS', 1, 0), alertOf('HA', 1), alertOf('ID', 4, 2))).toEqual([
    [0, EVENT_BIT.HB],
    [5, idling],
  ])
})
