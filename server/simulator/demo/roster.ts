import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { DayVehicle } from '#server/track/closed-day.ts'
import type { TruckLife } from '../drive/truck-life.ts'
import type { Simulation } from '../simulation.ts'

/** A simulated truck as the database knows it, with its life to ask. */
export type RosterEntry = {
  readonly companyId: number
  readonly vehicleId: number
  readonly driverId: number | null
  readonly timeZone: string
  readonly vehicle: DayVehicle
  readonly life: TruckLife
}

/** The simulated trucks that are in the database, in the simulation's order; those an administrator removed are left out. */
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
      'vehicle.driver_id',
      'vehicle.segment',
      'vehicle.fuel_tank_litres',
      'vehicle.adblue_tank_litres',
      'company.time_zone',
    ])
    .execute()
  const byImei = new Map(rows.map((row) => [row.imei, row]))
  return companies.flatMap(({ vehicles }) =>
    vehicles.flatMap(({ registration, imei }) => {
      const row = byImei.get(imei)
      if (!row) return []
      return {
        companyId: row.company_id,
        vehicleId: row.id,
        driverId: row.driver_id,
        timeZone: row.time_zone,
        vehicle: {
          segment: row.segment,
          fuelTankLitres: row.fuel_tank_litres,
          adblueTankLitres: row.adblue_tank_litres,
        },
        life: lifeOf(registration),
      }
    }),
  )
}
