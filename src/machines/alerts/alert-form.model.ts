import type { AlertChoice } from '#contract/records/alert-settings.ts'
import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { AlertFormContext, AlertFormEvent } from './alert-form.machine.ts'

const saved = {
  overspeedAlert: { selected: true, value: 80 },
  dpfRegenAlert: { selected: true, value: null },
}
const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

/** Everything that can happen to the form of the alert settings. */
export const alertFormModel: Model<AlertFormContext<AlertChoice>, AlertFormEvent<AlertChoice>> = {
  inputs: [undefined],
  stimuli: [
    { type: 'alertForm.changed', field: 'overspeedAlert', value: { selected: true, value: 60 } },
    { type: 'alertForm.changed', field: 'overspeedAlert', value: { selected: true, value: 80 } },
    { type: 'alertForm.changed', field: 'dpfRegenAlert', value: { selected: false, value: null } },
    { type: 'alertForm.savePressed' },
    { type: 'alertForm.discarded' },
    { type: 'alertForm.retry' },
    doneOf('load', saved),
    doneOf('save', { values: saved, message: 'Alert settings saved' }),
    errorOf('load', away),
    errorOf('save', away),
  ],
  key: ({ saved: known, changes, failure }) => [
    known !== null,
    Object.keys(changes).sort(),
    failure !== null,
  ],
  unreachable: {},
}
