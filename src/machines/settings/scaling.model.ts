import type { KpiScales } from '#contract/records/scaling.ts'
import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { ScalingContext, ScalingEvent, ScalingInput } from './scaling.machine.ts'

const unset = { factor: 1, set: null }
const scales: KpiScales = {
  mileage: { factor: 1.05, set: { by: 'asha', at: 1_700_000_000_000 } },
  adblue: unset,
  utilization: unset,
}
const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

/** Everything that can happen to the scaling factors, for one who may set them and for one who may not. */
export const scalingModel: Model<ScalingContext, ScalingEvent, ScalingInput> = {
  inputs: [{ role: 'CUSTOMERADMIN' }, { role: 'MANAGER' }],
  stimuli: [
    { type: 'scaling.changed', kpi: 'mileage', factor: 1.1 },
    { type: 'scaling.changed', kpi: 'mileage', factor: 0 },
    { type: 'scaling.changed', kpi: 'mileage', factor: 1.05 },
    { type: 'scaling.resetPressed' },
    { type: 'scaling.discarded' },
    { type: 'scaling.savePressed' },
    { type: 'scaling.tryPressed' },
    { type: 'scaling.retry' },
    doneOf('load', scales),
    doneOf('save', { scales, message: 'Scaling factors saved' }),
    doneOf('measure', { mileage: 4.2, adblue: 12, utilization: null }),
    errorOf('load', away),
    errorOf('save', away),
    errorOf('measure', away),
  ],
  key: ({ role, saved, changes, failure, measured, trialFailure }) => [
    ...[role, saved !== null, changes, failure !== null, measured !== null, trialFailure !== null],
  ],
  unreachable: {},
}
