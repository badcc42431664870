import { screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { afterEach, expect, test } from 'vitest'
import { selectFleet } from '#src/machines/app/app.selectors.ts'
import type { FleetEvent } from '#src/machines/fleet/fleet.machine.ts'
import type { LivePoint } from '#src/machines/fleet/fleet.ports.ts'
import {
  type MapMode,
  selectGeofences,
  selectGridMap,
  selectMode,
  selectPlayback,
} from '#src/machines/fleet/fleet.selectors.ts'
import GridMap from '#src/views/grid-map/grid-map.tsx'
import { useAppSelector } from '#src/views/kit/app-context.tsx'
import { fence } from '#tests/kit/builders/geofences.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'
import { bringIntoView } from '#tests/kit/views/browser-stubs.ts'
import { openPage, type Page, vehicle } from '#tests/kit/views/page.tsx'
import { PLOT_NOW } from '#tests/kit/views/trips.fixture.ts'

// Observes the map, which the director draws whether its screen is mounted or not, and the maps of the grid.
const Grids = () => {
  const opened = useAppSelector(selectFleet)
  const grid = useSelector(opened, (snapshot) => snapshot && selectGridMap(snapshot))
  return opened === undefined || grid === undefined ? null : <GridMap fleet={opened} actor={grid} />
}

let page: Page
afterEach(() => page.close())

const fleet = () => {
  const actor = selectFleet(page.actor.getSnapshot())
  if (actor === undefined) throw new Error('No map is open.')
  return actor
}
const send = (event: FleetEvent) => page.act(() => fleet().send(event))
const mode = () => selectMode(fleet().getSnapshot())

const point: LivePoint = {
  ...{ LAT: 21.15, LONG: 79.09, status: 'RUNNING', RegNo: 'TN 01 AB 0001' },
  ...{ UpdatedTime: '20-11-2026 14:32:10', vehicleId: 1, time: PLOT_NOW },
  ...{ speed: 48, heading: 90, odo: 1, fuelPercent: 61, adbluePercent: null, intervalS: 10 },
}

/** The layers of the map that have content. */
const layers = () => {
  const { vehicles, clusters, trail, track, plot, alerts, fences, drawing } = page.map.drawn()
  return {
    fleet: vehicles.length + clusters.length > 0,
    trail: trail !== null,
    track: track !== null,
    alerts: alerts > 0,
    plot: plot !== null,
    fences: fences.length > 0,
    drawTool: drawing !== null,
    cells: page.cellMaps.some(({ mounted }) => mounted),
  }
}
const NOTHING = {
  ...{ fleet: false, trail: false, track: false, alerts: false, plot: false },
  ...{ fences: false, drawTool: false, cells: false },
}

const answerList = () => page.answerList([vehicle(1), vehicle(2, { latitude: 20, longitude: 77 })])
type Entered = {
  readonly event: FleetEvent
  /** Returns to the plain fleet. */
  readonly leave: FleetEvent
  readonly shows: Partial<typeof NOTHING>
  fill(): Promise<void>
}
const BACK = { type: 'back.pressed' } as const
const list = (event: FleetEvent, leave: FleetEvent): Entered => ({
  ...{ event, leave, shows: { fleet: true }, fill: answerList },
})

const MODES: Readonly<Record<Exclude<MapMode, 'closed'>, Entered>> = {
  normalFleet: list({ type: 'filter.chosen', filter: null }, { type: 'filter.chosen', filter: null }),
  showAll: list({ type: 'showAll.pressed' }, { type: 'showAll.pressed' }),
  statusFilter: list(
    { type: 'chip.pressed', status: 'RUNNING' },
    { type: 'chip.pressed', status: 'RUNNING' },
  ),
  appliedFilter: list(
    { type: 'filter.chosen', filter: { overSpeed: 60, groupIds: [], regionIds: [] } },
    { type: 'filter.chosen', filter: null },
  ),
  checkedVehicles: list(
    { type: 'vehicles.chosen', vehicleIds: [1, 2] },
    { type: 'vehicles.chosen', vehicleIds: [] },
  ),
  playback: {
    event: { type: 'playback.opened', vehicleId: 1, now: PLOT_NOW },
    leave: BACK,
    shows: { track: true, alerts: true },
    fill: async () => {
      const track = makeTrack()
      await page.answerTrack(track)
      const alert = { latitude: 13, longitude: 77, time: track.time[1] ?? 0, label: 'OS' }
      const alertFields = {
        alertName: 'Overspeeding',
        desc: '',
        alertTime: '19-11-2026 15:02:20',
        speedVal: 92,
      }
      await page.answerAlerts([{ ...alert, ...alertFields }])
      await page.act(() => selectPlayback(fleet().getSnapshot())?.send({ type: 'playback.alertsToggled' }))
    },
  },
  live: {
    event: { type: 'live.opened', vehicleId: 1 },
    leave: BACK,
    shows: { trail: true },
    fill: () => page.act(() => page.follow.latest().emit({ type: 'live.pointArrived', point })),
  },
  tripPlot: {
    event: { type: 'tripPlot.opened', vehicleId: 1, tripId: null, now: PLOT_NOW },
    leave: BACK,
    shows: { plot: true },
    fill: () =>
      page.act(() => {
        const at = (minute: number, gpsLongitude: number) => ({
          ...{ gpsTime: PLOT_NOW + minute * 60_000, gpsLongitude, gpsLatitude: 13 },
        })
        page.trips.calls
          .filter(({ id }) => id === 'tripRoute')
          .at(-1)
          ?.answer({ data: [at(0, 77), at(1, 77.1)] })
      }),
  },
  gridMap: {
    event: { type: 'gridMap.opened', vehicleIds: [1] },
    leave: BACK,
    shows: { cells: true },
    fill: () =>
      page.act(() => {
        for (const cell of screen.getAllByRole('region', { name: /^Live map of/ })) bringIntoView(cell)
      }),
  },
  geofences: {
    event: { type: 'geofences.opened' },
    leave: BACK,
    shows: { fences: true, drawTool: true },
    fill: () =>
      page.act(() => {
        const fences = selectGeofences(fleet().getSnapshot())
        fences?.send({ type: 'fence.create', now: PLOT_NOW })
        fences?.send({ type: 'hint.acknowledged' })
      }),
  },
}
const NAMES = Object.keys(MODES) as (keyof typeof MODES)[]
const isList = (name: keyof typeof MODES) => MODES[name].shows.fleet === true

const enter = async (name: keyof typeof MODES) => {
  await send(MODES[name].event)
  if (name !== 'normalFleet') expect(mode()).toBe(name)
}

test.each(NAMES)(
  'MAP-26 LIV-01 GEO-14 entering any other mode clears the markers of this one: %s',
  async (from) => {
    page = openPage({ screens: <Grids /> })
    page.fences.answers['geofenceList'] = () => ({ geofences: [fence(4)] })
    await page.signIn()
    await answerList()
    for (const to of NAMES) {
      if (to === from) continue
      const transition = `${from} → ${to}`
      await enter(from)
      await MODES[from].fill()
      expect(layers(), from).toEqual({ ...NOTHING, ...MODES[from].shows })
      // From a mode that shows no list, a list is reached by going back.
      const goesBack = !isList(from) && isList(to)
      const isUnder = to === 'statusFilter' && (from === 'appliedFilter' || from === 'checkedVehicles')
      if (goesBack || isUnder || to === 'normalFleet') await send(MODES[from].leave)
      if (to !== 'normalFleet') await enter(to)
      // A newly requested list has nothing to show before it arrives; the others may show their content.
      const mayShow = !isList(to) || (goesBack && to === 'normalFleet')
      const others = Object.entries(layers()).filter(
        ([layer, isShown]) => isShown && !(mayShow && Object.hasOwn(MODES[to].shows, layer)),
      )
      expect(others, transition).toEqual([])
      await MODES[to].fill()
      expect(layers(), transition).toEqual({ ...NOTHING, ...MODES[to].shows })
      await send(MODES[to].leave)
      if (mode() !== 'normalFleet') await send(MODES[from].leave)
      expect(mode(), transition).toBe('normalFleet')
      await answerList()
    }
  },
)
