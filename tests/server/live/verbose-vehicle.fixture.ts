import type { Kysely } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import { addVehicle } from '#tests/kit/server/fleet-records.ts'

/**
 * Stores a truck with fixes each 100 ms from `begin` on (ms UTC). Its messages are so long that 1,500 of them far exceed a
 * reader's queue and the operating system's buffer for it.
 */
export const storeVerboseVehicle = async (
  db: Kysely<Tables>,
  companyId: number,
  begin: number,
  count: number,
) => {
  const registration = 'x'.repeat(16 * 1024)
  const truck = await addVehicle(db, { company_id: companyId, registration })
  const times = Array.from({ length: count }, (_, i) => begin + i * 100)
  const rowOf = (time: number) => ({
    ...{ company_id: companyId, vehicle_id: truck.id },
    ...{ time: new Date(time), lng: 73.85, lat: 18.52, speed: 40, heading: null },
  })
  await db.insertInto('open_fix').values(times.map(rowOf)).execute()
  await db
    .insertInto('latest_fix')
    .values({ ...rowOf(times.at(-1) ?? begin), interval_s: 1 })
    .execute()
  return { truck, times }
}
