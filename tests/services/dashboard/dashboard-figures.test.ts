import { expect, test, vi } from 'vitest'
import type { Call } from '#contract/calls/call.ts'
import { type DashboardFilter, DEFAULT_DASHBOARD_FILTER } from '#contract/links/dashboard.ts'
import { DEFAULT_PREFERENCES } from '#contract/records/preferences.ts'
import { DASHBOARD_WIDGETS } from '#domain/dashboard.ts'
import { changedFilter, requestOf, rowsRequestOf } from '#src/machines/dashboard/dashboard.logic.ts'
import { MODEL_CLOCK, MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import { createDashboardFigures } from '#src/services/dashboard/dashboard-figures.ts'
import { createDashboardPlace } from '#src/services/dashboard/dashboard-place.ts'
import { createReportOwners } from '#src/services/fleet-filter/report-owners.ts'
import type { Http } from '#src/services/http/http.ts'

const GROUP = { groupId: 4, groupName: 'North', vehicles: [{ vehicleId: 5 }] }

const create = (answer: (id: string) => unknown = () => ({ asOf: 1, pendingDays: 2 })) => {
  const sent: Array<{ id: string; path: string; body: Record<string, unknown> }> = []
  const http = {
    call: async (call: Call, input: { body?: Record<string, unknown> }) => {
      if (call.id === 'fleetGroups') return { groups: [GROUP] }
      sent.push({ id: call.id, path: call.path, body: input.body ?? {} })
      return answer(call.id)
    },
  } as unknown as Http
  const load = vi.fn(async () => {})
  const owners = createReportOwners({ http, userId: () => 7 })
  const figures = createDashboardFigures({ http, owners, vehicleOptions: { load }, now: () => MODEL_NOW })
  return { figures, sent, load }
}

test('DSH-14 DSH-15 API-01 to API-13 a widget that asks alone does so by its call, with the fields of the filter and its function', async () => {
  const { figures, sent } = create()
  for (const widget of DASHBOARD_WIDGETS)
    await figures.load(requestOf(widget, DEFAULT_DASHBOARD_FILTER, MODEL_CLOCK))
  expect(sent.map(({ path, body: { reportName } }) => [path, reportName])).toEqual([
    ['dashboard/tk3/MileageVsDate', 'MILAGE_DAILY'],
    ['dashboard/tk3/adbluebydate', 'ADBLUE_DAILY'],
    ['dashboard/tk3/UtilizationVsDate', 'UTILIZATION_DAILY'],
    ['dashboard/tk3/getPerformance', 'FLEET_STATUS'],
    ['dashboard/tk3/drivingScore', 'DRIVING_SCORE'],
    ['dashboard/tk3/speedband', 'SPEED_BAND'],
    ['dashboard/tk3/rpmband', 'RPM_BAND'],
    ['dashboard/tk3/truckinsight', 'FLEET_INSIGHTS'],
    ['dashboard/tk3/getTripStatusForDashboard', undefined],
    ['dashboard/tk3/service-reminder-count', undefined],
    ['dashboard/tk3/service-reminder-overdue', undefined],
    ['dashboard/tk3/service-reminder-duesoon', undefined],
    ['dashboard/tk3/servicedone', undefined],
  ])
  for (const { body } of sent)
    expect(body).toMatchObject({ fromTsInIST: '2026-11-14 00:00:00', toTsInIST: '2026-11-20 23:59:59' })
})

test.each([
  ['last7Days', false],
  ['last30Days', true],
] as const)(
  'DSH-11 OPEN-50 of %s the utilisation call says timeDiffGreaterThan7Days: %s',
  async (selectedPeriod, isLong) => {
    const { figures, sent } = create()
    await figures.load(
      requestOf('UTILIZATION_DAILY', { ...DEFAULT_DASHBOARD_FILTER, selectedPeriod }, MODEL_CLOCK),
    )
    expect(sent[0]?.body['timeDiffGreaterThan7Days']).toBe(isLong)
  },
)

test('RPT-04 a scope is vehicles by id or a group by name; one that is gone finds nothing', async () => {
  const { figures, sent } = create()
  const ask = (change: Parameters<typeof changedFilter>[1]) =>
    figures.load(requestOf('SPEED_BAND', changedFilter(DEFAULT_DASHBOARD_FILTER, change), MODEL_CLOCK))
  await ask({ filterBy: 'Vehicle', selectedVehicleIds: [5, 6] })
  await ask({ filterBy: 'Group', groupId: 4 })
  await ask({ filterBy: 'Group', groupId: 9 })
  await ask({ filterBy: 'Group', groupId: null })
  expect(sent.map(({ body: { vehicleIds, groupNames } }) => vehicleIds ?? groupNames)).toEqual([
    [5, 6],
    ['North'],
    [''],
    undefined,
  ])
})

test('the rows behind a figure are asked by vehicle, then by hour', async () => {
  const { figures, sent } = create()
  const evidence = { widget: 'MILAGE_DAILY', day: '2026-11-19', days: 1, part: null, vehicleId: 5 } as const
  for (const each of [{ ...evidence, vehicleId: null }, evidence])
    await figures.load(rowsRequestOf(each, DEFAULT_DASHBOARD_FILTER, MODEL_CLOCK))
  expect(sent.map(({ id, body: { by, vehicleIds } }) => [id, by, vehicleIds])).toEqual([
    ['figureRows', 'vehicle', undefined],
    ['figureRows', 'hour', [5]],
  ])
})

test('an answer is stored with its time, and one that was ended meanwhile is not', async () => {
  const { figures } = create((id) =>
    id === 'tripStatusForDashboard' ? { trips: 0 } : { asOf: 1, pendingDays: 2 },
  )
  const seen = vi.fn()
  figures.store.subscribe(seen)
  const ended = AbortSignal.abort()
  const request = requestOf('SPEED_BAND', DEFAULT_DASHBOARD_FILTER, MODEL_CLOCK)
  await expect(figures.load(request, ended)).rejects.toThrow()
  expect([figures.store.get('SPEED_BAND'), seen.mock.calls.length]).toEqual([undefined, 0])
  expect(await figures.load(request)).toEqual({ answeredAt: 1, pendingDays: 2, waitingDays: 0 })
  expect(figures.store.get('SPEED_BAND')).toEqual({ asOf: 1, pendingDays: 2 })
  expect(seen).toHaveBeenCalledTimes(1)
  expect(await figures.load({ ...request, source: 'TRIP_STATUS' })).toEqual({
    ...{ answeredAt: MODEL_NOW, pendingDays: 0, waitingDays: 0 },
  })
  figures.clear()
  expect(figures.store.get('SPEED_BAND')).toBeUndefined()
})

test('DSH-02 DSH-03 DSH-05 CONFLICT-32 all widgets together are one call, which names their functions and the period', async () => {
  const services = {
    counts: { overdue: 1, dueSoon: 2, upToDate: 3, notCounted: 0, notRecorded: 4, done: 5 },
    ...{ overdue: { reminders: ['a'] }, dueSoon: { reminders: ['b'] }, done: { records: ['c'] } },
  }
  const { figures, sent } = create(() => ({
    answers: { SPEED_BAND: { asOf: 7 }, SERVICE_REMINDERS: services },
    errors: {},
  }))
  const all = (filter: DashboardFilter) =>
    Promise.all(DASHBOARD_WIDGETS.map((widget) => figures.load(requestOf(widget, filter, MODEL_CLOCK))))
  await all(DEFAULT_DASHBOARD_FILTER)
  expect(sent[0]).toEqual({
    ...{ id: 'dashboardFunctions', path: 'dashboard/tk3/functions' },
    body: {
      dashboardFunctionNames: [...DASHBOARD_WIDGETS],
      ...{ period: '7days', timeDiffGreaterThan7Days: false },
    },
  })
  expect(figures.store.get('SPEED_BAND')).toEqual({ asOf: 7 })
  expect(figures.store.get('SERVICE_REMINDERS')).toEqual({
    ...{ vehicles: 10, counts: services.counts, overdue: ['a'], dueSoon: ['b'], done: ['c'] },
  })
  sent.length = 0
  await all({
    ...{ selectedPeriod: 'last30Days', filterBy: 'Vehicle', selectedVehicleIds: [5, 6] },
    ...{ groupId: null, scoredBy: 'company' },
  })
  expect(sent[0]?.body).toEqual({
    ...{ dashboardFunctionNames: [...DASHBOARD_WIDGETS], period: '30days', vehicleIds: [5, 6] },
    ...{ timeDiffGreaterThan7Days: true, scoredBy: 'company' },
  })
})

test('groups and vehicles to choose from are loaded together', async () => {
  const { figures, load } = create()
  expect(await figures.loadChoices()).toEqual({ groups: [{ groupId: 4, groupName: 'North' }] })
  expect(load).toHaveBeenCalledTimes(1)
})

test('SHL-06 the address that is shown keeps what the dashboard shows, once the layout of the user is known', async () => {
  const navigate = vi.fn()
  const choose = vi.fn(async () => {})
  let isLoaded = false
  const place = createDashboardPlace({
    location: { current: () => ({ path: '/dashboard', search: '?period=90days' }), navigate },
    preferences: {
      load: async () => {
        isLoaded = true
      },
      current: () => ({
        ...DEFAULT_PREFERENCES,
        dashboard: isLoaded ? { shown: ['RPM_BAND'], hidden: ['SPEED_BAND'] } : null,
      }),
      choose,
    },
    now: () => MODEL_NOW,
  })
  const read = await place.read()
  expect(read).toMatchObject({ place: { filter: { selectedPeriod: 'last90Days' } }, now: MODEL_NOW })
  expect(read.keptLayout?.hidden).toEqual(['SPEED_BAND'])
  expect(read.keptLayout?.shown).toHaveLength(DASHBOARD_WIDGETS.length - 1)
  place.keep({ place: read.place, replace: true })
  expect(navigate).toHaveBeenCalledWith('/dashboard?period=90days', { replace: true })
  place.saveLayout({ shown: ['RPM_BAND'], hidden: [] })
  expect(choose).toHaveBeenCalledWith({ dashboard: { shown: ['RPM_BAND'], hidden: [] } })
})

test.each([
  [{}, {}, []],
  [{ filterBy: 'Vehicle', selectedVehicleIds: [5] }, { vehicleIds: [5] }, []],
  [{ filterBy: 'Group', groupId: 4 }, {}, [4]],
] as const)(
  'DSH-07 the vehicles of a status are those of the fleet list, of the scope %o',
  async (scope, vehicles, groupIds) => {
    const vehicle = { vehicleId: 5, registrationId: 'KA 01', fixTime: 9, currentVehicleSpeed: 40 }
    const counts = { RUNNING: 1, IDLING: 2, STOPPED: 0, KEYON: 0, OFFLINE: 0 }
    const { figures, sent } = create(() => ({ vehicles: [vehicle], counts }))
    const filter = changedFilter(DEFAULT_DASHBOARD_FILTER, scope)
    const evidence = { widget: 'FLEET_STATUS', day: null, days: 1, part: 'KEYON', vehicleId: null } as const
    await figures.load(rowsRequestOf(evidence, filter, MODEL_CLOCK))
    expect(sent).toEqual([
      {
        ...{ id: 'filterFleet', path: expect.stringMatching(/fleetmaptracking\/filter$/) },
        body: {
          status: 'KEYON',
          filter: { overSpeed: 0, companyIds: [], regionIds: [], groupIds },
          ...vehicles,
        },
      },
    ])
    const rows = figures.store.get('rows')
    expect(rows).toMatchObject({ vehicles: 3 })
    expect(rows?.rows).toMatchObject([
      { vehicleId: 5, registration: 'KA 01', hour: null, latest: { time: 9, speed: 40 } },
    ])
  },
)

test.each(['Delayed', null] as const)(
  'DSH-08 the trips behind trip status, of punctuality %s',
  async (part) => {
    const trip = { tripId: 3, vehicleId: 5, truck: 'KA 01', punctuality: 'Delayed' }
    const { figures, sent } = create(() => ({ trips: [trip], total: 7 }))
    const evidence = { widget: 'TRIP_STATUS', day: null, days: 1, part, vehicleId: null } as const
    const held = await figures.load(rowsRequestOf(evidence, DEFAULT_DASHBOARD_FILTER, MODEL_CLOCK))
    expect(held).toEqual({ answeredAt: MODEL_NOW, pendingDays: 0, waitingDays: 0 })
    expect(sent).toMatchObject([{ id: 'tripRows', body: { fromTsInIST: '2026-11-14 00:00:00' } }])
    expect(sent[0]?.body['punctuality']).toBe(part ?? undefined)
    expect(figures.store.get('rows')).toMatchObject({
      ...{ all: 7, rows: [{ vehicleId: 5, registration: 'KA 01', hour: null, trip }] },
    })
  },
)
