import type { FedEvent, Goal, StartingPoint } from './fed-events.ts'

/**
 * A Vitest file of this project that feeds the events and expects that they do not lead to the goal: it fails as long as they do,
 * and guards against it afterwards.
 */
export const regressionTest = (
  { path, state }: Goal,
  events: readonly FedEvent[],
  from: StartingPoint,
): string => {
  const list = events.map(({ to, event }) => `  ${JSON.stringify({ to, event })},`).join('\n')
  const name = `what was recorded does not lead ${path === '' ? 'app' : path} to ${state}`
  return [
    '// From a recording. Written by npm run replay.',
    `import { expect, test } from 'vitest'`,
    `import { leadsTo } from '#src/lab/fed-events.ts'`,
    '',
    `const EVENTS = [`,
    list,
    ']',
    `const FROM = ${JSON.stringify(from)}`,
    '',
    `test(${JSON.stringify(name)}, () => {`,
    `  expect(leadsTo(${JSON.stringify({ path, state })}, EVENTS, FROM)).toBe(false)`,
    '})',
    '',
  ].join('\n')
}
