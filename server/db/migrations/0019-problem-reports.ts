import { type Kysely, sql } from 'kysely'

/** Recordings that users sent to support. A user's go with the user, a company's with the company. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table problem_report (
    id integer generated always as identity primary key,
    user_id integer not null references app_user on delete cascade,
    role text not null,
    company_id integer references company on delete cascade,
    sent_at timestamptz not null,
    release text not null,
    last_state text not null,
    note text not null,
    file bytea not null
  )`.execute(db)
  await sql`create index problem_report_sent_at on problem_report (sent_at)`.execute(db)
  await sql`create index problem_report_user_id on problem_report (user_id, sent_at)`.execute(db)
}
