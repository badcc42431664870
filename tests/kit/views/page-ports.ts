import type { Environment } from '#contract/records/environment.ts'
import { appMachine } from '#src/machines/app/app.machine.ts'
import type { Navigation, Preference } from '#src/machines/app/app.ports.ts'
import { fleetMachine } from '#src/machines/fleet/fleet.machine.ts'
import type {
  FleetStreamEvent,
  ListRequest,
  ListSummary,
  LiveStreamEvent,
  RefreshDueEvent,
} from '#src/machines/fleet/fleet.ports.ts'
import {
  type SelectionWarning,
  vehicleSelectionMachine,
} from '#src/machines/fleet-filter/vehicle-selection.machine.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import { playbackMachine } from '#src/machines/playback/playback.machine.ts'
import type {
  AlertRequest,
  PlayerEvent,
  PlayRequest,
  TrackRequest,
  TrackSummary,
} from '#src/machines/playback/playback.ports.ts'
import { playbackAlertsMachine } from '#src/machines/playback/playback-alerts.machine.ts'
import { sessionMachine } from '#src/machines/session/session.machine.ts'
import type {
  Credentials,
  EndReason,
  LogInResult,
  RefreshResult,
  SessionInfo,
} from '#src/machines/session/session.ports.ts'
import type { PickedFiles } from '#src/services/import/picked-files.ts'
import type { TrackProgress } from '#src/services/playback/load-track.ts'
import type { settingsAddress } from '#src/wiring/settings.ts'
import { createGeofencesFixture } from '#tests/kit/builders/geofences.ts'
import { controlledEvents, controlledPromise, recordedAction } from '#tests/kit/machines/controlled-ports.ts'
import {
  createFleetFilterFixture,
  createShellFixture,
  createSupportViewFixture,
} from '#tests/kit/machines/shell.fixture.ts'
import { createLiveLinksFixture } from './live-links.fixture.ts'
import { createTripsFixture } from './trips.fixture.ts'

/** The progress of a file, reported by the test. */
const createProgressFixture = () => {
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
    report: (next: TrackProgress | null) => {
      now = next
      for (const listener of listeners) listener()
    },
  }
}

/** Every port of the page's machines, answered by the test, and the machine of the page that calls them. */
export const createPagePorts = ({
  show,
  navigate,
  settingsTab,
  commandDrawTool,
  dropTrack,
  pickedFiles,
}: {
  show: (notice: Notice) => void
  navigate: (to: Navigation) => void
  settingsTab: ReturnType<typeof settingsAddress>
  commandDrawTool: Parameters<typeof createGeofencesFixture>[1]
  dropTrack: (trackId: string) => void
  pickedFiles: PickedFiles
}) => {
  const environment = controlledPromise<Environment>()
  const storedSession = controlledPromise<SessionInfo | null>()
  const logIn = controlledPromise<LogInResult, Credentials>()
  const leave = controlledPromise<void>()
  const loadList = controlledPromise<ListSummary, ListRequest>()
  const follow = controlledEvents<LiveStreamEvent, { vehicleId: number }>()
  const fleetStream = controlledEvents<FleetStreamEvent>()
  const loadTrack = controlledPromise<TrackSummary | null, TrackRequest>()
  const player = controlledEvents<PlayerEvent, PlayRequest>()
  const refresh = controlledPromise<RefreshResult>()
  const storePreference = recordedAction<Preference>()
  const notify = (_: unknown, notice: Notice) => show(notice)

  const shell = createShellFixture(notify)
  const supportView = createSupportViewFixture()
  const filters = createFleetFilterFixture()
  const loadOptions = controlledPromise<void>()
  const warned = recordedAction<{ why: SelectionWarning }>()

  const trips = createTripsFixture()
  const liveLinks = createLiveLinksFixture()
  const fences = createGeofencesFixture({ window, notify: show }, commandDrawTool, pickedFiles)

  const loadAlerts = controlledPromise<number, AlertRequest | null>()
  const progress = createProgressFixture()
  const playback = playbackMachine.provide({
    actors: {
      alerts: playbackAlertsMachine.provide({ actors: { loadAlerts: loadAlerts.logic } }),
      loadTrack: loadTrack.logic,
      playTrack: player.logic,
    },
    actions: {
      notify,
      dropTrack: (_, { trackId }) => {
        if (trackId !== null) dropTrack(trackId)
      },
    },
  })
  const fleet = fleetMachine.provide({
    actors: {
      loadList: loadList.logic,
      followVehicle: follow.logic,
      fleetStream: fleetStream.logic,
      refreshRate: controlledEvents<RefreshDueEvent>().logic,
      playback,
      supportView: supportView.machine,
      geofences: fences.machine,
      ...trips.machines,
      liveLinks: liveLinks.machine,
      filters: filters.machine,
      vehicleSelection: vehicleSelectionMachine.provide({
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
      forget: controlledPromise<void, { why: EndReason }>().logic,
    },
    actions: { notify },
  })
  const machine = appMachine.provide({
    actors: {
      ...{ readEnvironment: environment.logic, session, fleet, ...shell.machines },
      settings: shell.machines.settings.provide({
        actors: { places: settingsTab.places },
        actions: { keepTab: settingsTab.keepTab },
      }),
    },
    actions: {
      navigate: (_, to: Navigation) => navigate(to),
      notify,
      storePreference: storePreference.act,
      clearSavedScreens: () => {},
    },
  })
  return {
    machine,
    environment,
    storedSession,
    logIn,
    leave,
    loadList,
    follow,
    fleetStream,
    loadTrack,
    loadAlerts,
    progress,
    player,
    storePreference,
    /** The machines around the screens. */
    shell: shell.ports,
    supportView,
    /** The queries of groups and regions. */
    filters,
    loadOptions,
    /** The warnings of the vehicle selection. */
    warned,
    refresh,
    /** The calls of trips and plots. */
    trips,
    /** The calls of geofences. */
    fences,
    /** The calls of live links. */
    liveLinks,
  }
}
