import {
  type AnyActorRef,
  type AnyStateMachine,
  createActor,
  fromCallback,
  type InspectionEvent,
} from 'xstate'
import type { RecordedEvent, Recording } from '#contract/records/recording.ts'
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

/** Where a replay differed from the recording: the event's place, and what differed. */
export type Difference = { readonly segment: number; readonly event: number; readonly what: string }

/** How a replay ended. */
export type Replayed = {
  readonly root: AnyActorRef
  readonly fed: number
  readonly compared: number
  readonly difference: Difference | null
}

/**
 * A replay on machines that were begun silent, by the recording's events from outside. `feed` sends one and compares the hash after
 * it; it returns what differed, or null.
 */
export const beginReplay = (root: AnyActorRef) => {
  const hashOf = createHasher(createMask(0))
  return {
    root,
    feed: ({ to, event, hash }: RecordedEvent): string | null => {
      const target = actorAt(root, to)
      if (target === undefined || !isMachine(target)) return `There is no actor '${to}'.`
      target.send(event)
      return hash === null || hashOf(root) === hash
        ? null
        : `The machines stand elsewhere after '${event.type}'.`
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
      const what = feed(recorded)
      if (what !== null) return { root, fed, compared, difference: { segment, event, what } }
      fed += 1
      if (recorded.hash !== null) compared += 1
    }
  }
  return { root, fed, compared, difference: null }
}
