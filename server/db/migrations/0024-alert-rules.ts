import { type Kysely, sql } from 'kysely'

/**
 * The alert rules have other states than before, so the checkpoints of the former ones are dropped, and every vehicle is put down to be
 * evaluated from its first day on. Open days are put down at each start.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`delete from alert_checkpoint`.execute(db)
  await sql`insert into alert_pending (company_id, vehicle_id, day)
    select company_id, vehicle_id, min(day) from vehicle_day group by company_id, vehicle_id
    on conflict do nothing`.execute(db)
}
