import { type RawBuilder, sql } from 'kysely'

/**
 * When a trip of the table `trip` arrived, or is expected to: a running one never before `now` (ms), as its truck is still on the way
 * when its last forecast has passed; null where nobody knows yet.
 */
export const expectedArrival = (now: number): RawBuilder<Date | null> => {
  const at = new Date(now)
  return sql<Date | null>`coalesce(trip.actual_end, case when trip.status = 'RUNNING' then
    greatest(trip.eta, case when trip.eta is not null or trip.scheduled_end < ${at} then ${at}::timestamptz end) else trip.eta end)`
}
