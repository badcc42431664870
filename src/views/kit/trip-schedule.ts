import type { Trip } from '#contract/records/trips.ts'
import { fromShownTime } from '#domain/ist.ts'
import { TRIPS } from '#src/texts/en/trips.ts'
import { formatDurationWords, formatShownTime } from './formats.ts'

/** What a trip's punctuality is told from. */
export type Schedule = Pick<Trip, 'punctuality' | 'eta' | 'actualEndDate' | 'scheduledEndDate'>

/** How much later than scheduled the truck arrives or arrived, ms, less than 0 if earlier; null if this is not known. */
export const delayOf = ({ eta, actualEndDate, scheduledEndDate }: Schedule): number | null => {
  const arrives = fromShownTime(actualEndDate ?? eta ?? '')
  const due = fromShownTime(scheduledEndDate)
  return arrives === null || due === null ? null : arrives - due
}

/** By how much a trip is early or delayed, in words; null if it is on time or this is not known. */
export const delayText = (trip: Schedule): string | null => {
  const isOff = trip.punctuality === 'Early' || trip.punctuality === 'Delayed'
  const delay = isOff ? delayOf(trip) : null
  return delay === null ? null : TRIPS.by({ duration: formatDurationWords(Math.abs(delay)) })
}

/** When a trip under way arrives, or since when its truck is silent; null if neither is known. */
export const etaText = ({ eta, silentSince }: Pick<Trip, 'eta' | 'silentSince'>): string | null => {
  if (silentSince !== null) return TRIPS.silent({ time: formatShownTime(silentSince) })
  return eta === null ? null : formatShownTime(eta)
}
