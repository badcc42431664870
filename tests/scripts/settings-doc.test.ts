import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Environment } from '#contract/records/environment.ts'
import { PROJECT } from '../../scripts/lib/command.mjs'

/** Variables of the system, and those that our programs pass to each other. */
const NOT_SETTINGS = [
  ...['CI', 'INIT_CWD', 'LOCALAPPDATA', 'PATH', 'PLAYWRIGHT_BROWSERS_PATH', 'PROGRAMFILES'],
  ...['ROADBOOK_PROJECT', 'ROADBOOK_SERVER', 'ROADBOOK_TERMINAL'],
]

/** `env.X`, `variables['X']`, `numberOf(variables, 'X')` and `const { X } = env`. */
const READS = [
  /\b(?:env|variables)(?:\.|\[')([A-Z][A-Z_]+)\b/g,
  /\bnumberOf\(variables, '([A-Z_]+)'/g,
  /\{ ([A-Z_]+): \w+ \} = env\b/g,
]

const sources = ['server', 'scripts'].flatMap((folder) =>
  readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name))
    .map((name) => readFileSync(join(PROJECT, folder, name), 'utf8')),
)

const variablesOf = (texts: readonly string[]): string[] => {
  const names = texts.flatMap((text) =>
    READS.flatMap((read) => [...text.matchAll(read)].map(([, name = '']) => name)),
  )
  return [...new Set(names)].filter((name) => !NOT_SETTINGS.includes(name)).sort()
}

/** The names in the first column of the tables below a heading. */
const documented = (heading: string): string[] => {
  const text = readFileSync(join(PROJECT, 'docs', 'settings.md'), 'utf8')
  const chapter = text.split(/^## /m).find((part) => part.startsWith(heading)) ?? ''
  return [...chapter.matchAll(/^\| (`.*?`) \|/gm)]
    .flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
    .sort()
}

test('docs/settings.md lists every environment variable that the code reads, and no other', () => {
  expect(documented('Environment variables')).toEqual(variablesOf(sources))
})

test('docs/settings.md lists every key of env.json, and no other', () => {
  expect(documented('env.json')).toEqual(Object.keys(Environment.shape).sort())
})

test('a variable is found however the code reads it', () => {
  const text =
    "process.env['ONE'], variables['TWO'], numberOf(variables, 'THREE'), const { FOUR: x } = env, process.env.FIVE"
  expect(variablesOf([text])).toEqual(['FIVE', 'FOUR', 'ONE', 'THREE', 'TWO'])
})
