import '@mantine/core/styles/Progress.css'
import { Button, Progress } from '@mantine/core'
import { useRef, useState } from 'react'
import { PROBLEM_REPORT_READERS } from '#contract/calls/problem-report.ts'
import { MAX_RECORDING_BYTES } from '#contract/records/recording.ts'
import { openRecording, type RecordedRun, runRecording } from '#src/lab/recorded-run.ts'
import { selectOwnRole } from '#src/machines/app/app.selectors.ts'
import { LAB } from '#src/texts/en/lab.ts'
import { useAppSelector, useServices } from '../kit/app-context.tsx'
import { DropZone } from '../kit/drop-zone.tsx'
import { ErrorBox } from '../kit/failure-note.tsx'
import page from '../kit/page.module.css'
import classes from './lab.module.css'
import { ReportList } from './report-list.tsx'
import { RunView } from './run-view.tsx'

type Opened =
  | { readonly state: 'none' }
  | { readonly state: 'running'; readonly part: number }
  | { readonly state: 'failed'; readonly why: string }
  | { readonly state: 'open'; readonly run: RecordedRun }

type Running = (onProgress: (part: number) => void) => Promise<RecordedRun>

/** Recordings are run one at a time; what was opened before another does not show any more. */
const useRecording = () => {
  const [opened, setOpened] = useState<Opened>({ state: 'none' })
  const latest = useRef<Running>(undefined)
  const open = (run: Running) => {
    latest.current = run
    const show = (next: Opened) => {
      if (latest.current === run) setOpened(next)
    }
    show({ state: 'running', part: 0 })
    run((part) => show({ state: 'running', part })).then(
      (done) => show({ state: 'open', run: done }),
      (failure: Error) => show({ state: 'failed', why: failure.message }),
    )
  }
  return { opened, open, close: () => setOpened({ state: 'none' }) }
}

/** Recordings of users, run again on the machines (`/lab/replay`). */
const ReplayPage = () => {
  const { problemReport } = useServices()
  const role = useAppSelector(selectOwnRole)
  const { opened, open, close } = useRecording()
  const openFile = (file: File) =>
    open(async (onProgress) => {
      if (file.size > MAX_RECORDING_BYTES) throw new Error(LAB.tooLarge)
      return openRecording(new Uint8Array(await file.arrayBuffer()), onProgress)
    })
  if (opened.state === 'open') return <RunView run={opened.run} onClose={close} />
  return (
    <div className={page['page']}>
      <h1 className={classes['title']}>{LAB.replay}</h1>
      <p className={classes['lead']}>{LAB.replayLead}</p>
      {opened.state === 'running' ? (
        <div className={classes['progress']} role="status">
          <p>{LAB.running}</p>
          <Progress value={opened.part * 100} aria-label={LAB.running} />
        </div>
      ) : (
        <>
          <div className={classes['opening']}>
            {opened.state === 'failed' ? <ErrorBox>{opened.why}</ErrorBox> : null}
            <DropZone
              title={LAB.noRecording}
              text={LAB.openHint}
              button={LAB.openFile}
              accept=".gz,application/gzip"
              onFile={openFile}
            />
            <Button
              variant="default"
              onClick={() => open((onProgress) => runRecording(problemReport.recording(), onProgress))}
            >
              {LAB.thisSession}
            </Button>
          </div>
          {role !== null && PROBLEM_REPORT_READERS.includes(role) ? (
            <ReportList
              onOpen={(reportId) =>
                open(async (onProgress) => openRecording(await problemReport.sentFile(reportId), onProgress))
              }
            />
          ) : null}
        </>
      )}
    </div>
  )
}

export default ReplayPage
