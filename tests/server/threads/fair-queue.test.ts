import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairQueue } from '#server/threads/fair-queue.ts'

/** Works that note when they begin, and end when they are told to. */
const withWorks = (atOnce: number) => {
  const queue = createFairQueue({ atOnce })
  const begun: string[] = []
  const ends = new Map<string, (failure?: Error) => void>()
  const add = (owner: number, name: string) =>
    queue.run(
      owner,
      () =>
        new Promise<string>((resolve, reject) => {
          begun.push(name)
          ends.set(name, (failure) => (failure === undefined ? resolve(name) : reject(failure)))
        }),
    )
  const end = async (name: string, failure?: Error) => {
    ends.get(name)?.(failure)
    await setImmediate()
  }
  return { add, end, begun }
}

test('owners take turns: the first work of one waits for one of another', async () => {
  const { add, end, begun } = withWorks(1)
  for (let i = 0; i < 95; i += 1) void add(1, `a${i}`)
  void add(2, 'b0')
  void add(2, 'b1')
  void add(3, 'c0')
  await setImmediate()
  for (const name of ['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3']) await end(name)
  expect(begun).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3', 'a4'])
})

test('so many run at once, and a failure gives its place to the next', async () => {
  const { add, end, begun } = withWorks(2)
  const first = add(1, 'a0')
  void add(1, 'a1')
  const third = add(1, 'a2')
  await end('none')
  expect(begun).toEqual(['a0', 'a1'])
  await Promise.all([expect(first).rejects.toThrow('broken'), end('a0', new Error('broken'))])
  expect(begun).toEqual(['a0', 'a1', 'a2'])
  await end('a2')
  expect(await third).toBe('a2')
})
