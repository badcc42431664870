import { type Kysely, sql } from 'kysely'

/** Live links of vehicles. Their addresses are not stored, only hashes of the ids in them. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table live_share (
    id integer generated always as identity primary key,
    company_id integer not null references company on delete cascade,
    created_by integer references app_user on delete set null,
    created_at timestamptz not null,
    hash text not null unique,
    label text not null,
    ends_by text not null check (ends_by in ('time', 'trip', 'arrival')),
    ends_at timestamptz not null,
    trip_id integer references trip on delete set null,
    geofence_id integer references geofence on delete set null,
    revoked_at timestamptz,
    views integer not null default 0,
    last_viewed_at timestamptz
  )`.execute(db)
  await sql`create index live_share_company on live_share (company_id, ends_at)`.execute(db)
  await sql`create index live_share_ends_at on live_share (ends_at)`.execute(db)
  await sql`create table live_share_vehicle (
    share_id integer not null references live_share on delete cascade,
    vehicle_id integer not null references vehicle on delete cascade,
    arrived_at timestamptz,
    primary key (share_id, vehicle_id)
  )`.execute(db)
}
