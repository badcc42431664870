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
 * @returns {Map<string, { write: string, kept: ReadonlyMap<string, readonly string[]> }>} `kept`: names that stay, each with the folders where it may
 * @throws Problem where the glossary has no such table: the check would prove nothing.
 */
export const replacedWords = (text) => {
  const words = new Map()
  for (const line of (text.split(HEADING)[1] ?? '').split('\n')) {
    const [, word, write, kept = ''] = ROW.exec(line) ?? []
    if (word === undefined || word === 'word') continue
    const names = [...kept.matchAll(/`([^`]+)`(?: in ([\w./-]+(?:, [\w./-]+)*))?/g)]
    words.set(word, {
      write: write.trim(),
      kept: new Map(names.map(([, name, folders]) => [name, folders?.split(', ') ?? ['']])),
    })
  }
  if (words.size === 0) throw new Problem(`docs/glossary.md has no table below "${HEADING}".`)
  return words
}

/** The words of a name: `tellPen` and `tell-pens` are tell, pen. */
const wordsOf = (name) =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())

/** The first replaced word in a name of a file, also in the plural; undefined where there is none or the name may stay. */
export const replacedIn = (name, file, words) =>
  wordsOf(name)
    .flatMap((word) => [word, word.replace(/s$/, ''), word.replace(/es$/, '')])
    .find((word) => {
      const mayStayIn = words.get(word)?.kept.get(name) ?? []
      return words.has(word) && !mayStayIn.some((folder) => file.startsWith(folder))
    })

/** What names a state, an event, an action or a class: strings of one token. */
const NAME = /^[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)*$/

const namesInCode = (path, text) => {
  const names = []
  const visit = (node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.push([node.text, node.getStart()])
    else if (ts.isStringLiteralLike(node) && NAME.test(node.text)) names.push([node.text, node.getStart()])
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
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
      const word = replacedIn(name, file, words)
      return word === undefined ? [] : [`${file}:${lineOf(at)}: ${name}: write ${words.get(word).write}`]
    })
    const inPath = file
      .split('/')
      .map((part) => replacedIn(part, file, words))
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
