import { problemReportFile, problemReports, sendProblemReport } from '#contract/calls/problem-report.ts'
import { listRoute, ownTurnsRoute, type Route, route } from '../http/handler.ts'
import type { ProblemReportService } from './problem-report.service.ts'

/** Reports of problems, from users to support (OPEN-20). */
export const problemReportRoutes = ({ reports }: { reports: ProblemReportService }): Route[] => [
  ownTurnsRoute(sendProblemReport, async ({ caller, body }) => ({
    reportId: await reports.add(caller, body),
  })),
  route(problemReports, async () => ({ reports: await reports.list() })),
  listRoute(problemReportFile, async ({ params: { reportId } }) => ({
    contentType: 'application/gzip',
    headers: { 'content-disposition': `attachment; filename="roadbook-${reportId}.recording.gz"` },
    body: await reports.file(reportId),
  })),
]
