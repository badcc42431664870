import { AREAS, SERVER } from './areas.mjs'
import { EQUIVALENT } from './equivalent.mjs'

const oneLine = (text) => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 90 ? `${line.slice(0, 87)}...` : line
}

/** A mutant on one line: `file:line kind: before → after`. */
export const titleOf = ({ file, line, kind, start, end, text }, source) => {
  const before = oneLine(source.slice(start, end))
  const after = text === '' || text === ';' ? '' : ` → \`${oneLine(text)}\``
  return `${file}:${line} ${kind}: \`${before}\`${after}`
}

const withoutLine = (title) => title.replace(/:\d+ /, ' ')

const percent = (share) => `${(share * 100).toFixed(1)} %`

/**
 * docs/mutations.md of results, each with its `title` and with the sample that it is `of`. Survivors are named, with the reason where
 * no test can notice them.
 */
export const reportOf = (results) => {
  const reasons = new Map(EQUIVALENT)
  const judged = results.map((mutant) => {
    const why = mutant.result === 'survived' ? reasons.get(withoutLine(mutant.title)) : undefined
    return { ...mutant, why, result: why === undefined ? mutant.result : 'equivalent' }
  })
  const rows = AREAS.map(({ name, goal }) => {
    const own = judged.filter(({ area }) => area === name)
    const [noticed, survived, equivalent] = ['noticed', 'survived', 'equivalent'].map(
      (result) => own.filter((mutant) => mutant.result === result).length,
    )
    const score = noticed + survived === 0 ? '-' : percent(noticed / (noticed + survived))
    const samples = [...new Set(own.map(({ of }) => of))].join('; ') || '-'
    return `| ${name} | ${own.length} | ${noticed} | ${survived} | ${equivalent} | ${score} | ${percent(goal)} | ${samples} |`
  })
  const listOf = (result) =>
    judged
      .filter((mutant) => mutant.result === result)
      .sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
      .map(({ title, why }) => `- ${title}${why === undefined ? '' : `: ${why}`}`)
  const section = (title, lines) => (lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines])
  return [
    '# Mutations',
    '',
    '`npm run mutate` breaks one small thing at a time in the areas below and runs the tests that import the file: of those of pages and of the whole server first the ones of the feature, and with `--survivors` all. Each area tells the sample that it was measured by.',
    '',
    `Rules and repositories are those of ${SERVER.map((folder) => `\`${folder}\``).join(', ')}: what asks the database, and all the rest.`,
    '',
    'Conditions are negated, boundaries moved, operators swapped, statements and the entries of lists and objects removed, strings emptied. Left out is what the compiler refuses, and messages for developers. Equivalent mutants do not count.',
    '',
    '| area | mutants | noticed | survived | equivalent | score | goal | sample |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    ...section('Survivors', listOf('survived')),
    ...section('Equivalent', listOf('equivalent')),
    '',
  ].join('\n')
}
