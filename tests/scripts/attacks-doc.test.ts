import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT } from '../../scripts/lib/command.mjs'

/** The last cells of docs/attacks.md: a file, and words of the title of a test in it. */
const rows = [
  ...readFileSync(join(PROJECT, 'docs', 'attacks.md'), 'utf8').matchAll(
    /^\| .* \| `(tests\/\S+)`: (.+) \|$/gm,
  ),
].map(([, file = '', title = '']) => ({ file, title }))

test('docs/attacks.md has a row for at least sixty attacks and faults', () => {
  expect(rows.length).toBeGreaterThanOrEqual(60)
  expect(new Set(rows.map(({ file, title }) => `${file} ${title}`)).size).toBe(rows.length)
})

test.each(rows)('docs/attacks.md: "$title" is a test of $file', ({ file, title }) => {
  const path = join(PROJECT, file)
  expect(existsSync(path)).toBe(true)
  const text = readFileSync(path, 'utf8').replaceAll("\\'", "'")
  expect(
    text
      .split('\n')
      .filter((line) => line.includes(title))
      .join(),
  ).toMatch(/['"`]/)
})
