import { DEFAULT_HEALTH_FILTER, type HealthFilter } from '#contract/links/health.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { DAY_MS } from '#domain/units.ts'
import { MODEL_NOW } from '../date-range/date-range.model.ts'
import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { HealthAddress } from './health.ports.ts'
import type { HealthContext, HealthEvent, HealthInput } from './health.setup.ts'

const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }
const address: HealthAddress = {
  ...{ filter: DEFAULT_HEALTH_FILTER, open: null, now: MODEL_NOW, isPeriodInvalid: false },
}
const linked: HealthFilter = { ...DEFAULT_HEALTH_FILTER, tab: 'services' }

/** Everything that can happen to fleet health. */
export const healthModel: Model<HealthContext, HealthEvent, HealthInput> = {
  inputs: [
    { timeZone: DEFAULT_TIME_ZONE, role: 'CUSTOMERADMIN' },
    { timeZone: DEFAULT_TIME_ZONE, role: 'SUPPORT' },
  ],
  stimuli: [
    { type: 'health.opened' },
    { type: 'health.closed' },
    { type: 'health.filterChosen', change: { tab: 'services' } },
    { type: 'health.customChosen', now: MODEL_NOW },
    { type: 'range.changed', from: MODEL_NOW - 2 * DAY_MS, to: MODEL_NOW },
    { type: 'health.reset' },
    { type: 'health.reloaded' },
    { type: 'health.choicesRetried' },
    { type: 'health.rowOpened', rowId: '7' },
    { type: 'health.rowClosed' },
    { type: 'health.levelsRetried' },
    { type: 'health.filterChosen', change: { tab: 'fluids' } },
    { type: 'health.formOpened', form: { kind: 'record', vehicleId: 7 } },
    { type: 'health.formOpened', form: { kind: 'interval', vehicleId: 7 } },
    { type: 'health.formClosed' },
    {
      type: 'health.serviceChanged',
      change: {
        kind: 'record',
        vehicleId: 7,
        doneAt: MODEL_NOW,
        odo: null,
        note: 'Oil at Nashik',
        isConfirmed: false,
      },
    },
    { type: 'health.serviceChanged', change: { kind: 'undo', serviceId: 3 } },
    {
      type: 'health.serviceChanged',
      change: { kind: 'interval', vehicleId: 7, interval: null, isConfirmed: false },
    },
    { type: 'period.noticeClosed' },
    ...['restore', 'read'].flatMap((id) => [
      doneOf(id, address),
      doneOf(id, { ...address, isPeriodInvalid: true }),
      doneOf(id, { ...address, filter: linked }),
      doneOf(id, { ...address, filter: { ...DEFAULT_HEALTH_FILTER, tab: 'fluids' }, open: '7' }),
      errorOf(id, away),
    ]),
    doneOf('load', { shown: 2, total: 2 }),
    errorOf('load', away),
    doneOf('levels'),
    errorOf('levels', away),
    doneOf('change'),
    errorOf('change', away),
    doneOf('choices', { groups: [{ groupId: 4, groupName: 'North' }] }),
    errorOf('choices', away),
  ],
  key: ({ filter: { tab, range }, found, rowId, isListLeft, role, isPeriodInvalid }) => [
    ...[tab, range === null, found === null, rowId, isListLeft, role, isPeriodInvalid],
  ],
  unreachable: {},
}
