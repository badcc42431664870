import { built, next, part, program, read } from './fanout-programs.ts'
import type { ShareRole } from './live-share-server.ts'
import type { BenchResult } from './result.ts'

const VIEWERS = 1_000
const FOR_MS = 6_000
const GOAL_MS = 500

/** One server in a process of its own, read by another. */
const measure = async (role: ShareRole): Promise<{ p99: number; frames: number }> => {
  const [server, loader] = [program(await built('live-share-server')), program(await built('fanout-load'))]
  try {
    server.send(role)
    const { port } = await next<{ port: number }>(server)
    const order = { port, streams: VIEWERS, forMs: FOR_MS, stamp: '"time":' }
    const { waits, batches } = await read(loader, order)
    return { p99: part(waits, 0.99), frames: batches }
  } finally {
    for (const child of [server, loader]) child.kill()
  }
}

/**
 * A shared truck that reports once a second, watched by 1,000 viewers of one link: ms from the bus to the last byte at the viewer.
 * The floor broadcasts the same frames over bare node:http.
 */
export const run = async (): Promise<BenchResult[]> => {
  const floor = await measure({ variant: 'floor' })
  const ours = await measure({ variant: 'ours' })
  const name = `${VIEWERS.toLocaleString('en-IN')} viewers of one live link × 1 Hz`
  return [
    {
      name: `${name}: from the bus to the viewer, p99`,
      ...{ value: ours.p99, unit: 'ms', floor: floor.p99, ratio: ours.p99 / floor.p99 },
      goal: `at most ${GOAL_MS} ms`,
      ok: ours.p99 <= GOAL_MS,
    },
    {
      name: `${name}: frames delivered`,
      ...{ value: ours.frames, unit: '', floor: floor.frames, ratio: ours.frames / floor.frames },
      ok: true,
    },
  ]
}
