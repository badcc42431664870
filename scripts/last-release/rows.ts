import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import { createPasswords } from '#server/identity/passwords.ts'
import { importFiles } from '#server/import/import.service.ts'
import { createRejections } from '#server/import/readings.ts'
import { chooseCompany } from '#server/import/vehicles.repository.ts'

/** The clock of the rows: noon in India on 20 November 2026. */
const NOW = Date.UTC(2026, 10, 20, 6, 30)
const MINUTE_MS = 60_000

/** What the test of the upgrade looks for. The drive is that of `MH 12 AB 0001` on 18 November. */
export const KEPT = {
  company: 'Deccan Haul',
  user: 'asha',
  password: 'A former passw0rd',
  registration: 'MH 12 AB 0001',
  from: Date.UTC(2026, 10, 18, 4),
  fixes: 240,
  openFixes: 30,
} as const

type KeptFix = { time: number; lat: number; speed: number; odometer: number; fuel: number }

/** A drive with a stop, and one of today whose day is still open. Fuel in litres, odometer in metres, speed in km/h. */
export const keptFixes = (): KeptFix[] => {
  const drive = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      time: from + i * MINUTE_MS,
      lat: Number((18.5 + i / 500).toFixed(6)),
      speed: i % 60 > 40 ? 0 : 40 + (i % 50),
      odometer: 1000 + i,
      fuel: 200 - i / 10,
    }))
  return [...drive(KEPT.from, KEPT.fixes), ...drive(NOW - KEPT.openFixes * MINUTE_MS, KEPT.openFixes)]
}

const csv = (): string =>
  [
    'vehicle,time,lat,lon,speed,heading,odometer,ignition,fuel (l)',
    ...keptFixes().map(
      ({ time, lat, speed, odometer, fuel }) =>
        `${KEPT.registration},${time},${lat},73.85,${speed},12,${odometer},1,${fuel}`,
    ),
  ].join('\n')

const importDrives = async (db: Kysely<Tables>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'roadbook-release-'))
  try {
    const file = join(folder, 'drives.csv')
    await writeFile(file, csv())
    const { company } = await chooseCompany(db, KEPT.company)
    await importFiles(db, {
      files: [{ path: file, name: 'drives.csv' }],
      company,
      timeZone: company.timeZone,
      units: {},
      vehicle: undefined,
      dryRun: false,
      rejections: createRejections(join(folder, 'rejected.txt')),
      now: () => NOW,
      onProgress: () => {},
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

const at = (minutes: number): string => `timestamptz '${new Date(NOW + minutes * MINUTE_MS).toISOString()}'`

/** Rows of every table that the import does not fill. A table that a release adds gets its line here. */
const STATEMENTS = [
  `insert into vehicle_group (company_id, name) values (1, 'North')`,
  `insert into region (company_id, name) values (1, 'Maharashtra')`,
  `insert into group_vehicle values (1, 1, 1)`,
  `insert into region_vehicle values (1, 1, 1)`,
  `insert into driver (company_id, name, mobile, licence) values (1, 'Ravi Kumar', '9800000001', 'MH1220110012345')`,
  `update vehicle set fuel_tank_litres = 300, adblue_tank_litres = 40, vin = 'MEC0000000P000001'`,
  `insert into user_group values (1, 1, 1)`,
  `insert into geofence (company_id, name, shape, points, radius_m, type_id, valid_from, valid_to, entry_alert, exit_alert, all_vehicles, created_by)
     values (1, 'Depot', 'circle', '[[73.85, 18.5]]', 1500, 1, ${at(-9000)}, ${at(900_000)}, true, true, false, 1),
       (1, 'Pune', 'polygon', '[[73.7,18.4],[74,18.4],[74,18.7]]', null, 1, ${at(-9000)}, ${at(900_000)}, true, false, true, 1)`,
  `insert into geofence_vehicle (company_id, geofence_id, vehicle_id) values (1, 1, 1)`,
  `insert into geofence_past (company_id, geofence_id, name, shape, points, radius_m, valid_from, valid_to, entry_alert, exit_alert, all_vehicles, vehicle_ids)
     values (1, 1, 'Old depot', 'circle', '[[73.85, 18.5]]', 900, ${at(-90_000)}, ${at(-9000)}, true, true, false, '{1}')`,
  `insert into trip (company_id, vehicle_id, driver_id, from_city, to_city, scheduled_start, scheduled_end, actual_start, status, distance_km)
     values (1, 1, 1, 'Pune', 'Mumbai', ${at(-300)}, ${at(60)}, ${at(-290)}, 'RUNNING', 150)`,
  `insert into ingest_count (company_id, vehicle_id, day, received, stored, duplicate, rejected, flagged) values (1, 1, '2026-11-20', 31, 30, 1, 0, 0)`,
  `insert into password_reset (hash, user_id, expires_at) values ('hash of a link', 1, ${at(30)})`,
  `insert into mail (recipient, subject, body, sent_at) values ('asha@example.com', 'Password reset', 'A link', ${at(-1)})`,
  `insert into refresh_token (hash, family, user_id, issued_at, expires_at, family_expires_at)
     values ('hash of a token', '00000000-0000-4000-8000-000000000001', 1, ${at(-60)}, ${at(60)}, ${at(6000)})`,
  `insert into acting_period (family, actor_id, target_id, role, began_at, ends_at)
     values ('00000000-0000-4000-8000-000000000002', 2, 1, 'CUSTOMERADMIN', ${at(-20)}, ${at(10)})`,
  `insert into acting_audit (at, actor_id, target, call_id, request_id, granted) values (${at(-15)}, 2, '1', 'fleetList', 'request', true)`,
  `insert into support_change (at, company_id, actor_id, target_id, call_id, subjects, total, set_values, reason)
     values (${at(-14)}, 1, 2, 1, 'recordService', '["MH12AB1234"]', 1, '[]', 'Ticket 4711')`,
  `insert into gateway_key (company_id, hash, made_at) values (1, 'hash of a key', ${at(-100)})`,
  `insert into gateway_device (company_id, device_id, vehicle_id, positions, last_seen)
     values (1, '867000000000001', 1, 0, ${at(-100)}), (1, '867000000000002', null, 3, ${at(-10)})`,
  `insert into ticker_message (content, criticality) values ('Toll at Khalapur is closed', 1)`,
  `insert into ticker_acknowledgement (message_id, user_id, changed_at) values (1, 1, ${at(-5)})`,
  `insert into dtc_report (company_id, vehicle_id, day, began, last_seen, codes, lng, lat, fixes)
     values (1, 1, '2026-11-18', ${at(-2900)}, ${at(-2890)}, '{SPN 3364 FMI 18}', 73.85, 18.5, 10)`,
  `insert into service_interval (company_id, vehicle_id, km, hours, days, changed_by, changed_at) values (1, 1, 20000, null, 90, 1, ${at(-60)})`,
  `insert into service_record (company_id, vehicle_id, done_at, odo, engine_hours, note, recorded_by, recorded_at)
     values (1, 1, ${at(-50)}, 1000, null, 'Oil and filters', 1, ${at(-40)})`,
  `insert into kpi_scale (company_id, kpi, factor, changed_by, changed_at) values (1, 'mileage', 1.05, 1, ${at(-30)})`,
  `insert into scored_alert (company_id, alert, is_scored, changed_by, changed_at) values (1, 'IDLING', false, 1, ${at(-30)})`,
  `insert into position_import (company_id, import_id, user_id, file_name, bytes, began_at, stored)
     values (1, '00000000-0000-4000-8000-000000000003', 1, 'drives.csv', 4000, ${at(-12)}, 100)`,
  `insert into setting (key, value) values ('maintenance', '{"on": false}') on conflict do nothing`,
]

/** Fills the tables as a company that has used this release does. */
export const addRows = async (db: Kysely<Tables>): Promise<void> => {
  const hash = await (await createPasswords()).hash(KEPT.password)
  await db.insertInto('company').values({ name: KEPT.company }).execute()
  const user = { password_hash: hash, first_name: 'Asha' }
  await db
    .insertInto('app_user')
    .values([
      { ...user, company_id: 1, user_name: KEPT.user, email: 'asha@example.com', roles: '["CUSTOMERADMIN"]' },
      { ...user, company_id: null, user_name: 'support', roles: '["CSSUPPORT"]' },
    ])
    .execute()
  await importDrives(db)
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
