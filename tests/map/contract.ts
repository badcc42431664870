import type { LngLat, MapPress } from '#src/services/map/map.port.ts'
import { mercatorX, mercatorY, worldSize } from '#src/services/map/scene/mercator.ts'
import { FENCE_CONTRACT } from './fence-contract.ts'
import { NOON, routeOf, vehicle } from './fixtures.ts'
import { type Behaviour, check, equal, mounted, near, type World } from './world.ts'

const CHENNAI: LngLat = [80.27, 13.08]
const PUNE: LngLat = [73.85, 18.52]
const DELHI: LngLat = [77.21, 28.61]

/** Three vehicles far apart, and five in one yard in Delhi. */
const FLEET = [
  vehicle(1, { longitude: CHENNAI[0], latitude: CHENNAI[1], vehicleStatus: 'RUNNING', heading: 45 }),
  vehicle(2, { longitude: PUNE[0], latitude: PUNE[1], vehicleStatus: 'IDLE', heading: 180 }),
  vehicle(3, { longitude: 88.36, latitude: 22.57, vehicleStatus: 'TOWED', heading: null }),
  ...['RUNNING', 'RUNNING', 'STOPPED', 'KEYON', 'OFFLINE'].map((vehicleStatus, place) =>
    vehicle(11 + place, { longitude: DELHI[0] + place * 0.002, latitude: DELHI[1], vehicleStatus }),
  ),
  vehicle(99, { longitude: null, latitude: null, fixTime: 0 }),
]

const fleetShown = async (world: World) => {
  world.fleet.replaceMembers(FLEET)
  await mounted(world)
  world.map.showFleet('all')
  await world.until('the yard to be grouped', () => world.map.drawn().groups.length === 1)
}

const pressesOf = ({ map }: World) => {
  const presses: MapPress[] = []
  map.onPress((press) => presses.push(press))
  return presses
}

const steady = async (world: World, isThere: () => boolean) => {
  await world.until('the camera to arrive', isThere)
}

/** What every adapter of the map does. Names carry the ledger's rows. */
export const CONTRACT: Readonly<Record<string, Behaviour>> = {
  ...FENCE_CONTRACT,

  'MAP-01 MAP-42 the fleet shows each vehicle with its status and heading': async (world) => {
    await fleetShown(world)
    const drawn = world.map.drawn().vehicles
    equal(
      drawn.map(({ vehicleId, status, heading }) => [vehicleId, status, heading]),
      [
        [1, 'RUNNING', 45],
        [2, 'IDLE', 180],
        [3, 'OTHER', null],
      ],
    )
  },

  'MAP-40 vehicles show singly at first and are grouped after': async (world) => {
    world.fleet.replaceMembers(FLEET)
    await mounted(world)
    world.map.showFleet('all')
    equal(world.map.drawn().groups, [])
    equal(world.map.drawn().vehicles.length, 8)
    await world.until('groups', () => world.map.drawn().groups.length > 0)
  },

  'a group counts the statuses inside': async (world) => {
    await fleetShown(world)
    const [group] = world.map.drawn().groups
    equal(group?.count, 5)
    equal(group?.statuses, [2, 0, 1, 1, 1, 0])
  },

  'every visible vehicle with a position is drawn once': async (world) => {
    await fleetShown(world)
    const { vehicles, groups } = world.map.drawn()
    equal(vehicles.length + groups.reduce((sum, { count }) => sum + count, 0), 8)
  },

  'only the visible vehicles are drawn': async (world) => {
    await fleetShown(world)
    world.map.showFleet(new Set([2, 11]))
    equal(
      world.map
        .drawn()
        .vehicles.map(({ vehicleId }) => vehicleId)
        .sort(),
      [11, 2],
    )
    equal(world.map.drawn().groups, [])
  },

  'MAP-26 a hidden fleet draws nothing': async (world) => {
    await fleetShown(world)
    world.map.hideFleet()
    equal(world.map.drawn().vehicles, [])
    equal(world.map.drawn().groups, [])
  },

  'the selected vehicle is drawn singly out of its group': async (world) => {
    await fleetShown(world)
    world.map.select(13)
    const { vehicles, groups, selected } = world.map.drawn()
    equal(selected, 13)
    equal(vehicles.at(-1)?.vehicleId, 13)
    equal(groups[0]?.count, 4)
  },

  'a vehicle moves with its fixes': async (world) => {
    await fleetShown(world)
    world.fleet.applyBatch({
      vehicleId: [1],
      time: [NOON + 10_000],
      lng: [80.5],
      lat: [13.2],
      speed: [40],
      heading: [90],
      status: [1],
    })
    const moved = world.map.drawn().vehicles.find(({ vehicleId }) => vehicleId === 1)
    equal([moved?.at, moved?.heading, moved?.status], [[80.5, 13.2], 90, 'IDLE'])
  },

  'pressing a vehicle reports it': async (world) => {
    await fleetShown(world)
    const presses = pressesOf(world)
    await world.hands.press(PUNE)
    await world.until('a press', () => presses.length > 0)
    equal(
      presses.map(({ vehicleId }) => vehicleId),
      [2],
    )
  },

  'pressing the ground reports the place alone': async (world) => {
    await fleetShown(world)
    const presses = pressesOf(world)
    await world.hands.press([78, 17])
    await world.until('a press', () => presses.length > 0)
    const [press] = presses
    equal(Object.keys(press ?? {}), ['at'])
    near(press?.at, [78, 17], 0.2)
  },

  'pressing a group zooms in and reports nothing': async (world) => {
    await fleetShown(world)
    const presses = pressesOf(world)
    const before = world.map.drawn().camera.zoom
    const [group] = world.map.drawn().groups
    await world.hands.press(group?.at ?? DELHI)
    await world.until('a closer camera', () => world.map.drawn().camera.zoom >= before + 1)
    equal(presses, [])
  },

  'pressing a group that no zoom splits tells its vehicles, and the camera stays': async (world) => {
    const yard = [21, 22, 23].map((id) => vehicle(id, { longitude: DELHI[0], latitude: DELHI[1] }))
    world.fleet.replaceMembers([...yard, vehicle(24, { longitude: PUNE[0], latitude: PUNE[1] })])
    await mounted(world)
    world.map.showFleet('all')
    await world.until('the yard to be grouped', () => world.map.drawn().groups.length === 1)
    const presses = pressesOf(world)
    const { zoom } = world.map.drawn().camera
    await world.hands.press(world.map.drawn().groups[0]?.at ?? DELHI)
    await world.until('a press', () => presses.length > 0)
    equal(presses[0]?.vehicleIds?.toSorted(), [21, 22, 23])
    near(presses[0]?.at, DELHI, 1e-6)
    equal(world.map.drawn().camera.zoom, zoom)
    world.map.moveTo({ centre: DELHI, zoom: 18 })
    await steady(world, () => world.map.drawn().camera.zoom > 17.9)
    equal(
      world.map.drawn().groups.map(({ count }) => count),
      [3],
    )
  },

  'OPEN-40 ST-10 a vehicle whose fix is too old is not drawn as live, whatever its status': async (world) => {
    await fleetShown(world)
    const late = () => world.map.drawn().vehicles.map((each) => [each.vehicleId, each.status, each.late])
    world.fleet.age(NOON + 46_000)
    world.fleet.applyBatch({
      vehicleId: [2],
      time: [NOON + 46_000],
      lng: [PUNE[0]],
      lat: [PUNE[1]],
      speed: [0],
      heading: [180],
      status: [1],
    })
    equal(late(), [
      [1, 'RUNNING', true],
      [2, 'IDLE', false],
      [3, 'OTHER', true],
    ])
  },

  'OPEN-40 the head of the trail is live until it is said not to be': async (world) => {
    await mounted(world)
    const trail = world.map.showTrail()
    trail.extend({ at: CHENNAI, heading: 90, status: 'RUNNING', time: NOON })
    equal(world.map.drawn().trail?.live, true)
    trail.setLive(false)
    equal(world.map.drawn().trail?.live, false)
  },

  'a press listener that left hears nothing': async (world) => {
    await fleetShown(world)
    const left: MapPress[] = []
    const stay = pressesOf(world)
    const leave = world.map.onPress((press) => left.push(press))
    leave()
    await world.hands.press([78, 17])
    await world.until('a press', () => stay.length > 0)
    equal(left, [])
  },

  'LIV-05 LIV-06 the trail grows by newer points and is cleared': async (world) => {
    await mounted(world)
    const trail = world.map.showTrail()
    const point = (place: number) => ({
      at: [80 + place * 0.01, 13] as const,
      heading: 90,
      status: 'RUNNING',
      time: NOON + place * 10_000,
    })
    for (const place of [0, 1, 2]) trail.extend(point(place))
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
    const truck = (at: LngLat, time: number) => plot.moveTruck({ at, time, heading: 90, status: 'RUNNING' })
    truck(PUNE, NOON)
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

  'MAP-09 MAP-10 a new theme or ground takes nothing off the map': async (world) => {
    await fleetShown(world)
    world.map.showTrack(routeOf(50))
    world.map.setTheme('dark')
    world.map.setBase('satellite')
    const { theme, base, vehicles, groups, track } = world.map.drawn()
    equal([theme, base, vehicles.length, groups.length, track?.events], ['dark', 'satellite', 3, 1, 4])
  },

  'MAP-39 LIV-07 fitting goes no closer than asked': async (world) => {
    await mounted(world)
    world.map.fit([CHENNAI], { maxZoom: 15 })
    await steady(world, () => Math.abs(world.map.drawn().camera.zoom - 15) < 1e-3)
    near(world.map.drawn().camera.centre, CHENNAI, 1e-3)
  },

  'fitting shows all points in what panels leave free': async (world) => {
    await mounted(world)
    world.map.setPadding({ left: 400, top: 60, right: 20, bottom: 100 })
    world.map.fit([CHENNAI, DELHI, PUNE], { maxZoom: 13 })
    await steady(
      world,
      () => Math.abs(world.map.drawn().camera.centre[0] - (PUNE[0] + CHENNAI[0]) / 2) < 1e-3,
    )
    const { centre, zoom } = world.map.drawn().camera
    const middle = [mercatorX(centre[0]), mercatorY(centre[1])] as const
    for (const [lng, lat] of [CHENNAI, DELHI, PUNE]) {
      const away = [mercatorX(lng) - middle[0], mercatorY(lat) - middle[1]].map(
        (by) => Math.abs(by) * worldSize(zoom),
      )
      check(
        (away[0] ?? 0) <= (1280 - 420) / 2 && (away[1] ?? 0) <= (800 - 160) / 2,
        `${lng}, ${lat} lies under a panel`,
      )
    }
    check(zoom > 4.2, 'it is farther out than needed')
  },

  'fitting the fleet fits the visible vehicles': async (world) => {
    await fleetShown(world)
    world.map.showFleet(new Set([1]))
    world.map.fit('fleet', { maxZoom: 13 })
    await steady(world, () => Math.abs(world.map.drawn().camera.zoom - 13) < 1e-3)
    near(world.map.drawn().camera.centre, CHENNAI, 1e-3)
  },

  'MAP-37 the map opens on India; fitting nothing leaves it there': async (world) => {
    await mounted(world)
    world.map.fit([], { maxZoom: 13 })
    world.map.fit('fleet', { maxZoom: 13 })
    near(world.map.drawn().camera.centre, [79.09, 21.15], 1e-6)
    near([world.map.drawn().camera.zoom, 0], [4.7, 0], 1e-6)
  },

  'the camera goes where it is sent and zooms by steps': async (world) => {
    await mounted(world)
    world.map.moveTo({ centre: PUNE, zoom: 9 })
    world.map.zoomBy(1)
    world.map.zoomBy(1)
    await steady(world, () => Math.abs(world.map.drawn().camera.zoom - 11) < 1e-3)
    near(world.map.drawn().camera.centre, PUNE, 1e-3)
    world.map.zoomBy(40)
    await steady(world, () => Math.abs(world.map.drawn().camera.zoom - 18) < 1e-3)
  },

  'a popup asks to be closed and goes when it is taken away': async (world) => {
    await mounted(world)
    const element = world.container.ownerDocument.createElement('p')
    let closed = 0
    const remove = world.map.openPopup(CHENNAI, element, { width: 300, onClose: () => (closed += 1) })
    check(world.container.contains(element), 'the popup is not in the map')
    await world.hands.closePopup()
    await world.until('the wish to close', () => closed === 1)
    equal(world.map.drawn().popups, 1)
    remove()
    remove()
    equal(world.map.drawn().popups, 0)
    check(!world.container.contains(element), 'the popup is still in the map')
  },

  'what the map is told before it is mounted is drawn after': async (world) => {
    const element = world.container.ownerDocument.createElement('p')
    world.fleet.replaceMembers(FLEET)
    world.map.setTheme('dark')
    world.map.showFleet('all')
    world.map.showTrail().extend({ at: CHENNAI, heading: 0, status: 'RUNNING', time: NOON })
    world.map.openPopup({ vehicleId: 1 }, element, { width: 515, onClose: () => undefined })
    world.map.moveTo({ centre: CHENNAI, zoom: 8 })
    await mounted(world)
    await world.until('groups', () => world.map.drawn().groups.length === 1)
    const { theme, trail, popups, camera } = world.map.drawn()
    equal([theme, trail?.points, popups], ['dark', 1, 1])
    near(camera.centre, CHENNAI, 1e-3)
    near([camera.zoom, 0], [8, 0], 1e-3)
    check(world.container.contains(element), 'the popup is not in the map')
  },

  'a map that left its container leaves nothing there and can come back': async (world) => {
    world.fleet.replaceMembers(FLEET)
    const leave = await mounted(world)
    world.map.moveTo({ centre: PUNE, zoom: 9 })
    await steady(world, () => Math.abs(world.map.drawn().camera.zoom - 9) < 1e-3)
    leave()
    leave()
    equal(world.container.childElementCount, 0)
    equal(world.map.drawn().ready, false)
    world.map.showFleet('all')
    await mounted(world)
    await world.until('the fleet', () => world.map.drawn().vehicles.length > 0)
    near(world.map.drawn().camera.centre, PUNE, 1e-3)
  },

  'mounted, unmounted and mounted at once it is there once': async (world) => {
    world.map.mount(world.container)()
    const element = world.container.ownerDocument.createElement('p')
    world.map.openPopup(CHENNAI, element, { width: 300, onClose: () => undefined })
    world.map.mount(world.container)
    await mounted(world)
    check(world.container.contains(element), 'the popup is not in the map')
    check(world.container.childElementCount === 1, 'the map is there more than once')
  },
}
