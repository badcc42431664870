import type { LngLat } from '#src/services/map/map.port.ts'
import { worldSize } from '#src/services/map/scene/mercator.ts'
import { CHENNAI, DELHI, PUNE, pressesOf } from './contract-scene.ts'
import { NOON, routeOf } from './fixtures.ts'
import { type Behaviour, equal, mounted, near } from './world.ts'

/** What every adapter does with the trail, a route, alerts and a plot. */
export const ROUTE_CONTRACT: Readonly<Record<string, Behaviour>> = {
  'OPEN-40 the head of the trail is live until it is said not to be': async (world) => {
    await mounted(world)
    const trail = world.map.showTrail()
    trail.extend({ at: CHENNAI, heading: 90, status: 'RUNNING', time: NOON })
    equal(world.map.drawn().trail?.live, true)
    trail.setLive(false)
    equal(world.map.drawn().trail?.live, false)
  },

  'LIV-05 LIV-06 the trail grows by each point once, late ones too, and is cleared': async (world) => {
    await mounted(world)
    const trail = world.map.showTrail()
    const point = (place: number) => ({
      at: [80 + place * 0.01, 13] as const,
      heading: 90,
      status: 'RUNNING',
      time: NOON + place * 10_000,
    })
    for (const place of [0, 2, 1]) trail.extend(point(place))
    trail.extend(point(1))
    trail.extend({ ...point(3), at: [Number.NaN, 13] })
    equal(world.map.drawn().trail?.points, 3)
    near(world.map.drawn().trail?.head ?? undefined, [80.02, 13], 1e-6)
    trail.clear()
    equal(world.map.drawn().trail, null)
    trail.extend(point(5))
    equal(world.map.drawn().trail, null)
  },

  'LIV-04 the trail has the status of its newest point': async (world) => {
    await mounted(world)
    const trail = world.map.showTrail()
    trail.extend({ at: CHENNAI, heading: null, status: 'RUNNING', time: NOON })
    trail.extend({ at: CHENNAI, heading: null, status: 'STOPPED', time: NOON + 10_000 })
    equal(world.map.drawn().trail?.status, 'STOPPED')
  },

  'following ends when the user moves the map': async (world) => {
    await mounted(world)
    let moves = 0
    world.map.onCameraMoved(() => {
      moves += 1
    })
    const trail = world.map.showTrail()
    trail.extend({ at: CHENNAI, heading: null, status: 'RUNNING', time: NOON })
    trail.follow(true)
    equal(world.map.drawn().trail?.following, true)
    await world.hands.drag()
    await world.until('word of the move', () => moves > 0)
    equal(world.map.drawn().trail?.following, false)
  },

  'the marker of a route stays on the route': async (world) => {
    await mounted(world)
    const track = world.map.showTrack(routeOf(100))
    const at = () => [world.map.drawn().track?.index, world.map.drawn().track?.fraction]
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

  'a marker that is kept in view takes the camera along once it comes near what panels cover': async (
    world,
  ) => {
    await mounted(world)
    const zoom = 9
    const pxEast = (px: number) => CHENNAI[0] + (px * 360) / worldSize(zoom)
    const lng = Float64Array.from([CHENNAI[0], pxEast(300), pxEast(2000)])
    const track = world.map.showTrack({ ...routeOf(3), lng, lat: new Float64Array(3).fill(CHENNAI[1]) })
    const centre = () => world.map.drawn().camera.centre
    const comesTo = (wanted: number) =>
      world.until('the camera to arrive', () => Math.abs(centre()[0] - wanted) < 1e-3)
    world.map.moveTo({ centre: CHENNAI, zoom })
    await comesTo(CHENNAI[0])
    await world.until('the zoom', () => Math.abs(world.map.drawn().camera.zoom - zoom) < 1e-3)
    track.moveTo(2, 0)
    near(centre(), CHENNAI, 1e-3)
    track.moveTo(1, 0)
    track.keepInView()
    near(centre(), CHENNAI, 1e-3)
    world.map.setPadding({ left: 700, top: 0, right: 0, bottom: 0 })
    track.keepInView()
    await comesTo(pxEast(300))
    track.moveTo(2, 0)
    track.keepInView()
    await comesTo(pxEast(2000))
    near([world.map.drawn().camera.zoom], [zoom], 1e-3)
    track.clear()
    world.map.moveTo({ centre: PUNE })
    track.keepInView()
    await comesTo(PUNE[0])
  },

  'PLB-19 the marker does not glide through a gap of three minutes': async (world) => {
    await mounted(world)
    const route = routeOf(100)
    const time = Float64Array.from({ length: 100 }, (_, i) => NOON + i * 10_000 + (i > 50 ? 170_000 : 0))
    const track = world.map.showTrack({ ...route, time })
    track.moveTo(50, 0.5)
    equal(world.map.drawn().track?.fraction, 0)
    track.moveTo(51, 0.5)
    equal(world.map.drawn().track?.fraction, 0.5)
  },

  'PLB-33 a route shows its stops and events until it is cleared': async (world) => {
    await mounted(world)
    const track = world.map.showTrack(routeOf(100))
    equal([world.map.drawn().track?.stops, world.map.drawn().track?.events], [1, 4])
    track.clear()
    equal(world.map.drawn().track, null)
    track.moveTo(5, 0)
    equal(world.map.drawn().track, null)
  },

  'pressing an event of a route reports its point': async (world) => {
    await mounted(world)
    const route = routeOf(100)
    world.map.showTrack(route)
    const presses = pressesOf(world)
    await world.hands.press([route.lng[44] ?? 0, route.lat[44] ?? 0])
    await world.until('a press', () => presses.length > 0)
    equal(
      presses.map(({ eventIndex }) => eventIndex),
      [44],
    )
  },

  'PLB-33 pressing a stop of a route reports its point': async (world) => {
    await mounted(world)
    const route = routeOf(100)
    world.map.showTrack({ ...route, events: new Uint16Array(100) })
    const presses = pressesOf(world)
    const stop = Math.floor(0.2 * 99)
    await world.hands.press([route.lng[stop] ?? 0, route.lat[stop] ?? 0])
    await world.until('a press', () => presses.length > 0)
    equal(
      presses.map(({ stopIndex }) => stopIndex),
      [stop],
    )
  },

  'PLT-07 alerts show a marker each until they are cleared, and newer ones take their place': async (
    world,
  ) => {
    await mounted(world)
    const first = world.map.showAlerts([
      { at: CHENNAI, label: 'OS' },
      { at: PUNE, label: 'GEOFENCEINOUT' },
      { at: [Number.NaN, 13], label: 'HB' },
    ])
    equal(world.map.drawn().alerts, 2)
    const second = world.map.showAlerts([{ at: CHENNAI, label: 'OS' }])
    first.clear()
    equal(world.map.drawn().alerts, 1)
    second.clear()
    equal(world.map.drawn().alerts, 0)
  },

  'MAP-17 pressing an alert reports its place in the list': async (world) => {
    await mounted(world)
    world.map.showAlerts([
      { at: CHENNAI, label: 'OS' },
      { at: PUNE, label: 'HB' },
    ])
    const presses = pressesOf(world)
    await world.hands.press(PUNE)
    await world.until('a press', () => presses.length > 0)
    equal(
      presses.map(({ alertIndex }) => alertIndex),
      [1],
    )
  },

  'PLT-01 PLT-09 a plotted route shows its driven points and its two ends until it is cleared': async (
    world,
  ) => {
    await mounted(world)
    const driven = routeOf(100)
    const first = world.map.showPlot({ driven, ahead: PUNE })
    const plot = () => world.map.drawn().plot
    equal(plot()?.points, 100)
    near(plot()?.start, [driven.lng[0] ?? 0, driven.lat[0] ?? 0], 1e-6)
    near(plot()?.end, PUNE, 1e-6)
    const second = world.map.showPlot({ driven, ahead: null })
    first.clear()
    near(plot()?.end, [driven.lng[99] ?? 0, driven.lat[99] ?? 0], 1e-6)
    second.clear()
    equal(plot(), null)
  },

  'PLT-01 the truck of a plotted route stays at its newest place, and a new theme takes nothing off': async (
    world,
  ) => {
    await mounted(world)
    const plot = world.map.showPlot({ driven: routeOf(50), ahead: DELHI })
    const truck = (at: LngLat, time: number, live = true) =>
      plot.moveTruck({ at, time, heading: 90, status: 'RUNNING' }, live)
    truck(PUNE, NOON)
    equal(world.map.drawn().plot?.live, true)
    truck(PUNE, NOON, false)
    equal(world.map.drawn().plot?.live, false)
    truck(CHENNAI, NOON - 1000)
    truck([Number.NaN, 13], NOON + 1000)
    world.map.setTheme('dark')
    near(world.map.drawn().plot?.truck ?? undefined, PUNE, 1e-6)
    equal(world.map.drawn().plot?.points, 50)
    plot.clear()
    truck(DELHI, NOON + 2000)
    equal(world.map.drawn().plot, null)
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
