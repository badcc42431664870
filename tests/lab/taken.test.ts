import { expect, test } from 'vitest'
import { graphOf, LAB_MACHINES } from '#src/lab/lab-machines.ts'
import { coveringPaths } from '#src/lab/path-cover.ts'
import { takenBy } from '#src/lab/taken.ts'

test.each(LAB_MACHINES.map((lab) => [lab.name, lab] as const))(
  'the paths through %s are counted with what is taken at their start',
  (_, lab) => {
    const graph = graphOf(lab)
    const reachable = graph.transitions.filter((name) => lab.model.unreachable[name] === undefined)
    const taken = takenBy(coveringPaths(graph, 'transitions').paths)
    expect([...taken.keys()].toSorted()).toEqual([...new Set(reachable)].toSorted())
  },
)
