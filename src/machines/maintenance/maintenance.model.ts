import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { MaintenanceEvent } from './maintenance.machine.ts'
import type { MaintenanceStatus } from './maintenance.ports.ts'

const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

/** Everything that can happen to the maintenance notice. */
export const maintenanceModel: Model<MaintenanceStatus, MaintenanceEvent> = {
  inputs: [undefined],
  stimuli: [
    { type: 'maintenance.checkDue' },
    { type: 'maintenance.set', isOn: true },
    { type: 'maintenance.set', isOn: false },
    ...['read', 'write'].flatMap((id) => [doneOf(id, true), doneOf(id, false), errorOf(id, away)]),
  ],
  key: ({ isOn }) => isOn,
  unreachable: {},
}
