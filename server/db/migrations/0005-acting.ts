import { type Kysely, sql } from 'kysely'

const STATEMENTS = [
  `create table acting_period (
    id bigint generated always as identity primary key,
    family text not null,
    actor_id int not null references app_user (id),
    target_id int not null references app_user (id),
    role text not null,
    reason text not null default '',
    began_at timestamptz not null,
    ends_at timestamptz not null,
    ended_at timestamptz
  )`,
  'create unique index on acting_period (family) where ended_at is null',
  `create table acting_audit (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    actor_id int not null,
    target text not null,
    call_id text not null,
    request_id text not null,
    granted boolean not null,
    note text not null default ''
  )`,
  'create index on acting_audit (actor_id, at)',
  `create function refuse_change() returns trigger language plpgsql as
    $$ begin raise exception 'The audit is written once and not changed.'; end $$`,
  `create trigger acting_audit_stays before update or delete or truncate on acting_audit
    for each statement execute function refuse_change()`,
]

/** Which login acts for which user (SES-46), and an append-only audit of it (AC-15). */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
