import type { AnyActorRef, AnyMachineSnapshot, StateValue } from 'xstate'
import { machinesBelow, pathOf } from './actor-tree.ts'

/** `open`, `open.live`, `open.live.following` of a state's value. */
export const statesOf = (value: StateValue, above = ''): string[] => {
  if (typeof value === 'string') return [`${above}${value}`]
  return Object.entries(value).flatMap(([state, below]) => [
    `${above}${state}`,
    ...(below === undefined ? [] : statesOf(below, `${above}${state}.`)),
  ])
}

/** The innermost states of a value, such as `open.live.following`; of several at a time, each. */
export const innermost = (value: StateValue): string => {
  const states = statesOf(value)
  return states.filter((state) => !states.some((other) => other.startsWith(`${state}.`))).join(' + ')
}

/** Characters of the states in short. */
const SHORT = 200

/** The states of a root's machines in short: those that broke first, then the innermost machines. */
export const statesInShort = (root: AnyActorRef): string =>
  machinesBelow(root)
    .map((actor) => {
      const { status, value } = actor.getSnapshot() as Partial<AnyMachineSnapshot>
      const isBroken = status === 'error'
      const state = isBroken ? 'error' : value === undefined ? '' : innermost(value)
      const path = pathOf(actor)
      return { text: `${path || 'app'}: ${state}`, state, rank: isBroken ? 0 : 10 - path.split('/').length }
    })
    .filter(({ state }) => state !== '')
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ text }) => text)
    .join(', ')
    .slice(0, SHORT)
