import type { RecordedEvent, Recording } from '#contract/records/recording.ts'
import { createLazyModule } from '../kit/lazy-module.ts'
import { saveFile } from '../kit/page-actions.ts'
import type { Recorder } from '../recorder/recorder.ts'

/** Makes the file with which support runs a user's last minutes again. */
export type ProblemReport = {
  /** What the file would hold now, the oldest first, with the time of the first event, ms since 1970 UTC. */
  contents(): { readonly since: number; readonly events: readonly RecordedEvent[] }
  /** What the file would hold now, whole, with the true places of trucks. */
  recording(): Recording
  /** Saves the file with what the user says of the problem, places shifted unless `withPlaces`. Returns its name. Errs where the page's code cannot be loaded. */
  save(note: string, options: { readonly withPlaces: boolean }): Promise<string>
}

/** `20261124T041205Z` of ms since 1970 UTC: names of files take no colons. */
const stamp = (now: number): string => `${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** Problem reports of what the recorder has. `now` is ms since 1970 UTC. */
export const createProblemReport = ({
  page,
  recorder,
  now,
}: {
  page: Window & typeof globalThis
  recorder: Pick<Recorder, 'snapshot'>
  now: () => number
}): ProblemReport => {
  const packing = createLazyModule(() => import('../recorder/recording-file.ts'))
  return {
    recording: () => recorder.snapshot({ withPlaces: true }),
    contents: () => {
      const { startedAt, segments } = recorder.snapshot()
      const events = segments.flatMap((segment) => segment.events)
      return { since: startedAt + (events[0]?.at ?? 0), events }
    },
    save: async (note, options) => {
      const { packRecording } = await packing.load()
      const name = `roadbook-${stamp(now())}.recording.gz`
      const bytes = packRecording({ ...recorder.snapshot(options), note })
      saveFile(page, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/gzip' }), name)
      return name
    },
  }
}
