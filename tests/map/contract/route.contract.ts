import type { LngLat } from '#domain/geo.ts'
import { worldSize } from '#src/services/map/scene/mercator.ts'
import { NOON, routeOf } from '#tests/kit/builders/map-scene.ts'
import { CHENNAI, DELHI, PUNE, pressesOf } from './fleet-scene.ts'
import { type Behaviour, equal, mountMap, near } from './map-harness.ts'

/** How every adapter shows the trail, a route, alerts and a plot. */
export const ROUTE_CONTRACT: Readonly<Record<string, Behaviour>> = {
  'OPEN-40 the head of the trail is live until it is set not to be': async (harness) => {
    await mountMap(harness)
    const trail = harness.map.showTrail()
    trail.extend({ at: CHENNAI, heading: 90, status: 'RUNNING', time: NOON })
    equal(harness.map.drawn().trail?.live, true)
    trail.setLive(false)
    equal(harness.map.drawn().trail?.live, false)
  },

  'LIV-05 LIV-06 the trail grows by each point once, late ones too, until it is cleared': async (harness) => {
    await mountMap(harness)
    const trail = harness.map.showTrail()
    const point = (place: number) => ({
      at: [80 + place * 0.01, 13] as const,
      heading: 90,
      status: 'RUNNING',
      time: NOON + place * 10_000,
    })
    for (const place of [0, 2, 1]) trail.extend(point(place))
    trail.extend(point(1))
    trail.extend({ ...point(3), at: [Number.NaN, 13] })
    equal(harness.map.drawn().trail?.points, 3)
    near(harness.map.drawn().trail?.head ?? undefined, [80.02, 13], 1e-6)
    trail.clear()
    equal(harness.map.drawn().trail, null)
    trail.extend(point(5))
    equal(harness.map.drawn().trail, null)
  },

  'LIV-04 the trail has the status of its newest point': async (harness) => {
    await mountMap(harness)
    const trail = harness.map.showTrail()
    trail.extend({ at: CHENNAI, heading: null, status: 'RUNNING', time: NOON })
    trail.extend({ at: CHENNAI, heading: null, status: 'STOPPED', time: NOON + 10_000 })
    equal(harness.map.drawn().trail?.status, 'STOPPED')
  },

  'following ends when the user moves the map': async (harness) => {
    await mountMap(harness)
    let moves = 0
    harness.map.onCameraMoved(() => {
      moves += 1
    })
    const trail = harness.map.showTrail()
    trail.extend({ at: CHENNAI, heading: null, status: 'RUNNING', time: NOON })
    trail.follow(true)
    equal(harness.map.drawn().trail?.following, true)
    await harness.user.drag()
    await harness.until('word of the move', () => moves > 0)
    equal(harness.map.drawn().trail?.following, false)
  },

  'the marker of a route stays on the route': async (harness) => {
    await mountMap(harness)
    const track = harness.map.showTrack(routeOf(100))
    const at = () => [harness.map.drawn().track?.index, harness.map.drawn().track?.fraction]
    equal(at(), [0, 0])
    track.moveTo(40, 0.5)
    equal(at(), [40, 0.5])
    track.moveTo(-3, 0.5)
    equal(at(), [0, 0])
    track.moveTo(4000, 0.5)
    equal(at(), [99, 0])
    track.moveTo(Number.NaN, Number.NaN)
    equal(at(), [0, 0])
  },

  'a followed marker moves the camera once it nears the area that panels cover': async (harness) => {
    await mountMap(harness)
    const zoom = 9
    const pxEast = (px: number) => CHENNAI[0] + (px * 360) / worldSize(zoom)
    const lng = Float64Array.from([CHENNAI[0], pxEast(300), pxEast(2000)])
    const track = harness.map.showTrack({ ...routeOf(3), lng, lat: new Float64Array(3).fill(CHENNAI[1]) })
    const centre = () => harness.map.drawn().camera.centre
    const comesTo = (wanted: number) =>
      harness.until('the camera to arrive', () => Math.abs(centre()[0] - wanted) < 1e-3)
    harness.map.moveTo({ centre: CHENNAI, zoom })
    await comesTo(CHENNAI[0])
    await harness.until('the zoom', () => Math.abs(harness.map.drawn().camera.zoom - zoom) < 1e-3)
    track.moveTo(2, 0)
    near(centre(), CHENNAI, 1e-3)
    track.moveTo(1, 0)
    track.keepInView()
    near(centre(), CHENNAI, 1e-3)
    harness.map.setPadding({ left: 700, top: 0, right: 0, bottom: 0 })
    track.keepInView()
    await comesTo(pxEast(300))
    track.moveTo(2, 0)
    track.keepInView()
    await comesTo(pxEast(2000))
    near([harness.map.drawn().camera.zoom], [zoom], 1e-3)
    track.clear()
    harness.map.moveTo({ centre: PUNE })
    track.keepInView()
    await comesTo(PUNE[0])
  },

  'PLB-19 the marker does not glide through a gap of three minutes': async (harness) => {
    await mountMap(harness)
    const route = routeOf(100)
    const time = Float64Array.from({ length: 100 }, (_, i) => NOON + i * 10_000 + (i > 50 ? 170_000 : 0))
    const track = harness.map.showTrack({ ...route, time })
    track.moveTo(50, 0.5)
    equal(harness.map.drawn().track?.fraction, 0)
    track.moveTo(51, 0.5)
    equal(harness.map.drawn().track?.fraction, 0.5)
  },

  'PLB-33 a route shows its stops and events until it is cleared': async (harness) => {
    await mountMap(harness)
    const track = harness.map.showTrack(routeOf(100))
    equal([harness.map.drawn().track?.stops, harness.map.drawn().track?.events], [1, 4])
    track.clear()
    equal(harness.map.drawn().track, null)
    track.moveTo(5, 0)
    equal(harness.map.drawn().track, null)
  },

  'pressing an event of a route reports its point': async (harness) => {
    await mountMap(harness)
    const route = routeOf(100)
    harness.map.showTrack(route)
    const presses = pressesOf(harness)
    await harness.user.press([route.lng[44] ?? 0, route.lat[44] ?? 0])
    await harness.until('a press', () => presses.length > 0)
    equal(
      presses.map(({ eventIndex }) => eventIndex),
      [44],
    )
  },

  'PLB-33 pressing a stop of a route reports its point': async (harness) => {
    await mountMap(harness)
    const route = routeOf(100)
    harness.map.showTrack({ ...route, events: new Uint16Array(100) })
    const presses = pressesOf(harness)
    const stop = Math.floor(0.2 * 99)
    await harness.user.press([route.lng[stop] ?? 0, route.lat[stop] ?? 0])
    await harness.until('a press', () => presses.length > 0)
    equal(
      presses.map(({ stopIndex }) => stopIndex),
      [stop],
    )
  },

  'PLT-07 alerts show a marker each until they are cleared or replaced by newer ones': async (harness) => {
    await mountMap(harness)
    const first = harness.map.showAlerts([
      { at: CHENNAI, label: 'OS' },
      { at: PUNE, label: 'GEOFENCEINOUT' },
      { at: [Number.NaN, 13], label: 'HB' },
    ])
    equal(harness.map.drawn().alerts, 2)
    const second = harness.map.showAlerts([{ at: CHENNAI, label: 'OS' }])
    first.clear()
    equal(harness.map.drawn().alerts, 1)
    second.clear()
    equal(harness.map.drawn().alerts, 0)
  },

  'MAP-17 pressing an alert reports its index in the list': async (harness) => {
    await mountMap(harness)
    harness.map.showAlerts([
      { at: CHENNAI, label: 'OS' },
      { at: PUNE, label: 'HB' },
    ])
    const presses = pressesOf(harness)
    await harness.user.press(PUNE)
    await harness.until('a press', () => presses.length > 0)
    equal(
      presses.map(({ alertIndex }) => alertIndex),
      [1],
    )
  },

  'PLT-01 PLT-09 a plotted route shows its driven points and its two ends until it is cleared': async (
    harness,
  ) => {
    await mountMap(harness)
    const driven = routeOf(100)
    const first = harness.map.showPlot({ driven, ahead: PUNE })
    const plot = () => harness.map.drawn().plot
    equal(plot()?.points, 100)
    near(plot()?.start, [driven.lng[0] ?? 0, driven.lat[0] ?? 0], 1e-6)
    near(plot()?.end, PUNE, 1e-6)
    const second = harness.map.showPlot({ driven, ahead: null })
    first.clear()
    near(plot()?.end, [driven.lng[99] ?? 0, driven.lat[99] ?? 0], 1e-6)
    second.clear()
    equal(plot(), null)
  },

  'PLT-01 the truck of a plotted route stays at its newest position, and a new theme removes nothing': async (
    harness,
  ) => {
    await mountMap(harness)
    const plot = harness.map.showPlot({ driven: routeOf(50), ahead: DELHI })
    const truck = (at: LngLat, time: number, live = true) =>
      plot.moveTruck({ at, time, heading: 90, status: 'RUNNING' }, live)
    truck(PUNE, NOON)
    equal(harness.map.drawn().plot?.live, true)
    truck(PUNE, NOON, false)
    equal(harness.map.drawn().plot?.live, false)
    truck(CHENNAI, NOON - 1000)
    truck([Number.NaN, 13], NOON + 1000)
    harness.map.setTheme('dark')
    near(harness.map.drawn().plot?.truck ?? undefined, PUNE, 1e-6)
    equal(harness.map.drawn().plot?.points, 50)
    plot.clear()
    truck(DELHI, NOON + 2000)
    equal(harness.map.drawn().plot, null)
  },

  'a plot without points is refused': async ({ map }) => {
    let message = ''
    try {
      map.showPlot({ driven: routeOf(0), ahead: null })
    } catch (error) {
      message = error instanceof Error ? error.message : ''
    }
    equal(message, 'A route without points cannot be drawn.')
    equal(map.drawn().plot, null)
  },

  'a route without points is refused': async ({ map }) => {
    let message = ''
    try {
      map.showTrack(routeOf(0))
    } catch (error) {
      message = error instanceof Error ? error.message : ''
    }
    equal(message, 'A route without points cannot be drawn.')
    equal(map.drawn().track, null)
  },
}
