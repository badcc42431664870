import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { LIVE } from './limits.ts'

/** What a stream says of a vehicle beside its fixes. Tanks in litres. */
export type RosterVehicle = {
  readonly companyId: number
  readonly registration: string
  readonly fuelTankLitres: number | null
  readonly adblueTankLitres: number | null
}

/** The vehicles of all companies by id, read again after a minute and when an unknown one is asked for. */
export type Roster = (vehicleIds: Iterable<number>) => Promise<ReadonlyMap<number, RosterVehicle>>

/** `now` is ms. */
export const createRoster = ({ db, now }: { db: Kysely<Tables>; now: () => number }): Roster => {
  let reading: Promise<ReadonlyMap<number, RosterVehicle>> | undefined
  let readAt = Number.NEGATIVE_INFINITY

  const read = async (): Promise<ReadonlyMap<number, RosterVehicle>> => {
    const rows = await db
      .selectFrom('vehicle')
      .select(['id', 'company_id', 'registration', 'fuel_tank_litres', 'adblue_tank_litres'])
      .execute()
    return new Map(
      rows.map((row) => [
        row.id,
        {
          companyId: row.company_id,
          registration: row.registration,
          fuelTankLitres: row.fuel_tank_litres,
          adblueTankLitres: row.adblue_tank_litres,
        },
      ]),
    )
  }
  const readAgain = (): Promise<ReadonlyMap<number, RosterVehicle>> => {
    readAt = now()
    reading = read().catch((failure: unknown) => {
      reading = undefined
      throw failure
    })
    return reading
  }

  return async (vehicleIds) => {
    const known = await (reading === undefined || now() - readAt > LIVE.rosterMs ? readAgain() : reading)
    for (const id of vehicleIds) if (!known.has(id)) return readAgain()
    return known
  }
}
