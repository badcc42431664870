import { VisuallyHidden } from '@mantine/core'
import type { Trip } from '#contract/records/trip.ts'
import { NOTHING } from '../kit/formats.ts'
import { Plate } from '../kit/plate.tsx'
import { Punctuality } from './punctuality.tsx'
import classes from './trip-card.module.css'
import { TripProgress } from './trip-progress.tsx'
import { TRIPS } from './trips.text.ts'

/** One running trip of the list; pressing it plots it. */
export const TripCard = ({ trip, onPlot }: { trip: Trip; onPlot: () => void }) => (
  <button type="button" className={classes['card']} onClick={onPlot}>
    <Plate registration={trip.truck} />
    <span className={classes['kept']}>
      <Punctuality trip={trip} />
    </span>
    <span className={classes['way']} aria-hidden="true">
      {TRIPS.way(trip.fromCity, trip.toCity)}
    </span>
    <VisuallyHidden>{TRIPS.wayAloud(trip.fromCity, trip.toCity)}</VisuallyHidden>
    <span className={classes['ahead']}>
      <span>{trip.progressPercent === null ? NOTHING : <TripProgress percent={trip.progressPercent} />}</span>
      <span className={classes['eta']}>
        {TRIPS.eta} {trip.eta ?? NOTHING}
      </span>
    </span>
  </button>
)
