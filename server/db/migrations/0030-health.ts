import { type Kysely, sql } from 'kysely'

/**
 * Trouble codes and service reminders. What stored days say of trouble codes is derived with their figures, for which each of them is put
 * down already.
 * The latest fix of a vehicle keeps its engine hours, which services are counted by.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table latest_fix add column engine_hours float8`.execute(db)
  await sql`create table dtc_report (
    company_id integer not null references company on delete cascade,
    vehicle_id integer not null references vehicle on delete cascade,
    day date not null,
    began timestamptz not null,
    last_seen timestamptz not null,
    codes text[] not null,
    lng float8 not null,
    lat float8 not null,
    fixes integer not null,
    primary key (company_id, vehicle_id, began)
  )`.execute(db)
  await sql`create index dtc_report_day on dtc_report (vehicle_id, day)`.execute(db)
  await sql`create table service_interval (
    company_id integer not null references company on delete cascade,
    vehicle_id integer primary key references vehicle on delete cascade,
    km float8,
    hours float8,
    days integer,
    changed_by integer references app_user on delete set null,
    changed_at timestamptz not null
  )`.execute(db)
  await sql`create table service_record (
    id bigint generated always as identity primary key,
    company_id integer not null references company on delete cascade,
    vehicle_id integer not null references vehicle on delete cascade,
    done_at timestamptz not null,
    odo float8,
    engine_hours float8,
    note text not null,
    recorded_by integer references app_user on delete set null,
    recorded_at timestamptz not null,
    undone_by integer references app_user on delete set null,
    undone_at timestamptz
  )`.execute(db)
  await sql`create unique index service_record_vehicle on service_record (vehicle_id, done_at desc) where undone_at is null`.execute(
    db,
  )
  await sql`create index service_record_company on service_record (company_id, done_at desc)`.execute(db)
}
