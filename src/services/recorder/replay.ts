import {
  type AnyActorRef,
  type AnyStateMachine,
  createActor,
  fromCallback,
  type InspectionEvent,
} from 'xstate'
import type { RecordedEvent, RecordedState, Recording } from '#contract/records/recording.ts'
import { actorAt, createHasher, isMachine } from './actor-tree.ts'
import { createMask } from './redact.ts'

const silent = fromCallback(() => undefined)

const isBuiltIn = (action: unknown): boolean => typeof action === 'function' && 'resolve' in action

type Implementations = {
  readonly actors: Readonly<Record<string, unknown>>
  readonly actions: Readonly<Record<string, unknown>>
}

const isMachineLogic = (logic: unknown): logic is AnyStateMachine =>
  typeof logic === 'object' && logic !== null && 'getStateNodeById' in logic

/**
 * The same machine with every promise, stream and outer action silent. Machines that it invokes run, silent in the same way; with
 * `alone` they are silent altogether.
 */
export const silence = (machine: AnyStateMachine, { alone = false } = {}): AnyStateMachine => {
  const { actors, actions } = machine.implementations as Implementations
  return machine.provide({
    actors: Object.fromEntries(
      Object.entries(actors).map(([name, logic]) => [
        name,
        isMachineLogic(logic) && !alone ? silence(logic) : silent,
      ]),
    ),
    actions: Object.fromEntries(
      Object.entries(actions).map(([name, action]) => [name, isBuiltIn(action) ? action : () => undefined]),
    ),
  } as Parameters<AnyStateMachine['provide']>[0])
}

/** A clock that never fires: the recording has the events of the clock. */
const stillClock = { setTimeout: () => 0, clearTimeout: () => undefined }

/** Starts a silent machine, whose failure is only in its state, from an input or from a recorded state. */
export const startStill = (
  machine: AnyStateMachine,
  options: {
    readonly input?: unknown
    readonly snapshot?: Recording['segments'][number]['snapshot']
    readonly inspect?: (event: InspectionEvent) => void
  } = {},
): AnyActorRef => {
  const { snapshot, ...others } = options
  const root = createActor(machine, {
    ...others,
    clock: stillClock,
    ...(snapshot == null ? {} : { snapshot: snapshot as never }),
  })
  root.subscribe({ error: () => undefined })
  root.start()
  return root
}

/** A machine that stands elsewhere in a replay than when it was recorded; null where it does not run. */
export type Elsewhere = {
  readonly path: string
  readonly recorded: string | null
  readonly replayed: string | null
}

/** What differed after an event, in words and by machine. Machines in the same state remember other things. */
export type Divergence = { readonly what: string; readonly machines: readonly Elsewhere[] }

/** Where a replay differed from the recording: the event's place, and what differed. */
export type Difference = { readonly segment: number; readonly event: number; readonly what: string }

/** How a replay ended. */
export type Replayed = {
  readonly root: AnyActorRef
  readonly fed: number
  readonly compared: number
  readonly difference: Difference | null
}

type States = ReadonlyMap<string, RecordedState>

const elsewhere = (recorded: States, replayed: States): Elsewhere[] =>
  [...new Set([...recorded.keys(), ...replayed.keys()])]
    .filter((path) => recorded.get(path)?.hash !== replayed.get(path)?.hash)
    .map((path) => ({
      path,
      recorded: recorded.get(path)?.state ?? null,
      replayed: replayed.get(path)?.state ?? null,
    }))

/**
 * A replay on machines that were begun silent, by the recording's events from outside. `feed` sends one and compares the hash after
 * it; it returns what differed, or null.
 */
export const beginReplay = (root: AnyActorRef) => {
  const hasher = createHasher(createMask())
  const states = new Map<string, RecordedState>()
  return {
    root,
    feed: ({ to, event, hash, states: changed = {} }: RecordedEvent): Divergence | null => {
      for (const [path, state] of Object.entries(changed)) {
        if (state === null) states.delete(path)
        else states.set(path, state)
      }
      const target = actorAt(root, to)
      if (target === undefined || !isMachine(target))
        return { what: `There is no actor '${to}'.`, machines: [] }
      target.send(event)
      if (hash === null || hasher.all(root) === hash) return null
      return {
        what: `The machines stand elsewhere after '${event.type}'.`,
        // A file from before states were recorded has none to compare with.
        machines: states.size === 0 ? [] : elsewhere(states, hasher.each(root)),
      }
    },
  }
}

/**
 * Runs the same machine from a segment's snapshot to the recording's end, feeding back what came from outside, and
 * compares the hash after each event. Stops at the first difference.
 */
export const replay = (machine: AnyStateMachine, recording: Recording, fromSegment = 0): Replayed => {
  const first = recording.segments[fromSegment]
  if (first === undefined) throw new Error(`The recording has no segment ${fromSegment}.`)
  const { root, feed } = beginReplay(startStill(silence(machine), { snapshot: first.snapshot }))
  let fed = 0
  let compared = 0
  for (const [segment, { events }] of recording.segments.entries()) {
    if (segment < fromSegment) continue
    for (const [event, recorded] of events.entries()) {
      if (!recorded.external) continue
      const divergence = feed(recorded)
      if (divergence !== null)
        return { root, fed, compared, difference: { segment, event, what: divergence.what } }
      fed += 1
      if (recorded.hash !== null) compared += 1
    }
  }
  return { root, fed, compared, difference: null }
}
