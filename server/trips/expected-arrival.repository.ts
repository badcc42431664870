import { type RawBuilder, sql } from 'kysely'
import { OFFLINE_AFTER_MS } from '#domain/status.ts'

const silentFrom = (now: number): Date => new Date(now - OFFLINE_AFTER_MS)

/**
 * When a trip of the table `trip` arrived, or is expected to: a running one never before `now` (ms), as its truck is still on the way
 * when its last forecast has passed; null where nobody knows, as of a running one whose truck is OFFLINE.
 */
export const expectedArrival = (now: number): RawBuilder<Date | null> => {
  const at = new Date(now)
  return sql<Date | null>`coalesce(trip.actual_end, case
    when trip.status <> 'RUNNING' then trip.eta
    when exists (select from latest_fix heard where heard.company_id = trip.company_id
      and heard.vehicle_id = trip.vehicle_id and heard.time > ${silentFrom(now)}) then
      greatest(trip.eta, case when trip.eta is not null or trip.scheduled_end < ${at} then ${at}::timestamptz end) end)`
}

/** Since when the truck of a running trip of the table `trip` is OFFLINE, by its row of `latest_fix`; null where it is not. */
export const silentSince = (now: number): RawBuilder<Date | null> =>
  sql<Date | null>`case when trip.status = 'RUNNING' and latest_fix.time <= ${silentFrom(now)} then latest_fix.time end`
