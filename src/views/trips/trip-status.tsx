import { VisuallyHidden } from '@mantine/core'
import { IconAlarm, IconChecks, IconPlayerTrackNext, IconRoute } from '@tabler/icons-react'
import type { Trip } from '#contract/records/trips.ts'
import { fromShownTime } from '#domain/ist.ts'
import { TRIPS } from '#src/texts/en/trips.ts'
import { formatDurationWords } from '../kit/formats.ts'
import classes from './trip-status.module.css'

const ICONS = { Early: IconPlayerTrackNext, Ontime: IconChecks, Delayed: IconAlarm } as const

/** By how much the truck arrives, or is to arrive, off its schedule, in words; null where it is on time or that is not known. */
const delayText = ({ punctuality, eta, actualEndDate, scheduledEndDate }: Schedule): string | null => {
  if (punctuality === null || punctuality === 'Ontime') return null
  const arrives = fromShownTime(actualEndDate ?? eta ?? '')
  const due = fromShownTime(scheduledEndDate)
  return arrives === null || due === null ? null : formatDurationWords(Math.abs(arrives - due))
}

type Schedule = Pick<Trip, 'punctuality' | 'eta' | 'actualEndDate' | 'scheduledEndDate'>

/** How a trip keeps to its schedule, in the specification's own word (TRP-04), and by how much its arrival does. */
export const Punctuality = ({ trip }: { trip: Schedule }) => {
  const { punctuality } = trip
  const Icon = punctuality === null ? IconRoute : ICONS[punctuality]
  const by = delayText(trip)
  return (
    <span className={classes['punctuality']} data-punctuality={punctuality}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {punctuality ?? TRIPS.running}
      {by === null ? null : ` ${TRIPS.by(by)}`}
    </span>
  )
}

/** How much of the way lies behind the truck, 0 to 100. */
export const TripProgress = ({ percent }: { percent: number }) => (
  <span className={classes['progress']}>
    <span className={classes['bar']} aria-hidden="true">
      <span className={classes['done']} style={{ width: `${percent}%` }} />
    </span>
    <span className={classes['figure']} aria-hidden="true">
      {TRIPS.done(percent)}
    </span>
    <VisuallyHidden>{TRIPS.doneSpoken(percent)}</VisuallyHidden>
  </span>
)
