import { type Kysely, sql } from 'kysely'
import { createDayFinder, dayBounds } from '#domain/company-time.ts'
import type { Tables } from '../db/tables.ts'
import type { StoredRun } from '../rules/run.ts'
import type { VehicleKey } from '../track/closing.repository.ts'
import { openDays } from '../track/open-days.repository.ts'
import { putDown, type VehicleDay } from '../track/put-down.repository.ts'

/** The state of a vehicle's rules before the first fix of a day. */
export type Checkpoint = VehicleDay & { readonly state: StoredRun }

/** Keeps checkpoints in place of former ones. */
export const keepCheckpoints = async (
  trx: Kysely<Tables>,
  checkpoints: readonly Checkpoint[],
): Promise<void> => {
  if (checkpoints.length === 0) return
  const rows = checkpoints.map(({ companyId, vehicleId, day, state }) => ({
    ...{ company_id: companyId, vehicle_id: vehicleId, day, state },
  }))
  await sql`insert into alert_checkpoint (company_id, vehicle_id, day, state)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(company_id int4, vehicle_id int4, day date, state jsonb)
    on conflict (company_id, vehicle_id, day) do update set state = excluded.state`.execute(trx)
}

/** The checkpoint of a day, or the latest one before it; null if there is none. */
export const checkpointUntil = async (
  db: Kysely<Tables>,
  { companyId, vehicleId, day }: VehicleDay,
): Promise<Checkpoint | null> => {
  const row = await db
    .selectFrom('alert_checkpoint')
    .select(['day', 'state'])
    .where('company_id', '=', companyId)
    .where('vehicle_id', '=', vehicleId)
    .where('day', '<=', day)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { companyId, vehicleId, day: row.day, state: row.state as StoredRun } : null
}

/** How long every checkpoint is kept. */
const CHECKPOINTS_KEPT_DAYS = 40

/**
 * Thins old checkpoints, at `now` (ms UTC): of each vehicle the first of each month stays, from which late fixes of that age are
 * evaluated.
 */
export const thinCheckpoints = async (db: Kysely<Tables>, now: number): Promise<void> => {
  await sql`delete from alert_checkpoint c where day < to_timestamp(${now}::float8 / 1000)::date - ${CHECKPOINTS_KEPT_DAYS}::int4 and exists (
    select from alert_checkpoint e where e.company_id = c.company_id and e.vehicle_id = c.vehicle_id
      and e.day < c.day and e.day >= date_trunc('month', c.day))`.execute(db)
}

/** Stands for the day in the lock of a whole vehicle. */
const WHOLE_VEHICLE = -1

/** Locks a vehicle until the transaction ends, so that only one process evaluates it again. It is locked before any of its days. */
export const lockVehicle = async (trx: Kysely<Tables>, vehicleId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${vehicleId}::int4, ${WHOLE_VEHICLE}::int4)`.execute(trx)
}

/** The days of a vehicle that are put down, ascending. */
export const pendingDays = async (
  db: Kysely<Tables>,
  { companyId, vehicleId }: VehicleKey,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('alert_pending')
    .select('day')
    .where('company_id', '=', companyId)
    .where('vehicle_id', '=', vehicleId)
    .orderBy('day')
    .execute()
  return rows.map(({ day }) => day)
}

/** Takes a day off; the caller has locked it. */
export const takeOff = async (
  trx: Kysely<Tables>,
  { companyId, vehicleId, day }: VehicleDay,
): Promise<void> => {
  await trx
    .deleteFrom('alert_pending')
    .where('company_id', '=', companyId)
    .where('vehicle_id', '=', vehicleId)
    .where('day', '=', day)
    .execute()
}

/** At most `most` vehicles behind `after` that have days put down, by id. */
export const vehiclesBehind = async (
  db: Kysely<Tables>,
  { after, most }: { after: number; most: number },
): Promise<VehicleKey[]> => {
  const rows = await db
    .selectFrom('alert_pending')
    .select(['company_id', 'vehicle_id'])
    .distinct()
    .where('vehicle_id', '>', after)
    .orderBy('vehicle_id')
    .limit(most)
    .execute()
  return rows.map(({ company_id, vehicle_id }) => ({ companyId: company_id, vehicleId: vehicle_id }))
}

/** The next day from `from` (`YYYY-MM-DD`) on of which a vehicle has fixes before `until` (ms); null if there is none. */
export const nextDayWithFixes = async (
  db: Kysely<Tables>,
  { companyId, vehicleId }: VehicleKey,
  { from, until, timeZone }: { from: string | null; until: number; timeZone: string },
): Promise<string | null> => {
  const since = from === null ? null : dayBounds(from, timeZone).from
  const { rows } = await sql<{ closed: string | null; open: number | null }>`select
    (select to_char(min(day), 'YYYY-MM-DD') from vehicle_day where company_id = ${companyId}::int4
      and vehicle_id = ${vehicleId}::int4 and (${from}::date is null or day >= ${from}::date)) as closed,
    (select (extract(epoch from time) * 1000)::float8 from open_fix where company_id = ${companyId}::int4
      and vehicle_id = ${vehicleId}::int4 and (${since}::float8 is null or time >= to_timestamp(${since}::float8 / 1000))
      and time < to_timestamp(${until}::float8 / 1000) order by time limit 1) as open`.execute(db)
  const [row] = rows
  const open = row?.open == null ? null : createDayFinder(timeZone)(row.open)
  const days = [row?.closed ?? null, open].filter((day) => day !== null).sort()
  return days[0] ?? null
}

/** The time of a vehicle's first open fix from `since` (ms) on; null if there is none. */
export const nextOpenFix = async (
  db: Kysely<Tables>,
  { companyId, vehicleId }: VehicleKey,
  since: number,
): Promise<number | null> => {
  const { rows } = await sql<{
    next: number
  }>`select (extract(epoch from time) * 1000)::float8 as next from open_fix
    where company_id = ${companyId}::int4 and vehicle_id = ${vehicleId}::int4
      and time >= to_timestamp(${since}::float8 / 1000) order by time limit 1`.execute(db)
  return rows[0]?.next ?? null
}

/** Puts down every day of which open fixes are stored: an end without warning may have left them unevaluated. */
export const putDownOpenDays = async (db: Kysely<Tables>): Promise<void> => {
  for await (const days of openDays(db)) await putDown(db, days)
}

/** Puts a vehicle's history from a day on down (null for all of it), to be evaluated as if what follows the day never was. */
export const putDownHistory = (
  db: Kysely<Tables>,
  owned: VehicleKey,
  { since, timeZone }: { since: string | null; timeZone: string },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockVehicle(trx, owned.vehicleId)
    const day = await nextDayWithFixes(trx, owned, {
      ...{ from: since, until: Number.MAX_SAFE_INTEGER, timeZone },
    })
    if (day === null) return
    await trx
      .deleteFrom('alert_checkpoint')
      .where('company_id', '=', owned.companyId)
      .where('vehicle_id', '=', owned.vehicleId)
      .where('day', '>', day)
      .execute()
    await putDown(trx, [{ ...owned, day }])
  })
