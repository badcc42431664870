import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'
import { hashText, type Mask, redact } from './redact.ts'

/** Whether an actor runs a machine, as opposed to a promise, a stream or a callback. */
export const isMachine = (actor: AnyActorRef): boolean => {
  const { logic } = actor as { readonly logic?: unknown }
  return typeof logic === 'object' && logic !== null && 'getStateNodeById' in logic
}

/** Ids from the root down to an actor, joined by `/`; the root's own is left out. */
export const pathOf = (actor: AnyActorRef): string =>
  actor._parent ? [pathOf(actor._parent), actor.id].filter((id) => id !== '').join('/') : ''

const childrenOf = (actor: AnyActorRef): Readonly<Record<string, AnyActorRef>> =>
  (actor.getSnapshot() as AnyMachineSnapshot).children

/** The machine at a path below the root, if it runs. */
export const actorAt = (root: AnyActorRef, path: string): AnyActorRef | undefined => {
  let actor: AnyActorRef | undefined = root
  for (const id of path === '' ? [] : path.split('/')) actor = actor && childrenOf(actor)[id]
  return actor
}

/** The same text for the same data, whatever the order of its fields. */
const canonical = (data: unknown): string => {
  if (Array.isArray(data)) return `[${data.map(canonical).join(',')}]`
  if (typeof data !== 'object' || data === null) return JSON.stringify(data)
  const fields = Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, value]) => `${JSON.stringify(key)}:${canonical(value)}`).join(',')}}`
}

const statesOf = (actor: AnyActorRef, mask: Mask): unknown => {
  const { value, context, status, children } = actor.getSnapshot() as AnyMachineSnapshot
  const machines = Object.entries(children).filter(([, child]) => isMachine(child as AnyActorRef))
  return {
    value,
    context: redact(context, mask),
    status,
    children: Object.fromEntries(machines.map(([id, child]) => [id, statesOf(child as AnyActorRef, mask)])),
  }
}

/** Hash of the value, redacted context and status of the root and every machine below. Other actors do not count. */
export const hashOf = (root: AnyActorRef, mask: Mask): string => hashText(canonical(statesOf(root, mask)))

type Persisted = { readonly children?: Readonly<Record<string, { readonly snapshot: object }>> }

/**
 * A persisted snapshot without promises, streams and callbacks: a replay feeds back what they sent, and one that has
 * failed would fail again at the start.
 */
export const withoutLeaves = <T extends Persisted>(persisted: T): T => ({
  ...persisted,
  children: Object.fromEntries(
    Object.entries(persisted.children ?? {})
      .filter(([, { snapshot }]) => 'value' in snapshot)
      .map(([id, child]) => [id, { ...child, snapshot: withoutLeaves(child.snapshot) }]),
  ),
})
