import { EVIDENCE } from '#src/texts/en/dashboard.ts'
import classes from './row-limit.module.css'

/** Rows that a table lists; its download has more. */
export const LISTED_ROWS = 250

/** Below a table with more rows than it lists: how many there are, and how many of them the download has. */
export const RowLimitNote = ({ all, most = all }: { all: number; most?: number }) => {
  const counts = { shown: LISTED_ROWS, all, most }
  return all <= LISTED_ROWS ? null : (
    <p className={classes['more']}>{most < all ? EVIDENCE.limitedFile(counts) : EVIDENCE.limited(counts)}</p>
  )
}
