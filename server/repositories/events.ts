import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Most events that one range answers. */
const MAX_EVENTS = 5_000

/** Reads stored driving events and alerts. */
export const createEventRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /** A vehicle's events from `from` to before `to` (ms), oldest first; at most 5,000. */
  ofVehicle: ({
    companyId,
    vehicleId,
    from,
    to,
  }: {
    companyId: number
    vehicleId: number
    from: number
    to: number
  }) =>
    db
      .selectFrom('vehicle_event')
      .select(['time', 'code', 'kind', 'lng', 'lat', 'value', 'duration_s as durationS'])
      .where('company_id', '=', companyId)
      .where('vehicle_id', '=', vehicleId)
      .where('time', '>=', new Date(from))
      .where('time', '<', new Date(to))
      .orderBy('time')
      .limit(MAX_EVENTS)
      .execute(),
})

export type EventRepository = ReturnType<typeof createEventRepository>
export type EventRow = Awaited<ReturnType<EventRepository['ofVehicle']>>[number]
