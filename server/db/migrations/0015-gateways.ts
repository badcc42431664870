import { type Kysely, sql } from 'kysely'

/** The key of a company's gateway, and the devices behind it: of a vehicle, or waiting to be accepted. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table gateway_key (
    company_id int primary key references company (id) on delete cascade,
    hash text not null unique,
    made_at timestamptz not null
  )`.execute(db)
  await sql`create table gateway_device (
    company_id int not null references company (id) on delete cascade,
    device_id text not null,
    vehicle_id int references vehicle (id) on delete cascade,
    name text,
    protocol text,
    positions int not null default 0,
    last_seen timestamptz not null,
    lng float8,
    lat float8,
    primary key (company_id, device_id)
  )`.execute(db)
  await sql`create index on gateway_device (vehicle_id)`.execute(db)
  await sql`create index on gateway_device (company_id, last_seen) where vehicle_id is null`.execute(db)
}
