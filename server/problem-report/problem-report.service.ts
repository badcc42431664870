import { PROBLEM_REPORTS, type ProblemReportEntry } from '#contract/calls/problem-report.ts'
import { DAY_MS } from '#domain/units.ts'
import type { Caller } from '../access/caller.ts'
import { HttpError, notFound } from '../http/errors.ts'
import { createFairQueue, type WorkOwner } from '../http/fair-queue.ts'
import { createRateLimit } from '../http/rate-limit.ts'
import { fromThread, ThreadLimit, type ThreadPrograms } from '../threads/thread.ts'
import type { ProblemReportRepository } from './problem-report.repository.ts'
import type { RecordingHeader } from './read-header.ts'

/** Files read at once, and what the reading of one may take. */
const READING = { atOnce: 1, mostSilentMs: 10_000, mostMb: 256 } as const

/** Takes reports of problems, keeps them for 30 days and gives them to support. `now` is ms since 1970 UTC. */
export const createProblemReportService = ({
  reports,
  threads,
  now,
}: {
  reports: ProblemReportRepository
  threads: ThreadPrograms
  now: () => number
}) => {
  const keptSince = () => now() - PROBLEM_REPORTS.keptDays * DAY_MS
  const isFull = () => new HttpError('problemReportsFull', { most: PROBLEM_REPORTS.perDay })
  const queue = createFairQueue(READING)
  /** Also of files that were refused. */
  const tries = createRateLimit({ most: PROBLEM_REPORTS.perDay, windowMs: DAY_MS, now })

  /** What a report tells of itself. Errors: 400 for any file that is not a recording of this version, and for one that is too large. */
  const read = async (owner: WorkOwner, file: Uint8Array): Promise<RecordingHeader> => {
    const reading = async (): Promise<RecordingHeader | null> => {
      for await (const { header } of fromThread<{ header: RecordingHeader | null }>(
        threads,
        'recording',
        file,
        READING,
      ))
        return header
      return null
    }
    const header = await queue.run(owner, reading).catch((failure: unknown) => {
      if (failure instanceof ThreadLimit) return null
      throw failure
    })
    if (header === null) throw new HttpError('problemReportInvalid')
    return header
  }

  return {
    /** Errors: 400, 429. */
    add: async ({ userId, role, companyId }: Caller, file: Uint8Array): Promise<number> => {
      if (tries.waitS(`${userId}`) !== null) throw isFull()
      // Before anything is waited for, so that no burst gets past the limit.
      tries.add(`${userId}`)
      if ((await reports.count(userId, now() - DAY_MS)) >= PROBLEM_REPORTS.perDay) throw isFull()
      const { release, note = '', lastState = '' } = await read({ companyId, userId }, file)
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
