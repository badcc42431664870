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

/** The states of machines by path in short, as many as fit: those that broke first, then the innermost machines. */
export const statesInShort = (states: ReadonlyMap<string, RecordedState>): string =>
  [...states]
    .filter(([, { state }]) => state !== '')
    .map(([path, { state }]) => ({
      text: `${path || 'app'}: ${state}`,
      rank: state === 'error' ? 0 : 10 - path.split('/').length,
    }))
    .toSorted((one, other) => one.rank - other.rank)
    .reduce((short, { text }) => {
      const longer = short === '' ? text : `${short}, ${text}`
      return longer.length <= SHORT ? longer : short
    }, '')
