import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import * as z from 'zod/mini'
import { PROBLEM_REPORTS, type ProblemReportEntry } from '#contract/calls/problem-report.ts'
import { Recording } from '#contract/records/recording.ts'
import { DAY_MS } from '#domain/units.ts'
import type { Caller } from '../access/caller.ts'
import { HttpError, notFound } from '../http/errors.ts'
import type { ProblemReportRepository } from './problem-report.repository.ts'

const inflate = promisify(gunzip)

/** What a recording tells of itself. What happened in it is read by those who replay it. */
const Header = z.extend(z.pick(Recording, { version: true, release: true, lastState: true, note: true }), {
  segments: z.array(z.unknown()),
})

/** What a report tells of itself. Errors: 400 for any file that is not a recording of this version, and for one that is too large. */
const read = async (file: Uint8Array): Promise<z.infer<typeof Header>> => {
  try {
    const bytes = await inflate(file, { maxOutputLength: PROBLEM_REPORTS.maxInflatedBytes })
    return Header.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw new HttpError('problemReportInvalid')
  }
}

/** Takes reports of problems, keeps them for 30 days and gives them to support. `now` is ms since 1970 UTC. */
export const createProblemReportService = ({
  reports,
  now,
}: {
  reports: ProblemReportRepository
  now: () => number
}) => {
  const keptSince = () => now() - PROBLEM_REPORTS.keptDays * DAY_MS
  return {
    /** Errors: 400, 429. */
    add: async ({ userId, role, companyId }: Caller, file: Uint8Array): Promise<number> => {
      const isFull = () => new HttpError('problemReportsFull', { most: PROBLEM_REPORTS.perDay })
      if ((await reports.count(userId, now() - DAY_MS)) >= PROBLEM_REPORTS.perDay) throw isFull()
      const { release, note = '', lastState = '' } = await read(file)
      const reportId = await reports.add(
        { userId, role, companyId, sentAt: now(), release: release.slice(0, 100), lastState, note, file },
        { since: now() - DAY_MS, most: PROBLEM_REPORTS.perDay },
      )
      if (reportId === null) throw isFull()
      return reportId
    },
    list: (): Promise<ProblemReportEntry[]> => reports.list(keptSince(), PROBLEM_REPORTS.listed),
    /** Errors: 404. */
    file: async (reportId: number): Promise<Buffer> => {
      const file = await reports.file(reportId, keptSince())
      if (file === undefined) throw notFound()
      return file
    },
    /** Deletes the reports that are not kept any more; nobody is given them before that. */
    deleteOld: (): Promise<void> => reports.deleteBefore(keptSince()),
  }
}
export type ProblemReportService = ReturnType<typeof createProblemReportService>
