import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import type { RecordedState } from '#contract/records/recording.ts'
import { hashText } from '#domain/hash.ts'
import { withPlaces } from './places.ts'
import { type Mask, redact } from './redact.ts'
import { innermost } from './states.ts'

/** Whether an actor runs a machine, as opposed to a promise, a stream or a callback. */
export const isMachine = (actor: AnyActorRef): boolean => {
  const { logic } = actor as { readonly logic?: unknown }
  return typeof logic === 'object' && logic !== null && 'getStateNodeById' in logic
}

/** The machine that an actor runs. Only for actors that run one. */
export const machineOf = ({ logic }: AnyActorRef & { readonly logic?: unknown }): AnyStateMachine =>
  logic as AnyStateMachine

/** The types of the events that an actor's machine knows. */
export const eventsOf = (actor: AnyActorRef): readonly string[] => machineOf(actor).events

/** Ids from the root down to an actor, joined by `/`; the root's own is left out. */
export const pathOf = (actor: AnyActorRef): string => {
  const known = paths.get(actor)
  if (known !== undefined) return known
  const path = actor._parent ? [pathOf(actor._parent), actor.id].filter((id) => id !== '').join('/') : ''
  paths.set(actor, path)
  return path
}
const paths = new WeakMap<AnyActorRef, string>()

/** The children of a machine; none of one that an action or a guard broke: it has no state any more. */
export const childrenOf = (actor: AnyActorRef): Readonly<Record<string, AnyActorRef>> =>
  (actor.getSnapshot() as Partial<AnyMachineSnapshot>).children ?? {}

/** Whether an actor runs a machine that has a state. */
const hasState = (actor: AnyActorRef): boolean => isMachine(actor) && 'value' in actor.getSnapshot()

/** A machine and all machines below it. */
export const machinesBelow = (actor: AnyActorRef): AnyActorRef[] => [
  actor,
  ...Object.values(childrenOf(actor)).flatMap((child) => (isMachine(child) ? machinesBelow(child) : [])),
]

/** The machine at a path below the root, if it runs. */
export const actorAt = (root: AnyActorRef, path: string): AnyActorRef | undefined => {
  let actor: AnyActorRef | undefined = root
  for (const id of path === '' ? [] : path.split('/')) actor = actor && childrenOf(actor)[id]
  return actor
}

/** The same text for the same data, whatever the order of its fields and what odometers show. */
const canonical = (data: unknown): string => {
  if (Array.isArray(data)) return `[${data.map(canonical).join(',')}]`
  if (typeof data !== 'object' || data === null) return JSON.stringify(data)
  const fields = Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, value]) => `${JSON.stringify(key)}:${key === 'odo' ? 0 : canonical(value)}`).join(',')}}`
}

/** Hashes of a root and the machines below it. */
export type Hasher = {
  /** One hash of all machines that have a state. */
  all(root: AnyActorRef): string
  /** Each machine by its path. An object stays the same as long as its machine does. */
  each(root: AnyActorRef): ReadonlyMap<string, RecordedState>
}

/**
 * Makes hashes of the value, redacted context and status of machines; other actors do not count, nor do places and odometers, which
 * a recording moves.
 * A snapshot is never written to again, so each one is redacted once: a hash costs what has changed since the last.
 */
export const createHasher = (mask: Mask): Hasher => {
  const own = new WeakMap<object, RecordedState>()
  const ownOf = (actor: AnyActorRef): RecordedState => {
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot
    const known = own.get(snapshot)
    if (known !== undefined) return known
    const { value, context, status } = snapshot
    const shown = withPlaces(redact(context, mask), () => [0, 0])
    const made = {
      state: status === 'error' ? 'error' : innermost(value),
      hash: hashText(canonical({ value, context: shown, status })),
    }
    own.set(snapshot, made)
    return made
  }
  const textOf = (actor: AnyActorRef): string => {
    const children = childrenOf(actor)
    const below = Object.keys(children)
      .sort()
      .flatMap((id) => {
        const child = children[id]
        return child && hasState(child) ? [`${JSON.stringify(id)}:${textOf(child)}`] : []
      })
    return `${ownOf(actor).hash}(${below.join(',')})`
  }
  return {
    all: (root) => hashText(textOf(root)),
    each: (root) => new Map(machinesBelow(root).map((actor) => [pathOf(actor), ownOf(actor)])),
  }
}

type Persisted = {
  readonly context?: unknown
  readonly output?: unknown
  readonly error?: unknown
  readonly children?: Readonly<Record<string, { readonly snapshot: Persisted }>>
}

/**
 * A persisted snapshot as it may be recorded: without promises, streams and callbacks, since a replay feeds back what they sent, and
 * one that has failed would fail again at the start. What machines know is redacted; the names of states and actors are theirs.
 */
export const recordedSnapshot = (persisted: Persisted, mask: Mask): Persisted => ({
  ...persisted,
  ...(redact(
    { context: persisted.context, output: persisted.output, error: persisted.error },
    mask,
  ) as object),
  children: Object.fromEntries(
    Object.entries(persisted.children ?? {})
      .filter(([, { snapshot }]) => 'value' in snapshot)
      .map(([id, child]) => [id, { ...child, snapshot: recordedSnapshot(child.snapshot, mask) }]),
  ),
})
