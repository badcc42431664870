// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { LivePoint } from '#src/machines/fleet/fleet.logic.ts'
import type { FleetEvent } from '#src/machines/fleet/fleet.machine.ts'
import { type MapMode, selectMode } from '#src/machines/fleet/fleet.selectors.ts'
import { selectFleet } from '#src/machines/app/app.selectors.ts'
import { openPage, type Page, vehicle } from './kit/page.tsx'
import { makeTrack } from './kit/track.ts'
import { PLOT_NOW } from './kit/trips-by-hand.ts'

let page: Page
afterEach(() => page.close())

const fleet = () => {
  const actor = selectFleet(page.actor.getSnapshot())
  if (actor === undefined) throw new Error('No map is open.')
  return actor
}
const send = (event: FleetEvent) => page.let(() => fleet().send(event))
const mode = () => selectMode(fleet().getSnapshot())

const point: LivePoint = {
  ...{ LAT: 21.15, LONG: 79.09, status: 'RUNNING', RegNo: 'TN 01 AB 0001' },
  ...{ UpdatedTime: '20-11-2026 14:32:10', vehicleId: 1, time: PLOT_NOW },
  ...{ speed: 48, heading: 90, odo: 1, fuelPercent: 61, adbluePercent: null },
}

/** Which layers of the map hold something. */
const layers = () => {
  const { vehicles, groups, trail, track, plot, alerts, fences, drawing } = page.map.drawn()
  return {
    fleet: vehicles.length + groups.length > 0,
    trail: trail !== null,
    track: track !== null || alerts > 0,
    plot: plot !== null,
    fences: fences.length > 0 || drawing !== null,
  }
}
const NOTHING = { fleet: false, trail: false, track: false, plot: false, fences: false }

const answerList = () => page.answerList([vehicle(1), vehicle(2, { latitude: 20, longitude: 77 })])
/** The lists that a mode is entered from, so that each way in begins at the plain fleet. */
const toPlainFleet = async () => {
  for (let presses = 0; presses < 3 && !fleet().getSnapshot().hasTag('list'); presses++)
    await send({ type: 'back.pressed' })
  if (mode() === 'showAll') await send({ type: 'showAll.pressed' })
  await send({ type: 'vehicles.chosen', vehicleIds: [] })
  if (mode() === 'statusFilter') await send({ type: 'chip.pressed', status: 'RUNNING' })
  await answerList()
}

type Entered = { readonly event: FleetEvent; readonly shows: Partial<typeof NOTHING>; fill(): Promise<void> }
const list = (event: FleetEvent): Entered => ({ event, shows: { fleet: true }, fill: answerList })

const MODES: Readonly<Record<Exclude<MapMode, 'closed'>, Entered>> = {
  normalFleet: list({ type: 'filter.chosen', filter: null }),
  showAll: list({ type: 'showAll.pressed' }),
  statusFilter: list({ type: 'chip.pressed', status: 'RUNNING' }),
  appliedFilter: list({
    type: 'filter.chosen',
    filter: { overSpeed: 60, groupIds: [], regionIds: [] },
  }),
  checkedVehicles: list({ type: 'vehicles.chosen', vehicleIds: [1, 2] }),
  playback: {
    event: { type: 'playback.opened', vehicleId: 1, now: PLOT_NOW },
    shows: { track: true },
    fill: () => page.answerTrack(makeTrack()),
  },
  live: {
    event: { type: 'live.opened', vehicleId: 1 },
    shows: { trail: true },
    fill: () => page.let(() => page.follow.latest().emit({ type: 'live.pointArrived', point })),
  },
  tripPlot: {
    event: { type: 'tripPlot.opened', vehicleId: 1, tripId: null, now: PLOT_NOW },
    shows: { plot: true },
    fill: () =>
      page.let(() => {
        const at = (minute: number, lng: number) => ({ gpsTime: PLOT_NOW + minute * 60_000, lng })
        page.trips.calls
          .filter(({ id }) => id === 'tripRoute')
          .at(-1)
          ?.answer({ data: [at(0, 77), at(1, 77.1)].map(plotPoint) })
      }),
  },
  gridMap: { event: { type: 'gridMap.opened', vehicleIds: [1] }, shows: {}, fill: async () => {} },
  geofences: { event: { type: 'geofences.opened' }, shows: {}, fill: async () => {} },
}
const NAMES = Object.keys(MODES) as (keyof typeof MODES)[]
const isList = (name: keyof typeof MODES) => MODES[name].shows.fleet === true
