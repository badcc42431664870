import { type ActorRefFrom, assign, sendTo, setup } from 'xstate'
import { faultOf } from '#contract/errors.ts'
import { isTooLongToPlay, type PlaybackSpeed } from '#domain/playback.ts'
import type { Range } from '../date-range/date-range.logic.ts'
import { dateRangeMachine } from '../date-range/date-range.machine.ts'
import { type Failure, failureParams } from '../kit/failure.ts'
import type { Notice } from '../kit/notice.ts'
import { actionPort, eventPort, promisePort } from '../kit/port.ts'
import {
  alertRequest,
  datesChanged,
  initialContext,
  lastIndex,
  onTrack,
  type PlaybackContext,
  type PlaybackInput,
  playRequest,
  resetContext,
  trackRequest,
  withTrack,
} from './playback.context.ts'
import type { PlaybackEvent, RouteMarker } from './playback.events.ts'
import type { PlayerEvent, PlayRequest, TrackRequest, TrackSummary } from './playback.ports.ts'
import { playbackAlertsMachine } from './playback-alerts.machine.ts'

export type { PlaybackContext, PlaybackInput } from './playback.context.ts'
export type { PlaybackEvent } from './playback.events.ts'

/** Play without a route (PLB-28), with the reason if the chosen dates are too far apart. */
const sayNoDetails = {
  type: 'notify',
  params: ({ context }: { context: PlaybackContext }): Notice => ({
    kind: 'error',
    text: 'noPlaybackDetails',
    ...(isTooLongToPlay(context.chosen) ? { fault: faultOf('rangeTooLong') } : {}),
  }),
} as const

/** GO, where nothing plays and nothing loads (PLB-15). */
const go = { guard: 'mayGo', target: '#playback.empty.loading' } as const
/** Restart, of the chosen dates (PLB-12). */
const restart = { guard: 'canBePlayed', target: '#playback.restart.reloading' } as const

const playbackSetup = setup({
  types: {
    context: {} as PlaybackContext,
    events: {} as PlaybackEvent,
    input: {} as PlaybackInput,
    children: {} as {
      range: 'range'
      alerts: 'alerts'
      load: 'loadTrack'
      reload: 'loadTrack'
      player: 'playTrack'
    },
    tags: {} as 'loading' | 'playing' | 'seekable' | 'mayGo' | 'noData',
  },
  actors: {
    range: dateRangeMachine,
    alerts: playbackAlertsMachine,
    loadTrack: promisePort<TrackSummary | null, TrackRequest>('playback.loadTrack'),
    playTrack: eventPort<PlayerEvent, PlayRequest>('playback.playTrack'),
  },
  actions: {
    notify: actionPort<Notice>('playback.notify'),
    dropTrack: actionPort<{ trackId: string | null }>('playback.dropTrack'),
    chooseDates: assign((_, { from, to }: Range) => ({ chosen: { from, to }, link: null })),
    showTrack: assign(({ context }, { track }: { track: TrackSummary | null }) => withTrack(context, track)),
    showNothing: assign(({ context }) => resetContext(context)),
    /** Opens the panel, which shows the failure. */
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure, panelHidden: false })),
    moveTo: assign(({ context }, { index }: { index: number }) => ({
      index: onTrack(context.track, index),
      routeMarker: null,
    })),
    moveToEnd: assign(({ context }) => ({ index: lastIndex(context.track) })),
    openMarker: assign(({ context }, { routeMarker }: { routeMarker: RouteMarker }) => ({
      index: onTrack(context.track, routeMarker.index),
      routeMarker,
    })),
    closeMarker: assign({ routeMarker: null }),
    closeAlert: assign(({ context }) => (context.routeMarker?.kind === 'alert' ? { routeMarker: null } : {})),
    requestAlerts: sendTo('alerts', ({ context }) => ({
      type: 'alerts.routeShown',
      request: alertRequest({ context }),
      show: context.withAlerts,
    })),
    leaveAlerts: sendTo('alerts', { type: 'alerts.routeLeft' }),
    hideAlerts: sendTo('alerts', { type: 'alerts.hidden' }),
    toggleAlerts: sendTo('alerts', { type: 'alerts.toggled' }),
    setSpeed: assign((_, { speed }: { speed: PlaybackSpeed }) => ({ speed })),
    toggleSkip: assign(({ context }) => ({ skipsStanding: !context.skipsStanding })),
    togglePanel: assign(({ context }) => ({ panelHidden: !context.panelHidden })),
  },
  guards: {
    mayGo: ({ context }) => datesChanged(context.chosen, context.loaded) && !isTooLongToPlay(context.chosen),
    canBePlayed: ({ context }) => !isTooLongToPlay(context.chosen),
    isOfChosenDates: ({ context }) => !datesChanged(context.chosen, context.loaded),
    hasPoints: (_, { track }: { track: TrackSummary | null }) => track !== null && track.points > 0,
    isBeforeEnd: ({ context }, { index }: { index: number }) =>
      onTrack(context.track, index) < lastIndex(context.track),
  },
})

/** Clears the shown track, before another is loaded or for good. */
const clearing = [
  {
    type: 'dropTrack',
    params: ({ context }: { context: PlaybackContext }) => ({ trackId: context.track?.trackId ?? null }),
  },
  'showNothing',
  'leaveAlerts',
] as const

/** A route marker pressed while nothing plays. */
const openPressedMarker = {
  actions: { type: 'openMarker', params: ({ event }: { event: { routeMarker: RouteMarker } }) => event },
} as const

/** Loading a route, at GO and at Restart: what was shown is cleared first, and `ready` follows where it has points. */
const loading = (id: 'load' | 'reload', ready: '#playback.empty.ready' | '#playback.play') =>
  playbackSetup.createStateConfig({
    tags: 'loading',
    entry: [...clearing],
    invoke: {
      id,
      src: 'loadTrack',
      input: trackRequest,
      onDone: [
        {
          guard: { type: 'hasPoints', params: ({ event }) => ({ track: event.output }) },
          target: ready,
          actions: [{ type: 'showTrack', params: ({ event }) => ({ track: event.output }) }, 'requestAlerts'],
        },
        { target: '#playback.empty.noData', actions: { type: 'showTrack', params: { track: null } } },
      ],
      onError: { target: '#playback.empty.failed', actions: { type: 'setFailure', params: failureParams } },
    },
  })

/** Playing and continuing are one thing under two names (PLB-10): a player runs until it is paused or at the end. */
const running = (self: '#playback.play' | '#playback.continue') =>
  playbackSetup.createStateConfig({
    tags: ['playing', 'seekable'],
    entry: 'closeMarker',
    invoke: {
      id: 'player',
      src: 'playTrack',
      input: playRequest,
      onError: { target: '#playback.pause', actions: { type: 'setFailure', params: failureParams } },
    },
    on: {
      'playback.pause': '#playback.pause',
      'playback.restart': restart,
      'playback.movedTo': { actions: { type: 'moveTo', params: ({ event }) => event } },
      'playback.reachedEnd': { target: '#playback.restart', actions: 'moveToEnd' },
      'playback.seek': {
        target: self,
        reenter: true,
        actions: { type: 'moveTo', params: ({ event }) => event },
      },
      'playback.setSpeed': {
        target: self,
        reenter: true,
        actions: { type: 'setSpeed', params: ({ event }) => event },
      },
      'playback.skipToggled': { target: self, reenter: true, actions: 'toggleSkip' },
      'playback.markerPressed': {
        target: '#playback.pause',
        actions: { type: 'openMarker', params: ({ event }) => event },
      },
    },
  })

/** The route playback of one vehicle: seven states, exactly (PLB-10 to 16, 28 to 31). */
export const playbackMachine = playbackSetup.createMachine({
  id: 'playback',
  context: ({ input }) => initialContext(input),
  invoke: [
    {
      id: 'range',
      src: 'range',
      input: ({ context }) => ({ ...context.opened, range: context.chosen }),
    },
    { id: 'alerts', src: 'alerts' },
  ],
  initial: 'empty',
  on: {
    'range.changed': {
      actions: [{ type: 'chooseDates', params: ({ event }) => event }, 'hideAlerts', 'closeAlert'],
    },
    'playback.alertsToggled': { guard: 'isOfChosenDates', actions: ['toggleAlerts', 'closeAlert'] },
    'playback.markerClosed': { actions: 'closeMarker' },
    'playback.panelToggled': { actions: 'togglePanel' },
    'playback.skipToggled': { actions: 'toggleSkip' },
    'playback.close': '.exit',
    'playback.hardExit': '.hardExit',
  },
  states: {
    empty: {
      initial: 'deciding',
      states: {
        // A link may name a range that is too long to play: it is not loaded.
        deciding: { always: [{ guard: 'canBePlayed', target: 'loading' }, { target: 'idle' }] },
        loading: loading('load', '#playback.empty.ready'),
        ready: {
          tags: ['seekable', 'mayGo'],
          on: {
            'playback.go': go,
            'playback.play': '#playback.play',
            'playback.seek': { actions: { type: 'moveTo', params: ({ event }) => event } },
            'playback.markerPressed': openPressedMarker,
            'playback.setSpeed': { actions: { type: 'setSpeed', params: ({ event }) => event } },
          },
        },
        noData: {
          tags: ['noData', 'mayGo'],
          on: {
            'playback.go': go,
            'playback.noDataAcknowledged': 'idle',
            'playback.play': { actions: sayNoDetails },
          },
        },
        idle: { tags: 'mayGo', on: { 'playback.go': go, 'playback.play': { actions: sayNoDetails } } },
        failed: { tags: 'mayGo', on: { 'playback.go': go, 'playback.play': { actions: sayNoDetails } } },
      },
    },
    play: running('#playback.play'),
    pause: {
      tags: ['seekable', 'mayGo'],
      on: {
        'playback.go': go,
        'playback.continue': 'continue',
        'playback.restart': restart,
        'playback.seek': { actions: { type: 'moveTo', params: ({ event }) => event } },
        'playback.markerPressed': openPressedMarker,
        'playback.setSpeed': { actions: { type: 'setSpeed', params: ({ event }) => event } },
      },
    },
    continue: running('#playback.continue'),
    restart: {
      initial: 'atEnd',
      states: {
        atEnd: {
          tags: ['seekable', 'mayGo'],
          on: {
            'playback.go': go,
            'playback.restart': restart,
            'playback.seek': {
              guard: { type: 'isBeforeEnd', params: ({ event }) => event },
              target: '#playback.pause',
              actions: { type: 'moveTo', params: ({ event }) => event },
            },
            'playback.markerPressed': [
              {
                guard: { type: 'isBeforeEnd', params: ({ event }) => event.routeMarker },
                target: '#playback.pause',
                ...openPressedMarker,
              },
              openPressedMarker,
            ],
            'playback.setSpeed': { actions: { type: 'setSpeed', params: ({ event }) => event } },
          },
        },
        reloading: loading('reload', '#playback.play'),
      },
    },
    hardExit: { entry: [...clearing], always: 'exit' },
    exit: { type: 'final', entry: [...clearing] },
  },
})

/** The running machine, to read and send to. */
export type PlaybackActor = ActorRefFrom<typeof playbackMachine>
