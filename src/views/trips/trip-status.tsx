import { VisuallyHidden } from '@mantine/core'
import { IconAlarm, IconChecks, IconPlayerTrackNext, IconRoute } from '@tabler/icons-react'
import { TRIPS } from '#src/texts/en/trips.ts'
import { formatPercent } from '../kit/measures.ts'
import { delayText, type Schedule } from '../kit/trip-schedule.ts'
import classes from './trip-status.module.css'

const ICONS = { Early: IconPlayerTrackNext, Ontime: IconChecks, Delayed: IconAlarm } as const

/** Whether a trip is early, on time or delayed, in the specification's term (TRP-04), and by how much. */
export const Punctuality = ({ trip }: { trip: Schedule }) => {
  const { punctuality } = trip
  const Icon = punctuality === null ? IconRoute : ICONS[punctuality]
  const by = delayText(trip)
  return (
    <span className={classes['punctuality']} data-punctuality={punctuality}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {punctuality === null ? TRIPS.running : TRIPS.punctuality[punctuality]}
      {by === null ? null : ` ${by}`}
    </span>
  )
}

/** The part of the route already driven, 0 to 100 %. */
export const TripProgress = ({ percent }: { percent: number }) => (
  <span className={classes['progress']}>
    <span className={classes['bar']} aria-hidden="true">
      <span className={classes['done']} style={{ width: `${percent}%` }} />
    </span>
    <span className={classes['figure']} aria-hidden="true">
      {TRIPS.done({ percent: formatPercent(percent) })}
    </span>
    <VisuallyHidden>{TRIPS.doneSpoken({ percent: formatPercent(percent) })}</VisuallyHidden>
  </span>
)
