import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairQueue } from '#server/http/fair-queue.ts'

/** Works that note when they begin, and end when they are told to. */
const withWorks = (atOnce: number, mostOfUser = 100, atOnceOfUser = atOnce) => {
  const queue = createFairQueue({ atOnce, atOnceOfUser, mostOfUser })
  const begun: string[] = []
  const ends = new Map<string, (failure?: Error) => void>()
  const add = (companyId: number | null, userId: number, name: string) =>
    queue.run(
      { companyId, userId },
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

test('companies take turns: the first work of one waits for one of another, however many users that has', async () => {
  const { add, end, begun } = withWorks(1)
  for (let i = 0; i < 95; i += 1) void add(1, 100 + i, `a${i}`)
  void add(2, 2, 'b0')
  void add(2, 2, 'b1')
  void add(3, 3, 'c0')
  await setImmediate()
  for (const name of ['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3']) await end(name)
  expect(begun).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3', 'a4'])
})

test('users of a company take turns, and so do staff, each by themselves', async () => {
  const { add, end, begun } = withWorks(1)
  for (let i = 0; i < 9; i += 1) void add(1, 10, `a${i}`)
  void add(1, 11, 'b0')
  for (let i = 0; i < 3; i += 1) void add(null, 20, `s${i}`)
  void add(null, 21, 't0')
  await setImmediate()
  for (const name of ['a0', 'a1', 's0', 't0', 'b0', 's1', 'a2']) await end(name)
  expect(begun).toEqual(['a0', 'a1', 's0', 't0', 'b0', 's1', 'a2', 's2'])
})

test('so many run at once, and a failure gives its place to the next', async () => {
  const { add, end, begun } = withWorks(2)
  const first = add(1, 1, 'a0')
  void add(1, 1, 'a1')
  const third = add(1, 1, 'a2')
  await end('none')
  expect(begun).toEqual(['a0', 'a1'])
  await Promise.all([expect(first).rejects.toThrow('broken'), end('a0', new Error('broken'))])
  expect(begun).toEqual(['a0', 'a1', 'a2'])
  await end('a2')
  expect(await third).toBe('a2')
})

test('a user has so many that wait or run, others are not limited by them, and each that ends makes room', async () => {
  const { add, end, begun } = withWorks(1, 2)
  void add(1, 1, 'a0')
  const second = add(1, 1, 'a1')
  await expect(add(1, 1, 'a2')).rejects.toMatchObject({ code: 'tooManyTries', status: 429 })
  void add(1, 2, 'b0')
  await end('a0')
  void add(1, 1, 'a3')
  await expect(add(1, 1, 'a4')).rejects.toMatchObject({ code: 'tooManyTries' })
  for (const name of ['a1', 'b0', 'a3']) {
    await setImmediate()
    await end(name)
  }
  expect([begun.toSorted(), await second]).toEqual([['a0', 'a1', 'a3', 'b0'], 'a1'])
})

test('a user has so many that run, the works of others begin at once beside them, and each that ends is followed by the next', async () => {
  const { add, end, begun } = withWorks(3, 100, 1)
  for (let i = 0; i < 4; i += 1) add(1, 1, `a${i}`).catch(() => {})
  void add(1, 2, 'b0')
  void add(2, 3, 'c0')
  void add(2, 3, 'c1')
  await setImmediate()
  expect(begun).toEqual(['a0', 'b0', 'c0'])
  await end('b0')
  expect(begun).toEqual(['a0', 'b0', 'c0'])
  await end('a0')
  await end('c0')
  expect(begun).toEqual(['a0', 'b0', 'c0', 'a1', 'c1'])
  await end('a1', new Error('broken'))
  expect(begun.at(-1)).toBe('a2')
})

test('work that nobody waits for any more is taken out, and lets others begin', async () => {
  const queue = createFairQueue({ atOnce: 1, mostOfUser: 2 })
  const owner = { companyId: 1, userId: 10 }
  const begun: string[] = []
  let end = () => {}
  const first = queue.run(owner, () => {
    begun.push('first')
    return new Promise<void>((resolve) => {
      end = resolve
    })
  })
  const leaves = new AbortController()
  const left = queue.run(owner, async () => void begun.push('left'), leaves.signal)
  await expect(queue.run(owner, async () => {})).rejects.toMatchObject({ status: 429 })
  leaves.abort()
  await expect(left).rejects.toMatchObject({ name: 'AbortError' })
  // Its place is free again.
  const next = queue.run(owner, async () => void begun.push('next'))
  await expect(queue.run(owner, async () => {}, leaves.signal)).rejects.toMatchObject({ name: 'AbortError' })
  const other = queue.run({ companyId: 2, userId: 20 }, async () => void begun.push('other'))
  end()
  await Promise.all([first, next, other])
  expect(begun).toEqual(['first', 'next', 'other'])
})

test('work that has begun does not listen for the end of its signal', async () => {
  const queue = createFairQueue({ atOnce: 1 })
  const { signal } = new AbortController()
  const owner = { companyId: 1, userId: 10 }
  const listeners = () => getEventListeners(signal, 'abort').length
  const seen: number[] = []
  const works = Array.from({ length: 3 }, () =>
    queue.run(owner, async () => void seen.push(listeners()), signal),
  )
  expect(listeners()).toBe(2)
  await Promise.all(works)
  expect(seen).toEqual([2, 1, 0])
})
