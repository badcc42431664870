import type { Model } from '../kit/stimuli.ts'
import type { FleetFilterContext, FleetFilterEvent, FleetFilterInput } from './fleet-filter.machine.ts'

/** Everything that can happen to the filters, and to SUPPORT's. */
export const fleetFilterModel: Model<FleetFilterContext, FleetFilterEvent, FleetFilterInput> = {
  inputs: [{ role: 'MANAGER' }, { role: 'SUPPORT' }],
  stimuli: [
    { type: 'fleetFilter.opened' },
    { type: 'fleetFilter.groupsPicked', entries: [4], every: [4, 5] },
    { type: 'fleetFilter.groupsPicked', entries: ['all'], every: [4, 5] },
    { type: 'fleetFilter.groupsPicked', entries: [], every: [4, 5] },
    { type: 'fleetFilter.regionsPicked', entries: ['all'], every: [7] },
    { type: 'fleetFilter.regionsPicked', entries: [], every: [7] },
    { type: 'fleetFilter.overSpeedPicked', overSpeed: 80 },
    { type: 'fleetFilter.overSpeedPicked', overSpeed: 0 },
    { type: 'fleetFilter.applied' },
    { type: 'fleetFilter.cleared' },
  ],
  key: ({ role, draft }) => [role, draft],
  unreachable: {},
}
