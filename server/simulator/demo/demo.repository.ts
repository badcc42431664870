import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import type { DayVehicle, DriverSince } from '#server/track/close-day.ts'
import { readDrivers } from '#server/track/drivers.repository.ts'
import type { Tables } from '../../db/tables.ts'
import type { TruckLife } from '../drive/truck-life.ts'
import type { Simulation } from './simulation.ts'

/** A simulated truck with its ids in the database and its life. */
export type RosterEntry = {
  readonly companyId: number
  readonly vehicleId: number
  readonly timeZone: string
  readonly vehicle: DayVehicle
  readonly life: TruckLife
}

/** The simulated trucks in the database, in the simulation's order, without those an administrator removed. */
export const readRoster = async (
  db: Kysely<Tables>,
  { companies }: Pick<Simulation, 'companies'>,
  lifeOf: (registration: string) => TruckLife,
): Promise<RosterEntry[]> => {
  const rows = await db
    .selectFrom('vehicle')
    .innerJoin('company', 'company.id', 'vehicle.company_id')
    .select([
      'vehicle.id',
      'vehicle.company_id',
      'vehicle.imei',
      'vehicle.segment',
      'vehicle.fuel_tank_litres',
      'vehicle.adblue_tank_litres',
      'company.time_zone',
    ])
    .execute()
  const drivers = new Map<number, readonly DriverSince[]>()
  for (const companyId of new Set(rows.map((row) => row.company_id))) {
    const ids = rows.filter((row) => row.company_id === companyId).map(({ id }) => id)
    for (const [id, own] of await readDrivers(db, companyId, ids)) drivers.set(id, own)
  }
  return companies.flatMap(({ vehicles }) => {
    // Another company may have vehicles of the same IMEIs: the demo's own was there first.
    const imeis = new Set(vehicles.map(({ imei }) => imei))
    const named = rows.filter((row) => imeis.has(row.imei))
    const companyId = named.reduce((least, row) => Math.min(least, row.company_id), Number.POSITIVE_INFINITY)
    const byImei = new Map(
      named.flatMap((row) => (row.company_id === companyId ? [[row.imei, row] as const] : [])),
    )
    return vehicles.flatMap(({ registration, imei }) => {
      const row = byImei.get(imei)
      if (!row) return []
      const own = drivers.get(row.id)
      return {
        companyId: row.company_id,
        vehicleId: row.id,
        timeZone: row.time_zone,
        vehicle: {
          segment: row.segment,
          fuelTankLitres: row.fuel_tank_litres,
          adblueTankLitres: row.adblue_tank_litres,
          drivers: own,
        },
        life: lifeOf(registration),
      }
    })
  })
}

/**
 * The state of an installation's demo. Times in ms.
 * - `seededAt`: history before it is written as finished days; later fixes are ingested
 * - `backfilledTo`: the oldest day with complete history, null if none
 * - `liveUntil`: the last report of the live trucks
 * - `timetables`: the `TIMETABLES` by which its trips were written last; missing where they were the first
 */
const DemoState = z.object({
  seed: z.number(),
  seededAt: z.number(),
  backfilledTo: z.nullable(z.string()),
  liveUntil: z.number(),
  timetables: z.optional(z.number()),
})
export type DemoState = z.infer<typeof DemoState>

const KEY = 'demo'

/** The state, or undefined before the first seed. Throws if the stored setting is malformed. */
export const readDemoState = async (db: Kysely<Tables>): Promise<DemoState | undefined> => {
  const row = await db.selectFrom('setting').select('value').where('key', '=', KEY).executeTakeFirst()
  return row && z.parse(DemoState, row.value)
}

export const insertDemoState = async (db: Kysely<Tables>, state: DemoState): Promise<void> => {
  await db
    .insertInto('setting')
    .values({ key: KEY, value: JSON.stringify(state) })
    .execute()
}

/** Changes only the given parts, so that backfill and live trucks do not overwrite each other. */
export const updateDemoState = async (
  db: Kysely<Tables>,
  change: Partial<Pick<DemoState, 'backfilledTo' | 'liveUntil' | 'timetables'>>,
): Promise<void> => {
  await db
    .updateTable('setting')
    .set({ value: sql<string>`value || ${JSON.stringify(change)}::jsonb` })
    .where('key', '=', KEY)
    .execute()
}

export const daysOnFile = async (db: Kysely<Tables>, day: string): Promise<ReadonlySet<number>> => {
  const rows = await db.selectFrom('vehicle_day').select('vehicle_id').where('day', '=', day).execute()
  return new Set(rows.map(({ vehicle_id }) => vehicle_id))
}
