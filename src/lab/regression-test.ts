import type { FedEvent, Goal, StartingPoint } from './fed-events.ts'

const machine = (path: string) => (path === '' ? 'app' : path)

/** A goal in words: `fleet/playback to play`. */
export const goalText = ({ path, state, while: meanwhile, after }: Goal): string =>
  [
    `${machine(path)} to ${state}`,
    ...(meanwhile === undefined ? [] : [`while ${machine(meanwhile.path)} is in ${meanwhile.state}`]),
    ...(after === undefined ? [] : [`after ${after}`]),
  ].join(' ')

/**
 * A Vitest file of this project that feeds the events and expects that they do not lead to the goal: it fails as long as they do,
 * and guards against it afterwards.
 */
export const regressionTest = (goal: Goal, events: readonly FedEvent[], from: StartingPoint): string => {
  const list = events.map(({ to, event }) => `  ${JSON.stringify({ to, event })},`).join('\n')
  return [
    '// From a recording. Written by npm run replay.',
    '// biome-ignore-all format: an event a line',
    `import { expect, test } from 'vitest'`,
    `import { leadsTo } from '#src/lab/fed-events.ts'`,
    '',
    `const EVENTS = [`,
    list,
    ']',
    `const FROM = ${JSON.stringify(from)}`,
    '',
    `test(${JSON.stringify(`what was recorded does not lead ${goalText(goal)}`)}, () => {`,
    `  expect(leadsTo(${JSON.stringify(goal)}, EVENTS, FROM)).toBe(false)`,
    '})',
    '',
  ].join('\n')
}
