import type { FaultSettings } from '#contract/records/faults.ts'
import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { FaultsContext, FaultsEvent, FaultsInput } from './faults.machine.ts'

const settings: FaultSettings = {
  seed: 42,
  rates: {
    late: 0.5,
    requestLost: 0,
    answerLost: 0,
    doubled: 0,
    reordered: 0,
    unauthorized: 0,
    serverError: 0.25,
    noContent: 0,
    malformed: 0,
    streamDropped: 0,
  },
  lateMs: 2000,
  clockSkewMs: 0,
}
const failed = { name: 'ModuleNotLoaded', message: 'not loaded', code: 'pagePartNotLoaded' }

/** Everything that can happen to the faults, where the environment allows them and where it does not. */
export const faultsModel: Model<FaultsContext, FaultsEvent, FaultsInput> = {
  inputs: [{ isAvailable: true }, { isAvailable: false }],
  stimuli: [
    { type: 'faults.turnOn', settings },
    { type: 'faults.turnOn', settings: { ...settings, seed: 7 } },
    { type: 'faults.turnOff' },
    { type: 'faults.dropStream' },
    doneOf('restore', settings),
    doneOf('restore', null),
    errorOf('restore', failed),
    doneOf('apply'),
    errorOf('apply', failed),
  ],
  key: ({ settings: last }) => last?.seed ?? null,
  unreachable: {},
}
