import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { VehicleKey } from './closing.repository.ts'

/** A vehicle's day, `YYYY-MM-DD` in the company's zone. */
export type VehicleDay = VehicleKey & { readonly day: string }

/**
 * Puts vehicle-days down to be evaluated, in the transaction that changes their fixes. The row stays locked until its end, so that an
 * evaluation that runs meanwhile waits for these fixes or leaves the day for the next one.
 */
export const putDown = async (trx: Kysely<Tables>, days: readonly VehicleDay[]): Promise<void> => {
  if (days.length === 0) return
  const rows = days.map(({ companyId, vehicleId, day }) => ({
    ...{ company_id: companyId, vehicle_id: vehicleId, day },
  }))
  await sql`insert into alert_pending (company_id, vehicle_id, day)
    select distinct * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(company_id int4, vehicle_id int4, day date)
    order by vehicle_id, day
    on conflict (company_id, vehicle_id, day) do update set day = excluded.day`.execute(trx)
}
