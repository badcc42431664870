import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { PROJECT } from '../../scripts/lib/command.mjs'
import { checkRequirements, readChapters } from '../../scripts/requirements.mjs'

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
})
