import { getAdjacencyMap, getStateNodes } from '@xstate/graph'
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createEmptyActor,
  type EventObject,
  type InspectionEvent,
  type StateNode,
} from 'xstate'
import type { Model } from '../machines/kit/stimuli.ts'
import { statesOf } from '../services/recorder/states.ts'

export { innermost, statesOf } from '../services/recorder/states.ts'

/** A state of a machine: its value, and the part of its context that the model tells apart. */
export type GraphNode = {
  readonly key: string
  readonly snapshot: AnyMachineSnapshot
  /** The states that are active, outermost first, such as `open` and `open.live`. */
  readonly states: readonly string[]
  readonly edges: readonly GraphEdge[]
}

/** What one event does in a state. `transitions` are the names of those it takes, none if nothing listens. */
export type GraphEdge = {
  readonly event: EventObject
  readonly to: string
  readonly transitions: readonly string[]
  /** Whether the event is the end of a child that the machine still holds afterwards. */
  readonly keepsEndedChild: boolean
}

/** Where a machine stands at the start with one of the model's inputs, by its place there, and what it took to get there. */
export type GraphStart = {
  readonly input: number
  readonly key: string
  readonly transitions: readonly string[]
}

/** All states that a model's stimuli lead to. */
export type StateGraph = {
  readonly nodes: ReadonlyMap<string, GraphNode>
  readonly starts: readonly GraphStart[]
  /** The names of all transitions of the machine. */
  readonly transitions: readonly string[]
  /** What an event does in any state of the machine, also in one that differs from its node's in what the key leaves out. */
  step(snapshot: AnyMachineSnapshot, event: EventObject): Step
}

/** The state after an event, the key of its node, and the names of the transitions taken. */
export type Step = {
  readonly snapshot: AnyMachineSnapshot
  readonly key: string
  readonly transitions: readonly string[]
}

const CHILD_EVENT = /^xstate\.(?:done|error)\.actor\.(.+)$/

/** The id of the child whose end an event tells; undefined for any other event. */
export const childOf = (event: EventObject): string | undefined => CHILD_EVENT.exec(event.type)?.[1]

/**
 * A machine that is done hears nothing. A child's done and error can only arrive while the child runs; sent at other times an error
 * would stop the machine.
 */
export const canHappen = (state: AnyMachineSnapshot, event: EventObject): boolean => {
  if (state.status !== 'active') return false
  const child = childOf(event)
  return child === undefined || state.children[child] !== undefined
}

/** The transitions that a state has itself, by name; the event of those that are always taken is ''. */
export const transitionsOf = (node: StateNode) =>
  [...[...node.transitions.entries()], ['', node.always ?? []] as const].flatMap(([event, transitions]) =>
    transitions.map((transition, i) => ({
      ...{ event, transition },
      name: `${node.id}: ${event === '' ? 'always' : event}${transitions.length > 1 ? ` (${i + 1} of ${transitions.length})` : ''}`,
    })),
  )

const everyTransition = (machine: AnyStateMachine) =>
  [machine.root, ...getStateNodes(machine.root)].flatMap(transitionsOf)

/** The name of each of a machine's transitions. */
export const transitionNames = (machine: AnyStateMachine): ReadonlyMap<object, string> =>
  new Map(everyTransition(machine).map(({ transition, name }) => [transition, name]))

/** Steps a machine without running anything; each step tells which transitions it takes. */
const createStepper = (machine: AnyStateMachine) => {
  let taken: object[] = []
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
        taken.push(...(event as unknown as { _transitions: object[] })._transitions)
      },
    },
  } as unknown as Parameters<AnyStateMachine['transition']>[2]
  const withTaken = (step: () => AnyMachineSnapshot) => {
    taken = []
    return { snapshot: step(), taken }
  }
  return {
    start: (input: unknown) => withTaken(() => machine.getInitialSnapshot(scope, input)),
    step: (state: AnyMachineSnapshot, event: EventObject) =>
      withTaken(() => machine.transition(state, event, scope)),
  }
}

/** Most events that are tried; a model whose key tells too much apart has no end. */
export const MOST_STEPS = 60_000

/** A model leads to more states than are walked. */
export class TooManyStates extends Error {
  constructor(machine: AnyStateMachine) {
    super(
      `The model of '${machine.id}' leads to more than ${MOST_STEPS} steps. Leave out of its key what only grows, or shorten its stimuli.`,
    )
    this.name = 'TooManyStates'
  }
}

type Traversal = {
  readonly events: (state: AnyMachineSnapshot) => readonly EventObject[]
  readonly serializeState: (state: AnyMachineSnapshot) => string
  readonly fromState: AnyMachineSnapshot
  readonly stopWhen: (state: AnyMachineSnapshot) => boolean
  readonly limit: number
}

type Adjacency = Readonly<
  Record<
    string,
    {
      readonly state: AnyMachineSnapshot
      readonly transitions: Readonly<Record<string, { readonly event: EventObject }>>
    }
  >
>

/** Its own types know no events that depend on the state. */
const traverse = getAdjacencyMap as unknown as (
  logic: { readonly transition: (state: AnyMachineSnapshot, event: EventObject) => AnyMachineSnapshot },
  traversal: Traversal,
) => Adjacency

/**
 * Tries every stimulus of the model in every state it leads to, from each of its inputs; nothing is run. Throws `TooManyStates`
 * beyond `MOST_STEPS`.
 */
export const stateGraph = <TContext, TEvent extends EventObject, TInput>(
  machine: AnyStateMachine,
  model: Model<TContext, TEvent, TInput>,
): StateGraph => {
  const stepper = createStepper(machine)
  const names = transitionNames(machine)
  const namesOf = (taken: readonly object[]) => [
    ...new Set(taken.flatMap((transition) => names.get(transition) ?? [])),
  ]
  const keyOf = (state: AnyMachineSnapshot) =>
    JSON.stringify([state.value, state.status, model.key(state.context)])
  const step = (state: AnyMachineSnapshot, event: EventObject): Step => {
    const { snapshot, taken } = stepper.step(state, event)
    return { snapshot, key: keyOf(snapshot), transitions: namesOf(taken) }
  }
  const nodes = new Map<string, GraphNode>()
  const starts: GraphStart[] = []
  let left = MOST_STEPS
  /** Adds the states that an input leads to and none before it. */
  const explore = (fromState: AnyMachineSnapshot) => {
    const steps = new Map<AnyMachineSnapshot, Map<EventObject, Step>>()
    const keys = new Map<AnyMachineSnapshot, string>()
    const transition = (state: AnyMachineSnapshot, event: EventObject) => {
      if (left === 0) throw new TooManyStates(machine)
      left -= 1
      const made = step(state, event)
      steps.set(state, (steps.get(state) ?? new Map<EventObject, Step>()).set(event, made))
      keys.set(made.snapshot, made.key)
      return made.snapshot
    }
    const serializeState = (state: AnyMachineSnapshot) => keys.get(state) ?? keyOf(state)
    const found = traverse(
      { transition },
      {
        events: (state) => model.stimuli.filter((event) => canHappen(state, event)),
        ...{ serializeState, fromState, limit: Number.POSITIVE_INFINITY },
        stopWhen: (state) => nodes.has(serializeState(state)),
      },
    )
    for (const [key, { state, transitions }] of Object.entries(found)) {
      if (nodes.has(key)) continue
      const edges = Object.values(transitions).flatMap(({ event }): GraphEdge[] => {
        const made = steps.get(state)?.get(event)
        if (made === undefined) return []
        const child = childOf(event)
        const keepsEndedChild = child !== undefined && made.snapshot.children[child] === state.children[child]
        return [{ event, to: made.key, transitions: made.transitions, keepsEndedChild }]
      })
      nodes.set(key, { key, snapshot: state, states: statesOf(state.value), edges })
    }
  }
  for (const [input, given] of model.inputs.entries()) {
    const begun = stepper.start(given)
    starts.push({ input, key: keyOf(begun.snapshot), transitions: namesOf(begun.taken) })
    explore(begun.snapshot)
  }
  return { nodes, starts, transitions: [...names.values()], step }
}
