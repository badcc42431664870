import { expect, test } from 'vitest'
import { graphOf, LAB_MACHINES } from '#src/lab/lab-machines.ts'
import { coveringPaths } from '#src/lab/path-cover.ts'
import { createClock } from '#src/services/recorder/clock.ts'
import { createRecorder } from '#src/services/recorder/recorder.ts'
import { createMask, redact } from '#src/services/recorder/redact.ts'
import { beginReplay, silence, startStill } from '#src/services/recorder/replay.ts'

test.each(LAB_MACHINES.map((machine) => [machine.name, machine] as const))(
  'every path through %s leads to the same states again when it was recorded, with masks for names',
  (_, lab) => {
    const machine = silence(lab.machine, { alone: true })
    const differences: string[] = []
    let compared = 0
    for (const { input, steps } of coveringPaths(graphOf(lab), 'transitions').paths) {
      const given = lab.model.inputs[input]
      const mask = createMask()
      const recorder = createRecorder({
        ...{ clock: createClock(), mask },
        ...{ release: 'test', userAgent: 'test' },
      })
      const actor = startStill(machine, { input: given, inspect: recorder.inspect })
      // The recorder hashes when the machines have settled: each event is a moment of its own here.
      for (const { event } of steps) {
        actor.send(event)
        recorder.snapshot()
      }
      const masked = given === undefined ? undefined : redact(given, mask)
      const { feed } = beginReplay(startStill(machine, { input: masked }))
      for (const { events } of recorder.snapshot().segments)
        for (const recorded of events) {
          if (recorded.hash !== null) compared += 1
          const difference = feed(recorded)
          if (difference !== null) differences.push(`${difference.what} ${JSON.stringify(recorded.event)}`)
        }
    }
    expect(differences).toEqual([])
    expect(compared).toBeGreaterThan(0)
  },
)
