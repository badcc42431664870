import { IconAlarm, IconChecks, IconPlayerTrackNext, IconRoute } from '@tabler/icons-react'
import { fromShownTime } from '#contract/ist.ts'
import type { Trip } from '#contract/records/trip.ts'
import { formatDurationWords } from '../kit/formats.ts'
import classes from './punctuality.module.css'
import { TRIPS } from './trips.text.ts'

const ICONS = { Early: IconPlayerTrackNext, Ontime: IconChecks, Delayed: IconAlarm } as const

/** By how much the truck arrives, or is to arrive, off its schedule, in words; null where it is on time or that is not known. */
const offBy = ({ punctuality, eta, actualEndDate, scheduledEndDate }: Kept): string | null => {
  if (punctuality === null || punctuality === 'Ontime') return null
  const arrives = fromShownTime(actualEndDate ?? eta ?? '')
  const due = fromShownTime(scheduledEndDate)
  return arrives === null || due === null ? null : formatDurationWords(Math.abs(arrives - due))
}

type Kept = Pick<Trip, 'punctuality' | 'eta' | 'actualEndDate' | 'scheduledEndDate'>

/** How a trip keeps to its schedule, in the specification's own word (TRP-04), and by how much its arrival does. */
export const Punctuality = ({ trip }: { trip: Kept }) => {
  const { punctuality } = trip
  const Drawn = punctuality === null ? IconRoute : ICONS[punctuality]
  const by = offBy(trip)
  return (
    <span className={classes['mark']} data-punctuality={punctuality}>
      <Drawn size={16} stroke={1.75} aria-hidden />
      {punctuality ?? TRIPS.running}
      {by === null ? null : ` ${TRIPS.by(by)}`}
    </span>
  )
}
