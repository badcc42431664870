// npm run requirements: lists the requirements of docs/requirements.md that no test names, by chapter.
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PROJECT } from './lib/command.mjs'
import { main, Problem, say } from './lib/console.mjs'

const DOCUMENT = join('docs', 'requirements.md')
const FOLDERS = ['contract', 'domain', 'src', 'server', 'tests', 'bench', 'docs']
const TEXTS = /\.(?:ts|tsx|mjs|js|css|html|json|md|sql)$/
const CHAPTER = /^## ([A-Z]+) · (.+)$/
const ROW = /^- \*\*([A-Z]+-\d+)\*\* (\S.*)$/

/**
 * The chapters of the document in its order, each with its rows.
 * @returns {{ name: string, title: string, rows: { id: string, text: string }[] }[]}
 */
export const readChapters = (root) => {
  const chapters = []
  for (const line of readFileSync(join(root, DOCUMENT), 'utf8').split('\n')) {
    const [, name, title] = CHAPTER.exec(line) ?? []
    if (name !== undefined) chapters.push({ name, title, rows: [] })
    const [, id, text] = ROW.exec(line) ?? []
    if (id !== undefined) chapters.at(-1)?.rows.push({ id, text })
  }
  return chapters
}

const filesIn = (root) =>
  FOLDERS.map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && TEXTS.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

/** An id, alone or as the start of a range: `AB-01`, `AB-01 to AB-03`, `AB-01 to 03, 05, 07 to 09`. */
const citation = (chapters) => {
  const names = chapters.map(({ name }) => name).join('|')
  return new RegExp(`\\b(${names})-(\\d+)\\b((?: to (?:\\1-)?\\d{2,3}\\b(?:, \\d{2,3}\\b)*)*)`, 'g')
}

const idsOf = (name, first, tail) => {
  const ids = [first]
  for (const [, link, digits] of tail.matchAll(/( to |, )(?:[A-Z]+-)?(\d+)/g)) {
    const from = link === ' to ' ? Number(ids.at(-1)) + 1 : Number(digits)
    for (let number = from; number <= Number(digits); number += 1)
      ids.push(String(number).padStart(digits.length, '0'))
  }
  return ids.map((digits) => `${name}-${digits}`)
}

/** Every id of the chapters that a file below `root` cites, with the file's path from there. */
export const readCitations = (root, chapters) => {
  const pattern = citation(chapters)
  return filesIn(root).flatMap((path) => {
    const file = relative(root, path).replaceAll(sep, '/')
    const found = [...readFileSync(path, 'utf8').matchAll(pattern)]
    const ids = new Set(found.flatMap(([, name, first, tail]) => idsOf(name, first, tail)))
    return [...ids].map((id) => ({ file, id }))
  })
}

const isTest = (file) => file.startsWith('tests/') && !file.startsWith('tests/kit/')

/** The citations of ids that the document does not have, and the rows that no test names, by chapter. */
export const checkRequirements = (root) => {
  const chapters = readChapters(root)
  const citations = readCitations(root, chapters)
  const known = new Set(chapters.flatMap(({ rows }) => rows.map(({ id }) => id)))
  const tested = new Set(citations.filter(({ file }) => isTest(file)).map(({ id }) => id))
  return {
    foreign: citations.filter(({ id }) => !known.has(id)),
    unnamed: chapters
      .map((chapter) => ({ ...chapter, unnamed: chapter.rows.filter(({ id }) => !tested.has(id)) }))
      .filter(({ unnamed }) => unnamed.length > 0),
  }
}

const isRun =
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
if (isRun)
  await main(() => {
    const { foreign, unnamed } = checkRequirements(PROJECT)
    for (const { name, title, rows, unnamed: missing } of unnamed) {
      say(`\n${name} · ${title}: no test names ${missing.length} of ${rows.length}`)
      for (const { id, text } of missing) say(`  ${id} ${text}`)
    }
    if (foreign.length === 0) return
    const list = foreign.map(({ file, id }) => `  ${id} in ${file}`).join('\n')
    throw new Problem(`${DOCUMENT} does not have these ids:\n${list}`)
  })
