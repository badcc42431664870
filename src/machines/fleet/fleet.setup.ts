import { assign, enqueueActions, sendTo, setup } from 'xstate'
import { fleetFilterMachine } from '../fleet-filter/fleet-filter.machine.ts'
import { vehicleSelectionMachine } from '../fleet-filter/vehicle-selection.machine.ts'
import { geofencesMachine } from '../geofences/geofences.machine.ts'
import { gridMapMachine } from '../grid-map/grid-map.machine.ts'
import type { Failure } from '../kit/failure.ts'
import { cardsAfterScroll } from '../kit/list.logic.ts'
import { eventPort, promisePort } from '../kit/port.ts'
import { liveLinksMachine } from '../live-share/live-links.machine.ts'
import { playbackMachine } from '../playback/playback.machine.ts'
import type { DataOwner } from '../support/support.ports.ts'
import { supportViewMachine } from '../support/support-view.machine.ts'
import { tripPlotMachine } from '../trips/trip-plot.machine.ts'
import { tripsMachine } from '../trips/trips.machine.ts'
import {
  type Cluster,
  changeList,
  type FleetContext,
  type FleetInput,
  hasFurtherBatch,
  startList,
  startLive,
  startSearch,
  toggleBase,
  withPoint,
  withTripPlotting,
} from './fleet.context.ts'
import type { FleetEvent, ModeOpened } from './fleet.events.ts'
import type {
  FleetStreamEvent,
  ListRequest,
  ListSummary,
  LivePoint,
  LiveStreamEvent,
  RefreshDueEvent,
  StreamState,
} from './fleet.ports.ts'
import {
  type AppliedFilter,
  applyFilter,
  type Chip,
  chooseBatch,
  choosesFirst,
  chooseVehicles,
  type ListKind,
  listKindOf,
  pressChip,
  pressShowAll,
  type TripPlotting,
} from './list-restoration.logic.ts'

const restores =
  (...kinds: readonly ListKind[]) =>
  ({ context }: { context: FleetContext }) =>
    kinds.includes(listKindOf(context.memo))

/** Children, ports, actions and guards of the fleet map. */
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
      vehicleSelection: 'vehicleSelection'
      trips: 'trips'
      liveLinks: 'liveLinks'
    },
    tags: {} as 'open' | 'list' | 'loading' | 'unasked' | 'failed',
  },
  actors: {
    loadList: promisePort<ListSummary, ListRequest>('fleet.loadList'),
    followVehicle: eventPort<LiveStreamEvent, { vehicleId: number }>('fleet.followVehicle'),
    fleetStream: eventPort<FleetStreamEvent>('fleet.fleetStream'),
    refreshRate: eventPort<RefreshDueEvent>('fleet.refreshRate'),
    playback: playbackMachine,
    tripPlot: tripPlotMachine,
    gridMap: gridMapMachine,
    geofences: geofencesMachine,
    supportView: supportViewMachine,
    filters: fleetFilterMachine,
    vehicleSelection: vehicleSelectionMachine,
    trips: tripsMachine,
    liveLinks: liveLinksMachine,
  },
  actions: {
    pressChip: assign(({ context }, { status }: { status: Chip }) =>
      changeList(pressChip(context.memo, status)),
    ),
    pressShowAll: assign(({ context }) => changeList(pressShowAll(context.memo))),
    applyFilter: assign(({ context }, { filter }: { filter: AppliedFilter | null }) =>
      changeList(applyFilter(context.memo, filter)),
    ),
    chooseVehicles: assign(({ context }, { vehicleIds }: { vehicleIds: readonly number[] }) =>
      changeList(chooseVehicles(context.memo, vehicleIds)),
    ),
    chooseBatch: assign(({ context }, { batch }: { batch: number | null }) =>
      changeList(chooseBatch(context.memo, batch)),
    ),
    setSearch: assign((_, { text }: { text: string }) => startSearch(text)),
    setDataOwner: assign((_, { dataOwner }: { dataOwner: DataOwner | null }) => ({
      dataOwner,
      isHeld: false,
    })),
    startList: assign(startList),
    showMore: assign(({ context }, { narrow }: { narrow: boolean }) => ({
      cards: cardsAfterScroll(context.cards, context.shown, narrow),
    })),
    setList: assign((_, { shown, counts }: ListSummary) => ({
      shown,
      counts,
      failure: null,
      isHeld: true,
    })),
    forgetCounts: assign({ counts: null }),
    countBatch: assign(({ context }) => ({ batches: context.batches + 1 })),
    setFailure: assign(({ context }, { failure }: { failure: Failure }) => ({
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
    toggleBase: assign(({ context }) => ({ base: toggleBase(context.base) })),
    setStream: assign((_, { state }: { state: StreamState }) => ({ stream: state })),
    follow: assign((_, { vehicleId }: { vehicleId: number }) => ({ live: startLive(vehicleId) })),
    setPoint: assign(({ context }, { point }: { point: LivePoint }) => ({
      live: context.live && withPoint(context.live, point),
    })),
    setLiveStream: assign(({ context }, { state }: { state: StreamState }) => ({
      live: context.live && { ...context.live, stream: state },
    })),
    endLive: assign(({ context }, { reason }: { reason: string }) => ({
      live: context.live && { ...context.live, stream: 'ended' as const, reason },
    })),
    forgetLive: assign({ live: null }),
    plotTrip: assign((args, { vehicleId, tripId, now }: TripPlotting) =>
      withTripPlotting(args, { vehicleId, tripId, now }),
    ),
    forgetTrip: assign((args) => withTripPlotting(args, null)),
    forwardDataOwner: sendTo('trips', ({ context }) => ({
      type: 'dataOwner.chosen' as const,
      dataOwner: context.dataOwner,
    })),
    openSupportView: sendTo('supportView', { type: 'supportView.opened' }),
    closePlayback: sendTo('playback', { type: 'playback.close' }),
    hardExitPlayback: sendTo('playback', { type: 'playback.hardExit' }),
    closeTripPlot: sendTo('tripPlot', { type: 'tripPlot.close' }),
    closeGridMap: sendTo('gridMap', { type: 'gridMap.close' }),
    closeGeofences: sendTo('geofences', { type: 'geofences.close' }),
    setNext: assign((_, { next }: { next: ModeOpened | null }) => ({ next })),
    /** Enters what was opened while the geofences were still there. */
    openNext: enqueueActions(({ context: { next }, enqueue }) => {
      if (next !== null) enqueue.raise(next)
      enqueue.assign({ next: null })
    }),
  },
  guards: {
    choosesFirst: ({ context }) => choosesFirst(context.memo, context.role, context.dataOwner),
    hasFurtherBatch,
    mayDraw: ({ context }) => context.role !== 'SUPPORT',
    restoresAll: restores('showAll'),
    restoresTrip: restores('tripPlotting'),
    restoresFilter: restores('applied'),
    restoresChecked: restores('checked', 'large'),
    restoresStatus: restores('status'),
  },
})
