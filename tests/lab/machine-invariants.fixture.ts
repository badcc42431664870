import { expect } from 'vitest'
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
    expect(JSON.stringify(context), at).not.toMatch(/token|password|secret|bearer|not a real one/i)
  }),
  always(sessionMachine, 'there is a user exactly while someone is logged in or logging in', (state, at) => {
    const holdsUser = selectIsSignedIn(state) || state.matches('loggingOut')
    expect(state.context.user !== null, at).toBe(holdsUser)
    expect(state.context.expiresOn !== null, at).toBe(holdsUser)
  }),
  always(playbackMachine, 'PLB-10 playback is in one of its seven states', (state, at) => {
    expect(Object.keys(playbackMachine.states).toSorted(), at).toEqual(SEVEN.toSorted())
    expect(
      SEVEN.filter((one) => state.matches(one)),
      at,
    ).toHaveLength(1)
  }),
  always(playbackMachine, 'the cursor lies on the track, and only a track with points plays', (state, at) => {
    expect(selectIndex(state), at).toBeGreaterThanOrEqual(0)
    expect(selectIndex(state), at).toBeLessThanOrEqual(selectLastIndex(state))
    if (selectIsPlaying(state)) expect(selectTrack(state)?.points, at).toBeGreaterThan(0)
  }),
  always(playbackMachine, 'PLB-15 GO is disabled while playing or continuing', (state, at) => {
    if (selectIsPlaying(state)) expect(selectCanGo(state), at).toBe(false)
  }),
  always(
    dateRangeMachine,
    'OPEN-27 the chosen range is whole hours, at least one, none after the current hour',
    ({ context: { range, clock } }, at) => {
      const hourOf = (time: number) => startOfHour(time, clock.timeZone)
      expect([hourOf(range.from), hourOf(range.to)], at).toEqual([range.from, range.to])
      expect(range.to - range.from, at).toBeGreaterThanOrEqual(HOUR_MS)
      expect(hourOf(range.to - 1), at).toBeLessThanOrEqual(hourOf(clock.now))
    },
  ),
  always(
    gridMapMachine,
    'OPEN-54 the grid map has at most nine vehicles, each once, and no more cells than maps',
    ({ context: { vehicleIds, cells } }, at) => {
      expect(new Set(vehicleIds).size, at).toBe(vehicleIds.length)
      expect(vehicleIds.length, at).toBeLessThanOrEqual(MAX_CELLS)
      expect([4, 9], at).toContain(cells)
    },
  ),
  always(
    vehicleSelectionMachine,
    'MAP-52 at most 250 vehicles are picked, each once',
    ({ context: { picked } }, at) => {
      expect(new Set(picked).size, at).toBe(picked.length)
      expect(picked.length, at).toBeLessThanOrEqual(SELECTION.max)
    },
  ),
  always(
    fleetMachine,
    'MAP-26 the map has one mode, and only that mode has something to show',
    (state, at) => {
      const mode = selectMode(state)
      expect(state.context.live !== null, at).toBe(mode === 'live')
      expect(state.children.follow !== undefined, at).toBe(
        mode === 'live' && state.context.live?.reason === null,
      )
      expect(state.children.playback !== undefined, at).toBe(mode === 'playback')
      if (!state.hasTag('list')) expect(state.context.selectedVehicleId, at).toBeNull()
      expect(state.children.fleetStream !== undefined, at).toBe(mode !== 'closed')
    },
  ),
  always(
    geofencesMachine,
    'GEO-06 only a fence with a shape and without errors is saved',
    ({ value, context: { form, errors } }, at) => {
      if (!JSON.stringify(value).includes('"saving"')) return
      expect(form?.shape, at).toBeTruthy()
      expect(errors, at).toEqual({})
    },
  ),
  always(geofencesMachine, 'there is a form exactly while one is shown or asked about', (state, at) => {
    if (state.status === 'done') return
    const holdsForm = state.hasTag('form') || state.hasTag('hint')
    expect(state.context.form !== null, at).toBe(holdsForm)
  }),
  always(gatewayMachine, 'OPEN-87 a key is shown of a gateway that has one', ({ context }, at) => {
    if (context.gatewayKey !== null) expect(context.gateway?.madeAt, at).not.toBeNull()
  }),
  always(appMachine, 'the fleet is running exactly while someone is logged in', (state, at) => {
    expect(state.children.fleet !== undefined, at).toBe(state.hasTag('member'))
    expect(state.context.user !== null, at).toBe(state.hasTag('member'))
  }),
  always(appMachine, 'SHL-14 a guest sees no private screen', (state, at) => {
    if (state.context.user === null)
      expect(['loading', 'blocked', 'login', 'unknown', 'share'], at).toContain(selectScreen(state))
  }),
  always(
    supportViewMachine,
    'OPEN-77 a user is chosen only within a company, and nothing is looked up without the support view',
    ({ value, context: { isOffered, company, userId } }, at) => {
      if (company === null) expect(userId, at).toBeNull()
      if (!isOffered) expect(value, at).toBe('unopened')
    },
  ),
  always(
    tickerMachine,
    'TCK-04 TCK-05 the dialog opens only over messages, and by itself until they are acknowledged',
    (state, at) => {
      const { messages, isAcknowledged } = state.context
      if (selectIsDialogOpen(state)) expect(messages.length, at).toBeGreaterThan(0)
      if (state.hasTag('open') && messages.length > 0 && !isAcknowledged)
        expect(selectIsDialogOpen(state), at).toBe(true)
    },
  ),
  always(settingsMachine, 'no password is retained', ({ context }, at) => {
    expect(JSON.stringify(context), at).not.toMatch(/not a real one|nor is this/)
  }),
]
