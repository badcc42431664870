import {
  type DashboardEvidence,
  DEFAULT_DASHBOARD_FILTER,
  DEFAULT_DASHBOARD_LAYOUT,
} from '#contract/links/dashboard.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { DAY_MS } from '#domain/units.ts'
import { MODEL_NOW } from '../date-range/date-range.model.ts'
import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import { layoutOf, withHidden } from './dashboard.logic.ts'
import type { DashboardContext, DashboardEvent, DashboardInput } from './dashboard.machine.ts'
import type { DashboardAddress } from './dashboard.ports.ts'

const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }
// First what is short: a path is told from its like by the beginning of an event.
const address: DashboardAddress = {
  isPeriodInvalid: false,
  place: { filter: DEFAULT_DASHBOARD_FILTER, layout: null, table: null, evidence: null },
  keptLayout: null,
  now: MODEL_NOW,
}
const evidence: DashboardEvidence = {
  ...{ widget: 'UTILIZATION_DAILY', day: '2026-11-19', days: 1, part: null, vehicleId: null },
}
const linked: DashboardAddress = {
  ...address,
  place: {
    ...address.place,
    filter: { ...DEFAULT_DASHBOARD_FILTER, selectedPeriod: 'last30Days' },
    evidence,
  },
  keptLayout: withHidden(DEFAULT_DASHBOARD_LAYOUT, 'RPM_BAND'),
}

/** Everything that can happen to the dashboard. */
export const dashboardModel: Model<DashboardContext, DashboardEvent, DashboardInput> = {
  inputs: [{ timeZone: DEFAULT_TIME_ZONE }],
  stimuli: [
    { type: 'dashboard.opened' },
    { type: 'dashboard.closed' },
    { type: 'dashboard.filterChosen', change: { selectedPeriod: 'last30Days' } },
    { type: 'dashboard.filterChosen', change: { filterBy: 'Group', groupId: 4 } },
    { type: 'dashboard.choicesRetried' },
    { type: 'dashboard.widgetHidden', widget: 'RPM_BAND' },
    { type: 'dashboard.widgetShown', widget: 'RPM_BAND' },
    { type: 'dashboard.widgetMoved', widget: 'SPEED_BAND', place: 0 },
    { type: 'dashboard.layoutReset' },
    { type: 'dashboard.tableToggled', widget: 'MILAGE_DAILY' },
    { type: 'dashboard.evidenceOpened', evidence },
    { type: 'dashboard.evidenceClosed' },
    { type: 'dashboard.refreshDue', now: MODEL_NOW + DAY_MS },
    { type: 'period.noticeClosed' },
    ...['restore', 'read'].flatMap((id) => [
      doneOf(id, address),
      doneOf(id, { ...address, isPeriodInvalid: true }),
      doneOf(id, linked),
      errorOf(id, away),
    ]),
    doneOf('choices', { groups: [{ groupId: 4, groupName: 'North' }] }),
    errorOf('choices', away),
  ],
  // The layout that is shown, whether it is the address's or the one that the user keeps.
  key: (context) =>
    JSON.stringify({ ...context.place, layout: layoutOf(context), isPeriodInvalid: context.isPeriodInvalid }),
  unreachable: {},
}
