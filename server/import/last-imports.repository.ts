import type { Kysely } from 'kysely'
import type { Fault } from '#contract/errors.ts'
import type { ImportResult } from '#contract/records/position-import.ts'
import type { Tables } from '../db/tables.ts'
import type { UploadOwner } from './upload-files.ts'

/** The last upload of a company, as the database knows it. */
export type LastImport = {
  readonly importId: string
  readonly fileName: string
  readonly bytes: number
  readonly userId: number
  /** The vehicles that the user saw; null for one who was not limited to groups. */
  readonly seen: ReadonlySet<number> | null
  /** First name. */
  readonly startedBy: string
  /** Positions, at least. */
  readonly stored: number
  readonly hasEnded: boolean
  readonly result: ImportResult | null
  readonly fault: Fault | null
}

type Begun = Pick<LastImport, 'importId' | 'fileName' | 'bytes' | 'userId' | 'seen'>

/** Keeps the last upload of each company, one row for each. Times are ms UTC. */
export const createLastImports = ({ db }: { db: Kysely<Tables> }) => ({
  /** The company's, if it began by `before` and began or ended after `since`. */
  of: async (
    companyId: number,
    { since, before }: { readonly since: number; readonly before: number },
  ): Promise<LastImport | undefined> => {
    const row = await db
      .selectFrom('position_import as import')
      .innerJoin('app_user as author', 'author.id', 'import.user_id')
      .select(['import_id', 'file_name', 'bytes', 'user_id', 'seen', 'first_name', 'stored', 'ended_at'])
      .select(['result', 'fault'])
      .where('import.company_id', '=', companyId)
      .where('began_at', '<=', new Date(before))
      .where(({ fn }) => fn.coalesce('ended_at', 'began_at'), '>', new Date(since))
      .executeTakeFirst()
    return (
      row && {
        ...{
          importId: row.import_id,
          fileName: row.file_name,
          bytes: Number(row.bytes),
          userId: row.user_id,
          seen: row.seen && new Set(row.seen),
        },
        ...{ startedBy: row.first_name, stored: row.stored, hasEnded: row.ended_at !== null },
        ...{ result: row.result, fault: row.fault },
      }
    )
  },
  /** Takes the place of the company's last one. */
  begin: async (
    companyId: number,
    { importId, fileName, bytes, userId, seen }: Begun,
    at: number,
  ): Promise<void> => {
    const values = {
      ...{ import_id: importId, user_id: userId, file_name: fileName, bytes, began_at: new Date(at) },
      ...{ seen: seen && [...seen], stored: 0, ended_at: null, result: null, fault: null },
    }
    await db
      .insertInto('position_import')
      .values({ company_id: companyId, ...values })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet(values))
      .execute()
  },
  /** Puts down how many positions it has stored so far, unless it has ended. */
  count: async ({ companyId, importId }: UploadOwner, stored: number): Promise<void> => {
    await db
      .updateTable('position_import')
      .set({ stored })
      .where('company_id', '=', companyId)
      .where('import_id', '=', importId)
      .where('ended_at', 'is', null)
      .execute()
  },
  /** Puts down how it ended: `result`, `fault` or both. */
  end: async (
    { companyId, importId }: UploadOwner,
    { result, fault }: { readonly result: ImportResult | null; readonly fault: Fault | null },
    at: number,
  ): Promise<void> => {
    await db
      .updateTable('position_import')
      .set({
        ended_at: new Date(at),
        result: result && JSON.stringify(result),
        fault: fault && JSON.stringify(fault),
      })
      .where('company_id', '=', companyId)
      .where('import_id', '=', importId)
      .execute()
  },
  /** Forgets one of which nothing is to be reported. */
  drop: async ({ companyId, importId }: UploadOwner): Promise<void> => {
    await db
      .deleteFrom('position_import')
      .where('company_id', '=', companyId)
      .where('import_id', '=', importId)
      .execute()
  },
  /** Deletes those that began and ended before a time. */
  deleteBefore: async (time: number): Promise<void> => {
    await db
      .deleteFrom('position_import')
      .where(({ fn }) => fn.coalesce('ended_at', 'began_at'), '<=', new Date(time))
      .execute()
  },
})
export type LastImports = ReturnType<typeof createLastImports>
