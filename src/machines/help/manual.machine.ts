import { setup } from 'xstate'
import { type Failure, failureNotice, failureOf } from '../kit/failure.ts'
import type { Notice } from '../kit/notice.ts'
import { actionPort, promisePort } from '../kit/port.ts'

/** Events of the download of the user manual. */
export type ManualEvent = { type: 'manual.download' }

/** Downloads the user manual as a file (FTR-08). */
export const manualMachine = setup({
  types: {
    events: {} as ManualEvent,
    children: {} as { load: 'downloadManual' },
    tags: {} as 'busy',
  },
  actors: { downloadManual: promisePort<void>('manual.downloadManual') },
  actions: { notify: actionPort<Notice>('manual.notify') },
  guards: { isAnswered: (_, { kind }: Failure) => kind !== 'away' },
}).createMachine({
  id: 'manual',
  initial: 'resting',
  states: {
    resting: { on: { 'manual.download': 'loading' } },
    loading: {
      tags: 'busy',
      invoke: {
        id: 'load',
        src: 'downloadManual',
        onDone: 'resting',
        onError: [
          {
            guard: { type: 'isAnswered', params: ({ event }) => failureOf(event.error) },
            target: 'resting',
            actions: { type: 'notify', params: failureNotice },
          },
          { target: 'resting' },
        ],
      },
    },
  },
})
