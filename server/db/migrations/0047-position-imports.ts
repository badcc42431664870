import { type Kysely, sql } from 'kysely'

/** The last upload of positions of each company, so that it is known after a restart what became of it (OWN-01). */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table position_import (
    company_id int primary key references company on delete cascade,
    import_id uuid not null,
    user_id int not null references app_user on delete cascade,
    file_name text not null,
    bytes bigint not null,
    began_at timestamptz not null,
    stored int not null default 0,
    ended_at timestamptz,
    -- jsonb refuses texts of files that hold a NUL or half a surrogate pair.
    result json,
    fault json,
    constraint position_import_ended check ((ended_at is null) = (result is null and fault is null))
  )`.execute(db)
  await sql`create index on position_import (user_id)`.execute(db)
}
