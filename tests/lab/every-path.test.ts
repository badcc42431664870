import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, assign, type SnapshotFrom, setup } from 'xstate'
import { HOUR_MS } from '#domain/units.ts'
import { startOfHour } from '#domain/zone-time.ts'
import { graphOf, LAB_MACHINES } from '#src/lab/lab-machines.ts'
import { coveringPaths, shortestPaths } from '#src/lab/path-cover.ts'
import { stateGraph, TooManyStates } from '#src/lab/state-graph.ts'
import { appMachine } from '#src/machines/app/app.machine.ts'
import { selectScreen } from '#src/machines/app/app.selectors.ts'
import type { Clock, Range } from '#src/machines/date-range/date-range.logic.ts'
import { dateRangeMachine } from '#src/machines/date-range/date-range.machine.ts'
import { fleetMachine } from '#src/machines/fleet/fleet.machine.ts'
import { selectMode } from '#src/machines/fleet/fleet.selectors.ts'
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
import { sessionModel } from '#src/machines/session/session.model.ts'
import { selectIsSignedIn } from '#src/machines/session/session.selectors.ts'
import { settingsMachine } from '#src/machines/settings/settings.machine.ts'
import { supportViewMachine } from '#src/machines/support/support-view.machine.ts'
import { tickerMachine } from '#src/machines/ticker/ticker.machine.ts'
import { selectIsDialogOpen } from '#src/machines/ticker/ticker.selectors.ts'
import { nonPlainValues } from '#tests/kit/machines/plain-data.ts'

const MACHINES = new URL('../../src/machines/', import.meta.url).pathname

const walks = LAB_MACHINES.map((walked) => {
  const { name, machine, model } = walked
  const graph = graphOf(walked)
  const ends = shortestPaths(graph).map(({ path: { steps }, snapshot }) => ({
    name: steps.length === 0 ? 'at the start' : steps.map(({ event }) => event.type).join(' → '),
    state: snapshot,
  }))
  return { name, machine, model, graph, ends }
})

/** What ends beside the state that started it: no user waits for it. */
const ENDING_ALONE: Readonly<Record<string, readonly string[]>> = {
  app: ['xstate.done.actor.greeting', 'xstate.error.actor.greeting'],
  fleet: ['xstate.error.actor.fleetStream'],
  support: ['xstate.done.actor.end', 'xstate.error.actor.end'],
}

const endsOf = <TMachine extends AnyStateMachine>(machine: TMachine) => {
  const found = walks.find((walked) => walked.machine === machine)
  if (found === undefined) throw new Error('This machine was not walked.')
  return found.ends.map(({ name, state }) => ({ name, state: state as SnapshotFrom<TMachine> }))
}

test('every machine is in the table of the lab', async () => {
  const files = readdirSync(MACHINES, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.machine.ts'),
  )
  const named = LAB_MACHINES.map(({ file }) => file)
  // It makes machines, one of which the table has as `request`.
  expect(files.filter((file) => basename(file) !== 'request.machine.ts').toSorted()).toEqual(
    [...new Set(named)].toSorted(),
  )
  for (const { file, exported, machine } of LAB_MACHINES)
    expect((await import(/* @vite-ignore */ `${MACHINES}${file}`))[exported], file).toBe(machine)
})

describe.each(walks)('every path through the $name machine', ({ name, model, graph, ends }) => {
  test('waits for no child that has ended', () => {
    const kept = [...graph.nodes.values()].flatMap(({ edges }) =>
      edges.filter(({ keepsEndedChild }) => keepsEndedChild).map(({ event }) => event.type),
    )
    expect([...new Set(kept)].toSorted()).toEqual(ENDING_ALONE[name] ?? [])
  })

  test('takes every transition except those declared unreachable', () => {
    expect(graph.transitions.length).toBeGreaterThan(0)
    const { uncovered } = coveringPaths(graph, 'transitions')
    expect(uncovered.toSorted()).toEqual(Object.keys(model.unreachable).toSorted())
  })

  test('ends without an error', () => {
    expect(ends.filter(({ state }) => state.status === 'error').map((end) => end.name)).toEqual([])
  })

  test('ends with a context of plain data that survives JSON unchanged', () => {
    for (const end of ends) {
      expect(nonPlainValues(end.state.context), end.name).toEqual([])
      expect(JSON.parse(JSON.stringify(end.state.context)), end.name).toEqual(end.state.context)
    }
  })
})

const expectSound = ({ from, to }: Range, { now, timeZone }: Clock, name: string) => {
  const hourOf = (time: number) => startOfHour(time, timeZone)
  expect([hourOf(from), hourOf(to)], name).toEqual([from, to])
  expect(to - from, name).toBeGreaterThanOrEqual(HOUR_MS)
  expect(hourOf(to - 1), name).toBeLessThanOrEqual(hourOf(now))
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
  for (const { name, state } of endsOf(dateRangeMachine))
    expectSound(state.context.range, state.context.clock, name)
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
    const { isOffered, company, userId } = state.context
    if (company === null) expect(userId, name).toBeNull()
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
      expect(['loading', 'blocked', 'login', 'unknown', 'share'], name).toContain(selectScreen(state))
    }
  }
})

test('a transition that no stimulus takes is detected', () => {
  const { stimuli, ...rest } = sessionModel
  const without = stimuli.filter(({ type }) => type !== 'session.lost')
  const graph = stateGraph(sessionMachine as AnyStateMachine, { ...rest, stimuli: without })
  expect(coveringPaths(graph, 'transitions').uncovered).toEqual(['session.signedIn: session.lost'])
})

test('a model that tells apart what grows without end is refused, and says what to do', () => {
  const growing = setup({ types: { context: {} as { presses: number } } }).createMachine({
    id: 'growing',
    context: { presses: 0 },
    on: { pressed: { actions: assign({ presses: ({ context }) => context.presses + 1 }) } },
  })
  const model = { inputs: [undefined], stimuli: [{ type: 'pressed' }], unreachable: {} }
  const walk = (key: (context: { presses: number }) => unknown) => stateGraph(growing, { ...model, key })
  expect(() => walk(({ presses }) => presses)).toThrow(TooManyStates)
  expect(() => walk(({ presses }) => presses)).toThrow(
    /'growing' leads to more than .* steps\. Leave out of its key/,
  )
  expect(walk(() => null).nodes.size).toBe(1)
})
