import { IconAlarm, IconChecks, IconPlayerTrackNext, IconRoute } from '@tabler/icons-react'
import type { Trip } from '#contract/records/trip.ts'
import classes from './punctuality.module.css'
import { TRIPS } from './trips.text.ts'

const ICONS = { Early: IconPlayerTrackNext, Ontime: IconChecks, Delayed: IconAlarm } as const

/** How a trip keeps to its schedule, in the specification's own word (TRP-04). */
export const Punctuality = ({ punctuality }: Pick<Trip, 'punctuality'>) => {
  const Drawn = punctuality === null ? IconRoute : ICONS[punctuality]
  return (
    <span className={classes['mark']} data-punctuality={punctuality}>
      <Drawn size={16} stroke={1.75} aria-hidden />
      {punctuality ?? TRIPS.running}
    </span>
  )
}
