import { EQUIVALENT } from './equivalent.mjs'

/** Least share of noticed mutants. */
const GOALS = { machines: 0.9, streams: 0.9, wiring: 0.8 }

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

/** docs/mutations.md of a run: `{ of, results }`. Survivors are named, with the reason where no test can notice them. */
export const reportOf = ({ of, results }, sourceOf, date) => {
  const reasons = new Map(EQUIVALENT)
  const judged = results.map((mutant) => {
    const title = titleOf(mutant, sourceOf(mutant.file))
    const why = mutant.result === 'survived' ? reasons.get(withoutLine(title)) : undefined
    return { ...mutant, title, why, result: why === undefined ? mutant.result : 'equivalent' }
  })
  const rows = Object.entries(GOALS).map(([area, goal]) => {
    const count = (result) =>
      judged.filter((mutant) => mutant.area === area && mutant.result === result).length
    const [noticed, survived, equivalent] = ['noticed', 'survived', 'equivalent'].map(count)
    const score = noticed + survived === 0 ? '-' : percent(noticed / (noticed + survived))
    return `| ${area} | ${noticed + survived + equivalent} | ${noticed} | ${survived} | ${equivalent} | ${score} | ${percent(goal)} |`
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
    `\`npm run mutate\` breaks one small thing at a time in machines, streams and wiring and runs the tests that import the file: of the pages' first those of the feature, and with \`--survivors\` all. Written by a run over ${of}, ${date.toISOString().slice(0, 10)}.`,
    '',
    'Conditions are negated, boundaries moved, operators swapped, statements and the entries of lists and objects removed, strings emptied. Left out is what the compiler refuses, and messages for developers. Equivalent mutants do not count.',
    '',
    '| area | mutants | noticed | survived | equivalent | score | goal |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    ...section('Survivors', listOf('survived')),
    ...section('Equivalent', listOf('equivalent')),
    '',
  ].join('\n')
}
