import { type Kysely, sql } from 'kysely'

/**
 * Figures and alert rules find other things than before in the same fixes. Every closed day is put down to be derived again, and every
 * vehicle to be evaluated from its first day on: the states of the former rules are dropped. Open days are put down at each start.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`insert into figures_pending (company_id, vehicle_id, day)
    select company_id, vehicle_id, day from vehicle_day on conflict do nothing`.execute(db)
  await sql`delete from alert_checkpoint`.execute(db)
  await sql`insert into alert_pending (company_id, vehicle_id, day)
    select company_id, vehicle_id, min(day) from vehicle_day group by company_id, vehicle_id
    on conflict do nothing`.execute(db)
}
