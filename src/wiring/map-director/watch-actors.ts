import type { AnyActorRef } from 'xstate'

/** Calls `act` with a value each time `look` finds it changed; the first time with `undefined` before it. */
export const whenChanged = <T>(read: () => T, act: (now: T, before: T | undefined) => void): (() => void) => {
  let before: T | undefined
  let isFirst = true
  return () => {
    const now = read()
    if (!isFirst && Object.is(now, before)) return
    const last = before
    isFirst = false
    before = now
    act(now, last)
  }
}

/**
 * Calls `look` when any of a chain of actors changes, each found from the one before: root, child, grandchild.
 * A child that goes or is replaced is let go. Returns the undo.
 */
export const watchActorChain = (
  root: AnyActorRef,
  next: readonly ((actor: AnyActorRef) => AnyActorRef | undefined)[],
  onUpdate: () => void,
): (() => void) => {
  const [first, ...rest] = next
  let child: AnyActorRef | undefined
  let letGo = () => {}
  const update = () => {
    const found = first?.(root)
    if (found !== child) {
      letGo()
      child = found
      letGo = found === undefined ? () => {} : watchActorChain(found, rest, onUpdate)
    }
    onUpdate()
  }
  const subscription = root.subscribe({ next: update, complete: update, error: () => {} })
  update()
  return () => {
    subscription.unsubscribe()
    letGo()
  }
}
