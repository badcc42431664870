import { afterOf, doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type {
  VehicleSelectionContext,
  VehicleSelectionEvent,
  VehicleSelectionInput,
} from './vehicle-selection.machine.ts'

const SINGLE = 300
const many = Array.from({ length: 250 }, (_, i) => i + 1)
const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

/** Everything that can happen while vehicles are chosen. */
export const vehicleSelectionModel: Model<
  VehicleSelectionContext,
  VehicleSelectionEvent,
  VehicleSelectionInput
> = {
  inputs: [{ role: 'MANAGER' }, { role: 'CUSTOMER' }],
  stimuli: [
    { type: 'vehicleSelection.opened' },
    { type: 'vehicleSelection.retry' },
    { type: 'vehicleSelection.toggled', vehicleId: SINGLE },
    { type: 'vehicleSelection.allToggled', vehicleIds: many },
    { type: 'vehicleSelection.allToggled', vehicleIds: [...many, 251] },
    { type: 'vehicleSelection.applied' },
    { type: 'vehicleSelection.cleared' },
    { type: 'vehicleSelection.cancelled' },
    doneOf('options'),
    errorOf('options', away),
    afterOf('repeatDelay', 'vehicleSelection.open.waiting'),
  ],
  key: ({ role, picked, chosen, attempts, failure }) => [
    role,
    ...[picked, chosen].map((ids) => [ids.length, ids.includes(SINGLE)]),
    attempts,
    failure !== null,
  ],
  unreachable: {},
}
