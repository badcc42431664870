import { createActor } from 'xstate'
import type { Role } from '#contract/roles.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { fleetMachine } from '#src/machines/fleet/fleet.machine.ts'
import type {
  FleetStreamEvent,
  ListRequest,
  ListSummary,
  LiveStreamEvent,
  RefreshDueEvent,
} from '#src/machines/fleet/fleet.ports.ts'
import { selectMode } from '#src/machines/fleet/fleet.selectors.ts'
import {
  type SelectionWarning,
  vehicleSelectionMachine,
} from '#src/machines/fleet-filter/vehicle-selection.machine.ts'
import { playbackMachine } from '#src/machines/playback/playback.machine.ts'
import type {
  PlayerEvent,
  PlayRequest,
  TrackRequest,
  TrackSummary,
} from '#src/machines/playback/playback.ports.ts'
import { tripPlotMachine } from '#src/machines/trips/trip-plot.machine.ts'
import type { PlotRequest, PlotSummary } from '#src/machines/trips/trips.ports.ts'
import { controlledEvents, controlledPromise, recordedAction, simulatedClock } from './controlled-ports.ts'
import { createGeofencesFixture } from './geofences.fixture.ts'
import { createFleetFilterFixture } from './shell.fixture.ts'

/** An open fleet map, its ports answered by the test. */
export const startFleet = (role: Role = 'MANAGER', choosesDataOwner = false) => {
  const list = controlledPromise<ListSummary, ListRequest>()
  const follow = controlledEvents<LiveStreamEvent, { vehicleId: number }>()
  const stream = controlledEvents<FleetStreamEvent>()
  const rate = controlledEvents<RefreshDueEvent>()
  const track = controlledPromise<TrackSummary | null, TrackRequest>()
  const plot = controlledPromise<PlotSummary, PlotRequest>()
  const options = controlledPromise<void>()
  const warned = recordedAction<{ why: SelectionWarning }>()
  const filters = createFleetFilterFixture()
  const geofences = createGeofencesFixture()
  const clock = simulatedClock()
  const fleet = createActor(
    fleetMachine.provide({
      actors: {
        loadList: list.logic,
        followVehicle: follow.logic,
        fleetStream: stream.logic,
        refreshRate: rate.logic,
        playback: playbackMachine.provide({
          actors: { loadTrack: track.logic, playTrack: controlledEvents<PlayerEvent, PlayRequest>().logic },
          actions: { dropTrack: () => {} },
        }),
        tripPlot: tripPlotMachine.provide({
          actors: { loadPlot: plot.logic },
          actions: { dropPlot: () => {} },
        }),
        filters: filters.machine,
        geofences: geofences.machine,
        vehicleSelection: vehicleSelectionMachine.provide({
          actors: { loadOptions: options.logic },
          actions: { warn: warned.act },
        }),
      },
    }),
    { input: { role, choosesDataOwner, timeZone: DEFAULT_TIME_ZONE }, clock },
  )
  fleet.start()
  fleet.send({ type: 'map.opened' })
  const now = () => fleet.getSnapshot()
  return {
    ...{ fleet, list, follow, stream, rate, track, plot, options, warned, filters, geofences, clock, now },
    mode: () => selectMode(now()),
  }
}

/** Thirty vehicles, counted by status. */
export const counts = { RUNNING: 12, IDLING: 6, STOPPED: 6, KEYON: 0, OFFLINE: 6 }

/** One whose list of thirty vehicles has loaded. */
export const startFleetWithList = async (role?: Role) => {
  const fixture = startFleet(role)
  await fixture.list.latest().resolve({ shown: 30, counts })
  return fixture
}
