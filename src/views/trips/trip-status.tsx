import { VisuallyHidden } from '@mantine/core'
import { IconAlarm, IconChecks, IconPlayerTrackNext, IconRoute } from '@tabler/icons-react'
import type { Trip } from '#contract/records/trips.ts'
import { fromShownTime } from '#domain/ist.ts'
import { TRIPS } from '#src/texts/en/trips.ts'
import { formatDurationWords } from '../kit/formats.ts'
import classes from './trip-status.module.css'

const ICONS = { Early: IconPlayerTrackNext, Ontime: IconChecks, Delayed: IconAlarm } as const

/** How much earlier or later than scheduled the truck arrives or arrived; null if it is on time or this is not known. */
const delayText = ({ punctuality, eta, actualEndDate, scheduledEndDate }: Schedule): string | null => {
  if (punctuality === null || punctuality === 'Ontime') return null
  const arrives = fromShownTime(actualEndDate ?? eta ?? '')
  const due = fromShownTime(scheduledEndDate)
  return arrives === null || due === null ? null : formatDurationWords(Math.abs(arrives - due))
}

type Schedule = Pick<Trip, 'punctuality' | 'eta' | 'actualEndDate' | 'scheduledEndDate'>

/** Whether a trip is early, on time or delayed, in the specification's term (TRP-04), and by how much. */
export const Punctuality = ({ trip }: { trip: Schedule }) => {
  const { punctuality } = trip
  const Icon = punctuality === null ? IconRoute : ICONS[punctuality]
  const by = delayText(trip)
  return (
    <span className={classes['punctuality']} data-punctuality={punctuality}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {punctuality === null ? TRIPS.running : TRIPS.punctuality[punctuality]}
      {by === null ? null : ` ${TRIPS.by({ duration: by })}`}
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
      {TRIPS.done({ percent })}
    </span>
    <VisuallyHidden>{TRIPS.doneSpoken({ percent })}</VisuallyHidden>
  </span>
)
