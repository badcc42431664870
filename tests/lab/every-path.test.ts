import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, assign, fromPromise, setup } from 'xstate'
import { graphOf, LAB_MACHINES } from '#src/lab/lab-machines.ts'
import { coveringPaths, pathsTo, shortestPaths } from '#src/lab/path-cover.ts'
import { walk } from '#src/lab/start-silent.ts'
import { stateGraph, TooManyStates } from '#src/lab/state-graph.ts'
import { errorOf } from '#src/machines/kit/stimuli.ts'
import { sessionMachine } from '#src/machines/session/session.machine.ts'
import { sessionModel } from '#src/machines/session/session.model.ts'
import { nonPlainValues } from '#tests/kit/machines/plain-data.ts'
import { INVARIANTS } from './machine-invariants.fixture.ts'

const MACHINES = new URL('../../src/machines/', import.meta.url).pathname

const walks = LAB_MACHINES.map((walked) => {
  const { name, machine, model } = walked
  const graph = graphOf(walked)
  const ends = shortestPaths(graph).map(({ path: { steps }, snapshot }) => ({
    name: steps.length === 0 ? 'at the start' : steps.map(({ event }) => event.type).join(' → '),
    state: snapshot,
  }))
  return { lab: walked, name, machine, model, graph, ends }
})

/** What ends beside the state that started it: no user waits for it. */
const ENDING_ALONE: Readonly<Record<string, readonly string[]>> = {
  app: [
    ...['xstate.done.actor.enabledAlerts', 'xstate.done.actor.greeting'],
    ...['xstate.error.actor.enabledAlerts', 'xstate.error.actor.greeting'],
  ],
  fleet: ['xstate.error.actor.fleetStream'],
  support: ['xstate.done.actor.end', 'xstate.error.actor.end'],
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

test.each(INVARIANTS.map(({ title, ...invariant }) => [title, invariant] as const))(
  'at the end of every path, and at each step of those that are kept: %s',
  (_, { machine, holds }) => {
    const walked = walks.find((each) => each.machine === machine)
    if (walked === undefined) throw new Error('This machine was not walked.')
    for (const { name, state } of walked.ends) holds(state, name)
    const { paths } = coveringPaths(walked.graph, 'transitions')
    const steps = paths.flatMap((path) => walk(walked.lab, path))
    expect(steps.length).toBeGreaterThan(paths.length)
    for (const state of steps) holds(state, `in ${JSON.stringify(state.value)}`)
  },
)

test('a transition that no stimulus takes is detected', () => {
  const { stimuli, ...rest } = sessionModel
  const without = stimuli.filter(({ type }) => type !== 'session.lost')
  const graph = stateGraph(sessionMachine as AnyStateMachine, { ...rest, stimuli: without })
  expect(coveringPaths(graph, 'transitions').uncovered).toEqual(['session.signedIn: session.lost'])
})

test('states that are reached by an event to avoid alone are named as uncovered', () => {
  const opened = setup({}).createMachine({
    id: 'opened',
    initial: 'closed',
    states: { closed: { on: { open: 'open' } }, open: {} },
  })
  const graph = stateGraph(opened, {
    ...{ inputs: [undefined], key: () => null, unreachable: {} },
    stimuli: [{ type: 'open' }],
  })
  expect(coveringPaths(graph, 'states').uncovered).toEqual([])
  expect(coveringPaths(graph, 'states', ['open']).uncovered).toEqual(['open'])
})

test('paths over a transition are those of its own event, and none where that is to avoid', () => {
  const graph = stateGraph(sessionMachine as AnyStateMachine, sessionModel)
  const lost = 'session.signedIn: session.lost'
  const paths = pathsTo(graph, lost)
  expect(paths).toHaveLength(3)
  for (const { steps } of paths) {
    expect(steps.at(-1)?.event.type).toBe('session.lost')
    expect(steps.at(-1)?.transitions).toContain(lost)
  }
  expect(pathsTo(graph, lost, ['session.lost'])).toEqual([])
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

test('a machine that has ended by an error is another state than the one that goes on in the same place', () => {
  const loading = setup({ actors: { load: fromPromise(async () => undefined) } }).createMachine({
    id: 'loading',
    invoke: { id: 'load', src: 'load' },
  })
  const { nodes } = stateGraph(loading, {
    ...{ inputs: [undefined], key: () => null, unreachable: {} },
    stimuli: [errorOf('load', { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null })],
  })
  expect(nodes.size).toBe(2)
})
