import {
  type ProblemReportEntry,
  problemReportFile,
  problemReports,
  sendProblemReport,
} from '#contract/calls/problem-report.ts'
import type { RecordedEvent, Recording } from '#contract/records/recording.ts'
import { BadReply } from '../http/failures.ts'
import type { Http } from '../http/http.ts'
import { createLazyModule } from '../kit/lazy-module.ts'
import { saveFile } from '../kit/page-actions.ts'
import type { Recorder } from '../recorder/recorder.ts'

/** Makes the file with which support runs a user's last minutes again. */
export type ProblemReport = {
  /** What the file would hold now, the oldest first, with the time of the first event, ms since 1970 UTC. */
  contents(): { readonly since: number; readonly events: readonly RecordedEvent[] }
  /** What the file would hold now, whole, with the true places of trucks. */
  recording(): Recording
  /** Sends the same to support; returns the number of the report. Errors are those of the request builder. */
  send(note: string, options: { readonly withPlaces: boolean }): Promise<number>
  /** The reports that support was sent, the newest first. Errors are those of the request builder. */
  sent(): Promise<readonly ProblemReportEntry[]>
  /** The file of one of them. Errors are those of the request builder, and `BadReply` for a reply without a file. */
  sentFile(reportId: number): Promise<Uint8Array>
  /** Saves the file with what the user says of the problem, places shifted unless `withPlaces`. Returns its name. Errs where the page's code cannot be loaded. */
  save(note: string, options: { readonly withPlaces: boolean }): Promise<string>
}

/** `20261124T041205Z` of ms since 1970 UTC: names of files take no colons. */
const stamp = (now: number): string => `${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** Problem reports of what the recorder has. `now` is ms since 1970 UTC. */
export const createProblemReport = ({
  page,
  recorder,
  http,
  now,
}: {
  page: Window & typeof globalThis
  recorder: Pick<Recorder, 'snapshot' | 'events'>
  http: Pick<Http, 'call'>
  now: () => number
}): ProblemReport => {
  const packing = createLazyModule(() => import('../recorder/recording-file.ts'))
  const packed = async (note: string, options: { readonly withPlaces: boolean }) => {
    const { packRecording } = await packing.load()
    return packRecording({ ...recorder.snapshot(options), note }) as Uint8Array<ArrayBuffer>
  }
  return {
    recording: () => recorder.snapshot({ withPlaces: true }),
    contents: () => {
      const { startedAt, events } = recorder.events()
      return { since: startedAt + (events[0]?.at ?? 0), events }
    },
    save: async (note, options) => {
      const file = await packed(note, options)
      const name = `roadbook-${stamp(now())}.recording.gz`
      saveFile(page, new Blob([file], { type: 'application/gzip' }), name)
      return name
    },
    send: async (note, options) => {
      // The type of a blob is that of the request.
      const body = new Blob([await packed(note, options)], { type: 'application/octet-stream' })
      return (await http.call(sendProblemReport, { body })).reportId
    },
    sent: async () => (await http.call(problemReports)).reports,
    sentFile: async (reportId) => {
      const file: unknown = await http.call(problemReportFile, { params: { reportId } })
      if (!(file instanceof Blob)) throw new BadReply('The report is no file.')
      return new Uint8Array(await file.arrayBuffer())
    },
  }
}
