import { EVIDENCE } from '#src/texts/en/dashboard.ts'
import classes from './row-limit.module.css'

/** Rows that a table lists; its download has more. */
export const LISTED_ROWS = 250

/** Below a table with more rows than it lists: how many there are, and how many of them the download has. */
export const RowLimitNote = ({ all, downloaded = all }: { all: number; downloaded?: number }) => {
  const counts = { shown: LISTED_ROWS, all, downloaded }
  return all <= LISTED_ROWS ? null : (
    <p className={classes['more']}>
      {downloaded < all ? EVIDENCE.limitedFile(counts) : EVIDENCE.limited(counts)}
    </p>
  )
}
