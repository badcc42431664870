import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ProblemReportEntry } from '#contract/calls/problem-report.ts'
import { PROBLEM_REPORT } from '#src/texts/en/problem-report.ts'
import { useServices } from '../kit/app-context.tsx'
import { RetryNote } from '../kit/empty-state.tsx'
import { formatDateTime } from '../kit/formats.ts'
import classes from './report-list.module.css'

type Loaded = 'loading' | 'failed' | readonly ProblemReportEntry[]

const useReports = () => {
  const { problemReport } = useServices()
  const [loaded, setLoaded] = useState<Loaded>('loading')
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isWanted = true
    const show = (next: Loaded) => {
      if (isWanted) setLoaded(next)
    }
    show('loading')
    problemReport.sent().then(show, () => show('failed'))
    // A later round asks anew.
    void round
    return () => {
      isWanted = false
    }
  }, [problemReport, round])
  return { loaded, reload: () => setRound((last) => last + 1) }
}

/** The reports that users sent to support; pressing one opens its recording. */
export const ReportList = ({ onOpen }: { onOpen: (reportId: number) => void }) => {
  const { loaded, reload } = useReports()
  return (
    <section className={classes['reports']} aria-label={PROBLEM_REPORT.reports} tabIndex={-1}>
      <h2>{PROBLEM_REPORT.reports}</h2>
      {loaded === 'loading' ? <p role="status">{PROBLEM_REPORT.reportsLoading}</p> : null}
      {loaded === 'failed' ? (
        <RetryNote text={PROBLEM_REPORT.reportsFailed} retry={PROBLEM_REPORT.reportsRetry} onRetry={reload} />
      ) : null}
      {typeof loaded === 'object' && loaded.length === 0 ? <p>{PROBLEM_REPORT.reportsNone}</p> : null}
      <ul>
        {(typeof loaded === 'object' ? loaded : []).map((report) => (
          <li key={report.reportId}>
            <div>
              <b translate="no">{report.userName}</b>{' '}
              <small translate="no">
                {[report.role, report.company, report.release].filter((part) => part !== null).join(' · ')}
              </small>
              <small>{formatDateTime(report.sentAt)}</small>
              {report.note === '' ? null : <p translate="no">{report.note}</p>}
              <small translate="no">{report.lastState}</small>
            </div>
            <Button
              variant="default"
              aria-label={PROBLEM_REPORT.openReport({ id: report.reportId, user: report.userName })}
              onClick={() => onOpen(report.reportId)}
            >
              {PROBLEM_REPORT.report({ id: report.reportId })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
