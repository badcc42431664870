import { describe, expect, test } from 'vitest'
import type { AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate'
import { startOfIstHour } from '#domain/ist.ts'
import { HOUR_MS } from '#domain/units.ts'
import { appMachine } from '#src/machines/app/app.machine.ts'
import { appModel } from '#src/machines/app/app.model.ts'
import { selectScreen } from '#src/machines/app/app.selectors.ts'
import type { Range } from '#src/machines/date-range/date-range.logic.ts'
import { dateRangeMachine } from '#src/machines/date-range/date-range.machine.ts'
import { dateRangeModel, MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import { fleetMachine } from '#src/machines/fleet/fleet.machine.ts'
import { fleetModel } from '#src/machines/fleet/fleet.model.ts'
import { selectMode } from '#src/machines/fleet/fleet.selectors.ts'
import { fleetFilterMachine } from '#src/machines/fleet-filter/fleet-filter.machine.ts'
import { fleetFilterModel } from '#src/machines/fleet-filter/fleet-filter.model.ts'
import { vehicleSelectionMachine } from '#src/machines/fleet-filter/vehicle-selection.machine.ts'
import { vehicleSelectionModel } from '#src/machines/fleet-filter/vehicle-selection.model.ts'
import { gatewayMachine } from '#src/machines/gateway/gateway.machine.ts'
import { gatewayModel } from '#src/machines/gateway/gateway.model.ts'
import { fenceImportMachine } from '#src/machines/geofences/fence-import.machine.ts'
import { fenceImportModel } from '#src/machines/geofences/fence-import.model.ts'
import { geofencesMachine } from '#src/machines/geofences/geofences.machine.ts'
import { geofencesModel } from '#src/machines/geofences/geofences.model.ts'
import { MAX_CELLS } from '#src/machines/grid-map/grid-map.logic.ts'
import { gridMapMachine } from '#src/machines/grid-map/grid-map.machine.ts'
import { gridMapModel } from '#src/machines/grid-map/grid-map.model.ts'
import { manualMachine } from '#src/machines/help/manual.machine.ts'
import { manualModel } from '#src/machines/help/manual.model.ts'
import { importMachine } from '#src/machines/import/import.machine.ts'
import { importModel } from '#src/machines/import/import.model.ts'
import { maintenanceMachine } from '#src/machines/maintenance/maintenance.machine.ts'
import { maintenanceModel } from '#src/machines/maintenance/maintenance.model.ts'
import { paymentMachine } from '#src/machines/payment/payment.machine.ts'
import { paymentModel } from '#src/machines/payment/payment.model.ts'
import { playbackMachine } from '#src/machines/playback/playback.machine.ts'
import { playbackModel } from '#src/machines/playback/playback.model.ts'
import {
  selectCanGo,
  selectIndex,
  selectIsPlaying,
  selectLastIndex,
  selectTrack,
} from '#src/machines/playback/playback.selectors.ts'
import { playbackAlertsMachine } from '#src/machines/playback/playback-alerts.machine.ts'
import { playbackAlertsModel } from '#src/machines/playback/playback-alerts.model.ts'
import { profileMachine } from '#src/machines/profile/profile.machine.ts'
import { profileModel } from '#src/machines/profile/profile.model.ts'
import { requestModel } from '#src/machines/request/request.model.ts'
import { recoveryMachine } from '#src/machines/session/recovery.machine.ts'
import { recoveryModel } from '#src/machines/session/recovery.model.ts'
import { sessionMachine } from '#src/machines/session/session.machine.ts'
import { sessionModel } from '#src/machines/session/session.model.ts'
import { selectIsSignedIn } from '#src/machines/session/session.selectors.ts'
import { outboxMachine } from '#src/machines/settings/outbox.machine.ts'
import { outboxModel } from '#src/machines/settings/outbox.model.ts'
import { settingsMachine } from '#src/machines/settings/settings.machine.ts'
import { settingsModel } from '#src/machines/settings/settings.model.ts'
import { supportMachine, usersRequest } from '#src/machines/support/support.machine.ts'
import { supportModel } from '#src/machines/support/support.model.ts'
import { supportViewMachine } from '#src/machines/support/support-view.machine.ts'
import { supportViewModel } from '#src/machines/support/support-view.model.ts'
import { tickerMachine } from '#src/machines/ticker/ticker.machine.ts'
import { tickerModel } from '#src/machines/ticker/ticker.model.ts'
import { selectIsDialogOpen } from '#src/machines/ticker/ticker.selectors.ts'
import { tickerEditorMachine } from '#src/machines/ticker/ticker-editor.machine.ts'
import { tickerEditorModel } from '#src/machines/ticker/ticker-editor.model.ts'
import { tripPlotMachine } from '#src/machines/trips/trip-plot.machine.ts'
import { tripPlotModel } from '#src/machines/trips/trip-plot.model.ts'
import { tripsMachine } from '#src/machines/trips/trips.machine.ts'
import { tripsModel } from '#src/machines/trips/trips.model.ts'
import { type Walk, walk } from '#tests/kit/machines/model-walker.ts'
import { nonPlainValues } from '#tests/kit/machines/plain-data.ts'

const walks: readonly (readonly [string, AnyStateMachine, Walk, Readonly<Record<string, string>>])[] = [
  ['app', appMachine, walk(appMachine, appModel), appModel.unreachable],
  ['session', sessionMachine, walk(sessionMachine, sessionModel), sessionModel.unreachable],
  ['fleet', fleetMachine, walk(fleetMachine, fleetModel), fleetModel.unreachable],
  [
    'alert plot',
    playbackAlertsMachine,
    walk(playbackAlertsMachine, playbackAlertsModel),
    playbackAlertsModel.unreachable,
  ],
  ['playback', playbackMachine, walk(playbackMachine, playbackModel), playbackModel.unreachable],
  [
    'fence import',
    fenceImportMachine,
    walk(fenceImportMachine, fenceImportModel),
    fenceImportModel.unreachable,
  ],
  ['geofences', geofencesMachine, walk(geofencesMachine, geofencesModel), geofencesModel.unreachable],
  [
    'fleet filter',
    fleetFilterMachine,
    walk(fleetFilterMachine, fleetFilterModel),
    fleetFilterModel.unreachable,
  ],
  [
    'vehicle choice',
    vehicleSelectionMachine,
    walk(vehicleSelectionMachine, vehicleSelectionModel),
    vehicleSelectionModel.unreachable,
  ],
  [
    'maintenance',
    maintenanceMachine,
    walk(maintenanceMachine, maintenanceModel),
    maintenanceModel.unreachable,
  ],
  ['manual', manualMachine, walk(manualMachine, manualModel), manualModel.unreachable],
  ['gateway', gatewayMachine, walk(gatewayMachine, gatewayModel), gatewayModel.unreachable],
  ['import', importMachine, walk(importMachine, importModel), importModel.unreachable],
  ['outbox', outboxMachine, walk(outboxMachine, outboxModel), outboxModel.unreachable],
  ['settings', settingsMachine, walk(settingsMachine, settingsModel), settingsModel.unreachable],
  ['recovery', recoveryMachine, walk(recoveryMachine, recoveryModel), recoveryModel.unreachable],
  ['profile', profileMachine, walk(profileMachine, profileModel), profileModel.unreachable],
  ['request', usersRequest, walk(usersRequest, requestModel), requestModel.unreachable],
  ['support', supportMachine, walk(supportMachine, supportModel), supportModel.unreachable],
  [
    'support view',
    supportViewMachine,
    walk(supportViewMachine, supportViewModel),
    supportViewModel.unreachable,
  ],
  ['payment', paymentMachine, walk(paymentMachine, paymentModel), paymentModel.unreachable],
  ['ticker', tickerMachine, walk(tickerMachine, tickerModel), tickerModel.unreachable],
  [
    'ticker editor',
    tickerEditorMachine,
    walk(tickerEditorMachine, tickerEditorModel),
    tickerEditorModel.unreachable,
  ],
  ['trips', tripsMachine, walk(tripsMachine, tripsModel), tripsModel.unreachable],
  ['trip plot', tripPlotMachine, walk(tripPlotMachine, tripPlotModel), tripPlotModel.unreachable],
  ['grid map', gridMapMachine, walk(gridMapMachine, gridMapModel), gridMapModel.unreachable],
  ['date range', dateRangeMachine, walk(dateRangeMachine, dateRangeModel), dateRangeModel.unreachable],
]

/** What ends beside the state that started it: no user waits for it. */
const ENDING_ALONE: Readonly<Record<string, readonly string[]>> = {
  app: ['xstate.done.actor.greeting', 'xstate.error.actor.greeting'],
  fleet: ['xstate.error.actor.fleetStream'],
  support: ['xstate.done.actor.end', 'xstate.error.actor.end'],
}

const endsOf = <TMachine extends AnyStateMachine>(machine: TMachine) => {
  const found = walks.find(([, walked]) => walked === machine)?.[2]
  if (found === undefined) throw new Error('This machine was not walked.')
  return found.paths.map(({ name, state }) => ({ name, state: state as SnapshotFrom<TMachine> }))
}

describe.each(walks)(
  'every path through the %s machine',
  (name, _machine, { paths, transitions, untaken, awaited }, unreachable) => {
    test('waits for no child that has ended', () => {
      expect(awaited.toSorted()).toEqual(ENDING_ALONE[name] ?? [])
    })

    test('takes every transition except those declared unreachable', () => {
      expect(transitions.length).toBeGreaterThan(0)
      expect(untaken.toSorted()).toEqual(Object.keys(unreachable).toSorted())
    })

    test('ends without an error', () => {
      expect(paths.filter(({ state }) => state.status === 'error').map(({ name }) => name)).toEqual([])
    })

    test('ends with a context of plain data that survives JSON unchanged', () => {
      for (const { name, state } of paths) {
        expect(nonPlainValues(state.context), name).toEqual([])
        expect(JSON.parse(JSON.stringify(state.context)), name).toEqual(state.context)
      }
    })
  },
)

const expectSound = ({ from, to }: Range, now: number, name: string) => {
  expect([startOfIstHour(from), startOfIstHour(to)], name).toEqual([from, to])
  expect(to - from, name).toBeGreaterThanOrEqual(HOUR_MS)
  expect(startOfIstHour(to - 1), name).toBeLessThanOrEqual(startOfIstHour(now))
}

test('no path through the session leaves tokens or passwords in a context', () => {
  const secrets = /token|password|secret|bearer|not a real one/i
  for (const { name, state } of endsOf(sessionMachine)) {
    expect(JSON.stringify(state.context), name).not.toMatch(secrets)
  }
})

test('on every path through the session there is a user exactly while someone is logged in or logging in', () => {
  for (const { name, state } of endsOf(sessionMachine)) {
    const holdsUser = selectIsSignedIn(state) || state.matches('loggingOut')
    expect(state.context.user !== null, name).toBe(holdsUser)
    expect(state.context.expiresOn !== null, name).toBe(holdsUser)
  }
})

test('PLB-10 every path ends in one of the seven playback states', () => {
  const seven = ['empty', 'play', 'pause', 'continue', 'restart', 'exit', 'hardExit']
  expect(Object.keys(playbackMachine.states).toSorted()).toEqual(seven.toSorted())
  for (const { name, state } of endsOf(playbackMachine)) {
    expect(
      seven.filter((one) => state.matches(one as 'empty')),
      name,
    ).toHaveLength(1)
  }
})

test('on every path the cursor lies on the track, and only a track with points plays', () => {
  for (const { name, state } of endsOf(playbackMachine)) {
    expect(selectIndex(state), name).toBeGreaterThanOrEqual(0)
    expect(selectIndex(state), name).toBeLessThanOrEqual(selectLastIndex(state))
    if (selectIsPlaying(state)) expect(selectTrack(state)?.points, name).toBeGreaterThan(0)
  }
})

test('PLB-15 on every path GO is disabled while playing or continuing', () => {
  for (const { name, state } of endsOf(playbackMachine)) {
    if (selectIsPlaying(state)) expect(selectCanGo(state), name).toBe(false)
  }
})

test('OPEN-27 on every path the chosen range is whole hours, at least one, none after the current hour', () => {
  for (const { name, state } of endsOf(dateRangeMachine)) expectSound(state.context.range, MODEL_NOW, name)
})

test('OPEN-54 on every path the grid map has at most nine vehicles, each once, and no more cells than maps', () => {
  for (const { name, state } of endsOf(gridMapMachine)) {
    const { vehicleIds, cells } = state.context
    expect(new Set(vehicleIds).size, name).toBe(vehicleIds.length)
    expect(vehicleIds.length, name).toBeLessThanOrEqual(MAX_CELLS)
    expect([4, 9], name).toContain(cells)
  }
})

test('MAP-26 on every path the map has one mode, and only that mode has something to show', () => {
  for (const { name, state } of endsOf(fleetMachine)) {
    const mode = selectMode(state)
    expect(state.context.live !== null, name).toBe(mode === 'live')
    expect(state.children.follow !== undefined, name).toBe(
      mode === 'live' && state.context.live?.reason === null,
    )
    expect(state.children.playback !== undefined, name).toBe(mode === 'playback')
    if (!state.hasTag('list')) expect(state.context.selectedVehicleId, name).toBeNull()
    expect(state.children.fleetStream !== undefined, name).toBe(mode !== 'closed')
  }
})

test('on every path through the app the fleet is running exactly while someone is logged in', () => {
  for (const { name, state } of endsOf(appMachine)) {
    expect(state.children.fleet !== undefined, name).toBe(state.hasTag('member'))
    expect(state.context.user !== null, name).toBe(state.hasTag('member'))
  }
})

test('OPEN-77 on every path a user is chosen only within a company, and nothing is looked up without the support view', () => {
  for (const { name, state } of endsOf(supportViewMachine)) {
    const { isOffered, companyId, userId } = state.context
    if (companyId === null) expect(userId, name).toBeNull()
    if (!isOffered) expect(state.value, name).toBe('unopened')
  }
})

test('TCK-04 TCK-05 on every path the dialog opens only over messages, and by itself until they are acknowledged', () => {
  for (const { name, state } of endsOf(tickerMachine)) {
    const { messages, isAcknowledged } = state.context
    if (selectIsDialogOpen(state)) expect(messages.length, name).toBeGreaterThan(0)
    if (state.hasTag('open') && messages.length > 0 && !isAcknowledged)
      expect(selectIsDialogOpen(state), name).toBe(true)
  }
})

test('no path through the settings retains a password', () => {
  for (const { name, state } of endsOf(settingsMachine))
    expect(JSON.stringify(state.context), name).not.toMatch(/not a real one|nor is this/)
})

test('SHL-14 on every path a guest sees no private screen', () => {
  for (const { name, state } of endsOf(appMachine)) {
    if (state.context.user === null) {
      expect(['loading', 'blocked', 'login', 'unknown'], name).toContain(selectScreen(state))
    }
  }
})

test('a walk detects a transition that is never taken', () => {
  const { stimuli, ...rest } = sessionModel
  const without = stimuli.filter(({ type }) => type !== 'session.lost')
  const { untaken } = walk(sessionMachine as AnyStateMachine, { ...rest, stimuli: without })
  expect(untaken).toEqual(['session.signedIn: session.lost'])
})

test('a walk offers child events only while the child runs', () => {
  const { paths } = walk(sessionMachine as AnyStateMachine, sessionModel)
  const states = paths.map(({ state }: { state: AnyMachineSnapshot }) => state.status)
  expect(states).not.toContain('error')
})
