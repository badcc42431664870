import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { ON_TIME_WITHIN_MS, type TRIP_STATUSES } from '#contract/records/trips.ts'
import { UNCOUNTED } from '#domain/registration.ts'
import type { Punctuality } from '#domain/trips.ts'
import type { Tables } from '../db/tables.ts'
import { expectedArrival, silentSince } from './expected-arrival.repository.ts'

type Narrowing = {
  readonly companyId: number | null
  /** The vehicles whose trips are read; null for all of the company. */
  readonly vehicleIds?: ReadonlySet<number> | null
  readonly tripIds?: readonly number[] | undefined
  readonly vehicleId?: number | undefined
  readonly status?: (typeof TRIP_STATUSES)[number] | undefined
  readonly punctuality?: Punctuality | undefined
  /** The search key that the registration or a town must contain. */
  readonly search?: string | undefined
}

type Joined = SelectQueryBuilder<Tables, 'trip' | 'vehicle', object>

const narrowed = <T extends Joined>(
  query: T,
  { companyId, vehicleIds = null, tripIds, vehicleId, status, punctuality, search = '' }: Narrowing,
  now: number,
) =>
  query
    .$if(companyId !== null, (narrow) => narrow.where('trip.company_id', '=', companyId ?? 0))
    .$if(vehicleIds !== null, (narrow) =>
      narrow.where('trip.vehicle_id', '=', sql<number>`any(${[...(vehicleIds ?? [])]})`),
    )
    .$if(tripIds !== undefined, (narrow) =>
      narrow.where('trip.id', '=', sql<number>`any(${[...(tripIds ?? [])]})`),
    )
    .$if(vehicleId !== undefined, (narrow) => narrow.where('trip.vehicle_id', '=', vehicleId ?? 0))
    .$if(status !== undefined, (narrow) => narrow.where('trip.status', '=', status ?? 'RUNNING'))
    .$if(punctuality !== undefined, (narrow) => narrow.where(isOf(punctuality ?? 'Ontime', now)))
    .$if(search !== '', (narrow) => narrow.where(matchesSearch(search)))

const delayMs = (now: number) =>
  sql<number>`extract(epoch from ${expectedArrival(now)} - trip.scheduled_end) * 1000`

const isOf = (punctuality: Punctuality, now: number) => {
  if (punctuality === 'Delayed') return sql<boolean>`${delayMs(now)} > ${ON_TIME_WITHIN_MS}`
  if (punctuality === 'Early') return sql<boolean>`${delayMs(now)} < ${-ON_TIME_WITHIN_MS}`
  return sql<boolean>`${delayMs(now)} between ${-ON_TIME_WITHIN_MS} and ${ON_TIME_WITHIN_MS}`
}

const matchesSearch = (search: string) =>
  sql<boolean>`strpos(
    upper(regexp_replace(concat_ws('|', vehicle.registration, trip.from_city, trip.to_city), ${UNCOUNTED}, '', 'g')),
    ${search}
  ) > 0`

/** Reads trips with their truck, its latest position, and their driver. */
export const createTripRepository = ({ db, now }: { db: Kysely<Tables>; now: () => number }) => {
  const joined = () => db.selectFrom('trip').innerJoin('vehicle', 'vehicle.id', 'trip.vehicle_id')

  return {
    /** Running trips first, of which those that are most behind their schedule, then the newest first. */
    list: ({ limit, ...narrowing }: Narrowing & { readonly limit: number }) =>
      narrowed(joined(), narrowing, now())
        .leftJoin('driver', 'driver.id', 'trip.driver_id')
        .leftJoin('latest_fix', (join) =>
          join
            .onRef('latest_fix.company_id', '=', 'trip.company_id')
            .onRef('latest_fix.vehicle_id', '=', 'trip.vehicle_id'),
        )
        .selectAll('trip')
        .select(expectedArrival(now()).as('expected'))
        .select(silentSince(now()).as('silent_since'))
        .select(['vehicle.registration', 'driver.name as driver', 'latest_fix.lng', 'latest_fix.lat'])
        .orderBy((eb) => eb.case().when('trip.status', '=', 'RUNNING').then(0).else(1).end())
        .orderBy(sql`case when trip.status = 'RUNNING' then ${delayMs(now())} end desc nulls last`)
        .orderBy('trip.scheduled_start', 'desc')
        .orderBy('trip.id', 'desc')
        .limit(limit)
        .execute(),
    /** The schedules and arrivals of trips of these vehicles that were to arrive in a range (ms), and that were not cancelled. */
    arrivals: ({ vehicleIds, from, to }: { vehicleIds: readonly number[]; from: number; to: number }) =>
      db
        .selectFrom('trip')
        .select(['id', 'scheduled_end'])
        .select(expectedArrival(now()).as('expected'))
        .where('vehicle_id', '=', sql<number>`any(${[...vehicleIds]})`)
        .where('scheduled_end', '>=', new Date(from))
        .where('scheduled_end', '<', new Date(to))
        .where('status', '!=', 'CANCELLED')
        .execute(),
    count: async (narrowing: Narrowing): Promise<number> => {
      const { count } = await narrowed(joined(), narrowing, now())
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}

export type TripRepository = ReturnType<typeof createTripRepository>
export type TripRow = Awaited<ReturnType<TripRepository['list']>>[number]
