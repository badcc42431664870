import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FUNCTION_CALLS } from '#contract/calls/dashboard.ts'
import { DEFAULT_ALERT_FILTER } from '#contract/links/alerts.ts'
import { DEFAULT_HEALTH_FILTER } from '#contract/links/health.ts'
import type { AlertsRequest } from '#src/machines/alerts/alert-list.ports.ts'
import type { HealthRequest } from '#src/machines/health/health.ports.ts'
import { createAlertList } from '#src/services/alerts/alert-list.ts'
import { createDrivingService } from '#src/services/driving-analysis/driving-analysis.ts'
import { createHealth } from '#src/services/health/health.ts'
import { createProblemReport } from '#src/services/problem-report/problem-report.ts'
import { NOT_REQUESTED, REPORTED } from '#tests/e2e/other-queries.fixture.ts'
import { FAILING_REPLIES, noticesAfter, type Rig } from './toasts.fixture.ts'

/** What the services need and these queries do not use. */
const UNUSED = {} as never
const RANGE = { from: Date.UTC(2026, 10, 20), to: Date.UTC(2026, 10, 21) }
const shared = ({ http }: Rig) => ({
  ...{ http, storage: UNUSED, location: UNUSED, vehicleOptions: UNUSED },
  ...{ owners: { ownersOf: async () => ({}) } as never, rangeOf: () => RANGE, now: () => RANGE.to },
})

type Filter<T extends { readonly filter: object }> = Partial<T['filter']>
const alerts =
  (filter: Filter<AlertsRequest>, held: AlertsRequest['held'] = null) =>
  (rig: Rig) =>
    createAlertList(shared(rig)).load({
      ...{ filter: { ...DEFAULT_ALERT_FILTER, ...filter }, held, timeZone: 'Asia/Kolkata' },
    })
const health = (filter: Filter<HealthRequest>) => (rig: Rig) =>
  createHealth(shared(rig)).load({
    ...{ filter: { ...DEFAULT_HEALTH_FILTER, ...filter }, timeZone: 'Asia/Kolkata' },
  } as HealthRequest)
const driving = (rig: Rig) => createDrivingService(shared(rig))
const SCOPE = { filterBy: 'Fleet', ownerId: null, by: 'vehicle', scoredBy: 'all' } as never
const reports = ({ http }: Rig) =>
  createProblemReport({ page: UNUSED, recorder: UNUSED, http, now: Date.now })

const NO_COUNTS = { overdue: 0, dueSoon: 0, upToDate: 0, notCounted: 0, notRecorded: 0, done: 0 }
const COUNTS = { byType: {}, byVehicle: [], readAt: RANGE.to }

/** What makes each query, and what its service asks besides. */
const QUERIES: Readonly<
  Record<string, { make: (rig: Rig) => Promise<unknown>; besides?: Readonly<Record<string, object>> }>
> = {
  alertChanges: { make: alerts({}, { range: RANGE, readAt: RANGE.to } as AlertsRequest['held']) },
  alertCounts: { make: alerts({}) },
  alertEvidence: { make: (rig) => createAlertList(shared(rig)).loadEvidence(1) },
  alertsByImei: {
    make: alerts({ alerts: 'Alert Wise', reportType: 'OVERSPEED' }),
    besides: { alertCounts: COUNTS },
  },
  driverScores: {
    make: (rig) => driving(rig).loadScores({ scope: SCOPE, period: {}, compared: [] } as never),
  },
  driverScoreTrend: {
    make: (rig) =>
      driving(rig).loadTrend({ scope: SCOPE, range: RANGE, step: 'day', subjectIds: [] } as never),
  },
  drivingIncidents: {
    make: (rig) =>
      driving(rig).loadIncidents({ scope: SCOPE, range: RANGE, subjectId: 1, incident: 'HA' } as never),
  },
  fleetDtcData: { make: health({ tab: 'history' }) },
  fluidHistory: { make: (rig) => createHealth(shared(rig)).loadLevels(1) },
  getAlertType: {
    make: (rig) =>
      createAlertList({
        ...shared(rig),
        owners: { load: async () => [] } as never,
        vehicleOptions: { load: async () => {} } as never,
      }).loadChoices(),
  },
  getLiveDtc: { make: health({ tab: 'live' }) },
  liveNotifications: {
    make: alerts({ alerts: 'Alert Wise', reportType: null }),
    besides: { alertCounts: COUNTS },
  },
  problemReportFile: { make: (rig) => reports(rig).sentFile(1) },
  problemReports: { make: (rig) => reports(rig).sent() },
  serviceCount: {
    make: health({ tab: 'services', services: 'all' }),
    besides: { serviceReminders: { reminders: [], total: 0 } },
  },
  serviceDone: { make: health({ tab: 'services', services: 'done' }), besides: { serviceCount: NO_COUNTS } },
  serviceDueSoon: {
    make: health({ tab: 'services', services: 'dueSoon' }),
    besides: { serviceCount: NO_COUNTS },
  },
  serviceOverdue: {
    make: health({ tab: 'services', services: 'overdue' }),
    besides: { serviceCount: NO_COUNTS },
  },
  serviceReminders: {
    make: health({ tab: 'services', services: 'all' }),
    besides: { serviceCount: NO_COUNTS },
  },
  vehicleFluids: { make: health({ tab: 'fluids' }) },
}

test('every query that the browser tests leave to this file is here', () => {
  expect([...Object.keys(QUERIES), 'sessionUser'].sort()).toEqual([...REPORTED].sort())
})

describe.each(Object.entries(QUERIES))('SES-54 SES-55 %s', (id, { make, besides }) => {
  test.each(FAILING_REPLIES)('a reply of %s is told once by a toast', async (_, reply, notice) => {
    expect(await noticesAfter(id, make, reply, besides)).toMatchObject([notice])
  })
})

/** The sources of the page, and the calls that its widgets make by the name of their function. */
const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('texts'))
  .map((file) => readFileSync(join('src', file), 'utf8'))
  .join('\n')
const OF_WIDGETS: readonly string[] = Object.values(FUNCTION_CALLS).flatMap((call) =>
  'id' in call ? [call.id] : Object.values(call).map(({ id }) => id),
)

test('no query that is said to be for other clients is made by ours', () => {
  const others = Object.keys(NOT_REQUESTED).filter((id) => /other clients/.test(NOT_REQUESTED[id] ?? ''))
  expect(others.length).toBeGreaterThan(0)
  expect(others.filter((id) => new RegExp(`\\b${id}\\b`).test(SOURCES))).toEqual([])
  expect(OF_WIDGETS.filter((id) => others.includes(id))).toEqual([])
})
