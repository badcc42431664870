import { type Kysely, sql } from 'kysely'

/** What the portal's staff did with a company's data, for the company to read. Rows stay; only `refused` is set. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table support_change (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    company_id integer not null references company on delete cascade,
    actor_id integer not null references app_user (id),
    target_id integer references app_user (id),
    call_id text not null,
    subjects jsonb not null,
    total integer not null,
    set_values jsonb not null,
    reason text not null,
    refused boolean not null default false
  )`.execute(db)
  await sql`create index support_change_company on support_change (company_id, id desc)`.execute(db)
}
