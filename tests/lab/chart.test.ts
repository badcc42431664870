import Elk from 'elkjs/lib/elk.bundled.js'
import { describe, expect, test } from 'vitest'
import { setup } from 'xstate'
import { chartOf, eventName } from '#src/lab/chart.ts'
import { layOut, type PlacedArrow, type PlacedState } from '#src/lab/chart-layout.ts'
import { graphOf, LAB_MACHINES } from '#src/lab/lab-machines.ts'

const elk = new Elk()
const place = (machine: (typeof LAB_MACHINES)[number]['machine']) =>
  layOut(chartOf(machine), elk, (text) => text.length * 7)

const contains = (outer: PlacedState, inner: PlacedState) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

const overlap = (a: PlacedState, b: PlacedState) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Whether a point lies on the border of a state, to a pixel. */
const isAtBorder = (
  states: readonly PlacedState[],
  id: string,
  point: { x: number; y: number } | undefined,
) => {
  const state = states.find((each) => each.id === id)
  if (state === undefined || point === undefined) return false
  const [x, y] = [point.x - state.x, point.y - state.y]
  const isInside = x > -1 && y > -1 && x < state.width + 1 && y < state.height + 1
  return isInside && Math.min(x, y, state.width - x, state.height - y) < 1
}

/** Whether each part of a line runs across or down, to a hundredth of a pixel. */
const bendsSquarely = (points: PlacedArrow['points']) =>
  points.slice(1).every(({ x, y }, i) => {
    const { x: fromX, y: fromY } = points[i] ?? { x, y }
    return Math.min(Math.abs(x - fromX), Math.abs(y - fromY)) < 0.01
  })

describe.each(LAB_MACHINES.map((lab) => [lab.name, lab] as const))('the chart of %s', (_, lab) => {
  test('names every transition as the paths do', () => {
    const names = new Set(chartOf(lab.machine).transitions.map(({ name }) => name))
    expect([...names].toSorted()).toEqual([...new Set(graphOf(lab).transitions)].toSorted())
  })

  test('places states in their parents and beside each other, and an arrow for each change of state', async () => {
    const chart = chartOf(lab.machine)
    const { states, arrows, width, height } = await place(lab.machine)
    expect(width * height).toBeGreaterThan(0)
    for (const state of states) {
      const parent = states.find(({ id }) => id === state.parent)
      if (parent !== undefined) expect(contains(parent, state), state.id).toBe(true)
      const beside = states.filter((other) => other !== state && other.parent === state.parent)
      expect(beside.filter((other) => overlap(state, other)).map(({ id }) => id)).toEqual([])
      const above = beside.filter(({ y }) => y < state.y)
      if (state.isInitial)
        expect(
          above.map(({ id }) => id),
          `above ${state.id}`,
        ).toEqual([])
    }
    const drawn = arrows.flatMap(({ lines }) => lines.flatMap(({ names }) => names))
    const leading = chart.transitions.filter(({ to }) => to !== null).map(({ name }) => name)
    expect(drawn.toSorted()).toEqual(leading.toSorted())
    for (const { from, to, points, label } of arrows) {
      expect(points.length).toBeGreaterThan(1)
      expect(bendsSquarely(points), `${from} → ${to}`).toBe(true)
      expect(
        [isAtBorder(states, from, points[0]), isAtBorder(states, to, points.at(-1))],
        `${from} → ${to}`,
      ).toEqual([...[true, true]])
      expect(label.width * label.height).toBeGreaterThan(0)
    }
  })
})

test('a chart starts at the top, and leads back up', async () => {
  const machine = setup({}).createMachine({
    id: 'road',
    initial: 'town',
    states: {
      // Each comes before the one it follows, so that the order of the source does not place them.
      port: { on: { home: 'town' } },
      bridge: { on: { on: 'port', home: 'town' } },
      town: { on: { off: 'bridge' } },
    },
  })
  const { states } = await place(machine as never)
  const top = (id: string) => states.find((state) => state.id === id)?.y ?? 0
  expect(top('town')).toBeLessThan(top('bridge'))
  expect(top('bridge')).toBeLessThan(top('port'))
})

test('what leads on points down, however many events lead back', async () => {
  const machine = setup({}).createMachine({
    id: 'stairs',
    initial: 'street',
    states: {
      third: { on: { fall: 'street', jump: 'first', down: 'second' } },
      second: { on: { up: 'third', fall: 'street', down: 'first' } },
      first: { on: { up: 'second', fall: 'street' } },
      street: { on: { up: 'first' } },
    },
  })
  const { states, arrows } = await place(machine as never)
  const floors = ['street', 'first', 'second', 'third']
  expect(states.filter(({ parent }) => parent !== null).map(({ id }) => id).length).toBe(4)
  const tops = floors.map((id) => states.find((state) => state.id === id)?.y ?? Number.NaN)
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  expect(arrows.map(({ from, to }) => [from, to])).toHaveLength(9)
})

test.each([
  [5, ['e0', 'e1', 'e2', 'e3', 'e4'], 5],
  [6, ['e0', 'e1', 'e2', 'e3', '+ 2'], 5],
])('an arrow with %d events has the lines %j', async (count, lines, high) => {
  const events = Array.from({ length: count }, (_, i) => [`e${i}`, 'there'] as const)
  const machine = setup({}).createMachine({
    id: 'many',
    initial: 'here',
    states: { here: { on: Object.fromEntries(events) }, there: {} },
  })
  const { arrows } = await place(machine as never)
  expect(arrows.map((arrow) => arrow.lines.map(({ event }) => event))).toEqual([lines])
  const named = arrows.flatMap((arrow) => arrow.lines.flatMap(({ names }) => names))
  expect(named).toEqual(events.map(([event]) => `many.here: ${event}`))
  // A line of text each, and beside the longest one room for a number.
  const longest = Math.max(...lines.map((line) => line.length * 7))
  expect(arrows[0]?.label).toMatchObject({ width: longest + 30, height: high * 16 })
})

test.each([
  ['playback.go', 'go'],
  ['map.opened', 'map.opened'],
  ['xstate.done.actor.load', 'load done'],
  ['xstate.error.actor.0.road', '0.road error'],
  ['xstate.after.beforeRetry.session.signedIn', 'after beforeRetry'],
  ['xstate.after.500.session.signedIn.fresh', 'after 500'],
  ['xstate.done.state.session.out', 'done'],
  ['', 'always'],
])('the event %s is shown as %s', (type, name) => {
  expect(eventName(type, 'playback')).toBe(name)
})
