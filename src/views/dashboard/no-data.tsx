import { EMPTY } from '#src/texts/en/dashboard.ts'
import classes from './no-data.module.css'

/** In the place of figures: that there are none, and why. */
export const NoData = ({ children }: { children: string }) => (
  <div className={classes['none']}>
    <b>{EMPTY.title}</b>
    <p>{children}</p>
  </div>
)
