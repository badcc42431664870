import type { StateValue } from 'xstate'
import type { RecordedState } from '#contract/records/recording.ts'

/** `open`, `open.live`, `open.live.following` of a state's value; none of a machine that broke in an action or a guard. */
export const statesOf = (value: StateValue | undefined, above = ''): string[] => {
  if (value === undefined) return []
  if (typeof value === 'string') return [`${above}${value}`]
  return Object.entries(value).flatMap(([state, below]) => [
    `${above}${state}`,
    ...statesOf(below, `${above}${state}.`),
  ])
}

/** The innermost states of a value, such as `open.live.following`; of several at a time, each. */
export const innermost = (value: StateValue | undefined): string => {
  const states = statesOf(value)
  return states.filter((state) => !states.some((other) => other.startsWith(`${state}.`))).join(' + ')
}

/** Characters of the states in short. */
const SHORT = 200

/** What is said of every session, in this order. */
const ALWAYS = ['', 'session', 'fleet']

const rankOf = (path: string, state: string): number => {
  if (state === 'error') return 0
  const always = ALWAYS.indexOf(path)
  if (always >= 0) return 1 + always
  return 1 + ALWAYS.length + (path.startsWith('fleet/') ? 0 : 1)
}

/**
 * The states of machines by path in short, as many as fit: those that broke first, then the app, the session and the fleet, then what
 * was opened last on the map.
 */
export const statesInShort = (states: ReadonlyMap<string, RecordedState>): string =>
  [...states]
    .filter(([, { state }]) => state !== '')
    .map(([path, { state }]) => ({ text: `${path || 'app'}: ${state}`, rank: rankOf(path, state) }))
    .toReversed()
    .toSorted((one, other) => one.rank - other.rank)
    .reduce((short, { text }) => {
      const longer = short === '' ? text : `${short}, ${text}`
      return longer.length <= SHORT ? longer : short
    }, '')
