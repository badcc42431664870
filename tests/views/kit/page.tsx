import { notifications } from '@mantine/notifications'
import { act, cleanup, configure, render } from '@testing-library/react'
import { vi } from 'vitest'
import { createActor, type SimulatedClock } from 'xstate'
import type { AlertMarker } from '#contract/records/alert-marker.ts'
import type { Environment } from '#contract/records/environment.ts'
import type { FleetVehicle } from '#contract/records/fleet-vehicle.ts'
import type { SessionUser } from '#contract/records/session.ts'
import type { VehicleOption } from '#contract/records/vehicle-option.ts'
import { type AlertRequest, alertPlotMachine } from '#src/machines/alert-plot/alert-plot.machine.ts'
import { appMachine } from '#src/machines/app/app.machine.ts'
import type { Navigation, Preference } from '#src/machines/app/app.setup.ts'
import {
  type FleetStreamFact,
  fleetMachine,
  type ListSummary,
  type LiveFact,
  type RefreshFact,
} from '#src/machines/fleet/fleet.machine.ts'
import type { ListRequest } from '#src/machines/fleet/list-memo.logic.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import type { TrackRequest } from '#src/machines/playback/playback.logic.ts'
import {
  type PlayerFact,
  type PlayRequest,
  playbackMachine,
} from '#src/machines/playback/playback.machine.ts'
import type {
  EndReason,
  LogInResult,
  RefreshResult,
  SessionFacts,
} from '#src/machines/session/session.logic.ts'
import { sessionMachine } from '#src/machines/session/session.machine.ts'
import {
  type ChoiceWarning,
  vehicleChoiceMachine,
} from '#src/machines/vehicle-choice/vehicle-choice.machine.ts'
import type { AppServices } from '#src/services/app-services.ts'
import { createClock } from '#src/services/clock.ts'
import { createFleetList } from '#src/services/fleet-store/fleet-list.ts'
import { createFleetStore } from '#src/services/fleet-store/fleet-store.ts'
import type { Geocoder } from '#src/services/geocoder/geocoder.port.ts'
import { createLocation } from '#src/services/location.ts'
import { createFakeMap, type FakeMap } from '#src/services/map/fake.map.ts'
import { createFenceDirector } from '#src/services/map-director/fence-director.ts'
import { createGridMaps } from '#src/services/map-director/grid-maps.ts'
import { createMapDirector } from '#src/services/map-director/map-director.ts'
import type { TrackProgress } from '#src/services/playback-file/load-track.ts'
import type { Track, TrackSummary } from '#src/services/playback-file/track.ts'
import { createTrackStore } from '#src/services/playback-file/track-store.ts'
import { createRecorder } from '#src/services/recorder/recorder.ts'
import { createTrackFiles } from '#src/services/track-files/track-files.ts'
import { App, AppProviders } from '#src/views/app.tsx'
import { createToasts } from '#src/views/kit/toasts.tsx'
// Loaded here so that no test waits for them.
import '#src/views/fleet/fleet-screen.tsx'
import '#src/views/fleet/phone-playback.tsx'
import '#src/views/fleet/wide-playback.tsx'
import '#src/views/fleet/support-view.tsx'
import '#src/views/fleet/vehicle-choice.tsx'
import '#src/views/grid-map/grid-map.tsx'
import '#src/views/footer/about-modal.tsx'
import '#src/views/help/help-screen.tsx'
import '#src/views/legal/legal-modal.tsx'
import '#src/views/settings/settings-screen.tsx'
import '#src/views/ticker/ticker-dialog.tsx'
import { fencesByHand } from '#tests/kit/fences.ts'
import { actionByHand, eventsByHand, promiseByHand, settled } from '#tests/kit/machine-ports.ts'
import { filtersByHand, shellByHand, supportViewByHand } from '#tests/kit/shell-machines.ts'
import { standInForTheBrowser } from './browser.ts'
import { PLOT_NOW, tripsByHand } from './trips-by-hand.ts'

export { vehicle } from '#tests/kit/vehicle.ts'

// Waiting is for a condition; the limits only end a test that would wait for ever.
configure({ asyncUtilTimeout: 30_000 })
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** A fleet manager who may use both interfaces. */
export const USER: SessionUser = {
  id: 7,
  roles: ['CUSTOMERADMIN'],
  firstName: 'Asha',
  betaAccess: true,
  alphaAccess: true,
}

export const ENVIRONMENT: Environment = {
  productName: 'Roadbook',
  v2BaseUrl: '/api/v2/',
  v3BaseUrl: '/api/v3/',
  identityBaseUrl: '/identity/',
  apiKey: '',
  routerBase: '/',
  googleMapsKey: '',
  mapStyleUrl: '',
  satelliteTilesUrl: '',
  geocoderUrl: '',
  supportPhone: '',
  supportEmail: '',
  supportViewUserId: '',
  identityProvider: null,
  lab: false,
}

const countsOf = (vehicles: readonly FleetVehicle[]) => {
  const count = (status: string) => vehicles.filter(({ vehicleStatus }) => vehicleStatus === status).length
  return {
    RUNNING: count('RUNNING'),
    IDLING: count('IDLE'),
    STOPPED: count('STOPPED'),
    KEYON: count('KEYON'),
    OFFLINE: count('OFFLINE'),
  }
}

/** The progress of a file, told by the test. */
const progressByHand = () => {
  const listeners = new Set<() => void>()
  let now: TrackProgress | null = null
  return {
    port: {
      progress: () => now,
      onProgress: (listener: () => void) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    tell: (next: TrackProgress | null) => {
      now = next
      for (const listener of listeners) listener()
    },
  }
}

/** The whole page in memory: real machines and views, every port answered by hand. */
export const openPage = ({
  path = '/track-trace',
  isPhone = false,
  clock,
}: {
  path?: string
  isPhone?: boolean
  /** What the machines' delays go by; the browser's where it is absent. */
  clock?: SimulatedClock
} = {}) => {
  standInForTheBrowser({ isPhone })
  window.history.replaceState(null, '', path)
  const environment = promiseByHand<Environment>()
  const storedSession = promiseByHand<SessionFacts | null>()
  const logIn = promiseByHand<LogInResult, { userName: string; password: string }>()
  const leave = promiseByHand<void>()
  const loadList = promiseByHand<ListSummary, ListRequest>()
  const follow = eventsByHand<LiveFact, { vehicleId: number }>()
  const fleetStream = eventsByHand<FleetStreamFact>()
  const loadTrack = promiseByHand<TrackSummary | null, TrackRequest>()
  const player = eventsByHand<PlayerFact, PlayRequest>()
  const refresh = promiseByHand<RefreshResult>()
  const storePreference = actionByHand<Preference>()
  const toasts = createToasts()
  const notify = (_: unknown, notice: Notice) => toasts.show(notice)

  const shell = shellByHand(notify)
  const supportView = supportViewByHand()
  const filters = filtersByHand()
  const loadOptions = promiseByHand<void>()
  const warned = actionByHand<{ why: ChoiceWarning }>()
  let options: readonly VehicleOption[] = []

  const fleetStore = createFleetStore()
  const fleetList = createFleetList({ store: fleetStore })
  const tracks = createTrackStore()
  const map = createFakeMap({ fleet: fleetStore })
  const location = createLocation(window)
  const copied: string[] = []

  const trips = tripsByHand()
  const fences = fencesByHand({ window, notify: (notice) => toasts.show(notice) }, (to) =>
    fenceDirector.tellPen(to),
  )
  const cellMaps: FakeMap[] = []

  const askAlerts = promiseByHand<number, AlertRequest | null>()
  const progress = progressByHand()
  const playback = playbackMachine.provide({
    actors: {
      alerts: alertPlotMachine.provide({ actors: { askAlerts: askAlerts.logic } }),
      loadTrack: loadTrack.logic,
      playTrack: player.logic,
    },
    actions: { notify, dropTrack: () => {} },
  })
  const fleet = fleetMachine.provide({
    actors: {
      loadList: loadList.logic,
      followVehicle: follow.logic,
      fleetStream: fleetStream.logic,
      refreshRate: eventsByHand<RefreshFact>().logic,
      playback,
      supportView: supportView.machine,
      geofences: fences.machine,
      ...trips.machines,
      filters: filters.machine,
      choice: vehicleChoiceMachine.provide({
        actors: { loadOptions: loadOptions.logic },
        actions: { warn: warned.act },
      }),
    },
  })
  const session = sessionMachine.provide({
    actors: {
      readStoredSession: storedSession.logic,
      logIn: logIn.logic,
      goToIdentity: leave.logic,
      refreshGrant: refresh.logic,
      forget: promiseByHand<void, { why: EndReason }>().logic,
    },
    actions: { notify },
  })
  const actor = createActor(
    appMachine.provide({
      actors: { readEnvironment: environment.logic, session, fleet, ...shell.machines },
      actions: {
        navigate: (_, { path: to, replace }: Navigation) =>
          queueMicrotask(() => location.navigate(to, { replace })),
        notify,
        storePreference: storePreference.act,
        clearSavedScreens: () => {},
      },
    }),
    clock === undefined ? {} : { clock },
  )
  let serverNow = PLOT_NOW
  const director = createMapDirector({
    ...{ root: actor, map, fleetStore, fleetList, tracks, plots: trips.plots },
    now: () => serverNow,
  })
  const fenceDirector = createFenceDirector({ root: actor, map })
  const gridMaps = createGridMaps({
    root: actor,
    createMap: () => {
      const cell = createFakeMap({ fleet: fleetStore, size: { width: 400, height: 250 } })
      cellMaps.push(cell)
      return cell
    },
    fleetStore,
  })
  const geocoder: Geocoder = {
    addressOf: async ([lng, lat]) => `Near ${lng.toFixed(2)}, ${lat.toFixed(2)}`,
    credit: () => null,
  }
  let clockAheadMs = 0
  const services: AppServices = {
    serverNow: () => Date.now() + clockAheadMs,
    fleetStore,
    fleetList,
    vehicleOptions: { list: () => options },
    tracks,
    routeLoading: progress.port,
    trackFiles: createTrackFiles({ page: window }),
    map,
    director,
    fences: fenceDirector,
    gridMaps,
    tripList: trips.tripList,
    location,
    geocoder,
    clipboard: { write: async (text) => void copied.push(text) },
    recorder: createRecorder({ clock: createClock(), release: 'test', userAgent: 'test' }),
  }
  const tellPlace = () => actor.send({ type: 'route.changed', ...location.current() })
  const stopTelling = location.onChange(tellPlace)
  actor.start()
  actor.send({ type: 'preferences.read', theme: null, uiType: 'beta' })
  tellPlace()
  render(
    <AppProviders actor={actor} services={services}>
      <App />
    </AppProviders>,
  )

  const page = {
    actor,
    director,
    fleetStore,
    map,
    tracks,
    geocoder,
    location,
    copied,
    environment,
    storedSession,
    logIn,
    leave,
    loadList,
    follow,
    fleetStream,
    loadTrack,
    askAlerts,
    progress,
    player,
    storePreference,
    /** What stands round the screens. */
    shell: shell.ports,
    supportView,
    /** The queries of groups and regions. */
    filters,
    loadOptions,
    /** What the choice of vehicles warned of. */
    warned,
    refresh,
    /** The calls of trips and plots. */
    trips,
    /** The calls of geofences. */
    fences,
    /** The maps of the grid map in the order of their making. */
    cellMaps,
    /** The server's clock turns out to be ahead of this machine's. */
    setClockAhead: (ms: number) => {
      clockAheadMs = ms
    },
    /** It gets this late by the server's clock, and what is too old by now falls late. */
    pass: (until: number) => {
      serverNow = until
      fleetStore.age(until)
      director.age()
    },
    /** Does something and lets everything that follows from it be drawn. */
    let: (something: () => unknown) =>
      act(async () => {
        await something()
        await settled()
      }),
    /** The environment document arrives. */
    start: (said: Partial<Environment> = {}) =>
      page.let(() => environment.latest().resolve({ ...ENVIRONMENT, ...said })),
    /** A stored session is found. */
    signIn: async (user: SessionUser = USER) => {
      await page.start()
      await page.let(() => storedSession.latest().resolve({ user, expiresOn: 4_000_000_000, now: 0 }))
    },
    /** The list that was asked for last arrives. */
    answerList: (vehicles: readonly FleetVehicle[], all: readonly FleetVehicle[] = vehicles) =>
      page.let(() => {
        fleetStore.replaceMembers(vehicles, countsOf(all))
        return loadList.latest().resolve({ shown: vehicles.length, counts: countsOf(all) })
      }),
    /** The vehicles to choose from that were asked for last arrive. */
    answerOptions: (vehicles: readonly VehicleOption[]) =>
      page.let(() => {
        options = vehicles
        return loadOptions.latest().resolve()
      }),
    /** The route that was asked for last arrives. */
    answerTrack: (track: Track) =>
      page.let(() => loadTrack.latest().resolve(tracks.put(track, loadTrack.latest().input.at))),
    /** The alerts of the route that was shown last arrive. */
    answerAlerts: (alerts: readonly AlertMarker[]) =>
      page.let(() => {
        const { input } = askAlerts.latest()
        tracks.keepAlerts(input?.trackId ?? '', alerts)
        return askAlerts.latest().resolve(alerts.length)
      }),
    close: () => {
      notifications.clean()
      cleanup()
      stopTelling()
      director.stop()
      fenceDirector.stop()
      actor.stop()
    },
  }
  return page
}

export type Page = ReturnType<typeof openPage>
