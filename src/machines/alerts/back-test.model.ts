import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { BackTestContext, BackTestEvent } from './back-test.machine.ts'

/** Everything that can happen to the back-test. */
export const backTestModel: Model<BackTestContext, BackTestEvent> = {
  inputs: [undefined],
  stimuli: [
    { type: 'backTest.requested', setting: 'overspeedAlert' },
    { type: 'backTest.requested', setting: 'idlingAlert' },
    doneOf('run', { days: 30, vehicles: 2, ofVehicles: 2, counts: [{ value: 80, count: 312 }] }),
    errorOf('run', { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }),
  ],
  key: ({ results, setting, failure }) => [Object.keys(results).sort(), setting, failure !== null],
  unreachable: {},
}
