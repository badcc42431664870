import { type Kysely, sql } from 'kysely'

const STATEMENTS = [
  `alter table refresh_token add column client_id text not null default 'roadbook'`,
  `create table authorization_code (
    hash text primary key,
    client_id text not null,
    redirect_uri text not null,
    challenge text not null,
    nonce text,
    user_id int not null references app_user (id) on delete cascade,
    issued_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    family text
  )`,
  'create index on authorization_code (user_id)',
]

/** Hashed authorization codes, and the client of each refresh token (OPEN-02). */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
