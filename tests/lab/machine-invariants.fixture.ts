import assert from 'node:assert/strict'
import type { AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate'
import { SELECTION } from '#contract/constants.ts'
import { HOUR_MS } from '#domain/units.ts'
import { startOfHour } from '#domain/zone-time.ts'
import { appMachine } from '#src/machines/app/app.machine.ts'
import { selectScreen } from '#src/machines/app/app.selectors.ts'
import { dateRangeMachine } from '#src/machines/date-range/date-range.machine.ts'
import { fleetMachine } from '#src/machines/fleet/fleet.machine.ts'
import { selectMode } from '#src/machines/fleet/fleet.selectors.ts'
import { vehicleSelectionMachine } from '#src/machines/fleet-filter/vehicle-selection.machine.ts'
import { gatewayMachine } from '#src/machines/gateway/gateway.machine.ts'
import { geofencesMachine } from '#src/machines/geofences/geofences.machine.ts'
import { MAX_CELLS } from '#src/machines/grid-map/grid-map.logic.ts'
import { gridMapMachine } from '#src/machines/grid-map/grid-map.machine.ts'
import { playbackMachine } from '#src/machines/playback/playback.machine.ts'
import {
  selectCanGo,
  selectIndex,
  selectIsPlaying,
  selectLastIndex,
  selectTrack,
} from '#src/machines/playback/playback.selectors.ts'
import { sessionMachine } from '#src/machines/session/session.machine.ts'
import { selectIsSignedIn } from '#src/machines/session/session.selectors.ts'
import { settingsMachine } from '#src/machines/settings/settings.machine.ts'
import { supportViewMachine } from '#src/machines/support/support-view.machine.ts'
import { tickerMachine } from '#src/machines/ticker/ticker.machine.ts'
import { selectIsDialogOpen } from '#src/machines/ticker/ticker.selectors.ts'

/** What is true of a machine at every moment. `holds` throws where it is not; `at` names the moment. */
export type Invariant = {
  readonly title: string
  readonly machine: AnyStateMachine
  readonly holds: (state: AnyMachineSnapshot, at: string) => void
}

const always = <TMachine extends AnyStateMachine>(
  machine: TMachine,
  title: string,
  holds: (state: SnapshotFrom<TMachine>, at: string) => void,
): Invariant => ({ title, machine, holds: holds as Invariant['holds'] })

const SEVEN = ['empty', 'play', 'pause', 'continue', 'restart', 'exit', 'hardExit'] as const

/** The invariants of all machines. */
export const INVARIANTS: readonly Invariant[] = [
  always(sessionMachine, 'no tokens or passwords are in a context', ({ context }, at) => {
    assert.doesNotMatch(JSON.stringify(context), /token|password|secret|bearer|not a real one/i, at)
  }),
  always(sessionMachine, 'there is a user exactly while someone is logged in or logging in', (state, at) => {
    const holdsUser = selectIsSignedIn(state) || state.matches('loggingOut')
    assert.equal(state.context.user !== null, holdsUser, at)
    assert.equal(state.context.expiresOn !== null, holdsUser, at)
  }),
  always(playbackMachine, 'PLB-10 playback is in one of its seven states', (state, at) => {
    assert.deepEqual(Object.keys(playbackMachine.states).toSorted(), SEVEN.toSorted(), at)
    assert.equal(SEVEN.filter((one) => state.matches(one)).length, 1, at)
  }),
  always(playbackMachine, 'the cursor lies on the track, and only a track with points plays', (state, at) => {
    assert.ok(selectIndex(state) >= 0, at)
    assert.ok(selectIndex(state) <= selectLastIndex(state), at)
    if (selectIsPlaying(state)) assert.ok((selectTrack(state)?.points ?? 0) > 0, at)
  }),
  always(playbackMachine, 'PLB-15 GO is disabled while playing or continuing', (state, at) => {
    if (selectIsPlaying(state)) assert.equal(selectCanGo(state), false, at)
  }),
  always(
    dateRangeMachine,
    'OPEN-27 the chosen range is whole hours, at least one, none after the current hour',
    ({ context: { range, clock } }, at) => {
      const hourOf = (time: number) => startOfHour(time, clock.timeZone)
      assert.deepEqual([hourOf(range.from), hourOf(range.to)], [range.from, range.to], at)
      assert.ok(range.to - range.from >= HOUR_MS, at)
      assert.ok(hourOf(range.to - 1) <= hourOf(clock.now), at)
    },
  ),
  always(
    gridMapMachine,
    'OPEN-54 the grid map has at most nine vehicles, each once, and no more cells than maps',
    ({ context: { vehicleIds, cells } }, at) => {
      assert.equal(new Set(vehicleIds).size, vehicleIds.length, at)
      assert.ok(vehicleIds.length <= MAX_CELLS, at)
      assert.ok([4, 9].includes(cells), at)
    },
  ),
  always(
    vehicleSelectionMachine,
    'MAP-52 at most 250 vehicles are picked, each once',
    ({ context: { picked } }, at) => {
      assert.equal(new Set(picked).size, picked.length, at)
      assert.ok(picked.length <= SELECTION.max, at)
    },
  ),
  always(
    fleetMachine,
    'MAP-26 the map has one mode, and only that mode has something to show',
    (state, at) => {
      const mode = selectMode(state)
      assert.equal(state.context.live !== null, mode === 'live', at)
      const isFollowing = mode === 'live' && state.context.live?.reason === null
      assert.equal(state.children.follow !== undefined, isFollowing, at)
      assert.equal(state.children.playback !== undefined, mode === 'playback', at)
      if (!state.hasTag('list')) assert.equal(state.context.selectedVehicleId, null, at)
      assert.equal(state.children.fleetStream !== undefined, mode !== 'closed', at)
    },
  ),
  always(
    geofencesMachine,
    'GEO-06 only a fence with a shape and without errors is saved',
    ({ value, context: { form, errors } }, at) => {
      if (!JSON.stringify(value).includes('"saving"')) return
      assert.ok(form?.shape, at)
      assert.deepEqual(errors, {}, at)
    },
  ),
  always(geofencesMachine, 'there is a form exactly while one is shown or asked about', (state, at) => {
    if (state.status === 'done') return
    const holdsForm = state.hasTag('form') || state.hasTag('hint')
    assert.equal(state.context.form !== null, holdsForm, at)
  }),
  always(gatewayMachine, 'OWN-03 a key is shown of a gateway that has one', ({ context }, at) => {
    if (context.gatewayKey !== null) assert.notEqual(context.gateway?.madeAt, null, at)
  }),
  always(appMachine, 'the fleet is running exactly while someone is logged in', (state, at) => {
    assert.equal(state.children.fleet !== undefined, state.hasTag('member'), at)
    assert.equal(state.context.user !== null, state.hasTag('member'), at)
  }),
  always(appMachine, 'SHL-14 a guest sees no private screen', (state, at) => {
    if (state.context.user === null)
      assert.ok(['loading', 'blocked', 'login', 'unknown', 'share'].includes(selectScreen(state)), at)
  }),
  always(
    supportViewMachine,
    'OPEN-77 a user is chosen only within a company, and nothing is looked up without the support view',
    ({ value, context: { isOffered, company, userId } }, at) => {
      if (company === null) assert.equal(userId, null, at)
      if (!isOffered) assert.equal(value, 'unopened', at)
    },
  ),
  always(
    tickerMachine,
    'TCK-04 TCK-05 the dialog opens only over messages, and by itself until they are acknowledged',
    (state, at) => {
      const { messages, isAcknowledged } = state.context
      if (selectIsDialogOpen(state)) assert.ok(messages.length > 0, at)
      if (state.hasTag('open') && messages.length > 0 && !isAcknowledged)
        assert.equal(selectIsDialogOpen(state), true, at)
    },
  ),
  always(settingsMachine, 'no password is retained', ({ context }, at) => {
    assert.doesNotMatch(JSON.stringify(context), /not a real one|nor is this/, at)
  }),
]
