import { type Kysely, sql } from 'kysely'

const STATEMENTS = [
  `create table password_reset (
    hash text primary key,
    user_id int not null references app_user (id) on delete cascade,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  'create index on password_reset (user_id)',
  `create table mail (
    id int generated always as identity primary key,
    recipient text not null,
    subject text not null,
    body text not null,
    sent_at timestamptz not null
  )`,
]

/** Hashed reset links, and the outbox (OPEN-03). */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
