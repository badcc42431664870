import { type ActorRefFrom, assertEvent } from 'xstate'
import { initialContext, shownTimeZone } from './fleet.context.ts'
import type { ModeOpened } from './fleet.events.ts'
import { listMode } from './fleet.lists.ts'
import { fleetSetup } from './fleet.setup.ts'
import { chosenOf, fenceChoiceOf } from './list-restoration.logic.ts'

export type { FleetContext, FleetInput } from './fleet.context.ts'
export type { FleetEvent } from './fleet.events.ts'

/** Geofences may have unsaved changes: they ask first, and the other mode is entered when they are closed. */
const closedFirst = {
  actions: [
    { type: 'setNext', params: ({ event }: { event: ModeOpened }) => ({ next: event }) },
    { type: 'closeGeofences' },
  ],
} as const

const NO_TRIP = { vehicleId: 0, tripId: null, now: 0 }

/**
 * The fleet map: one of ten modes at a time (MAP-25, MAP-26), and back to the list shown before (MAP-27).
 * Five modes show lists; playback, trip plot, grid map and geofence drawing are machines of their own.
 */
export const fleetMachine = fleetSetup.createMachine({
  id: 'fleet',
  context: ({ input }) => initialContext(input),
  initial: 'closed',
  invoke: [
    {
      id: 'supportView',
      src: 'supportView',
      input: ({ context }) => ({ isOffered: context.choosesDataOwner }),
    },
    { id: 'filters', src: 'filters', input: ({ context }) => ({ role: context.role }) },
    { id: 'vehicleSelection', src: 'vehicleSelection', input: ({ context }) => ({ role: context.role }) },
  ],
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
          onError: { actions: { type: 'setStream', params: { state: 'ended' } } },
        },
        { id: 'refreshRate', src: 'refreshRate' },
        { id: 'trips', src: 'trips', input: ({ context }) => ({ dataOwner: context.dataOwner }) },
        { id: 'liveLinks', src: 'liveLinks' },
      ],
      on: {
        'map.closed': { target: 'closed', actions: { type: 'setNext', params: { next: null } } },
        'base.toggled': { actions: 'toggleBase' },
        'fleetStream.changed': { actions: { type: 'setStream', params: ({ event }) => event } },
        'live.opened': {
          target: '.live',
          actions: { type: 'follow', params: ({ event }) => event },
        },
        'playback.opened': '.playback',
        'tripPlot.opened': {
          target: '.tripPlot',
          actions: { type: 'plotTrip', params: ({ event }) => event },
        },
        'gridMap.opened': '.gridMap',
        'geofences.opened': { guard: 'mayDraw', target: '.geofences' },
      },
      states: {
        restoring: {
          always: [
            { guard: 'restoresAll', target: 'showAll' },
            { guard: 'restoresTrip', target: 'tripPlot' },
            { guard: 'restoresFilter', target: 'appliedFilter' },
            { guard: 'restoresChecked', target: 'checkedVehicles' },
            { guard: 'restoresStatus', target: 'statusFilter' },
            { target: 'normalFleet' },
          ],
        },
        normalFleet: listMode,
        showAll: listMode,
        statusFilter: listMode,
        appliedFilter: listMode,
        checkedVehicles: listMode,
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
                    params: { reason: 'broken' },
                  },
                },
              },
              on: {
                'live.pointArrived': { actions: { type: 'setPoint', params: ({ event }) => event } },
                'live.streamChanged': { actions: { type: 'setLiveStream', params: ({ event }) => event } },
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
          initial: 'shown',
          invoke: {
            id: 'playback',
            src: 'playback',
            input: ({ context, event }) => {
              assertEvent(event, 'playback.opened')
              const { vehicleId, now, link } = event
              return { vehicleId, now, timeZone: shownTimeZone(context), link }
            },
            onDone: 'restoring',
          },
          on: { 'back.pressed': { actions: 'closePlayback' } },
          states: {
            shown: { on: { 'map.closed': 'discarded' } },
            // Another screen or a logout: the route is cleared before the map goes (PLB-13).
            discarded: { entry: 'hardExitPlayback', always: '#fleet.closed' },
          },
        },
        // The trip stays in the memo while live or playback is opened from it, and is restored after them.
        tripPlot: {
          invoke: {
            id: 'tripPlot',
            src: 'tripPlot',
            input: ({ context }) => context.memo.tripPlotting ?? NO_TRIP,
            onDone: { target: 'restoring', actions: 'forgetTrip' },
          },
          on: { 'back.pressed': { actions: 'closeTripPlot' } },
        },
        gridMap: {
          entry: 'forgetTrip',
          invoke: {
            id: 'gridMap',
            src: 'gridMap',
            input: ({ context, event }) => {
              assertEvent(event, 'gridMap.opened')
              return { vehicleIds: event.vehicleIds ?? chosenOf(context.memo) }
            },
            onDone: 'restoring',
          },
          on: { 'back.pressed': { actions: 'closeGridMap' } },
        },
        geofences: {
          entry: ['forgetTrip', { type: 'setNext', params: { next: null } }],
          invoke: {
            id: 'geofences',
            src: 'geofences',
            input: ({ context }) => ({
              role: context.role,
              chosen: fenceChoiceOf(context.memo),
              timeZone: shownTimeZone(context),
            }),
            onDone: { target: 'restoring', actions: 'openNext' },
          },
          on: {
            'live.opened': closedFirst,
            'playback.opened': closedFirst,
            'tripPlot.opened': closedFirst,
            'gridMap.opened': closedFirst,
            // Already open: entering again would drop the form.
            'geofences.opened': {},
            'back.pressed': {
              actions: [{ type: 'setNext', params: { next: null } }, 'closeGeofences'],
            },
          },
        },
      },
    },
  },
})

/** The running machine, to read and send to. */
export type FleetActor = ActorRefFrom<typeof fleetMachine>
