import type { Environment } from '#contract/records/environment.ts'
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
import type { TrackProgress } from '#src/services/playback-file/load-track.ts'
import type { TrackSummary } from '#src/services/playback-file/track.ts'
import { fencesByHand } from '#tests/kit/fences.ts'
import { actionByHand, eventsByHand, promiseByHand } from '#tests/kit/machine-ports.ts'
import { filtersByHand, shellByHand, supportViewByHand } from '#tests/kit/shell-machines.ts'
import { tripsByHand } from './trips-by-hand.ts'

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

/** Every port of the page's machines, answered by hand, and the machine of the page that calls them. */
export const portsByHand = ({
  show,
  navigate,
  tellPen,
  dropTrack,
}: {
  show: (notice: Notice) => void
  navigate: (to: Navigation) => void
  tellPen: Parameters<typeof fencesByHand>[1]
  dropTrack: (trackId: string) => void
}) => {
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
  const notify = (_: unknown, notice: Notice) => show(notice)

  const shell = shellByHand(notify)
  const supportView = supportViewByHand()
  const filters = filtersByHand()
  const loadOptions = promiseByHand<void>()
  const warned = actionByHand<{ why: ChoiceWarning }>()

  const trips = tripsByHand()
  const fences = fencesByHand({ window, notify: show }, tellPen)

  const askAlerts = promiseByHand<number, AlertRequest | null>()
  const progress = progressByHand()
  const playback = playbackMachine.provide({
    actors: {
      alerts: alertPlotMachine.provide({ actors: { askAlerts: askAlerts.logic } }),
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
  const machine = appMachine.provide({
    actors: { readEnvironment: environment.logic, session, fleet, ...shell.machines },
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
  }
}
