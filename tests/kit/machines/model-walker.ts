import { getShortestPaths, getStateNodes } from '@xstate/graph'
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createEmptyActor,
  type EventObject,
  type InspectionEvent,
  type StateNode,
} from 'xstate'
import type { Model } from '#src/machines/kit/stimuli.ts'

/** One path through a machine: its events, and the state at its end. */
export type WalkedPath = {
  readonly name: string
  readonly events: readonly EventObject[]
  readonly state: AnyMachineSnapshot
}

/** The shortest paths to all states, and the transitions that no stimulus takes from any of them. */
export type Walk = {
  readonly paths: readonly WalkedPath[]
  readonly transitions: readonly string[]
  readonly untaken: readonly string[]
  /** Children whose end leaves the machine in the state that waits for them, each once. */
  readonly awaited: readonly string[]
}

const CHILD_EVENT = /^xstate\.(?:done|error)\.actor\.(.+)$/

/** A child's done and error can only arrive while the child runs; sent at other times an error would stop the machine. */
const canHappen = (state: AnyMachineSnapshot, event: EventObject): boolean => {
  const child = CHILD_EVENT.exec(event.type)?.[1]
  return child === undefined || state.children[child] !== undefined
}

const transitionsOf = (node: StateNode) =>
  [...[...node.transitions.entries()], ['', node.always ?? []] as const].flatMap(([event, transitions]) =>
    transitions.map((transition, i) => ({
      transition: transition as object,
      name: `${node.id}: ${event === '' ? 'always' : event}${transitions.length > 1 ? ` (${i + 1} of ${transitions.length})` : ''}`,
    })),
  )

/** Steps a machine without running anything, and reports which transitions it took. */
const createStepper = (machine: AnyStateMachine) => {
  const taken = new Set<object>()
  const nobody = createEmptyActor()
  const scope = {
    self: nobody,
    logger: () => {},
    id: '',
    sessionId: 'walk',
    defer: () => {},
    stopChild: () => {},
    emit: () => {},
    actionExecutor: () => {},
    system: {
      ...nobody.system,
      _sendInspectionEvent: (event: InspectionEvent) => {
        if (event.type !== '@xstate.microstep') return
        for (const transition of (event as unknown as { _transitions: object[] })._transitions)
          taken.add(transition)
      },
    },
  } as unknown as Parameters<AnyStateMachine['transition']>[2]
  return {
    taken,
    start: (input: unknown) => machine.getInitialSnapshot(scope, input),
    step: (state: AnyMachineSnapshot, event: EventObject) => machine.transition(state, event, scope),
  }
}

const MOST_STEPS = 60_000

/** Walks a machine along its model's stimuli, on shortest paths, from each of the model's inputs. */
export const walk = <TContext, TEvent extends EventObject, TInput>(
  machine: AnyStateMachine,
  model: Model<TContext, TEvent, TInput>,
): Walk => {
  const stepper = createStepper(machine)
  const happensIn = (state: AnyMachineSnapshot) => model.stimuli.filter((event) => canHappen(state, event))
  const paths = model.inputs.flatMap((input) => {
    const found = getShortestPaths(machine, {
      events: happensIn,
      serializeState: (state: AnyMachineSnapshot) =>
        JSON.stringify([state.value, state.status, model.key(state.context)]),
      limit: MOST_STEPS,
      input,
    } as Parameters<typeof getShortestPaths>[1])
    stepper.start(input)
    return found.map(({ state, steps }) => {
      const events = steps.slice(1).map(({ event }) => event)
      return {
        name: events.length === 0 ? 'at the start' : events.map(({ type }) => type).join(' → '),
        events,
        state: state as AnyMachineSnapshot,
      }
    })
  })
  const awaited = new Set<string>()
  for (const { state } of paths) {
    if (state.status !== 'active') continue
    for (const event of happensIn(state)) {
      const next = stepper.step(state, event)
      const child = CHILD_EVENT.exec(event.type)?.[1]
      if (child !== undefined && next.children[child] === state.children[child]) awaited.add(event.type)
    }
  }
  const all = [machine.root, ...getStateNodes(machine.root)].flatMap(transitionsOf)
  return {
    paths,
    transitions: all.map(({ name }) => name),
    awaited: [...awaited],
    untaken: all.filter(({ transition }) => !stepper.taken.has(transition)).map(({ name }) => name),
  }
}
