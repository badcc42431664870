import { expect, test } from 'vitest'
import { run } from '../../bench/first-load.ts'

test('the first load and the map stay within the bytes they are allowed', async () => {
  const results = await run()
  expect(results.filter(({ goal }) => goal !== undefined)).toHaveLength(2)
  expect(results.filter(({ ok }) => !ok)).toEqual([])
})
