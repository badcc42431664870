import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT } from '../../scripts/lib/command.mjs'

const BROWSER_TESTS = join(PROJECT, 'tests', 'e2e')

test('at least 20 browser tests end with a replay of what the page has recorded', () => {
  const replaying = readdirSync(BROWSER_TESTS)
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => readFileSync(join(BROWSER_TESTS, name), 'utf8'))
    .filter((text) => /^test\.use\(\{.*recording: 'replayed'.*\}\)$/m.test(text))
  // Those in a loop count once.
  const tests = replaying.flatMap((text) => text.match(/^ *test\(/gm) ?? [])
  expect(tests.length).toBeGreaterThanOrEqual(20)
})
