import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { replacedWords, wordsOutOfUse } from '../../scripts/words.mjs'

const GLOSSARY = `# Glossary
| pen | not in the table |

## Replaced words

| word | write | names that may keep it |
|---|---|---|
| pen | draw tool | |
| way | direction | \`way\` in server/ (a field) |
`

const tree = mkdtempSync(join(tmpdir(), 'roadbook-words-'))
afterAll(() => rmSync(tree, { recursive: true, force: true }))

const put = (name: string, text: string) => {
  mkdirSync(dirname(join(tree, name)), { recursive: true })
  writeFileSync(join(tree, name), text)
}

const words = replacedWords(GLOSSARY)

test('a replaced word is found in names of every kind, with what to write', () => {
  put(
    'src/a.ts',
    'export const tellPen = 1\nexport class Tool { #pens = 1 }\nexport const event = { type: "pen.raised" }\n',
  )
  put('src/line-pen.ts', 'export {}\n')
  put('src/b.module.css', '.pens { color: red }\n')
  put('src/c.tsx', 'export const C = () => <p className="x">{[1].map((way) => way)}</p>\n')
  expect(wordsOutOfUse(tree, words).places.sort()).toEqual([
    'src/a.ts:1: tellPen: write draw tool',
    'src/a.ts:2: #pens: write draw tool',
    'src/a.ts:3: pen.raised: write draw tool',
    'src/b.module.css:1: pens: write draw tool',
    'src/c.tsx:1: way: write direction',
    'src/line-pen.ts: pen in its path: write draw tool',
  ])
})

test('sentences, longer words and names that may stay pass', () => {
  rmSync(join(tree, 'src'), { recursive: true })
  put(
    'server/a.ts',
    "// The pen.\nexport const openPage = 'On the way, with a pen.'\nexport const way = openPage\n",
  )
  expect(wordsOutOfUse(tree, words)).toEqual({ places: [], files: 1 })
})

test('a glossary without its table is refused', () => {
  expect(() => replacedWords('# Glossary')).toThrow('has no table')
})
