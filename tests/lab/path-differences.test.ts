import { describe, expect, test } from 'vitest'
import type { AnyEventObject } from 'xstate'
import { graphOf, LAB_MACHINES, type LabMachine } from '#src/lab/lab-machines.ts'
import { type Path, pathsFor } from '#src/lab/path-cover.ts'
import { pathDifferences } from '#src/lab/path-differences.ts'

const labOf = (name: string) => LAB_MACHINES.find((each) => each.name === name) as LabMachine
const pathOf = (...events: AnyEventObject[]): Path => ({
  ...{ input: 0, start: 'resting', begun: [] },
  steps: events.map((event) => ({ event, state: 'resting', transitions: [] })),
})
const ask = { type: 'payment.pressed' }

describe('paths between the same states with as many events tell', () => {
  const differences = (...paths: Path[]) => pathDifferences(labOf('payment'), paths)

  test('the fields of an event that differ, at any depth, and no others', () => {
    const done = (truck: object) => ({ type: 'xstate.done.actor.ask', output: { truck, at: 5 } })
    expect(
      differences(
        pathOf(ask, done({ id: 1, name: 'A' })),
        pathOf(ask, done({ id: 2, name: 'A' })),
        pathOf(ask, { type: 'xstate.done.actor.ask', output: null }),
      ),
    ).toEqual([
      'ask done {"output":{"truck":{"id":1,"name":"A"},"at":5}}',
      'ask done {"output":{"truck":{"id":2,"name":"A"},"at":5}}',
      'ask done {"output":null}',
    ])
    expect(
      differences(pathOf(ask, done({ id: 1, name: 'A' })), pathOf(ask, done({ id: 2, name: 'A' }))),
    ).toEqual(['ask done {"output":{"truck":{"id":1}}}', 'ask done {"output":{"truck":{"id":2}}}'])
  })

  test('the events at which they part, without what they carry where their types differ', () => {
    const [a, b] = [
      { type: 'payment.a', of: 1 },
      { type: 'payment.b', of: 2 },
    ]
    expect(differences(pathOf(ask, a, ask, a), pathOf(ask, a, ask, b), pathOf(ask, b, ask, a))).toEqual([
      'a · a',
      'a · b',
      'b',
    ])
  })

  test('what the machine starts with, where that differs', () => {
    const lab = labOf('support')
    const paths: Path[] = lab.model.inputs.map((_, input) => ({ ...pathOf(ask), input }))
    expect(pathDifferences(lab, paths)).toEqual(['{"wasActing":false}', '{"wasActing":true}'])
  })

  test('nothing where no other looks the same', () => {
    expect(differences(pathOf(ask), pathOf(ask, ask))).toEqual(['', ''])
    const later = pathOf(ask)
    expect(differences(later, { ...later, start: 'asking' })).toEqual(['', ''])
    const ended = { ...later, steps: later.steps.map((step) => ({ ...step, state: 'asking' })) }
    expect(differences(later, ended)).toEqual(['', ''])
  })
})

test.each(LAB_MACHINES.map((lab) => [lab.name, lab] as const))(
  'no two paths of %s look the same',
  (_, lab) => {
    const { paths } = pathsFor(graphOf(lab), { coverage: 'transitions', to: undefined, avoid: [] })
    const differences = pathDifferences(lab, paths)
    const shown = paths.map(({ start, steps }, at) =>
      JSON.stringify([start, steps.at(-1)?.state, steps.length, differences[at]]),
    )
    expect(new Set(shown).size).toBe(paths.length)
  },
)
