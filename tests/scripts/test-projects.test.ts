import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT } from '../../scripts/lib/command.mjs'
import config from '../../vitest.config.ts'

/** The files that a pattern such as `tests/{domain,lab}/**\/*.test.{ts,tsx}` names. */
const patternOf = (include: string): RegExp =>
  new RegExp(
    `^${include
      .replaceAll('.', '\\.')
      .replaceAll('**/', '(?:.+/)?')
      .replaceAll(/(?<!\?:\.\+)\*/g, '[^/]*')
      .replaceAll(/\{([^}]*)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)}$`,
  )

test('every test file belongs to a project that runs it', () => {
  const projects = (config.test?.projects ?? []) as readonly { test?: { include?: readonly string[] } }[]
  const patterns = projects.flatMap((project) => project.test?.include ?? []).map(patternOf)
  expect(patterns.length).toBeGreaterThan(3)
  const files = readdirSync(join(PROJECT, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `tests/${file}`)
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((file) => !patterns.some((pattern) => pattern.test(file)))).toEqual([])
})
