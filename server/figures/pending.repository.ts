import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { deriveStoredDay, lockAround, type VehicleKey } from '../track/closing.repository.ts'
import { openDays } from '../track/open-days.repository.ts'
import type { VehicleDay } from '../track/put-down.repository.ts'

/** Of these days, those that are stored, by vehicle and day. */
const storedAmong = async (db: Kysely<Tables>, days: readonly VehicleDay[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ vehicle_id: number; day: string }>`
    select s.vehicle_id, s.day::text as day from vehicle_day s
    join jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d("companyId" int4, "vehicleId" int4, day date)
      on (s.company_id, s.vehicle_id, s.day) = (d."companyId", d."vehicleId", d.day)`.execute(db)
  return new Set(rows.map(({ vehicle_id, day }) => `${vehicle_id} ${day}`))
}

/**
 * Puts down every day that has open fixes alone, because the last end may have left some that no figure has. Gives those that are stored
 * too: put down, they would have no figures at all until they are derived.
 */
export const pendOpenDays = async (db: Kysely<Tables>): Promise<VehicleDay[]> => {
  const alsoStored: VehicleDay[] = []
  for await (const days of openDays(db)) {
    const stored = await storedAmong(db, days)
    const isStored = ({ vehicleId, day }: VehicleDay) => stored.has(`${vehicleId} ${day}`)
    await pendFigures(
      db,
      days.filter((day) => !isStored(day)),
    )
    alsoStored.push(...days.filter(isStored))
  }
  return alsoStored
}

/**
 * Puts days down to be derived in the background, in the transaction that adds fixes to them. The row stays locked until its end, so that
 * a derivation that runs meanwhile does not take the day off.
 */
export const pendFigures = async (trx: Kysely<Tables>, days: readonly VehicleDay[]): Promise<void> => {
  if (days.length === 0) return
  await trx
    .insertInto('figures_pending')
    .values(
      days.map(({ companyId, vehicleId, day }) => ({ company_id: companyId, vehicle_id: vehicleId, day })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'vehicle_id', 'day'])
        .doUpdateSet(({ ref }) => ({ day: ref('excluded.day') })),
    )
    .execute()
}

/** The newest days that are put down, at most `most`. */
export const pendingDays = async (db: Kysely<Tables>, most: number): Promise<VehicleDay[]> =>
  db
    .selectFrom('figures_pending')
    .select(['company_id as companyId', 'vehicle_id as vehicleId', 'day'])
    .orderBy('day', 'desc')
    .orderBy('vehicle_id')
    .limit(most)
    .execute()

/** How many days are put down. */
export const countPending = async (db: Kysely<Tables>): Promise<number> => {
  const { count } = await db
    .selectFrom('figures_pending')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Derives a day in a transaction of its own as `deriveStoredDay` does; afterwards it is not put down any more. */
export const deriveDay = (
  db: Kysely<Tables>,
  { companyId, vehicleId, day }: VehicleDay,
  follow: boolean,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    // First the locks, as all who write days: an import that has it may wait for the row.
    await lockAround(trx, { companyId, vehicleId }, day)
    await trx
      .deleteFrom('figures_pending')
      .where('company_id', '=', companyId)
      .where('vehicle_id', '=', vehicleId)
      .where('day', '=', day)
      .execute()
    await deriveStoredDay(trx, { companyId, vehicleId }, day, follow)
  })

/** The time zone of a vehicle's company; null if it is gone. */
export const timeZoneOf = async (db: Kysely<Tables>, { companyId }: VehicleKey): Promise<string | null> =>
  (await db.selectFrom('company').select('time_zone').where('id', '=', companyId).executeTakeFirst())
    ?.time_zone ?? null
