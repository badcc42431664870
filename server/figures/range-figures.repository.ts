import { type Kysely, sql } from 'kysely'
import { dayBounds, dayOf, shiftDay } from '#domain/company-time.ts'
import type { Figures } from '#domain/figure-fields.ts'
import { figuresTogether } from '#domain/figures.ts'
import { DAY_MS } from '#domain/units.ts'
import { EACH_FIGURE } from '../db/figure-columns.ts'
import type { Tables } from '../db/tables.ts'
import { dayAsClosed, readDayVehicle, readOpenRows, type VehicleKey } from '../track/closing.repository.ts'

type VehicleRange = VehicleKey & { readonly from: number; readonly to: number }

/**
 * The figures of one vehicle from `from` to before `to` (ms), to the ms: whole days that are closed are read as they were derived, the
 * others are derived of their fixes, so that even the last fix counts.
 */
export const readRangeFigures = (
  db: Kysely<Tables>,
  { companyId, vehicleId, from, to }: VehicleRange,
): Promise<Figures> =>
  // One snapshot of the data: a day that is being closed is either open or closed, never neither.
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const owned = { companyId, vehicleId }
      const dayVehicle = await readDayVehicle(trx, owned)
      if (!dayVehicle) return figuresTogether([])
      const { timeZone } = dayVehicle
      const [first, last] = [dayOf(from, timeZone), dayOf(to - 1, timeZone)]
      const { rows } = await sql<Figures & { figuresDay: string }>`
        select d.day::text as "figuresDay", ${EACH_FIGURE} from vehicle_day_figures d
        where company_id = ${companyId}::int4 and vehicle_id = ${vehicleId}::int4
          and day >= ${first}::date and day <= ${last}::date
          and not exists (select from figures_pending p
            where (p.company_id, p.vehicle_id, p.day) = (d.company_id, d.vehicle_id, d.day))
          and exists (select from vehicle_day v
            where (v.company_id, v.vehicle_id, v.day) = (d.company_id, d.vehicle_id, d.day))`.execute(trx)
      const parts: Figures[] = []
      for (let day = first; day <= last; day = shiftDay(day, 1)) {
        const bounds = dayBounds(day, timeZone)
        const open = await readOpenRows(trx, owned, bounds)
        const stored = rows.filter(({ figuresDay }) => figuresDay === day)
        // What lasts over midnight may have ended since the day was derived.
        const isSettled = async () =>
          (await readOpenRows(trx, owned, { from: bounds.to, to: bounds.to + DAY_MS }, 1)).length === 0
        const isWhole = open.length === 0 && bounds.from >= from && bounds.to <= to
        if (isWhole && stored.length > 0 && (await isSettled())) {
          parts.push(...stored)
          continue
        }
        const closed = await dayAsClosed(trx, owned, day, dayVehicle, open, [from, to])
        for (const row of closed?.hours ?? []) if (row.hour >= from && row.hour < to) parts.push(row)
      }
      return figuresTogether(parts)
    })
