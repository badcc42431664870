import { type Kysely, sql } from 'kysely'
import type { ProblemReportEntry } from '#contract/calls/problem-report.ts'
import type { Tables } from '../db/tables.ts'

/** A report to be stored. Times are ms since 1970 UTC. */
export type NewProblemReport = {
  readonly userId: number
  readonly role: string
  readonly companyId: number | null
  readonly sentAt: number
  readonly release: string
  readonly lastState: string
  readonly note: string
  readonly file: Uint8Array
}

const countOf = async (db: Kysely<Tables>, userId: number, since: number): Promise<number> => {
  const { count } = await db
    .selectFrom('problem_report')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('sent_at', '>', new Date(since))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Stores the reports of problems. */
export const createProblemReportRepository = ({ db }: { db: Kysely<Tables> }) => ({
  /** How many reports a user has sent since a time. */
  count: (userId: number, since: number): Promise<number> => countOf(db, userId, since),
  /** Adds a report and returns its id, or null if the user has sent `most` since a time. */
  add: (report: NewProblemReport, { since, most }: { since: number; most: number }): Promise<number | null> =>
    db.transaction().execute(async (trx) => {
      // Without the lock, reports sent at once could exceed the limit.
      await sql`select id from app_user where id = ${report.userId} for update`.execute(trx)
      if ((await countOf(trx, report.userId, since)) >= most) return null
      const { id } = await trx
        .insertInto('problem_report')
        .values({
          user_id: report.userId,
          role: report.role,
          company_id: report.companyId,
          sent_at: new Date(report.sentAt),
          release: report.release,
          last_state: report.lastState,
          note: report.note,
          file: Buffer.from(report.file),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    }),
  /** The reports sent after a time, the newest first. */
  list: async (since: number, most: number): Promise<ProblemReportEntry[]> => {
    const rows = await db
      .selectFrom('problem_report as report')
      .innerJoin('app_user as author', 'author.id', 'report.user_id')
      .leftJoin('company', 'company.id', 'report.company_id')
      .select([
        'report.id as reportId',
        'report.sent_at',
        'author.user_name as userName',
        'report.role',
        'company.name as company',
        'report.release',
        'report.last_state as lastState',
        'report.note',
        sql<number>`octet_length(report.file)`.as('bytes'),
      ])
      .where('report.sent_at', '>', new Date(since))
      .orderBy('report.sent_at', 'desc')
      .orderBy('report.id', 'desc')
      .limit(most)
      .execute()
    return rows.map(({ sent_at, ...row }) => ({ ...row, sentAt: new Date(sent_at).getTime() }))
  },
  /** The file of a report sent after a time; undefined if there is none. */
  file: async (reportId: number, since: number): Promise<Buffer | undefined> => {
    const row = await db
      .selectFrom('problem_report')
      .select('file')
      .where('id', '=', reportId)
      .where('sent_at', '>', new Date(since))
      .executeTakeFirst()
    return row?.file
  },
  /** Deletes the reports sent before a time. */
  deleteBefore: async (time: number): Promise<void> => {
    await db.deleteFrom('problem_report').where('sent_at', '<=', new Date(time)).execute()
  },
})
export type ProblemReportRepository = ReturnType<typeof createProblemReportRepository>
