import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { fromThread, sendAll } from '#server/threads/thread.ts'

const PROGRAMS = { programOf: (name: string) => new URL(`./programs/${name}.mjs`, import.meta.url) }

const all = async (name: string, limits: { mostSilentMs: number; mostMb: number; signal?: AbortSignal }) => {
  const items: unknown[] = []
  for await (const item of fromThread(PROGRAMS, name, null, limits)) items.push(item)
  return items
}

test.each([
  ['endless', 'time', { mostSilentMs: 2_000, mostMb: 256 }],
  ['greedy', 'memory', { mostSilentMs: 60_000, mostMb: 64 }],
] as const)('%s work ends by its limit of %s', async (name, limit, limits) => {
  await expect(all(name, limits)).rejects.toMatchObject({ limit })
})

test('what a thread throws is thrown, and one that ends by itself is no end', async () => {
  const limits = { mostSilentMs: 60_000, mostMb: 64 }
  await expect(all('broken', limits)).rejects.toThrow('It is broken.')
  await expect(all('mute', limits)).rejects.toThrow('ended with code 0')
})

test('a thread that fails when nobody listens to it any more ends nothing else', async () => {
  for (let round = 0; round < 5; round += 1) {
    const hasFailed = new Int32Array(new SharedArrayBuffer(4))
    const limits = { mostSilentMs: 60_000, mostMb: 64 }
    for await (const _ of fromThread(PROGRAMS, 'failing-late', hasFailed.buffer, limits)) {
      while (Atomics.load(hasFailed, 0) === 0) Atomics.wait(hasFailed, 0, 0, 1)
      break
    }
  }
})

test('a thread that makes something without an end is ended by the signal, with its reason', async () => {
  const stop = new AbortController()
  const limits = { mostSilentMs: 60_000, mostMb: 64, signal: stop.signal }
  const endless = all('endless', limits)
  stop.abort(new Error('The user left.'))
  await expect(endless).rejects.toThrow('The user left.')
})

test('a thread makes the next only once what it sent before is taken', async () => {
  const { port1, port2 } = new MessageChannel()
  let made = 0
  function* items() {
    while (made < 3) {
      made += 1
      yield made
    }
  }
  const taken: unknown[] = []
  const sending = sendAll(port1, items())
  for (const next of [1, 2, 3, null]) {
    const [message] = await once(port2, 'message')
    taken.push(message)
    expect([message, made]).toEqual([next, next ?? 3])
    port2.postMessage('next')
  }
  await sending
  port1.close()
})
