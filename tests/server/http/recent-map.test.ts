import { expect, test } from 'vitest'
import { createRecentMap } from '#server/http/recent-map.ts'
import { retainedBytes } from '#tests/kit/server/retained-bytes.ts'

test('what was set last is remembered, half of the limit at least and no more than it', () => {
  const map = createRecentMap<number, number>(100)
  for (let i = 0; i < 1_000; i += 1) map.set(i, i)
  const kept = Array.from({ length: 1_000 }, (_, i) => i).filter((i) => map.get(i) !== undefined)
  expect(kept.at(-1)).toBe(999)
  expect(kept.length).toBeGreaterThanOrEqual(50)
  expect(kept.length).toBeLessThanOrEqual(100)
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, i) => 1_000 - kept.length + i))
})

test('a value that is set again counts as new and is there once; one that was deleted is gone', () => {
  const map = createRecentMap<string, number>(4)
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['c', 4],
  ] as const)
    map.set(key, value)
  expect(map.get('a')).toBe(3)
  map.delete('a')
  expect(map.get('a')).toBeUndefined()
  map.clear()
  expect(map.get('c')).toBeUndefined()
})

test('a key does not keep the text that it is a part of', () => {
  const map = createRecentMap<string, number>(1_000)
  const before = retainedBytes()
  for (let i = 0; i < 100; i += 1) {
    const body = `${i}:${String.fromCharCode(65 + (i % 26)).repeat(1_000_000)}`
    map.set(body.slice(0, 40), i)
  }
  expect(retainedBytes() - before).toBeLessThan(10_000_000)
  expect(map.get(`7:${'H'.repeat(38)}`)).toBe(7)
})
