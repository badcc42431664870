import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { ManualEvent } from './manual.machine.ts'

/** Everything that can happen to the download of the manual. */
export const manualModel: Model<unknown, ManualEvent> = {
  inputs: [undefined],
  stimuli: [
    { type: 'manual.download' },
    doneOf('load'),
    errorOf('load', { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }),
    errorOf('load', { name: 'CallRefused', message: 'Not now', retryAfterMs: null }),
  ],
  key: () => null,
  unreachable: {},
}
