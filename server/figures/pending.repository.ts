import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { deriveStoredDay, lockAround, type VehicleKey } from '../track/closing.repository.ts'
import { openDays } from '../track/open-days.repository.ts'
import type { VehicleDay } from '../track/put-down.repository.ts'

/** Puts down every day with open fixes, because the last end may have left some that no figure has. */
export const pendOpenDays = async (db: Kysely<Tables>): Promise<void> => {
  for await (const days of openDays(db)) await pendFigures(db, days)
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
