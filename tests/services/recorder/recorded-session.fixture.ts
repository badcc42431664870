import { Subject } from 'rxjs'
import {
  type ActorRefFrom,
  createActor,
  type EventObject,
  fromEventObservable,
  fromPromise,
  SimulatedClock,
} from 'xstate'
import type { Environment } from '#contract/records/environment.ts'
import { appMachine } from '#src/machines/app/app.machine.ts'
import type { Navigation } from '#src/machines/app/app.ports.ts'
import { selectFleet, selectSession } from '#src/machines/app/app.selectors.ts'
import { fleetMachine } from '#src/machines/fleet/fleet.machine.ts'
import { selectPlayback } from '#src/machines/fleet/fleet.selectors.ts'
import { playbackMachine } from '#src/machines/playback/playback.machine.ts'
import type { TrackRequest, TrackSummary } from '#src/machines/playback/playback.ports.ts'
import { selectRangeActor } from '#src/machines/playback/playback.selectors.ts'
import { sessionMachine } from '#src/machines/session/session.machine.ts'
import { createClock } from '#src/services/recorder/clock.ts'
import { createRecorder, type RecorderOptions } from '#src/services/recorder/recorder.ts'
import { createMask } from '#src/services/recorder/redact.ts'
import { createShellFixture } from '#tests/kit/machines/shell.fixture.ts'

export const SECRETS = ['pa55word-of-asha', 'env-api-key', 'maps-key'] as const
export const NAMES = ['Asha', 'asha.k', 'MH12AB1234', '+91 98', 'KA01'] as const

const ENVIRONMENT = {
  productName: 'Roadbook',
  v2BaseUrl: '/api/v2/',
  v3BaseUrl: '/api/v3/',
  identityBaseUrl: '/identity/',
  apiKey: 'env-api-key',
  routerBase: '/',
  googleMapsKey: 'maps-key',
  mapStyleUrl: '',
  satelliteTilesUrl: '',
  geocoderUrl: '',
  supportPhone: '+91 98',
  supportEmail: '',
  supportViewUserId: '',
  identityProvider: null,
  lab: false,
}
const USER = { id: 7, roles: ['CUSTOMER' as const], firstName: 'Asha', betaAccess: true, alphaAccess: true }
const NOW = Date.parse('2026-11-20T10:00:00Z')
const COUNTS = { RUNNING: 3, IDLING: 1, STOPPED: 0, KEYON: 0, OFFLINE: 1 }

/** One turn of the event loop: settled promises have called back. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** The mask of all recorded sessions. */
export const sessionMask = createMask()

/** The real root machine on ports that answer at once, recorded. */
export const createRecordedSession = (options: Partial<RecorderOptions> = {}) => {
  const time = new SimulatedClock()
  const clock = createClock(time as never)
  const streams = {
    fleet: new Subject<EventObject>(),
    live: new Subject<EventObject>(),
    player: new Subject<EventObject>(),
  }
  const sessionInfo = { user: USER, expiresOn: NOW / 1000 + 300, now: NOW }
  const stream = (name: keyof typeof streams) => fromEventObservable(() => streams[name]) as never
  let lists = 0

  const playback = playbackMachine.provide({
    actors: {
      loadTrack: fromPromise<TrackSummary | null, TrackRequest>(async () => ({
        trackId: 't1',
        points: 500,
        startsAt: NOW - 9e6,
        endsAt: NOW,
        distanceKm: 80.5,
        dropped: 0,
      })),
      playTrack: stream('player'),
    },
    actions: { notify: () => undefined, dropTrack: () => undefined },
  })
  const fleet = fleetMachine.provide({
    actors: {
      loadList: fromPromise(async () => {
        lists += 1
        if (lists === 3) throw Object.assign(new Error('Away'), { name: 'NetworkFailure' })
        return { shown: lists * 4, counts: COUNTS }
      }),
      followVehicle: stream('live'),
      fleetStream: stream('fleet'),
      refreshRate: stream('fleet'),
      playback,
    },
  })
  const session = sessionMachine.provide({
    actors: {
      readStoredSession: fromPromise(async () => null) as never,
      logIn: fromPromise(async () => ({ kind: 'accepted' as const, ...sessionInfo })) as never,
      refreshGrant: fromPromise(async () => ({
        kind: 'refreshed' as const,
        expiresOn: NOW / 1000 + 600,
        now: NOW + 270_000,
      })) as never,
      forget: fromPromise(async () => undefined) as never,
    },
    actions: { notify: () => undefined },
  })
  const machine = appMachine.provide({
    actors: {
      readEnvironment: fromPromise<Environment, undefined>(async () => ENVIRONMENT),
      session,
      fleet,
      ...createShellFixture().machines,
    },
    actions: {
      navigate: (_, { path }: Navigation) => {
        const { pathname, search } = new URL(path, 'http://page')
        actor.send({ type: 'route.changed', path: pathname, search })
      },
      notify: () => undefined,
      storePreference: () => undefined,
      clearSavedScreens: () => undefined,
    },
  })
  const recorder = createRecorder({
    clock,
    now: () => NOW + time.now(),

    mask: sessionMask,
    release: 'test',
    userAgent: 'node',
    ...options,
  })
  const actor: ActorRefFrom<typeof appMachine> = createActor(machine, { clock, inspect: recorder.inspect })
  const fleetActor = () => selectFleet(actor.getSnapshot())
  const playbackActor = () => {
    const snapshot = fleetActor()?.getSnapshot()
    return snapshot && selectPlayback(snapshot)
  }
  return {
    actor,
    recorder,
    streams,
    time,
    fleetActor,
    playbackActor,
    session: () => selectSession(actor.getSnapshot()),
  }
}

/** A working hour: log in, chips, a failed list, live tracking, playback to the end, a refresh by the clock, log out. */
export const act = async (recordedSession: ReturnType<typeof createRecordedSession>) => {
  const { actor, streams, time, fleetActor, playbackActor, session } = recordedSession
  const steps: (() => void)[] = [
    () => actor.start(),
    () => actor.send({ type: 'appearance.read', theme: 'dark', mapTheme: null, uiType: 'beta' }),
    () => actor.send({ type: 'route.changed', path: '/track-trace', search: '?share=KA01' }),
    () => session()?.send({ type: 'session.logIn', userName: 'asha.k', password: 'pa55word-of-asha' }),
    () => streams.fleet.next({ type: 'fleetStream.changed', state: 'open' } as EventObject),
    () => fleetActor()?.send({ type: 'chip.pressed', status: 'RUNNING' }),
    () => fleetActor()?.send({ type: 'showAll.pressed' }),
    () => fleetActor()?.send({ type: 'list.retry' }),
    () => fleetActor()?.send({ type: 'search.changed', text: 'MH12AB1234' }),
    () => fleetActor()?.send({ type: 'list.scrolledToEnd', narrow: false }),
    () => actor.send({ type: 'theme.toggled' }),
    () => fleetActor()?.send({ type: 'vehicle.selected', vehicleId: 9 }),
    () => fleetActor()?.send({ type: 'base.toggled' }),
    () => fleetActor()?.send({ type: 'live.opened', vehicleId: 9 }),
    () =>
      streams.live.next({
        type: 'live.pointArrived',
        point: { RegNo: 'MH12AB1234', LAT: 19, LONG: 73, status: 'RUNNING', vehicleId: 9, time: NOW },
      } as EventObject),
    () => time.increment(290_000),
    () => fleetActor()?.send({ type: 'back.pressed' }),
    () => fleetActor()?.send({ type: 'playback.opened', vehicleId: 9, now: NOW }),
    () => playbackActor()?.send({ type: 'playback.play' }),
    () => streams.player.next({ type: 'playback.movedTo', index: 41, time: NOW - 100 } as EventObject),
    () => playbackActor()?.send({ type: 'playback.setSpeed', speed: 4 }),
    () => playbackActor()?.send({ type: 'playback.pause' }),
    () => {
      const snapshot = playbackActor()?.getSnapshot()
      if (snapshot)
        selectRangeActor(snapshot)?.send({ type: 'range.startChosen', at: NOW - 40 * 3_600_000, now: NOW })
    },
    () => playbackActor()?.send({ type: 'playback.continue' }),
    () => streams.player.next({ type: 'playback.reachedEnd' } as EventObject),
    () => playbackActor()?.send({ type: 'playback.panelToggled' }),
    () => playbackActor()?.send({ type: 'playback.close' }),
    () => session()?.send({ type: 'session.logOut' }),
  ]
  for (const step of steps) {
    step()
    await settled()
    await settled()
  }
}
