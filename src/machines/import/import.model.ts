import type { PositionImport } from '#contract/records/position-import.ts'
import { afterOf, doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import { NO_CHOICES } from './import.logic.ts'
import type { ImportContext, ImportEvent } from './import.machine.ts'

const upload = (state: PositionImport['state']): PositionImport => ({
  importId: '00000000-0000-4000-8000-000000000001',
  fileName: 'drives.csv',
  bytes: 10,
  received: 0,
  startedBy: 'Asha',
  isOwn: true,
  state,
  choices: NO_CHOICES,
  timeZone: 'Asia/Kolkata',
  progress: { phase: 'reading', done: 0, of: 10 },
  preview: null,
  result: null,
  fault: null,
})
const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

/** Everything that can happen to the import of positions. */
export const importModel: Model<ImportContext, ImportEvent> = {
  inputs: [undefined],
  stimuli: [
    { type: 'import.opened' },
    { type: 'import.filePicked', fileId: '1', fileName: 'drives.csv', bytes: 10 },
    { type: 'import.filePicked', fileId: '2', fileName: 'empty.csv', bytes: 0 },
    { type: 'import.partSent', received: 10 },
    {
      type: 'import.choicesChanged',
      choices: {
        ...{ vehicle: 'KA 01', timeZone: 'UTC', speedUnit: 'mph', gallon: 'usGallon' },
        ...{ dateOrder: 'monthFirst', placeOrder: 'lngFirst' },
      },
    },
    { type: 'import.checkPressed' },
    { type: 'import.startPressed' },
    { type: 'import.cancelPressed' },
    { type: 'import.anotherPressed' },
    { type: 'import.retry' },
    afterOf('poll', 'import.working.waiting'),
    doneOf('current', null),
    ...(['uploading', 'checking', 'checked', 'storing', 'done', 'failed'] as const).map((state) =>
      doneOf('current', upload(state)),
    ),
    doneOf('begin', upload('uploading')),
    doneOf('parts'),
    doneOf('run', upload('checking')),
    doneOf('cancel', upload('cancelled')),
    ...['current', 'begin', 'parts', 'run', 'cancel'].map((id) => errorOf(id, away)),
  ],
  key: ({ upload, file, choices, dryRun, failure }) => [
    upload?.state,
    upload?.received,
    file?.fileId,
    choices.vehicle,
    dryRun,
    failure !== null,
  ],
  unreachable: {},
}
