import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { PROBLEM_REPORTS, type ProblemReportEntry } from '#contract/calls/problem-report.ts'
import { Recording } from '#contract/records/recording.ts'
import { DAY_MS } from '#domain/units.ts'
import type { Caller } from '../access/caller.ts'
import { HttpError, notFound } from '../http/errors.ts'
import type { ProblemReportRepository } from './problem-report.repository.ts'

const inflate = promisify(gunzip)

/** What a report tells of itself. Errors: 400 for any file that is not a recording of this version, and for one that is too large. */
const read = async (file: Uint8Array): Promise<Recording> => {
  try {
    const bytes = await inflate(file, { maxOutputLength: PROBLEM_REPORTS.maxInflatedBytes })
    return Recording.parse(JSON.parse(bytes.toString('utf8')))
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
      const { release, note = '', lastState = '' } = await read(file)
      await reports.deleteBefore(keptSince())
      const reportId = await reports.add(
        { userId, role, companyId, sentAt: now(), release: release.slice(0, 100), lastState, note, file },
        { since: now() - DAY_MS, most: PROBLEM_REPORTS.perDay },
      )
      if (reportId === null) throw new HttpError('problemReportsFull', { most: PROBLEM_REPORTS.perDay })
      return reportId
    },
    list: async (): Promise<ProblemReportEntry[]> => {
      await reports.deleteBefore(keptSince())
      return reports.list(keptSince(), PROBLEM_REPORTS.listed)
    },
    /** Errors: 404. */
    file: async (reportId: number): Promise<Buffer> => {
      const file = await reports.file(reportId, keptSince())
      if (file === undefined) throw notFound()
      return file
    },
  }
}
export type ProblemReportService = ReturnType<typeof createProblemReportService>
