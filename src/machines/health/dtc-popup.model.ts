import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { DtcPopupContext, DtcPopupEvent, DtcPopupInput } from './dtc-popup.machine.ts'
import type { LiveDtcCounts } from './health.ports.ts'

const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }
const some: LiveDtcCounts = { counts: { high: 1, medium: 2, low: 0 }, vehicles: 2 }
const none: LiveDtcCounts = { counts: { high: 0, medium: 0, low: 0 }, vehicles: 0 }

/** Everything that can happen to the DTC popup. */
export const dtcPopupModel: Model<DtcPopupContext, DtcPopupEvent, DtcPopupInput> = {
  inputs: [{ role: 'CUSTOMER' }, { role: 'CONFIG MANAGER' }],
  stimuli: [
    { type: 'dtcPopup.dismissed' },
    { type: 'dtcPopup.followed' },
    doneOf('flag', true),
    doneOf('flag', false),
    errorOf('flag', away),
    doneOf('counts', some),
    doneOf('counts', none),
    errorOf('counts', away),
  ],
  key: ({ role }) => [role],
  unreachable: {},
}
