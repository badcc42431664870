import { type Kysely, sql } from 'kysely'

/**
 * Alerts get a table of their own, with the thresholds and preferences of users. Alerts that `vehicle_event` held are found again:
 * every vehicle-day that is stored is put down to be evaluated.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table alert (
    id bigint generated always as identity primary key,
    company_id integer not null references company on delete cascade,
    vehicle_id integer not null references vehicle on delete cascade,
    type text not null,
    threshold float8 not null,
    subject text not null,
    began timestamptz not null,
    time timestamptz not null,
    ended timestamptz,
    lng float8 not null,
    lat float8 not null,
    value float8,
    duration_s float8,
    detail jsonb not null,
    stored_at timestamptz not null,
    changed_at timestamptz not null,
    withdrawn_at timestamptz,
    acknowledged_at timestamptz,
    acknowledged_by integer references app_user on delete set null,
    unique (company_id, vehicle_id, type, threshold, subject, began)
  )`.execute(db)
  await sql`create index alert_company_time on alert (company_id, time desc) where withdrawn_at is null`.execute(
    db,
  )
  await sql`create index alert_vehicle_time on alert (vehicle_id, time) where withdrawn_at is null`.execute(
    db,
  )
  await sql`create index alert_company_stored on alert (company_id, stored_at) where withdrawn_at is null`.execute(
    db,
  )
  await sql`create table alert_checkpoint (
    company_id integer not null references company on delete cascade,
    vehicle_id integer not null references vehicle on delete cascade,
    day date not null,
    state jsonb not null,
    primary key (company_id, vehicle_id, day)
  )`.execute(db)
  await sql`create table alert_pending (
    company_id integer not null references company on delete cascade,
    vehicle_id integer not null references vehicle on delete cascade,
    day date not null,
    primary key (company_id, vehicle_id, day)
  )`.execute(db)
  await sql`create table alert_rule (
    company_id integer not null references company on delete cascade,
    type text not null,
    threshold float8 not null,
    since timestamptz not null,
    primary key (company_id, type, threshold)
  )`.execute(db)
  await sql`create table alert_setting (
    user_id integer not null references app_user on delete cascade,
    id text not null,
    selected boolean not null,
    value float8,
    primary key (user_id, id)
  )`.execute(db)
  await sql`create table alert_preference (
    user_id integer not null references app_user on delete cascade,
    name text not null,
    primary key (user_id, name)
  )`.execute(db)
  await sql`create table alert_delivery (
    id bigint generated always as identity primary key,
    alert_id bigint not null references alert on delete cascade,
    user_id integer not null references app_user on delete cascade,
    channel text not null check (channel in ('email', 'sms')),
    state text not null check (state in ('waiting', 'sent', 'dead')),
    attempts integer not null,
    next_at timestamptz not null,
    settled_at timestamptz,
    failure text,
    unique (alert_id, user_id, channel)
  )`.execute(db)
  await sql`create index alert_delivery_waiting on alert_delivery (next_at) where state = 'waiting'`.execute(
    db,
  )
  await sql`insert into alert_pending (company_id, vehicle_id, day)
    select company_id, vehicle_id, min(day) from vehicle_day group by company_id, vehicle_id`.execute(db)
  await sql`delete from vehicle_event where kind = 'alert'`.execute(db)
}
