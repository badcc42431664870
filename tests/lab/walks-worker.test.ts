import { beforeAll, expect, test, vi } from 'vitest'
import { graphOf, LAB_MACHINES } from '#src/lab/lab-machines.ts'
import { pathsFor } from '#src/lab/path-cover.ts'
import { createWalks, type WalkReply, type WalkRequest } from '#src/lab/walks.ts'

const QUESTION = { coverage: 'transitions', to: undefined, avoid: [] } as const
/** Sends the worker a request; its reply. */
const ask = (request: WalkRequest): WalkReply | undefined => {
  const posted: WalkReply[] = []
  vi.stubGlobal('postMessage', (reply: WalkReply) => posted.push(reply))
  globalThis.onmessage?.call(globalThis as never, { data: request } as MessageEvent)
  return posted[0]
}

beforeAll(async () => {
  await import('#src/lab/walks.worker.ts')
  return () => {
    globalThis.onmessage = null
  }
})

test.each(['maintenance', 'manual'])(
  'the worker answers the paths of %s under the id of the request',
  (machine) => {
    const lab = LAB_MACHINES.find(({ name }) => name === machine)
    if (lab === undefined) throw new Error('no such machine')
    const paths = pathsFor(graphOf(lab), QUESTION)
    expect(paths.paths.length).toBeGreaterThan(0)
    expect(ask({ id: 7, kind: 'paths', machine, question: QUESTION })).toEqual({ id: 7, paths })
  },
)

test('the worker answers why it cannot', () => {
  expect(ask({ id: 8, kind: 'paths', machine: 'none', question: QUESTION })).toEqual({
    ...{ id: 8, error: "There is no machine 'none'." },
  })
})

test.each(['Script error.', ''])(
  'whoever waits hears that the worker could not be loaded: %j',
  async (message) => {
    const started: Array<{ onerror: (event: { message: string }) => void }> = []
    vi.stubGlobal(
      'Worker',
      class {
        onerror: (event: { message: string }) => void = () => {}
        constructor() {
          started.push(this)
        }
        postMessage() {}
      },
    )
    const walks = createWalks()
    const waits = [walks.paths('manual', QUESTION), walks.paths('maintenance', QUESTION)]
    started[0]?.onerror({ message })
    for (const wait of waits) await expect(wait).rejects.toThrow(message || 'The worker could not be loaded.')
  },
)
