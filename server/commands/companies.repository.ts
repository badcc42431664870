import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Whether any position of the company is stored. */
const hasPositions = async (db: Kysely<Tables>, id: number): Promise<boolean> => {
  const row = await db
    .selectNoFrom(({ exists, selectFrom, or }) =>
      or([
        exists(selectFrom('vehicle_day').select('day').where('company_id', '=', id)),
        exists(selectFrom('open_fix').select('time').where('company_id', '=', id)),
      ]).as('found'),
    )
    .executeTakeFirst()
  return row?.found === true || row?.found === 1
}

/** Lists, adds and changes companies. */
export const createCompanyRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /** All companies by name, with the number of their vehicles. */
  list: () =>
    db
      .selectFrom('company')
      .leftJoin('vehicle', 'vehicle.company_id', 'company.id')
      .select(({ fn }) => ['company.id', 'name', 'time_zone', fn.count<number>('vehicle.id').as('vehicles')])
      .groupBy('company.id')
      .orderBy('name')
      .execute(),
  add: async (name: string, timeZone: string): Promise<void> => {
    await db.insertInto('company').values({ name, time_zone: timeZone }).execute()
  },
  /** Answers false, and changes nothing, where the company has positions. */
  setTimeZone: (id: number, timeZone: string): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      // Whoever imports into the company shares this lock while a day is stored.
      await trx.selectFrom('company').select('id').where('id', '=', id).forUpdate().execute()
      if (await hasPositions(trx, id)) return false
      await trx.updateTable('company').set({ time_zone: timeZone }).where('id', '=', id).execute()
      return true
    }),
})

export type CompanyRepository = ReturnType<typeof createCompanyRepository>
