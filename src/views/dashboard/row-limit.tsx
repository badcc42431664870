import { EVIDENCE } from '#src/texts/en/dashboard.ts'
import classes from './row-limit.module.css'

/** Rows that a table lists; its download has all. */
export const LISTED_ROWS = 250

/** Below a table with more rows than it lists: how many there are. */
export const RowLimitNote = ({ all }: { all: number }) =>
  all <= LISTED_ROWS ? null : (
    <p className={classes['more']}>{EVIDENCE.limited({ shown: LISTED_ROWS, all })}</p>
  )
