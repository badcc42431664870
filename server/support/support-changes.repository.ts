import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { SetValue } from '#contract/records/support-changes.ts'
import type { Tables } from '../db/tables.ts'

/** Things that a request may name, each with its company and what people call it. */
type Named = { readonly company_id: number; readonly name: string }

const ofVehicles =
  (table: string) =>
  (ids: readonly number[]): RawBuilder<Named> =>
    sql<Named>`select named.company_id, vehicle.registration as name from ${sql.table(table)} named
    join vehicle on vehicle.id = named.vehicle_id where named.id = any(${[...ids]})
    group by named.company_id, vehicle.registration order by name`

const ofRows =
  (table: string, name: string) =>
  (ids: readonly number[]): RawBuilder<Named> =>
    sql<Named>`select company_id, ${sql.ref(name)} as name from ${sql.table(table)}
    where id = any(${[...ids]}) order by name`

const vehicles = ofRows('vehicle', 'registration')
const fences = ofRows('geofence', 'name')
const groups = ofRows('vehicle_group', 'name')
const regions = ofRows('region', 'name')

/** How the fields of requests lead to what they are about. */
export const NAMING_FIELDS = {
  vehicleId: vehicles,
  vehicleIds: vehicles,
  vehicleList: vehicles,
  fromVehicleId: vehicles,
  geoFenceId: fences,
  geoFenceIdList: fences,
  tripId: ofVehicles('trip'),
  alertIds: ofVehicles('alert'),
  serviceId: ofVehicles('service_record'),
  shareId: ofRows('live_share', 'label'),
  groupId: groups,
  groupIdList: groups,
  regionId: regions,
  regionIdList: regions,
  companyId: (ids) => sql<Named>`select id as company_id, name from company where id = any(${[...ids]})`,
  deliveryIds: (ids) =>
    sql<Named>`select vehicle.company_id, vehicle.registration as name from alert_delivery
      join alert on alert.id = alert_delivery.alert_id join vehicle on vehicle.id = alert.vehicle_id
      where alert_delivery.id = any(${[...ids]}) group by vehicle.company_id, vehicle.registration order by name`,
} as const satisfies Readonly<Record<string, (ids: readonly number[]) => RawBuilder<Named>>>

/** A change as it is stored; times in ms. */
export type TracedChange = {
  readonly at: number
  readonly companyId: number
  readonly actorId: number
  readonly targetId: number | null
  readonly callId: string
  readonly subjects: readonly string[]
  readonly total: number
  readonly values: readonly SetValue[]
  readonly reason: string
}

/** Which changes are read: all of a company, or those in one user's name; `before` leaves out that change and what is newer. */
type Reading = {
  readonly companyId: number
  readonly targetId: number | null
  readonly before: number | undefined
}

/** Stores what staff did with companies' data, and reads it for them. */
export const createSupportChangeRepository = ({ db }: { db: Kysely<Tables> }) => {
  const read = ({ companyId, targetId, before }: Reading) =>
    db
      .selectFrom('support_change')
      .where('support_change.company_id', '=', companyId)
      .where('refused', '=', false)
      .$if(targetId !== null, (narrow) => narrow.where('target_id', '=', targetId))
      .$if(before !== undefined, (narrow) => narrow.where('support_change.id', '<', String(before)))
  return {
    /** What the ids in a field of a request name; unknown ids are left out. */
    named: async (field: keyof typeof NAMING_FIELDS, ids: readonly number[]): Promise<readonly Named[]> =>
      (await NAMING_FIELDS[field](ids).execute(db)).rows,
    add: async (changes: readonly TracedChange[]): Promise<readonly string[]> => {
      const rows = await db
        .insertInto('support_change')
        .values(
          changes.map((change) => ({
            at: new Date(change.at),
            company_id: change.companyId,
            actor_id: change.actorId,
            target_id: change.targetId,
            call_id: change.callId,
            subjects: JSON.stringify(change.subjects),
            total: change.total,
            set_values: JSON.stringify(change.values),
            reason: change.reason,
          })),
        )
        .returning('id')
        .execute()
      return rows.map(({ id }) => id)
    },
    /** Hides changes that were refused. */
    refuse: async (ids: readonly string[]): Promise<void> => {
      await db.updateTable('support_change').set({ refused: true }).where('id', 'in', ids).execute()
    },
    newest: (reading: Reading, limit: number) =>
      read(reading)
        .innerJoin('app_user as actor', 'actor.id', 'actor_id')
        .leftJoin('app_user as target', 'target.id', 'target_id')
        .selectAll('support_change')
        .select(['actor.first_name as staff_name', 'target.user_name as target_name'])
        .orderBy('support_change.id', 'desc')
        .limit(limit)
        .execute(),
    count: async (reading: Reading): Promise<number> => {
      const { count } = await read(reading)
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}

export type SupportChangeRepository = ReturnType<typeof createSupportChangeRepository>
