import { assertEvent, assign, sendTo, setup } from 'xstate'
import { LIST_PAGE } from '#contract/constants.ts'
import { type Failure, failureOf } from '../kit/failure.ts'
import { eventPort, promisePort } from '../kit/port.ts'
import type { Moment } from '../playback/moment.logic.ts'
import { playbackMachine } from '../playback/playback.machine.ts'
import { supportViewMachine, type Whose, type WhoseFact } from '../support-view/support-view.machine.ts'
import { tripsMachine } from '../trips/trips.machine.ts'
import {
  type FleetContext,
  type FleetInput,
  followed,
  type ListSummary,
  listRequest,
  otherBase,
  startedSearch,
  unopened,
} from './fleet.context.ts'
import {
  type Chip,
  cardsAfterScroll,
  choosesFirst,
  type ListRequest,
  type LivePoint,
  listModeOf,
  pressChip,
  pressShowAll,
  type StreamState,
} from './fleet.logic.ts'

export type { FleetContext, FleetInput, ListSummary } from './fleet.context.ts'

/** What the followed vehicle's stream says. `reason` is the stream's own word for why it will not go on (LIV-09). */
export type LiveFact =
  | { type: 'live.pointArrived'; point: LivePoint }
  | { type: 'live.streamChanged'; state: Exclude<StreamState, 'ended'> }
  | { type: 'live.ended'; reason: string }

/** What the fleet's stream says; its batches go to the fleet store. */
export type FleetStreamFact = { type: 'fleetStream.changed'; state: StreamState }

/** The stored refresh rate has gone by (OPEN-44). */
export type RefreshFact = { type: 'refresh.due' }

/** What the fleet map can hear. `now` is the clock in ms; `narrow` is a tablet or a Linux agent (MAP-15). */
export type FleetEvent =
  | { type: 'map.opened' }
  | { type: 'map.closed' }
  | { type: 'chip.pressed'; status: Chip }
  | { type: 'showAll.pressed' }
  | { type: 'search.changed'; text: string }
  | { type: 'list.scrolledToEnd'; narrow: boolean }
  | { type: 'list.retry' }
  | { type: 'vehicle.selected'; vehicleId: number }
  | { type: 'popup.closed' }
  | { type: 'base.toggled' }
  | { type: 'live.opened'; vehicleId: number }
  | { type: 'live.closed' }
  | { type: 'playback.opened'; vehicleId: number; now: number; moment?: Moment }
  | { type: 'back.pressed' }
  | LiveFact
  | FleetStreamFact
  | RefreshFact
  | WhoseFact

const fleetSetup = setup({
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
      supportView: 'supportView'
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
    supportView: supportViewMachine,
    trips: tripsMachine,
  },
  actions: {
    pressChip: assign(({ context }, { status }: { status: Chip }) => ({
      memo: pressChip(context.memo, status),
    })),
    pressShowAll: assign(({ context }) => ({ memo: pressShowAll(context.memo) })),
    keepSearch: assign((_, { text }: { text: string }) => startedSearch(text)),
    keepWhose: assign((_, { whose }: { whose: Whose | null }) => ({ whose })),
    startList: assign({ cards: LIST_PAGE.first, failure: null }),
    showMore: assign(({ context }, { narrow }: { narrow: boolean }) => ({
      cards: cardsAfterScroll(context.cards, context.shown, narrow),
    })),
    keepList: assign((_, { shown, counts }: ListSummary) => ({ shown, counts, failure: null })),
    keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    select: assign((_, { vehicleId }: { vehicleId: number }) => ({ selectedVehicleId: vehicleId })),
    closePopup: assign({ selectedVehicleId: null }),
    toggleBase: assign(({ context }) => ({ base: otherBase(context.base) })),
    keepStream: assign((_, { state }: { state: StreamState }) => ({ stream: state })),
    follow: assign((_, { vehicleId }: { vehicleId: number }) => ({ live: followed(vehicleId) })),
    keepPoint: assign(({ context }, { point }: { point: LivePoint }) => ({
      live: context.live && { ...context.live, lastPoint: point },
    })),
    keepLiveStream: assign(({ context }, { state }: { state: StreamState }) => ({
      live: context.live && { ...context.live, stream: state },
    })),
    endLive: assign(({ context }, { reason }: { reason: string }) => ({
      live: context.live && { ...context.live, stream: 'ended' as const, reason },
    })),
    forgetLive: assign({ live: null }),
    openSupportView: sendTo('supportView', { type: 'supportView.opened' }),
    closePlayback: sendTo('playback', { type: 'playback.close' }),
  },
  guards: {
    choosesFirst: ({ context }) => choosesFirst(context.memo, context.role, context.whose),
    restoresAll: ({ context }) => listModeOf(context.memo) === 'showAll',
    restoresStatus: ({ context }) => listModeOf(context.memo) === 'statusFilter',
  },
})

/** What every mode that shows a list does; which list it is, the memo says. */
const listMode = fleetSetup.createStateConfig({
  tags: 'list',
  initial: 'deciding',
  entry: 'startList',
  exit: 'closePopup',
  on: {
    'chip.pressed': {
      target: '#fleet.open.restoring',
      actions: { type: 'pressChip', params: ({ event }) => event },
    },
    'showAll.pressed': { target: '#fleet.open.restoring', actions: 'pressShowAll' },
    'whose.chosen': {
      target: '#fleet.open.restoring',
      actions: { type: 'keepWhose', params: ({ event }) => event },
    },
    'search.changed': { actions: { type: 'keepSearch', params: ({ event }) => event } },
    'list.scrolledToEnd': { actions: { type: 'showMore', params: ({ event }) => event } },
    'vehicle.selected': { actions: { type: 'select', params: ({ event }) => event } },
    'popup.closed': { actions: 'closePopup' },
  },
  states: {
    deciding: { always: [{ guard: 'choosesFirst', target: 'unasked' }, { target: 'loading' }] },
    unasked: { tags: 'unasked' },
    loading: {
      tags: 'loading',
      invoke: {
        id: 'list',
        src: 'loadList',
        input: listRequest,
        onDone: { target: 'shown', actions: { type: 'keepList', params: ({ event }) => event.output } },
        onError: {
          target: 'failed',
          actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
        },
      },
    },
    shown: { on: { 'refresh.due': 'refreshing' } },
    refreshing: {
      invoke: {
        id: 'refresh',
        src: 'loadList',
        input: listRequest,
        onDone: { target: 'shown', actions: { type: 'keepList', params: ({ event }) => event.output } },
        onError: 'shown',
      },
    },
    failed: { tags: 'failed', on: { 'list.retry': 'loading', 'refresh.due': 'loading' } },
  },
})

/**
 * The fleet map: one mode at a time (MAP-25, MAP-26), and the way back to the list that was there before (MAP-27).
 * Modes of later screens (applied filter, checked vehicles, trip plot, grid map, geofence drawing) stand beside these.
 */
export const fleetMachine = fleetSetup.createMachine({
  id: 'fleet',
  context: ({ input }) => unopened(input),
  initial: 'closed',
  invoke: {
    id: 'supportView',
    src: 'supportView',
    input: ({ context }) => ({ isOffered: context.choosesWhose }),
  },
  states: {
    closed: { on: { 'map.opened': 'open' } },
    open: {
      tags: 'open',
      entry: 'openSupportView',
      initial: 'restoring',
      invoke: [
        {
          id: 'fleetStream',
          src: 'fleetStream',
          onError: { actions: { type: 'keepStream', params: { state: 'ended' } } },
        },
        { id: 'refreshRate', src: 'refreshRate' },
        { id: 'trips', src: 'trips' },
      ],
      on: {
        'map.closed': 'closed',
        'base.toggled': { actions: 'toggleBase' },
        'fleetStream.changed': { actions: { type: 'keepStream', params: ({ event }) => event } },
        'live.opened': {
          target: '.live',
          actions: { type: 'follow', params: ({ event }) => event },
        },
        'playback.opened': '.playback',
      },
      states: {
        restoring: {
          always: [
            { guard: 'restoresAll', target: 'showAll' },
            { guard: 'restoresStatus', target: 'statusFilter' },
            { target: 'normalFleet' },
          ],
        },
        normalFleet: listMode,
        showAll: listMode,
        statusFilter: listMode,
        live: {
          initial: 'following',
          exit: 'forgetLive',
          on: { 'live.closed': 'restoring', 'back.pressed': 'restoring' },
          states: {
            following: {
              invoke: {
                id: 'follow',
                src: 'followVehicle',
                input: ({ context }) => ({ vehicleId: context.live?.vehicleId ?? 0 }),
                onError: {
                  target: 'ended',
                  actions: {
                    type: 'endLive',
                    params: ({ event }) => ({ reason: failureOf(event.error).message }),
                  },
                },
              },
              on: {
                'live.pointArrived': { actions: { type: 'keepPoint', params: ({ event }) => event } },
                'live.streamChanged': { actions: { type: 'keepLiveStream', params: ({ event }) => event } },
                'live.ended': {
                  target: 'ended',
                  actions: { type: 'endLive', params: ({ event }) => event },
                },
              },
            },
            ended: {},
          },
        },
        playback: {
          invoke: {
            id: 'playback',
            src: 'playback',
            input: ({ event }) => {
              assertEvent(event, 'playback.opened')
              return { vehicleId: event.vehicleId, now: event.now, moment: event.moment }
            },
            onDone: 'restoring',
          },
          on: { 'back.pressed': { actions: 'closePlayback' } },
        },
      },
    },
  },
})
