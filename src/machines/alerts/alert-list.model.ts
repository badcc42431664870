import { DEFAULT_ALERT_FILTER } from '#contract/links/alerts.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { DAY_MS } from '#domain/units.ts'
import { MODEL_NOW } from '../date-range/date-range.model.ts'
import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { AlertListAddress, AlertsSummary } from './alert-list.ports.ts'
import type { AlertListContext, AlertListEvent, AlertListInput } from './alert-list.setup.ts'

const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }
const address: AlertListAddress = {
  ...{ filter: DEFAULT_ALERT_FILTER, alertId: null, hidden: [], now: MODEL_NOW, isPeriodInvalid: false },
}
const linked: AlertListAddress = {
  ...address,
  filter: { ...DEFAULT_ALERT_FILTER, reportType: 'IDLING' },
  alertId: 7,
}
const found: AlertsSummary = {
  shown: 2,
  total: 2,
  unacknowledged: 1,
  readAt: MODEL_NOW,
  range: { from: MODEL_NOW - DAY_MS, to: MODEL_NOW },
}

/** Everything that can happen to the alert list. */
export const alertListModel: Model<AlertListContext, AlertListEvent, AlertListInput> = {
  inputs: [{ timeZone: DEFAULT_TIME_ZONE, role: 'MANAGER' }],
  stimuli: [
    { type: 'alertList.opened' },
    { type: 'alertList.closed' },
    { type: 'alertList.filterChosen', change: { alerts: 'Vehicle Wise' } },
    { type: 'alertList.filterChosen', change: { reportType: 'IDLING' } },
    { type: 'alertList.customChosen', now: MODEL_NOW },
    { type: 'alertList.reset' },
    { type: 'alertList.retry' },
    { type: 'alertList.choicesRetried' },
    { type: 'alertList.sorted', column: 'Date' },
    { type: 'alertList.orderChosen', sort: { column: 'Date', isDescending: true } },
    { type: 'alertList.columnsChosen', hidden: ['Vin'] },
    { type: 'alertList.alertOpened', alertId: 7 },
    { type: 'alertList.alertClosed' },
    { type: 'alertList.evidenceRetried' },
    { type: 'alertList.checked', alertIds: [7] },
    { type: 'alertList.acknowledged', alertIds: [7] },
    { type: 'alertList.refreshDue' },
    { type: 'range.changed', from: MODEL_NOW - 2 * DAY_MS, to: MODEL_NOW },
    { type: 'period.noticeClosed' },
    ...['restore', 'read'].flatMap((id) => [
      doneOf(id, address),
      doneOf(id, { ...address, isPeriodInvalid: true }),
      doneOf(id, linked),
      doneOf(id, { ...address, alertId: 7 }),
      errorOf(id, away),
    ]),
    ...['load', 'refresh'].flatMap((id) => [doneOf(id, found), errorOf(id, away)]),
    doneOf('evidence'),
    errorOf('evidence', away),
    doneOf('acknowledge'),
    errorOf('acknowledge', away),
    doneOf('choices', {
      groups: [{ groupId: 4, groupName: 'North', vehicleIds: [5] }],
      types: ['OVERSPEED'],
    }),
    errorOf('choices', away),
  ],
  key: ({ alertId, filter, role, isPeriodInvalid }) => [alertId, filter, role, isPeriodInvalid],
  unreachable: {},
}
