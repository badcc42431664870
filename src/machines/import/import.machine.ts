import { type ActorRefFrom, assertEvent, assign, setup } from 'xstate'
import type { ImportChoices, PositionImport } from '#contract/records/position-import.ts'
import { UPLOAD } from '#contract/records/position-import.ts'
import { type Failure, failureParams } from '../kit/failure.ts'
import { eventPort, promisePort } from '../kit/port.ts'
import { isAtWork, isUnderway, NO_CHOICES } from './import.logic.ts'
import type { PartSentEvent, PartsRequest, PickedFile, RunRequest } from './import.ports.ts'

/** Events of the import of positions. `opened` is sent when its tab is shown. */
export type ImportEvent =
  | { type: 'import.opened' }
  | ({ type: 'import.filePicked' } & PickedFile)
  | PartSentEvent
  | { type: 'import.choicesChanged'; choices: ImportChoices }
  | { type: 'import.checkPressed' }
  | { type: 'import.startPressed' }
  | { type: 'import.cancelPressed' }
  | { type: 'import.anotherPressed' }
  | { type: 'import.retry' }

export type ImportContext = {
  /** The upload as the server knows it; null if there is none. */
  readonly upload: PositionImport | null
  readonly file: PickedFile | null
  /** How the file is to be read; not yet checked where it differs from the upload's. */
  readonly choices: ImportChoices
  readonly dryRun: boolean
  /** Whether the picked file is larger than may be sent. */
  readonly isTooLarge: boolean
  readonly failure: Failure | null
}

const EMPTY: ImportContext = {
  upload: null,
  file: null,
  choices: NO_CHOICES,
  dryRun: true,
  isTooLarge: false,
  failure: null,
}
/** How often the server is asked how far it is. */
const POLL_MS = 700

/**
 * The import of positions by upload (OWN-01): a file is sent, checked by a dry run and imported. It goes on while other screens are
 * shown, and finds the company's upload again after a reload.
 */
export const importMachine = setup({
  types: {
    context: {} as ImportContext,
    events: {} as ImportEvent,
    children: {} as {
      current: 'readCurrent'
      begin: 'begin'
      parts: 'sendParts'
      run: 'run'
      cancel: 'cancel'
    },
    tags: {} as
      | 'loading'
      | 'choosing'
      | 'sending'
      | 'working'
      | 'checked'
      | 'ended'
      | 'left'
      | 'stuck'
      | 'busy',
  },
  actors: {
    readCurrent: promisePort<PositionImport | null, { readonly isPolled: boolean }>('import.readCurrent'),
    begin: promisePort<PositionImport, PickedFile>('import.begin'),
    sendParts: eventPort<PartSentEvent, PartsRequest>('import.sendParts'),
    run: promisePort<PositionImport, RunRequest>('import.run'),
    cancel: promisePort<PositionImport, { importId: string }>('import.cancel'),
  },
  actions: {
    setUpload: assign((_, { upload }: { upload: PositionImport | null }) => ({
      upload,
      choices: upload?.choices ?? NO_CHOICES,
    })),
    setFile: assign((_, { fileId, fileName, bytes }: PickedFile) => ({
      file: { fileId, fileName, bytes },
      isTooLarge: bytes > UPLOAD.maxBytes,
      failure: null,
    })),
    setReceived: assign(({ context: { upload } }, { received }: { received: number }) => ({
      upload: upload === null ? null : { ...upload, received },
    })),
    setChoices: assign((_, { choices }: { choices: ImportChoices }) => ({ choices })),
    setRun: assign((_, { dryRun }: { dryRun: boolean }) => ({ dryRun, failure: null })),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
    clearFailure: assign({ failure: null }),
    clear: assign(EMPTY),
  },
  guards: {
    isTooLarge: (_, { bytes }: { bytes: number }) => bytes > UPLOAD.maxBytes || bytes === 0,
    isGone: ({ context: { upload } }) => upload === null || upload.state === 'cancelled',
    isAtWork: ({ context }) => isAtWork(context.upload),
    isChecked: ({ context }) => context.upload?.state === 'checked',
    isUnderway: ({ context }) => isUnderway(context.upload),
  },
  delays: { poll: POLL_MS },
}).createMachine({
  id: 'import',
  context: EMPTY,
  initial: 'idle',
  states: {
    idle: { on: { 'import.opened': 'reading' } },
    reading: {
      tags: ['loading', 'busy'],
      invoke: {
        id: 'current',
        src: 'readCurrent',
        input: { isPolled: false },
        onDone: {
          target: 'sorting',
          actions: { type: 'setUpload', params: ({ event }) => ({ upload: event.output }) },
        },
        onError: { target: 'unread', actions: { type: 'setFailure', params: failureParams } },
      },
    },
    unread: {
      tags: 'stuck',
      on: {
        'import.retry': { target: 'reading', actions: 'clearFailure' },
        'import.opened': { target: 'reading', actions: 'clearFailure' },
      },
    },
    sorting: {
      always: [
        { guard: 'isGone', target: 'choosing' },
        { guard: 'isAtWork', target: 'working' },
        { guard: 'isChecked', target: 'checked' },
        { guard: 'isUnderway', target: 'left' },
        { target: 'ended' },
      ],
    },
    choosing: {
      tags: 'choosing',
      on: {
        'import.opened': 'reading',
        'import.filePicked': [
          {
            guard: { type: 'isTooLarge', params: ({ event }) => event },
            actions: { type: 'setFile', params: ({ event }) => event },
          },
          { target: 'beginning', actions: { type: 'setFile', params: ({ event }) => event } },
        ],
      },
    },
    beginning: {
      tags: ['choosing', 'busy'],
      invoke: {
        id: 'begin',
        src: 'begin',
        input: ({ event }) => {
          assertEvent(event, 'import.filePicked')
          return { fileId: event.fileId, fileName: event.fileName, bytes: event.bytes }
        },
        onDone: {
          target: 'sending',
          actions: { type: 'setUpload', params: ({ event }) => ({ upload: event.output }) },
        },
        // Perhaps because of another import of the company, which is shown then.
        onError: { target: 'reading', actions: { type: 'setFailure', params: failureParams } },
      },
    },
    sending: {
      tags: 'sending',
      invoke: {
        id: 'parts',
        src: 'sendParts',
        input: ({ context: { upload, file } }) => ({
          importId: upload?.importId ?? '',
          fileId: file?.fileId ?? '',
          received: upload?.received ?? 0,
        }),
        onDone: { target: 'starting', actions: { type: 'setRun', params: { dryRun: true } } },
        onError: { target: 'broken', actions: { type: 'setFailure', params: failureParams } },
      },
      on: {
        'import.partSent': { actions: { type: 'setReceived', params: ({ event }) => event } },
        'import.cancelPressed': 'cancelling',
      },
    },
    broken: {
      tags: ['sending', 'stuck'],
      on: {
        'import.retry': { target: 'sending', actions: 'clearFailure' },
        'import.cancelPressed': { target: 'cancelling', actions: 'clearFailure' },
      },
    },
    starting: {
      tags: ['working', 'busy'],
      invoke: {
        id: 'run',
        src: 'run',
        input: ({ context: { upload, dryRun, choices } }) => ({
          importId: upload?.importId ?? '',
          dryRun,
          choices,
        }),
        onDone: {
          target: 'sorting',
          actions: { type: 'setUpload', params: ({ event }) => ({ upload: event.output }) },
        },
        onError: { target: 'refused', actions: { type: 'setFailure', params: failureParams } },
      },
    },
    refused: {
      tags: ['checked', 'stuck'],
      on: {
        'import.choicesChanged': { actions: { type: 'setChoices', params: ({ event }) => event } },
        'import.checkPressed': { target: 'starting', actions: { type: 'setRun', params: { dryRun: true } } },
        'import.cancelPressed': { target: 'cancelling', actions: 'clearFailure' },
      },
    },
    working: {
      tags: 'working',
      initial: 'waiting',
      on: { 'import.cancelPressed': { target: 'cancelling', actions: 'clearFailure' } },
      states: {
        waiting: { after: { poll: 'asking' } },
        asking: {
          invoke: {
            id: 'current',
            src: 'readCurrent',
            input: { isPolled: true },
            onDone: {
              target: '#import.sorting',
              actions: [
                'clearFailure',
                { type: 'setUpload', params: ({ event }) => ({ upload: event.output }) },
              ],
            },
            // The server goes on without us.
            onError: { target: 'waiting', actions: { type: 'setFailure', params: failureParams } },
          },
        },
      },
    },
    checked: {
      tags: 'checked',
      on: {
        'import.opened': 'reading',
        'import.choicesChanged': { actions: { type: 'setChoices', params: ({ event }) => event } },
        'import.checkPressed': { target: 'starting', actions: { type: 'setRun', params: { dryRun: true } } },
        'import.startPressed': { target: 'starting', actions: { type: 'setRun', params: { dryRun: false } } },
        'import.cancelPressed': 'cancelling',
      },
    },
    left: {
      tags: 'left',
      on: {
        'import.opened': 'reading',
        'import.retry': { target: 'reading', actions: 'clearFailure' },
        'import.cancelPressed': { target: 'cancelling', actions: 'clearFailure' },
      },
    },
    cancelling: {
      tags: ['working', 'busy'],
      invoke: {
        id: 'cancel',
        src: 'cancel',
        input: ({ context }) => ({ importId: context.upload?.importId ?? '' }),
        onDone: {
          target: 'sorting',
          actions: { type: 'setUpload', params: ({ event }) => ({ upload: event.output }) },
        },
        onError: { target: 'reading', actions: { type: 'setFailure', params: failureParams } },
      },
    },
    ended: {
      tags: 'ended',
      on: {
        'import.opened': 'reading',
        'import.anotherPressed': { target: 'choosing', actions: 'clear' },
      },
    },
  },
})

/** The running machine, to read and send to. */
export type ImportActor = ActorRefFrom<typeof importMachine>
