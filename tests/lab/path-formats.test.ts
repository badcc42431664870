import { expect, test } from 'vitest'
import { type Described, ENDINGS, FORMATS, writePaths } from '#src/lab/path-formats.ts'

const DOOR = {
  machine: {
    ...{ name: 'door', file: 'house/door.machine.ts', exported: 'doorMachine' },
    model: { inputs: [undefined, { floor: 2 }], unreachable: { 'door: never': 'nobody goes there' } },
  },
  purpose: 'every transition',
  paths: [
    {
      ...{ input: 0, start: 'closed', begun: [] },
      steps: [
        { event: { type: 'open' }, state: 'open', transitions: ['door.closed: open'] },
        { event: { type: 'push', by: 2 }, state: '', transitions: [] },
      ],
    },
    { input: 1, start: '', begun: [], steps: [] },
  ],
  uncovered: ['door: never', 'door: other'],
} as unknown as Described
const [first, second] = DOOR.paths

test('a file of each form has an ending of its own', () => {
  expect(FORMATS.map((format) => ENDINGS[format])).toEqual(['json', 'md', 'feature', 'test.ts'])
})

test('paths for people are numbered, with what they start with and what none of them covers', () => {
  expect(writePaths('markdown', DOOR)).toBe(`# door: every transition

## 1. closed to –, 2 events

Starts in \`closed\`.

1. \`open\` → \`open\`
2. \`push {"by":2}\` → \`–\`

## 2. – to –, 0 events

Starts in \`–\` with \`{"floor":2}\`.


## Not covered

- door: never: nobody goes there
- door: other: no path leads there
`)
  const covered = writePaths('markdown', { ...DOOR, uncovered: [] })
  expect(covered).toMatch(/Starts in `–` with `{"floor":2}`\.\n\n$/)
})

test('paths as scenarios', () => {
  expect(writePaths('gherkin', DOOR)).toBe(`Feature: door, every transition
  # Not covered: door: never: nobody goes there
  # Not covered: door: other: no path leads there

  Scenario: 1. closed to –, 2 events
    Given the door machine is in "closed"
    When open
    Then the state is "open"
    When push {"by":2}
    Then the state is "–"

  Scenario: 2. – to –, 0 events
    Given the door machine is in "–" with {"floor":2}
`)
})

test('paths as JSON', () => {
  const text = writePaths('json', DOOR)
  expect(text.endsWith('}\n')).toBe(true)
  expect(JSON.parse(text)).toEqual({
    ...{ machine: 'door', purpose: 'every transition' },
    paths: [
      { input: null, start: first?.start, steps: first?.steps },
      { input: { floor: 2 }, start: second?.start, steps: [] },
    ],
    uncovered: { 'door: never': 'nobody goes there', 'door: other': null },
  })
})

test('paths as tests', () => {
  expect(writePaths('vitest', DOOR)).toBe(`// door: every transition. Written by npm run paths.
// biome-ignore-all format: an event a line
import { expect, test } from 'vitest'
import { startSilent } from '#src/lab/start-silent.ts'
import { doorMachine } from '#src/machines/house/door.machine.ts'

test("1. closed to –, 2 events", () => {
  const { stateAt, send } = startSilent(doorMachine)
  expect(stateAt()).toBe("closed")
  send({"type":"open"})
  expect(stateAt()).toBe("open")
  send({"type":"push","by":2})
  expect(stateAt()).toBe("")
})

test("2. – to –, 0 events", () => {
  const { stateAt } = startSilent(doorMachine, {"floor":2})
  expect(stateAt()).toBe("")
})
`)
  const single = { ...DOOR, paths: [{ ...DOOR.paths[0], steps: DOOR.paths[0]?.steps.slice(0, 1) }] }
  expect(writePaths('vitest', single as Described)).toContain('"1. closed to open, 1 event"')
})
