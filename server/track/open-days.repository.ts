import { type Kysely, sql } from 'kysely'
import { createDayFinder, dayBounds } from '#domain/company-time.ts'
import type { Tables } from '../db/tables.ts'
import type { VehicleDay } from './put-down.repository.ts'

/** Every day of which open fixes are stored, in parts. It goes from day to day by the index, so it costs no more with many fixes. */
export async function* openDays(db: Kysely<Tables>): AsyncGenerator<VehicleDay[]> {
  for (const company of await db.selectFrom('company').select(['id', 'time_zone']).execute()) {
    const dayOf = createDayFinder(company.time_zone)
    const vehicles = await db
      .selectFrom('vehicle')
      .select('id')
      .where('company_id', '=', company.id)
      .orderBy('id')
      .execute()
    let rest = vehicles.map(({ id }) => ({ id, since: 0 }))
    while (rest.length > 0) {
      const { rows } = await sql<{ id: number; next: number }>`
        select r.id, (extract(epoch from first.time) * 1000)::float8 as next
        from jsonb_to_recordset(${JSON.stringify(rest)}::jsonb) as r(id int4, since float8)
        cross join lateral (
          select time from open_fix where company_id = ${company.id} and vehicle_id = r.id
            and time >= to_timestamp(r.since / 1000) order by time limit 1
        ) first order by r.id`.execute(db)
      const days = rows.map(({ id, next }) => ({ companyId: company.id, vehicleId: id, day: dayOf(next) }))
      if (days.length > 0) yield days
      rest = days.map(({ vehicleId, day }) => ({
        id: vehicleId,
        since: dayBounds(day, company.time_zone).to,
      }))
    }
  }
}
