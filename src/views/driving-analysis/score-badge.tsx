import type { DrivingRow } from '#contract/records/driving-analysis.ts'
import { SCORE_CATEGORIES } from '#domain/driving-score.ts'
import { NOT_SCORED } from '#src/texts/en/driving-analysis.ts'
import { categoryText, notScoredText } from './driving-columns.ts'
import classes from './score-badge.module.css'

/** How many of the four steps a category fills: the best all of them. */
const stepsOf = (category: string): number => {
  const at = SCORE_CATEGORIES.findIndex(({ name }) => name === category)
  return at === -1 ? 0 : SCORE_CATEGORIES.length - at
}

/** A category as steps with its name: status colours are reserved, and colour is never the only sign. */
export const Category = ({ category }: { category: string }) => (
  <span className={classes['category']}>
    <span className={classes['steps']} aria-hidden>
      {SCORE_CATEGORIES.map(({ name }, at) => (
        <i key={name} data-filled={at < stepsOf(category) || undefined} />
      ))}
    </span>
    {categoryText(category)}
  </span>
)

/** The category of a row, or that there is none and why. */
export const RowCategory = ({ row: { columns, notScored } }: { row: DrivingRow }) =>
  notScored === null ? (
    <Category category={columns.DriverScoreCategory ?? ''} />
  ) : (
    <span className={classes['none']} title={notScoredText(notScored)}>
      {NOT_SCORED.title}
    </span>
  )
