import { type ActorRefFrom, assign, setup } from 'xstate'
import type { AlertSettingId, BackTest } from '#contract/records/alert-settings.ts'
import { type Failure, failureParams } from '../kit/failure.ts'
import { promisePort } from '../kit/port.ts'
import type { BackTestRequest } from './alert-settings.ports.ts'

/** Events of the back-test: the user edits a setting. */
export type BackTestEvent = { type: 'backTest.requested'; setting: AlertSettingId }

export type BackTestContext = {
  /** What is known, by setting. */
  readonly results: Readonly<Partial<Record<AlertSettingId, BackTest>>>
  /** The setting that was requested last. */
  readonly setting: AlertSettingId | null
  /** Why it could not be tested. */
  readonly failure: Failure | null
}

/** Counts the alerts that each threshold of the setting being edited would have raised; another setting ends the run. */
export const backTestMachine = setup({
  types: {
    context: {} as BackTestContext,
    events: {} as BackTestEvent,
    children: {} as { run: 'runBackTest' },
    tags: {} as 'running',
  },
  actors: { runBackTest: promisePort<BackTest, BackTestRequest>('backTest.run') },
  actions: {
    setSetting: assign((_, { setting }: BackTestRequest) => ({ setting, failure: null })),
    setResult: assign(({ context }, { result }: { result: BackTest }) =>
      context.setting === null ? {} : { results: { ...context.results, [context.setting]: result } },
    ),
    setFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
  },
  guards: {
    isKnown: ({ context }, { setting }: BackTestRequest) => context.results[setting] !== undefined,
    isRunning: ({ context }, { setting }: BackTestRequest) => context.setting === setting,
  },
}).createMachine({
  id: 'backTest',
  context: { results: {}, setting: null, failure: null },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'backTest.requested': [
          { guard: { type: 'isKnown', params: ({ event }) => event } },
          { target: 'running', actions: { type: 'setSetting', params: ({ event }) => event } },
        ],
      },
    },
    running: {
      tags: 'running',
      invoke: {
        id: 'run',
        src: 'runBackTest',
        input: ({ context: { setting } }) => {
          if (setting === null) throw new Error('No setting is to be back-tested.')
          return { setting }
        },
        onDone: {
          target: 'idle',
          actions: { type: 'setResult', params: ({ event }) => ({ result: event.output }) },
        },
        onError: { target: 'idle', actions: { type: 'setFailure', params: failureParams } },
      },
      on: {
        'backTest.requested': [
          { guard: { type: 'isRunning', params: ({ event }) => event } },
          { guard: { type: 'isKnown', params: ({ event }) => event } },
          {
            target: 'running',
            reenter: true,
            actions: { type: 'setSetting', params: ({ event }) => event },
          },
        ],
      },
    },
  },
})

/** The running machine, to read and send to. */
export type BackTestActor = ActorRefFrom<typeof backTestMachine>
