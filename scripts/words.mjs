// Fails where a name in the code is a word that docs/glossary.md replaces, and says what to write. `node scripts/words.mjs [FOLDER]`.
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { PROJECT } from './lib/command.mjs'
import { main, Problem, say } from './lib/console.mjs'

const FOLDERS = ['contract', 'domain', 'src', 'server', 'tests', 'bench', 'scripts']
const CODE = /\.(?:ts|tsx|mjs)$/
const STYLE = /\.css$/
const HEADING = '## Replaced words'
/** | word | write | names that may keep it | */
const ROW = /^\| ([a-z-]+) \| ([^|]+) \|([^|]*)\|$/

/**
 * The words that the glossary in `text` replaces.
 * @returns {Map<string, { write: string, kept: ReadonlySet<string> }>}
 * @throws Problem where the glossary has no such table: the check would prove nothing.
 */
export const replacedWords = (text) => {
  const words = new Map()
  for (const line of (text.split(HEADING)[1] ?? '').split('\n')) {
    const [, word, write, kept = ''] = ROW.exec(line) ?? []
    if (word === undefined || word === 'word') continue
    const names = [...kept.matchAll(/`([^`]+)`/g)].map(([, name]) => name)
    words.set(word, { write: write.trim(), kept: new Set(names) })
  }
  if (words.size === 0) throw new Problem(`docs/glossary.md has no table below "${HEADING}".`)
  return words
}

/** The words of a name: `tellPen` and `tell-pens` are tell, pen. */
const wordsOf = (name) =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())

/** The first replaced word in a name, also in the plural; undefined where there is none or the name may keep it. */
export const replacedIn = (name, words) =>
  wordsOf(name)
    .flatMap((word) => [word, word.replace(/s$/, '')])
    .find((word) => words.has(word) && !words.get(word).kept.has(name))

/** What names a state, an event, an action or a class: strings of one token. */
const NAME = /^[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)*$/

const namesInCode = (path, text) => {
  const scanner = ts.createScanner(
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.LanguageVariant.JSX : 0,
  )
  scanner.setText(text)
  const names = []
  const open = []
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    const at = scanner.getTokenStart()
    if (token === ts.SyntaxKind.Identifier) names.push([scanner.getTokenText(), at])
    else if (token === ts.SyntaxKind.StringLiteral && NAME.test(scanner.getTokenValue()))
      names.push([scanner.getTokenValue(), at])
    // A template goes on after each of its expressions.
    else if (token === ts.SyntaxKind.TemplateHead || token === ts.SyntaxKind.OpenBraceToken) open.push(token)
    else if (token === ts.SyntaxKind.CloseBraceToken && open.pop() === ts.SyntaxKind.TemplateHead)
      if (scanner.reScanTemplateToken(false) === ts.SyntaxKind.TemplateMiddle)
        open.push(ts.SyntaxKind.TemplateHead)
  }
  return names
}

const namesInStyle = (text) =>
  [...text.matchAll(/\.([A-Za-z_][\w-]*)|--([\w-]+)/g)].map((m) => [m[1] ?? m[2], m.index])

/** Every place below `root` where a name is a replaced word, as `path:line: name: write …`. */
export const wordsOutOfUse = (root, words) => {
  const files = FOLDERS.flatMap((folder) => {
    try {
      return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    } catch {
      return []
    }
  }).filter((entry) => entry.isFile() && (CODE.test(entry.name) || STYLE.test(entry.name)))
  const places = files.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name)
    const file = relative(root, path).replaceAll(sep, '/')
    const text = readFileSync(path, 'utf8')
    const lineOf = (at) => text.slice(0, at).split('\n').length
    const inFile = (CODE.test(file) ? namesInCode(file, text) : namesInStyle(text)).flatMap(([name, at]) => {
      const word = replacedIn(name, words)
      return word === undefined ? [] : [`${file}:${lineOf(at)}: ${name}: write ${words.get(word).write}`]
    })
    const inPath = file
      .split('/')
      .map((part) => replacedIn(part, words))
      .filter((word) => word !== undefined)
      .map((word) => `${file}: ${word} in its path: write ${words.get(word).write}`)
    return [...inPath, ...inFile]
  })
  return { places: [...new Set(places)], files: files.length }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  await main(() => {
    const words = replacedWords(readFileSync(join(PROJECT, 'docs', 'glossary.md'), 'utf8'))
    const { places, files } = wordsOutOfUse(resolve(process.argv[2] ?? PROJECT), words)
    if (files === 0) throw new Problem('The check of words looked at no file; it proves nothing.')
    for (const place of places) say(place)
    if (places.length > 0)
      throw new Problem(`${places.length} names are words that docs/glossary.md replaces.`)
    say(`${files} files use the words of docs/glossary.md.`)
  })
