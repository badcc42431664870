import { type Kysely, sql } from 'kysely'

/** The scaling factors that companies have set for KPIs, each change a row. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table kpi_scale (
    id bigint generated always as identity primary key,
    company_id integer not null references company on delete cascade,
    kpi text not null,
    factor float8 not null check (factor > 0),
    changed_by integer references app_user on delete set null,
    changed_at timestamptz not null
  )`.execute(db)
  await sql`create index kpi_scale_company on kpi_scale (company_id, kpi, id desc)`.execute(db)
}
