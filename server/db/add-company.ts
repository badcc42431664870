import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Adds the company and returns its id; one that was added meanwhile is taken. */
export const addCompany = async (db: Kysely<Tables>, name: string): Promise<number> => {
  const { id } = await db
    .insertInto('company')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
