import type { AnyActorRef } from 'xstate'

/** Returns a function that calls `act` if `read` returns a new value; the first time `before` is undefined. */
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
 * Calls `onUpdate` when any actor of a chain changes: root, child, grandchild, each found from its parent. Follows children
 * that are replaced. Returns a function that unsubscribes from all.
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
