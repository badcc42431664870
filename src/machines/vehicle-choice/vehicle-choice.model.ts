import { afterOf, doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type {
  VehicleChoiceContext,
  VehicleChoiceEvent,
  VehicleChoiceInput,
} from './vehicle-choice.machine.ts'

const many = Array.from({ length: 250 }, (_, i) => i + 1)
const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

/** Everything that can happen while vehicles are chosen. */
export const vehicleChoiceModel: Model<VehicleChoiceContext, VehicleChoiceEvent, VehicleChoiceInput> = {
  inputs: [{ role: 'MANAGER' }, { role: 'CUSTOMER' }],
  stimuli: [
    { type: 'vehicleChoice.opened' },
    { type: 'vehicleChoice.retry' },
    { type: 'vehicleChoice.toggled', vehicleId: 300 },
    { type: 'vehicleChoice.allToggled', vehicleIds: many },
    { type: 'vehicleChoice.allToggled', vehicleIds: [...many, 251] },
    { type: 'vehicleChoice.applied' },
    { type: 'vehicleChoice.cleared' },
    { type: 'vehicleChoice.cancelled' },
    doneOf('options'),
    errorOf('options', away),
    afterOf('repeatDelay', 'vehicleChoice.open.waiting'),
  ],
  key: ({ role, picked, chosen, attempts, failure }) => [
    role,
    picked.length,
    chosen.length,
    attempts,
    failure !== null,
  ],
  unreachable: {},
}
