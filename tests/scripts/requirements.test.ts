import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { allCalls } from '#contract/calls/index.ts'
import { NOT_BUILT } from '#server/http/not-built.ts'
import { PROJECT } from '../../scripts/lib/command.mjs'
import { checkRequirements, readChapters, rowsNotBuilt } from '../../scripts/requirements.mjs'

const numberOf = (id: string) => Number(id.split('-')[1])

describe('docs/requirements.md', () => {
  const chapters = readChapters(PROJECT)

  test('has every id once, below its own chapter, in ascending order', () => {
    expect(chapters.length).toBeGreaterThan(20)
    expect(new Set(chapters.map(({ name }) => name)).size).toBe(chapters.length)
    for (const { name, rows } of chapters) {
      const ids = rows.map(({ id }) => id)
      expect(ids.length, name).toBeGreaterThan(0)
      expect(ids.every((id) => id.startsWith(`${name}-`))).toBe(true)
      expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => numberOf(a) - numberOf(b)))
    }
  })

  test('has only rows in its lists', () => {
    const text = readFileSync(join(PROJECT, 'docs', 'requirements.md'), 'utf8')
    const items = text.split('\n').filter((line) => /^\s*[-*] /.test(line))
    expect(items.length).toBe(chapters.flatMap(({ rows }) => rows).length)
  })

  test('has every id that a file cites', () => {
    expect(checkRequirements(PROJECT).foreign).toEqual([])
  })

  test('has no row that a test names without showing that it works', () => {
    const notBuilt = rowsNotBuilt(allCalls, NOT_BUILT)
    expect(notBuilt.size > 0).toBe(NOT_BUILT.length > 0)
    expect(checkRequirements(PROJECT, notBuilt).untrue).toEqual([])
  })
})

describe('the check finds', () => {
  const trees: string[] = []
  const treeOf = (files: Readonly<Record<string, string>>) => {
    const tree = mkdtempSync(join(tmpdir(), 'roadbook-requirements-'))
    trees.push(tree)
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(tree, name)), { recursive: true })
      writeFileSync(join(tree, name), text)
    }
    return tree
  }
  const row = (number: number) => `- **ABC-0${number}** Row ${number}.`
  const DOCUMENT = [
    '# Requirements',
    '## ABC · Letters',
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(row),
    '## DEF · More letters',
    '- **DEF-01** The only row.',
  ].join('\n')
  afterEach(() => {
    for (const tree of trees.splice(0)) rmSync(tree, { recursive: true, force: true })
  })

  test('a foreign id, with its file, and a row that no test names', () => {
    const { foreign, unnamed } = checkRequirements(
      treeOf({
        'docs/requirements.md': DOCUMENT,
        'src/machines/one.ts':
          '/** Begins (ABC-01, ABC-10). UTF-16, SHA-256 and ISO-8859 are no ids of ours. */',
        'tests/kit/help.ts': '// ABC-09 is named by a helper, which is no test.',
        'tests/one.test.ts': "test('ABC-01 ABC-02 ABC-03 ABC-04 ABC-05 ABC-06 ABC-07 ABC-08 DEF-01 works')",
      }),
    )
    expect(foreign).toEqual([{ file: 'src/machines/one.ts', id: 'ABC-10' }])
    expect(unnamed.map(({ name, unnamed: rows }) => [name, rows])).toEqual([
      ['ABC', [{ id: 'ABC-09', text: 'Row 9.' }]],
    ])
  })

  test('every id of a range, in any notation', () => {
    const { foreign, unnamed } = checkRequirements(
      treeOf({
        'docs/requirements.md': DOCUMENT,
        'src/one.ts': '// ABC-08 to 11',
        'tests/one.test.ts': "test('ABC-01 to 03, 05 is one, ABC-07 to ABC-08 another; DEF-01, 12 times')",
      }),
    )
    expect(foreign.map(({ id }) => id)).toEqual(['ABC-10', 'ABC-11'])
    expect(unnamed.flatMap(({ unnamed: rows }) => rows.map(({ id }) => id))).toEqual([
      'ABC-04',
      'ABC-06',
      'ABC-09',
    ])
  })

  test('tests that name what they cannot show to work, and counts none of them', () => {
    const skip = 'test.skip'
    const { untrue, unnamed } = checkRequirements(
      treeOf({
        'docs/requirements.md': DOCUMENT,
        'tests/one.test.ts': [
          '// ABC-01 is named by a comment, which is no test.',
          "describe('ABC-02 downloads', () => {",
          "  test('ABC-03 works', async () => {",
          '    expect(await statusOf(url)).toBe(200)',
          '  })',
          "  test('ABC-04 is not there yet', async () => {",
          '    expect(await statusOf(url)).toBe(501)',
          '  })',
          "  test('ABC-05 works', () => expect(answer.distance).toBe(5010))",
          `  ${skip}('ABC-06 is skipped', () => expect(1).toBe(1))`,
          "  test('ABC-07 is shown by its call alone', () => expect(1).toBe(1))",
          '})',
        ].join('\n'),
        'tests/two.test.ts':
          "test('ABC-08 says no', () => expect(reply).toMatchObject({ status: 501, code: 'notBuilt' }))",
      }),
      new Set(['ABC-07']),
    )
    expect(untrue).toEqual([
      { file: 'tests/one.test.ts', id: 'ABC-04' },
      { file: 'tests/one.test.ts', id: 'ABC-06' },
      { file: 'tests/one.test.ts', id: 'ABC-07' },
      { file: 'tests/two.test.ts', id: 'ABC-08' },
    ])
    expect(unnamed.flatMap(({ unnamed: rows }) => rows.map(({ id }) => id))).toEqual([
      ...['ABC-01', 'ABC-04', 'ABC-06', 'ABC-07', 'ABC-08', 'ABC-09', 'DEF-01'],
    ])
  })

  test('the rows of calls that are not built, but for those that a built one answers too', () => {
    const calls = [
      { id: 'built', rows: ['ABC-01', 'ABC-02'] },
      { id: 'missing', rows: ['ABC-02', 'ABC-03'] },
    ]
    expect([...rowsNotBuilt(calls, ['missing'])]).toEqual(['ABC-03'])
  })
})
