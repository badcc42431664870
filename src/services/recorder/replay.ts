import { type AnyActorRef, type AnyStateMachine, createActor, fromCallback } from 'xstate'
import type { Recording } from '#contract/records/recording.ts'
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

/** The same machine with every promise, stream and outer action silent, at all depths. */
export const silence = (machine: AnyStateMachine): AnyStateMachine => {
  const { actors, actions } = machine.implementations as Implementations
  return machine.provide({
    actors: Object.fromEntries(
      Object.entries(actors).map(([name, logic]) => [name, isMachineLogic(logic) ? silence(logic) : silent]),
    ),
    actions: Object.fromEntries(
      Object.entries(actions).map(([name, action]) => [name, isBuiltIn(action) ? action : () => undefined]),
    ),
  } as Parameters<AnyStateMachine['provide']>[0])
}

/** A clock that never fires: the recording has the events of the clock. */
const stillClock = { setTimeout: () => 0, clearTimeout: () => undefined }

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
 * Runs the same machine from a segment's snapshot to the recording's end, feeding back what came from outside, and
 * compares the hash after each event. Stops at the first difference.
 */
export const replay = (machine: AnyStateMachine, recording: Recording, fromSegment = 0): Replayed => {
  const first = recording.segments[fromSegment]
  if (first === undefined) throw new Error(`The recording has no segment ${fromSegment}.`)
  const root = createActor(silence(machine), {
    clock: stillClock,
    ...(first.snapshot === null ? {} : { snapshot: first.snapshot as never }),
  })
  root.subscribe({ error: () => undefined })
  root.start()
  const hashOf = createHasher(createMask(0))
  let fed = 0
  let compared = 0
  for (const [segment, { events }] of recording.segments.entries()) {
    if (segment < fromSegment) continue
    for (const [event, recorded] of events.entries()) {
      if (!recorded.external) continue
      const target = actorAt(root, recorded.to)
      if (target === undefined || !isMachine(target)) {
        return {
          root,
          fed,
          compared,
          difference: { segment, event, what: `There is no actor '${recorded.to}'.` },
        }
      }
      target.send(recorded.event)
      fed += 1
      if (recorded.hash === null) continue
      compared += 1
      if (hashOf(root) !== recorded.hash) {
        return {
          root,
          fed,
          compared,
          difference: {
            segment,
            event,
            what: `The machines stand elsewhere after '${recorded.event.type}'.`,
          },
        }
      }
    }
  }
  return { root, fed, compared, difference: null }
}
