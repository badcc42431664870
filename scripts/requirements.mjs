// npm run requirements: lists the requirements of docs/requirements.md that no test shows to work, by chapter.
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

/** The ids that a text cites, each once. */
const idsIn = (text, pattern) => {
  const found = [...text.matchAll(pattern)]
  return [...new Set(found.flatMap(([, name, first, tail]) => idsOf(name, first, tail)))]
}

const pathOf = (root, path) => relative(root, path).replaceAll(sep, '/')

/** Every id of the chapters that a file below `root` cites, with the file's path from there. */
export const readCitations = (root, chapters) => {
  const pattern = citation(chapters)
  return filesIn(root).flatMap((path) =>
    idsIn(readFileSync(path, 'utf8'), pattern).map((id) => ({ file: pathOf(root, path), id })),
  )
}

const isTest = (file) => file.startsWith('tests/') && !file.startsWith('tests/kit/')

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
const TEST_START = /^(?=[ \t]*(?:await )?(?:test|describe|it)\b)/m
/** What a test expects of a call that nobody has built. */
const EXPECTS_NOT_BUILT = /\btoBe\(501\)|\bstatus: 501\b|toEqual\(\[501\b|\bcode: 'notBuilt'/
const IS_NOT_RUN = /^\s*(?:test|describe|it)\.(?:skip|todo|fixme)\b/

/**
 * What tests name, outside of comments: `shows` says whether the test can show that it works. One that is skipped cannot, nor one that
 * expects the answer of a call that is not built.
 */
const readClaims = (root, chapters) => {
  const pattern = citation(chapters)
  return filesIn(root)
    .filter((path) => isTest(pathOf(root, path)))
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .replace(COMMENT, '')
        .split(TEST_START)
        .flatMap((test) => {
          const shows = !EXPECTS_NOT_BUILT.test(test) && !IS_NOT_RUN.test(test)
          return idsIn(test, pattern).map((id) => ({ file: pathOf(root, path), id, shows }))
        }),
    )
}

/** The rows of calls that are not built, but for those that a built one answers too. */
export const rowsNotBuilt = (calls, notBuiltIds) => {
  const isBuilt = ({ id }) => !notBuiltIds.includes(id)
  const built = new Set(calls.filter(isBuilt).flatMap(({ rows }) => rows))
  return new Set(
    calls
      .filter((call) => !isBuilt(call))
      .flatMap(({ rows }) => rows)
      .filter((row) => !built.has(row)),
  )
}

/**
 * The citations of ids that the document does not have; the tests that name what they cannot show to work, being skipped, expecting that it
 * is not built, or naming a row of `notBuilt`; and the rows that no other test names, by chapter.
 */
export const checkRequirements = (root, notBuilt = new Set()) => {
  const chapters = readChapters(root)
  const known = new Set(chapters.flatMap(({ rows }) => rows.map(({ id }) => id)))
  const claims = readClaims(root, chapters).map((claim) => ({
    ...claim,
    shows: claim.shows && !notBuilt.has(claim.id),
  }))
  const tested = new Set(claims.filter(({ shows }) => shows).map(({ id }) => id))
  return {
    foreign: readCitations(root, chapters).filter(({ id }) => !known.has(id)),
    untrue: claims.filter(({ shows }) => !shows).map(({ file, id }) => ({ file, id })),
    unnamed: chapters
      .map((chapter) => ({ ...chapter, unnamed: chapter.rows.filter(({ id }) => !tested.has(id)) }))
      .filter(({ unnamed }) => unnamed.length > 0),
  }
}

/** The rows of this project's calls that are not built. */
const ownRowsNotBuilt = async () => {
  const { tsImport } = await import('tsx/esm/api')
  const { allCalls } = await tsImport('../contract/calls/index.ts', import.meta.url)
  const { NOT_BUILT } = await tsImport('../server/http/not-built.ts', import.meta.url)
  return rowsNotBuilt(allCalls, NOT_BUILT)
}

const listed = (claims) => claims.map(({ file, id }) => `  ${id} in ${file}`).join('\n')

const isRun =
  process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)
if (isRun)
  await main(async () => {
    const { foreign, untrue, unnamed } = checkRequirements(PROJECT, await ownRowsNotBuilt())
    for (const { name, title, rows, unnamed: missing } of unnamed) {
      say(`\n${name} · ${title}: no test shows ${missing.length} of ${rows.length} to work`)
      for (const { id, text } of missing) say(`  ${id} ${text}`)
    }
    if (foreign.length > 0) throw new Problem(`${DOCUMENT} does not have these ids:\n${listed(foreign)}`)
    if (untrue.length > 0)
      throw new Problem(`These tests name what they cannot show to work:\n${listed(untrue)}`)
  })
