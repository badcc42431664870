import { assign, enqueueActions, sendTo, setup } from 'xstate'
import { fleetFilterMachine } from '../fleet-filter/fleet-filter.machine.ts'
import { geofencesMachine } from '../geofences/geofences.machine.ts'
import { gridMapMachine } from '../grid-map/grid-map.machine.ts'
import type { Failure } from '../kit/failure.ts'
import { eventPort, promisePort } from '../kit/port.ts'
import { playbackMachine } from '../playback/playback.machine.ts'
import { supportViewMachine, type Whose } from '../support-view/support-view.machine.ts'
import { tripPlotMachine } from '../trip-plot/trip-plot.machine.ts'
import { tripsMachine } from '../trips/trips.machine.ts'
import { vehicleChoiceMachine } from '../vehicle-choice/vehicle-choice.machine.ts'
import {
  type Cluster,
  changedList,
  type FleetContext,
  type FleetInput,
  followed,
  hasFurtherBatch,
  type ListSummary,
  otherBase,
  plotted,
  startedList,
  startedSearch,
  withPoint,
} from './fleet.context.ts'
import type { FleetEvent, FleetStreamFact, LiveFact, ModeOpened, RefreshFact } from './fleet.events.ts'
import { cardsAfterScroll, type LivePoint, type StreamState } from './fleet.logic.ts'
import {
  type AppliedFilter,
  applyFilter,
  type Chip,
  chooseBatch,
  choosesFirst,
  chooseVehicles,
  type ListKind,
  type ListRequest,
  listKindOf,
  pressChip,
  pressShowAll,
  type TripPlotting,
} from './list-memo.logic.ts'

const restores =
  (...kinds: readonly ListKind[]) =>
  ({ context }: { context: FleetContext }) =>
    kinds.includes(listKindOf(context.memo))

/** What the fleet map is made of: its children, its ports and its words. */
export const fleetSetup = setup({
  types: {
    context: {} as FleetContext,
    events: {} as FleetEvent,
    input: {} as FleetInput,
    children: {} as {
      list: 'loadList'
      refresh: 'loadList'
      follow: 'followVehicle'
      fleetStream: 'fleetStream'
      refreshRate: 'refreshRate'
      playback: 'playback'
      tripPlot: 'tripPlot'
      gridMap: 'gridMap'
      geofences: 'geofences'
      supportView: 'supportView'
      filters: 'filters'
      choice: 'choice'
      trips: 'trips'
    },
    tags: {} as 'open' | 'list' | 'loading' | 'unasked' | 'failed',
  },
  actors: {
    loadList: promisePort<ListSummary, ListRequest>('fleet.loadList'),
    followVehicle: eventPort<LiveFact, { vehicleId: number }>('fleet.followVehicle'),
    fleetStream: eventPort<FleetStreamFact>('fleet.fleetStream'),
    refreshRate: eventPort<RefreshFact>('fleet.refreshRate'),
    playback: playbackMachine,
    tripPlot: tripPlotMachine,
    gridMap: gridMapMachine,
    geofences: geofencesMachine,
    supportView: supportViewMachine,
    filters: fleetFilterMachine,
    choice: vehicleChoiceMachine,
    trips: tripsMachine,
  },
  actions: {
    pressChip: assign(({ context }, { status }: { status: Chip }) =>
      changedList(pressChip(context.memo, status)),
    ),
    pressShowAll: assign(({ context }) => changedList(pressShowAll(context.memo))),
    applyFilter: assign(({ context }, { filter }: { filter: AppliedFilter | null }) =>
      changedList(applyFilter(context.memo, filter)),
    ),
    chooseVehicles: assign(({ context }, { vehicleIds }: { vehicleIds: readonly number[] }) =>
      changedList(chooseVehicles(context.memo, vehicleIds)),
    ),
    chooseBatch: assign(({ context }, { batch }: { batch: number | null }) =>
      changedList(chooseBatch(context.memo, batch)),
    ),
    keepSearch: assign((_, { text }: { text: string }) => startedSearch(text)),
    keepWhose: assign((_, { whose }: { whose: Whose | null }) => ({ whose, isHeld: false })),
    startList: assign(startedList),
    showMore: assign(({ context }, { narrow }: { narrow: boolean }) => ({
      cards: cardsAfterScroll(context.cards, context.shown, narrow),
    })),
    keepList: assign((_, { shown, counts }: ListSummary) => ({
      ...{ shown, counts },
      ...{ failure: null, isHeld: true },
    })),
    forgetCounts: assign({ counts: null }),
    countBatch: assign(({ context }) => ({ batches: context.batches + 1 })),
    keepFailure: assign(({ context }, { failure }: { failure: Failure }) => ({
      failure,
      counts: context.isHeld ? context.counts : null,
    })),
    select: assign((_, { vehicleId }: { vehicleId: number }) => ({
      selectedVehicleId: vehicleId,
      cluster: null,
    })),
    openCluster: assign((_, { lng, lat, vehicleIds }: Cluster) => ({
      selectedVehicleId: null,
      cluster: { lng, lat, vehicleIds },
    })),
    closePopup: assign({ selectedVehicleId: null, cluster: null }),
    toggleBase: assign(({ context }) => ({ base: otherBase(context.base) })),
    keepStream: assign((_, { state }: { state: StreamState }) => ({ stream: state })),
    follow: assign((_, { vehicleId }: { vehicleId: number }) => ({ live: followed(vehicleId) })),
    keepPoint: assign(({ context }, { point }: { point: LivePoint }) => ({
      live: context.live && withPoint(context.live, point),
    })),
    keepLiveStream: assign(({ context }, { state }: { state: StreamState }) => ({
      live: context.live && { ...context.live, stream: state },
    })),
    endLive: assign(({ context }, { reason }: { reason: string }) => ({
      live: context.live && { ...context.live, stream: 'ended' as const, reason },
    })),
    forgetLive: assign({ live: null }),
    plotTrip: assign((args, { vehicleId, tripId, now }: TripPlotting) =>
      plotted(args, { vehicleId, tripId, now }),
    ),
    forgetTrip: assign((args) => plotted(args, null)),
    tellTrips: sendTo('trips', ({ context }) => ({ type: 'whose.chosen' as const, whose: context.whose })),
    openSupportView: sendTo('supportView', { type: 'supportView.opened' }),
    closePlayback: sendTo('playback', { type: 'playback.close' }),
    takePlaybackAway: sendTo('playback', { type: 'playback.hardExit' }),
    closeTripPlot: sendTo('tripPlot', { type: 'tripPlot.close' }),
    closeGridMap: sendTo('gridMap', { type: 'gridMap.close' }),
    closeGeofences: sendTo('geofences', { type: 'geofences.close' }),
    keepNext: assign((_, { next }: { next: ModeOpened | null }) => ({ next })),
    /** Enters what was opened while the geofences were still there. */
    openNext: enqueueActions(({ context: { next }, enqueue }) => {
      if (next !== null) enqueue.raise(next)
      enqueue.assign({ next: null })
    }),
  },
  guards: {
    choosesFirst: ({ context }) => choosesFirst(context.memo, context.role, context.whose),
    hasFurtherBatch,
    mayDraw: ({ context }) => context.role !== 'SUPPORT',
    restoresAll: restores('showAll'),
    restoresTrip: restores('tripPlotting'),
    restoresFilter: restores('applied'),
    restoresChecked: restores('checked', 'large'),
    restoresStatus: restores('status'),
  },
})
