import type { DrivingScores } from '#contract/records/driving-analysis.ts'
import { SCORE_CATEGORIES } from '#domain/driving-score.ts'
import { NOT_SCORED, SCORE_SUMMARY } from '#src/texts/en/driving-analysis.ts'
import { formatFigure, formatNumber } from '../kit/measures.ts'
import { categoryText, scoreText } from './driving-columns.ts'
import { Category } from './score-badge.tsx'
import classes from './score-summary.module.css'

/** How a score has changed against the same length of time before; nothing where one of them is missing. */
const changeText = (score: number | null, before: number | null): string | null => {
  if (score === null || before === null) return null
  const points = formatFigure('score', Math.abs(score - before))
  if (points === formatFigure('score', 0)) return SCORE_SUMMARY.same
  return score > before ? SCORE_SUMMARY.better({ points }) : SCORE_SUMMARY.worse({ points })
}

const Together = ({
  name,
  score,
  notes,
}: {
  name: string
  score: number | null
  notes: ReadonlyArray<string | null>
}) => (
  <div className={classes['together']}>
    <dt>{name}</dt>
    <dd>
      {scoreText(score)}
      {notes.map((note) => (note === null ? null : <small key={note}>{note}</small>))}
    </dd>
  </div>
)

/** The score of all together, the median, and how many are in each category (DRIVER_CATEGORY_AND_SCORE). */
export const ScoreSummary = ({
  scores: { fleet, before, median, rows, scoring, companyFleet, companyMedian },
}: {
  scores: DrivingScores
}) => {
  const companyText = (score: number | null) =>
    scoring.by === 'company' ? null : SCORE_SUMMARY.company({ score: scoreText(score) })
  const counts = new Map<string | null, number>()
  for (const { columns } of rows)
    counts.set(columns.DriverScoreCategory, (counts.get(columns.DriverScoreCategory) ?? 0) + 1)
  const bucket = (category: string | null) => {
    const count = counts.get(category) ?? 0
    const name = category === null ? NOT_SCORED.title : categoryText(category)
    return (
      <li key={name} aria-label={SCORE_SUMMARY.inCategory({ category: name, count: formatNumber(count) })}>
        {category === null ? <span>{name}</span> : <Category category={category} />}
        <b>{formatNumber(count)}</b>
        <i style={{ ['--share' as string]: rows.length === 0 ? 0 : count / rows.length }} />
      </li>
    )
  }
  return (
    <section className={classes['summary']} aria-label={SCORE_SUMMARY.name}>
      <dl>
        <Together
          name={SCORE_SUMMARY.fleet}
          score={fleet}
          notes={[companyText(companyFleet), changeText(fleet, before)]}
        />
        <Together
          name={SCORE_SUMMARY.median}
          score={median['DriverScore'] ?? null}
          notes={[companyText(companyMedian)]}
        />
      </dl>
      <ul aria-label={SCORE_SUMMARY.categories}>
        {[...SCORE_CATEGORIES.map(({ name }) => name), null].map(bucket)}
      </ul>
    </section>
  )
}
