import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { failureOf } from '#src/machines/kit/failure.ts'
import { actionPort } from '#src/machines/kit/port.ts'
import { nonPlainValues } from '#tests/kit/machines/plain-data.ts'

const FOLDER = new URL('../../../src/machines/', import.meta.url).pathname

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, source: readFileSync(join(FOLDER, name), 'utf8') }))

const code = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '')

const FORBIDDEN = [
  /\bDate\.now\b/,
  /\bnew Date\b(?!\.UTC)/,
  /\bMath\.random\b/,
  /\bcrypto\b/,
  /\bfetch\b/,
  /\bwindow\b/,
  /\bdocument\b/,
  /\bnavigator\b/,
  /\b(?:local|session)Storage\b/,
  /\bset(?:Timeout|Interval)\b/,
  /\bperformance\b/,
  /\bfrom 'react/,
]

test('the scan covers the machines', () => {
  const machines = files.filter(({ name }) => name.endsWith('.machine.ts'))
  expect(machines.length).toBeGreaterThanOrEqual(5)
})

test.each(files)('$name uses no clock, random source, page or network', ({ source }) => {
  expect(FORBIDDEN.filter((word) => word.test(code(source))).map(String)).toEqual([])
})

test('only ports import RxJS, and services are imported as types only', () => {
  for (const { name, source } of files) {
    if (name !== 'kit/port.ts') expect(source, name).not.toMatch(/from 'rxjs/)
    const services = source.match(/^import .*#src\/(?:services|streams|views).*$/gm) ?? []
    for (const line of services) expect(line, name).toMatch(/^import type /)
  }
})

test('every machine has its model', () => {
  const machines = files.map(({ name }) => name).filter((name) => name.endsWith('.machine.ts'))
  for (const name of machines) {
    expect(files.map((file) => file.name)).toContain(name.replace('.machine.ts', '.model.ts'))
  }
})

describe('the check for plain data', () => {
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  test.each([
    ['a function', { a: () => 1 }],
    ['an instance', { a: new Map() }],
    ['a date', { a: new Date(0) }],
    ['undefined', { a: undefined }],
    ['NaN', { a: [Number.NaN] }],
    ['a cycle', cycle],
  ])('finds %s', (_name, value) => {
    expect(nonPlainValues(value)).toHaveLength(1)
  })

  test('passes plain data', () => {
    const shared = { at: [1, 'two', null, true] }
    expect(nonPlainValues({ first: shared, second: shared })).toEqual([])
  })
})

describe('failures', () => {
  test('read the same from an error and from its serialized form', () => {
    const fields = [{ field: 'name', code: 'empty', params: {} }]
    const codes = { code: 'tickerFull', params: { most: 100 }, fields }
    const error = Object.assign(new Error('busy'), { name: 'CallRefused', retryAfterMs: 2000, ...codes })
    const recorded = { name: 'CallRefused', message: 'busy', retryAfterMs: 2000, ...codes }
    expect(failureOf(error)).toEqual({ kind: 'refused', message: 'busy', retryAfterMs: 2000, ...codes })
    expect(failureOf(recorded)).toEqual(failureOf(error))
  })

  test('have no codes that the tables do not know, as an older recording may', () => {
    const fields = [{ field: 'name', code: 'unheardOf', params: {} }, 7, { code: 'empty' }]
    const recorded = { name: 'CallRefused', message: 'busy', code: 'unheardOf', params: { most: {} }, fields }
    expect(failureOf(recorded)).toMatchObject({ code: null, params: {}, fields: [] })
  })

  test.each([undefined, null, 'text', 7, {}])('are made from any thrown value: %s', (thrown) => {
    expect(failureOf(thrown).kind).toBe('unexpected')
    expect(nonPlainValues(failureOf(thrown))).toEqual([])
  })
})

test('an unwired action names itself', () => {
  expect(() => actionPort<{ path: string }>('app.navigate')({}, { path: '/' })).toThrow(
    "The port 'app.navigate' is not wired",
  )
})
