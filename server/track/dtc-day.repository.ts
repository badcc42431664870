import type { Kysely } from 'kysely'
import { dayBounds } from '#domain/company-time.ts'
import type { Tables } from '../db/tables.ts'
import { lockDay, readBlob, readDayVehicle, readOpenRows } from './closing.repository.ts'
import { concatColumns } from './columns.ts'
import { dtcDayOf, replaceDtcReports } from './dtc-reports.repository.ts'
import type { VehicleDay } from './put-down.repository.ts'

/** Derives the reports of trouble codes of a day from all its stored fixes, in the transaction `trx`, and locks the day. */
export const deriveDtcDay = async (
  trx: Kysely<Tables>,
  { companyId, vehicleId, day }: VehicleDay,
): Promise<void> => {
  await lockDay(trx, vehicleId, day)
  const owned = { companyId, vehicleId }
  const zone = await readDayVehicle(trx, owned)
  if (zone === null) return
  const { timeZone } = zone
  const blob = await readBlob(trx, owned, day)
  const open = await readOpenRows(trx, owned, dayBounds(day, timeZone))
  await replaceDtcReports(trx, [
    dtcDayOf({ companyId, vehicleId, day }, timeZone, concatColumns([...(blob ? [blob] : []), open])),
  ])
}
