import { createActor } from 'xstate'
import type { Role } from '#contract/roles.ts'
import {
  type FleetStreamFact,
  fleetMachine,
  type ListSummary,
  type LiveFact,
  type RefreshFact,
} from '#src/machines/fleet/fleet.machine.ts'
import { selectMode } from '#src/machines/fleet/fleet.selectors.ts'
import type { ListRequest } from '#src/machines/fleet/list-memo.logic.ts'
import type { TrackRequest } from '#src/machines/playback/playback.logic.ts'
import {
  type PlayerFact,
  type PlayRequest,
  playbackMachine,
} from '#src/machines/playback/playback.machine.ts'
import { tripPlotMachine } from '#src/machines/trip-plot/trip-plot.machine.ts'
import {
  type ChoiceWarning,
  vehicleChoiceMachine,
} from '#src/machines/vehicle-choice/vehicle-choice.machine.ts'
import type { TrackSummary } from '#src/services/playback-file/track.ts'
import type { PlotAsked, PlotSummary } from '#src/services/plots/plot.ts'
import { actionByHand, clockByHand, eventsByHand, promiseByHand } from './machine-ports.ts'
import { filtersByHand } from './shell-machines.ts'

/** A fleet map that is open, its ports answered by hand. */
export const startFleet = (role: Role = 'MANAGER', choosesWhose = false) => {
  const list = promiseByHand<ListSummary, ListRequest>()
  const follow = eventsByHand<LiveFact, { vehicleId: number }>()
  const stream = eventsByHand<FleetStreamFact>()
  const rate = eventsByHand<RefreshFact>()
  const track = promiseByHand<TrackSummary | null, TrackRequest>()
  const plot = promiseByHand<PlotSummary, PlotAsked>()
  const options = promiseByHand<void>()
  const warned = actionByHand<{ why: ChoiceWarning }>()
  const filters = filtersByHand()
  const clock = clockByHand()
  const fleet = createActor(
    fleetMachine.provide({
      actors: {
        loadList: list.logic,
        followVehicle: follow.logic,
        fleetStream: stream.logic,
        refreshRate: rate.logic,
        playback: playbackMachine.provide({
          actors: { loadTrack: track.logic, playTrack: eventsByHand<PlayerFact, PlayRequest>().logic },
          actions: { dropTrack: () => {} },
        }),
        tripPlot: tripPlotMachine.provide({
          actors: { loadPlot: plot.logic },
          actions: { dropPlot: () => {} },
        }),
        filters: filters.machine,
        choice: vehicleChoiceMachine.provide({
          actors: { loadOptions: options.logic },
          actions: { warn: warned.act },
        }),
      },
    }),
    { input: { role, choosesWhose }, clock },
  )
  fleet.start()
  fleet.send({ type: 'map.opened' })
  const now = () => fleet.getSnapshot()
  return {
    ...{ fleet, list, follow, stream, rate, track, plot, options, warned, filters, clock, now },
    mode: () => selectMode(now()),
  }
}

/** Thirty vehicles, counted by status. */
export const counts = { RUNNING: 12, IDLING: 6, STOPPED: 6, KEYON: 0, OFFLINE: 6 }

/** One whose list of thirty vehicles is there. */
export const startShown = async (role?: Role) => {
  const kit = startFleet(role)
  await kit.list.latest().resolve({ shown: 30, counts })
  return kit
}
