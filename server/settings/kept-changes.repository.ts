import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Changes of one setting of a company that are kept: the last one holds, the earlier ones tell who set what. */
export const KEPT_CHANGES = 100

/** Deletes the changes before the last ones of each setting (`by` names its column), so that whoever switches one all day fills no table. */
export const forgetOldChanges = async (
  db: Kysely<Tables>,
  { table, by, companyId }: { table: 'kpi_scale' | 'scored_alert'; by: 'kpi' | 'alert'; companyId: number },
): Promise<void> => {
  await sql`delete from ${sql.table(table)} where id in (
    select id from (
      select id, row_number() over (partition by ${sql.ref(by)} order by id desc) as place
      from ${sql.table(table)} where company_id = ${companyId}
    ) as change where place > ${KEPT_CHANGES})`.execute(db)
}
