import { VisuallyHidden } from '@mantine/core'
import classes from './trip-progress.module.css'
import { TRIPS } from './trips.text.ts'

/** How much of the way lies behind the truck, 0 to 100. */
export const TripProgress = ({ percent }: { percent: number }) => (
  <span className={classes['progress']}>
    <span className={classes['bar']} aria-hidden="true">
      <span className={classes['done']} style={{ width: `${percent}%` }} />
    </span>
    <span className={classes['figure']} aria-hidden="true">
      {TRIPS.done(percent)}
    </span>
    <VisuallyHidden>{TRIPS.doneAloud(percent)}</VisuallyHidden>
  </span>
)
