import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CLIENT } from '../../bench/client-files.ts'
import { run } from '../../bench/first-load.ts'

test('the first load and the map stay within the bytes they are allowed', async () => {
  const results = await run()
  expect(results.filter(({ goal }) => goal !== undefined)).toHaveLength(2)
  expect(results.filter(({ ok }) => !ok)).toEqual([])
})

test('no source map is delivered', () => {
  const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
  expect(files).toContain('index.html')
  expect(files.filter((path) => path.endsWith('.map'))).toEqual([])
})
