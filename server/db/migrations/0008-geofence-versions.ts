import { type Kysely, sql } from 'kysely'

const STATEMENTS = [
  `alter table geofence
    add column skipped_alert boolean not null default false,
    add column entry_notification_time text,
    add column exit_notification_time text,
    add column in_force_from timestamptz not null default 'epoch'`,
  'create index on geofence_vehicle (geofence_id)',
  `create table geofence_past (
    id int generated always as identity primary key,
    company_id int not null references company (id) on delete cascade,
    geofence_id int not null,
    name text not null,
    shape text not null,
    points jsonb not null,
    radius_m float8,
    valid_from timestamptz not null,
    valid_to timestamptz not null,
    entry_alert boolean not null,
    exit_alert boolean not null,
    all_vehicles boolean not null,
    vehicle_ids int[] not null
  )`,
  'create index on geofence_past (company_id, valid_to)',
  `create view fence_version as
    select company_id, id as geofence_id, name, shape, points, radius_m,
      greatest(valid_from, in_force_from) as valid_from, valid_to, entry_alert, exit_alert, all_vehicles,
      array(select vehicle_id from geofence_vehicle where geofence_id = geofence.id order by vehicle_id) as vehicle_ids
    from geofence
    union all
    select company_id, geofence_id, name, shape, points, radius_m,
      valid_from, valid_to, entry_alert, exit_alert, all_vehicles, vehicle_ids
    from geofence_past`,
]

/**
 * Keeps each former version of a fence with its time in force, so that a day reopened by late points gives the same
 * entries and exits (DI-03). `fence_version` is the view of current and former versions.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
