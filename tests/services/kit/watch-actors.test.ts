import { expect, test, vi } from 'vitest'
import { type AnyActorRef, createActor, setup } from 'xstate'
import { watchActorChain } from '#src/services/kit/watch-actors.ts'

const child = setup({}).createMachine({ on: { tick: { actions: () => {}, reenter: true } } })
const parent = setup({ actors: { child } }).createMachine({
  initial: 'with',
  states: {
    with: { invoke: { id: 'child', src: 'child' }, on: { replace: { target: 'with', reenter: true } } },
  },
})

const watched = () => {
  const root = createActor(parent).start()
  const childOf = (actor: AnyActorRef) => actor.getSnapshot().children.child
  const seen = { updates: 0 }
  const stop = watchActorChain(root, [childOf], () => {
    seen.updates += 1
  })
  /** How many updates an act causes. */
  const updatesOf = (act: () => void) => {
    const before = seen.updates
    act()
    return seen.updates - before
  }
  return { root, childNow: () => childOf(root) as AnyActorRef, stop, updatesOf, seen }
}

test('updates come from the root and from its child, also from one that replaces it', () => {
  const { root, childNow, updatesOf, seen } = watched()
  expect(seen.updates, 'once at the start, for the child and the root').toBeGreaterThan(0)
  const first = childNow()
  expect(updatesOf(() => first.send({ type: 'tick' }))).toBe(1)
  expect(updatesOf(() => root.send({ type: 'replace' }))).toBeGreaterThan(0)
  const second = childNow()
  expect(second).not.toBe(first)
  expect(updatesOf(() => second.send({ type: 'tick' }))).toBe(1)
})

test('the end of the root is an update, and nothing comes after the watch was stopped', () => {
  const { root, updatesOf } = watched()
  expect(updatesOf(() => root.stop())).toBeGreaterThan(0)
  const other = watched()
  const last = other.childNow()
  other.stop()
  expect(other.updatesOf(() => last.send({ type: 'tick' }))).toBe(0)
  expect(other.updatesOf(() => other.root.send({ type: 'replace' }))).toBe(0)
})

test('an actor that is no longer the child is not watched, though it lives on', () => {
  const [first, second] = [createActor(child).start(), createActor(child).start()]
  let current = first
  const root = createActor(setup({}).createMachine({ on: { look: { actions: () => {} } } })).start()
  let updates = 0
  const stop = watchActorChain(root, [() => current], () => {
    updates += 1
  })
  current = second
  root.send({ type: 'look' })
  const before = updates
  first.send({ type: 'tick' })
  expect(updates).toBe(before)
  second.send({ type: 'tick' })
  expect(updates).toBe(before + 1)
  stop()
})

test('a root that fails is reported by its owner only', () => {
  vi.useFakeTimers()
  const failing = setup({}).createMachine({
    on: {
      fail: {
        actions: () => {
          throw new Error('broken')
        },
      },
    },
  })
  const root = createActor(failing).start()
  const seen: unknown[] = []
  root.subscribe({ error: (error) => seen.push(error) })
  const stop = watchActorChain(root, [], () => {})
  root.send({ type: 'fail' })
  // XState throws what a subscriber has no listener for, a moment later.
  vi.runAllTimers()
  expect(seen).toEqual([new Error('broken')])
  stop()
  vi.useRealTimers()
})
