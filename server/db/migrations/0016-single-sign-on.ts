import { type Kysely, sql } from 'kysely'

const STATEMENTS = [
  'drop table authorization_code',
  `create table redeemed_code (
    hash text primary key,
    family text,
    repeated boolean not null default false,
    redeemed_at timestamptz not null
  )`,
  `create table identity_link (
    issuer text not null,
    subject text not null,
    user_id int not null references app_user (id) on delete cascade,
    linked_at timestamptz not null,
    primary key (issuer, subject),
    unique (issuer, user_id)
  )`,
  'create index on identity_link (user_id)',
  'create index on app_user (lower(email))',
  `update setting set value = jsonb_build_object(
    'secret', value -> 'secret',
    'current', value - 'secret' || jsonb_build_object('createdAt', floor(extract(epoch from now()) * 1000)),
    'former', null
  ) where key = 'identity.keys'`,
]

/**
 * Users of an outside identity provider and the codes they came with, in place of the codes of our own (OPEN-02). A second
 * signing key beside the first.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
