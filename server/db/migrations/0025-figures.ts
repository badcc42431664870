import { type Kysely, sql } from 'kysely'

/**
 * Hours get the figures that the dashboard and the driving analysis need, each day a row of them for each driver, and vehicles a history
 * of their drivers. Days that are stored already are put down to be derived again in the background.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const ADDED = [
  'odometer_km float8',
  'metered_km float8',
  'engine_on_s float8',
  'neutral_s float8',
  'neutral_km float8',
  'overrun_s float8',
  'economy_s float8',
  'speed_to_20_s float8',
  'speed_to_40_s float8',
  'speed_to_60_s float8',
  'speed_to_80_s float8',
  'rpm_to_900_s float8',
  'rpm_to_1200_s float8',
  'rpm_to_1600_s float8',
  'rpm_to_2500_s float8',
  'rpm_above_2500_s float8',
  'fuel_dropped float8',
  'overspeeds int4',
  'idlings int4',
  'neutrals int4',
  'overruns int4',
  'harsh_accelerations int4',
  'harsh_brakings int4',
  'harsh_cornerings int4',
  'stoppages int4',
  'fuel_fills int4',
  'fuel_drops int4',
]

const STATEMENTS = [
  `alter table vehicle_hour add driver_id int not null default 0,
    ${ADDED.map((column) => `add ${column} not null default 0`).join(', ')}`,
  `create table vehicle_day_figures (
    company_id int not null,
    vehicle_id int not null,
    day date not null,
    driver_id int not null,
    distance_km float8 not null,
    running_s float8 not null,
    idling_s float8 not null,
    stopped_s float8 not null,
    fuel_used float8 not null,
    fuel_filled float8 not null,
    adblue_used float8 not null,
    max_speed float8 not null,
    overspeed_s float8 not null,
    fixes int not null,
    ${ADDED.map((column) => `${column} not null`).join(', ')},
    primary key (company_id, vehicle_id, day, driver_id)
  )`,
  `create index vehicle_day_figures_day on vehicle_day_figures (company_id, day)`,
  `create table figures_pending (
    company_id int not null,
    vehicle_id int not null,
    day date not null,
    primary key (company_id, vehicle_id, day)
  )`,
  `insert into figures_pending (company_id, vehicle_id, day) select company_id, vehicle_id, day from vehicle_day`,
  // No row says since when an earlier driver had the vehicle, so the one it has now is taken as the first.
  `create table driver_assignment (
    company_id int not null references company (id) on delete cascade,
    vehicle_id int not null references vehicle (id) on delete cascade,
    since timestamptz not null,
    driver_id int references driver (id) on delete set null,
    primary key (company_id, vehicle_id, since)
  )`,
  'create index driver_assignment_driver on driver_assignment (driver_id)',
  `insert into driver_assignment (company_id, vehicle_id, since, driver_id)
    select company_id, id, 'epoch', driver_id from vehicle where driver_id is not null`,
  'alter table vehicle drop driver_id',
]
