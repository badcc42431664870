import * as z from 'zod/mini'
import { Id, IdText } from '../records/ids.ts'
import { ADMIN_ROLES, ROLES, type Role } from '../roles.ts'
import { DICV, defineCall } from './call.ts'

/**
 * Limits of the reports of problems: bytes of a file, packed and inflated (twice what the recorder keeps), what its JSON may hold, tries
 * of a user in 24 hours, and how long they are kept.
 */
export const PROBLEM_REPORTS = {
  maxBytes: 4 * 1024 * 1024,
  maxInflatedBytes: 16 * 1024 * 1024,
  bounds: { depth: 200, values: 2_000_000, plainLength: 400 },
  perDay: 20,
  listed: 500,
  keptDays: 30,
} as const

/** Who reads reports: those who help users, and administrators. */
export const PROBLEM_REPORT_READERS: readonly Role[] = ['CSSUPPORT', ...ADMIN_ROLES]
const READERS = { roles: PROBLEM_REPORT_READERS, scope: 'all', acting: 'actor' } as const

/** Sends the recording of a problem to support, as the file that it would be saved as. Errors: 400, 413, 429. */
export const sendProblemReport = defineCall({
  id: 'sendProblemReport',
  rows: ['OPEN-20'],
  method: 'POST',
  path: `${DICV}/problemreport`,
  body: z.instanceof(Uint8Array),
  bodyType: 'raw',
  reply: z.object({ reportId: Id }),
  roles: ROLES,
  scope: 'self',
  acting: 'actor',
})

/** A report as support lists it. Times are ms since 1970 UTC. */
export const ProblemReportEntry = z.object({
  reportId: Id,
  sentAt: z.number(),
  userName: z.string(),
  role: z.string(),
  company: z.nullable(z.string()),
  release: z.string(),
  /** The states of the machines when it was saved, in short; '' if it does not say. */
  lastState: z.string(),
  note: z.string(),
  bytes: z.number(),
})
export type ProblemReportEntry = z.infer<typeof ProblemReportEntry>

/** The reports of the last 30 days, the newest first, 500 at most. */
export const problemReports = defineCall({
  id: 'problemReports',
  rows: ['OPEN-20'],
  method: 'GET',
  path: `${DICV}/problemreports`,
  reply: z.object({ reports: z.array(ProblemReportEntry) }),
  ...READERS,
})

/** The file of a report. Errors: 404. */
export const problemReportFile = defineCall({
  id: 'problemReportFile',
  rows: ['OPEN-20'],
  method: 'GET',
  path: `${DICV}/problemreports/:reportId`,
  params: z.object({ reportId: IdText }),
  replyKind: 'blob',
  ...READERS,
})
