import { expect, test } from 'vitest'
import { runInThread } from '#server/threads/run-in-thread.ts'

const PROGRAMS = { programOf: (name: string) => new URL(`./programs/${name}.mjs`, import.meta.url) }

test.each([
  ['endless', 'time', { mostMs: 2_000, mostMb: 256 }],
  ['greedy', 'memory', { mostMs: 60_000, mostMb: 64 }],
] as const)('%s work ends by its limit of %s', async (name, limit, limits) => {
  await expect(runInThread(PROGRAMS, name, null, limits)).rejects.toMatchObject({ limit })
})

test('what a thread throws is thrown', async () => {
  const limits = { mostMs: 60_000, mostMb: 64 }
  await expect(runInThread(PROGRAMS, 'broken', null, limits)).rejects.toThrow('It is broken.')
})
