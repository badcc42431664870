import { describe, expect, test } from 'vitest'
import type { Call } from '#contract/calls/call.ts'
import { type AlertFilter, DEFAULT_ALERT_FILTER } from '#contract/links/alerts.ts'
import type { AlertCounts, AlertEvidence, AlertRow, LiveAlert } from '#contract/records/alerts.ts'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { toPayloadTime } from '#domain/ist.ts'
import { HOUR_MS } from '#domain/units.ts'
import { createAlertList } from '#src/services/alerts/alert-list.ts'
import { createReportOwners } from '#src/services/fleet-filter/report-owners.ts'
import type { Http } from '#src/services/http/http.ts'

const NOW = Date.UTC(2026, 10, 20, 5, 15)
const filterOf = (change: Partial<AlertFilter> = {}): AlertFilter => ({ ...DEFAULT_ALERT_FILTER, ...change })
const facts = (alertId: number) => ({
  ...{
    alertId,
    vehicleId: 5,
    type: 'OVERSPEED' as const,
    time: NOW,
    lat: 21,
    lng: 79,
    value: 92,
    durationS: 60,
  },
  ...{ threshold: 80, fence: null, isOpen: false, lastSeen: null, acknowledgement: null },
})
const liveAlert = (alertId: number, change: Partial<LiveAlert> = {}): LiveAlert => ({
  ...{ registrationId: 'MH 01', ALERT_NAME: 'Overspeed', IST_TIME: '20-11-2026 10:45:00', latlng: '21,79' },
  ...facts(alertId),
  ...change,
})
const COUNTS: AlertCounts = {
  byType: { OVERSPEED: { count: 1, unacknowledged: 1 } },
  readAt: NOW,
  byVehicle: [],
}
const RANGE = { from: NOW - HOUR_MS, to: NOW }

const create = (answers: Record<string, unknown> = {}) => {
  const sent: Array<{ id: string; input: { body?: Record<string, unknown>; isPolled?: boolean } }> = []
  const stored = new Map<string, unknown>()
  const tab = new Map<string, unknown>()
  const navigations: Array<[string, unknown]> = []
  let search = ''
  const http = {
    call: async (call: Call, input: never) => {
      sent.push({ id: call.id, input })
      const answer = answers[call.id]
      return typeof answer === 'function' ? answer(input) : answer
    },
  } as unknown as Http
  const list = createAlertList({
    http,
    storage: {
      get: (key) => (stored.get(key) ?? null) as never,
      set: (key, value) => void stored.set(key, value),
      getSession: (key) => (tab.get(key) ?? null) as never,
      setSession: (key, value) => void tab.set(key, value),
    },
    location: {
      current: () => ({ path: '/alerts', search }),
      navigate: (path, options) => void navigations.push([path, options]),
    },
    vehicleOptions: { load: async () => void sent.push({ id: 'vehicleDropdown', input: {} }) },
    owners: createReportOwners({ http, userId: () => 7 }),
    rangeOf: (_, { now }) => ({ from: now - HOUR_MS, to: now }),
    now: () => NOW,
  })
  const load = (
    filter: AlertFilter,
    held: Parameters<typeof list.load>[0]['held'] = null,
    signal?: AbortSignal,
  ) => list.load({ filter, held, timeZone: DEFAULT_TIME_ZONE }, signal)
  return {
    ...{ list, load, sent, answers, stored, tab, navigations },
    setSearch: (text: string) => {
      search = text
    },
    rows: () => list.store.getSnapshot().rows.map(({ alertId }) => alertId),
  }
}

describe('loading', () => {
  test('ALR-15 CONFLICT-25 all types come from the live list, within the range', async () => {
    const { list, load, sent } = create({
      alertCounts: COUNTS,
      liveNotifications: { alerts: [liveAlert(1)], total: 1 },
    })
    expect(await load(filterOf())).toEqual({
      shown: 1,
      total: 1,
      unacknowledged: 1,
      readAt: NOW,
      range: RANGE,
    })
    const body = { fromTsInIST: toPayloadTime(NOW - HOUR_MS), toTsInIST: toPayloadTime(NOW - 1000) }
    expect(sent).toEqual([
      { id: 'alertCounts', input: { body, isPolled: false } },
      { id: 'liveNotifications', input: { body, isPolled: false } },
    ])
    expect(list.store.getSnapshot().rows).toEqual([
      {
        ...facts(1),
        registration: 'MH 01',
        columns: {
          registrationId: 'MH 01',
          ALERT_NAME: 'Overspeed',
          IST_TIME: '20-11-2026 10:45:00',
          latlng: '21,79',
        },
      },
    ])
  })

  test('ALR-16 one type comes from its report', async () => {
    const row: AlertRow = { ...facts(2), columns: { RegistrationNumber: 'MH 02', MaxSpeed: 92 } }
    const { list, load, sent, answers } = create({
      alertCounts: COUNTS,
      alertsByImei: { rows: [row], total: 1 },
    })
    const idling = { IDLING: { count: 4, unacknowledged: 3 } }
    answers['alertCounts'] = { ...COUNTS, byType: { ...COUNTS.byType, ...idling } }
    const { total, unacknowledged } = await load(filterOf({ reportType: 'OVERSPEED' }))
    expect([total, unacknowledged]).toEqual([1, 1])
    expect(sent[1]).toMatchObject({ id: 'alertsByImei', input: { body: { reportNames: ['OVERSPEED'] } } })
    expect(sent[0]?.input.body).not.toHaveProperty('reportNames')
    expect(list.store.getSnapshot().rows).toMatchObject([{ alertId: 2, registration: 'MH 02' }])
  })

  test('ALR-33 ALR-34 vehicles need their counts alone, of a vehicle or of a group by its name', async () => {
    const group = { groupId: 4, groupName: 'North', vehicles: [] }
    const { load, sent } = create({ alertCounts: COUNTS, fleetGroups: { groups: [group] } })
    await load(filterOf({ alerts: 'Vehicle Wise', alertsFor: 'Vehicle', alertsForId: 5 }))
    await load(filterOf({ alerts: 'Vehicle Wise', alertsFor: 'Group', alertsForId: 4 }))
    await load(filterOf({ alerts: 'Vehicle Wise', alertsFor: 'Group', alertsForId: 9 }))
    const bodies = sent.filter(({ id }) => id === 'alertCounts').map(({ input }) => input.body)
    expect(bodies).toMatchObject([{ vehicleIds: [5] }, { groupNames: ['North'] }, { groupNames: [''] }])
    expect(sent.filter(({ id }) => id === 'fleetGroups')).toHaveLength(1)
  })

  test('ALR-20 vehicles of one type have its figures beside the counts of all types', async () => {
    const vehicle = { vehicleId: 5, RegistrationNumber: 'MH 01', Vin: null, Model: '' }
    const { list, load } = create({
      alertCounts: ({ body }: { body: ReportFilter }) => ({
        ...COUNTS,
        byVehicle: [
          body.reportNames === undefined
            ? { ...vehicle, counts: { Overspeed: 2, Idling: 1 }, columns: {} }
            : { ...vehicle, counts: { Overspeed: 2, Idling: 0 }, columns: { OverSpeedDuration: 90 } },
        ],
      }),
    })
    await load(filterOf({ alerts: 'Vehicle Wise', reportType: 'OVERSPEED' }))
    expect(list.store.getSnapshot().byVehicle).toEqual([
      { ...vehicle, counts: { Overspeed: 2, Idling: 1 }, columns: { OverSpeedDuration: 90 } },
    ])
  })

  test('ALR-15 a refresh loads rows only if something has changed, and says which have arrived', async () => {
    const { list, load, sent, answers, rows } = create({
      alertCounts: COUNTS,
      liveNotifications: { alerts: [liveAlert(1)], total: 1 },
    })
    const held = await load(filterOf())
    const [before] = list.store.getSnapshot().rows
    answers['alertChanges'] = { isChanged: false }
    expect(await load(filterOf(), held)).toBe(held)
    expect(sent.slice(2)).toMatchObject([
      { id: 'alertChanges', input: { isPolled: true, body: { ...sent[0]?.input.body, since: NOW } } },
    ])
    answers['alertChanges'] = { isChanged: true }
    answers['alertCounts'] = {
      ...COUNTS,
      byType: { ...COUNTS.byType, IDLING: { count: 1, unacknowledged: 0 } },
      readAt: NOW + 1,
    }
    answers['liveNotifications'] = { alerts: [liveAlert(2), liveAlert(1)], total: 2 }
    expect(await load(filterOf(), held)).toMatchObject({ shown: 2, total: 2 })
    expect([rows(), list.store.getSnapshot().rows[1]]).toEqual([[2, 1], before])
    expect(list.store.getSnapshot().rows[1]).toBe(before)
    expect([...list.store.getSnapshot().arrived]).toEqual([2])
    await load(filterOf())
    expect([...list.store.getSnapshot().arrived], 'a new filter highlights nothing').toEqual([])
  })

  test('a list whose range has moved is loaded again', async () => {
    const { load, sent } = create({
      ...{ alertCounts: COUNTS, alertChanges: { isChanged: false } },
      liveNotifications: { alerts: [], total: 0 },
    })
    const held = await load(filterOf())
    await load(filterOf(), { ...held, range: { from: RANGE.from - HOUR_MS, to: RANGE.to } })
    expect(sent.map(({ id }) => id)).not.toContain('alertChanges')
    expect(sent).toHaveLength(4)
  })

  test('a reply after the list was left changes nothing', async () => {
    const leaving = new AbortController()
    const { load, rows } = create({
      alertCounts: COUNTS,
      liveNotifications: () => {
        leaving.abort()
        return { alerts: [liveAlert(1)], total: 1 }
      },
    })
    await expect(load(filterOf(), null, leaving.signal)).rejects.toThrow('abort')
    expect(rows()).toEqual([])
  })

  test('nothing is left for the next user', async () => {
    const { list, load, rows, sent } = create({
      alertCounts: COUNTS,
      liveNotifications: { alerts: [liveAlert(1)], total: 1 },
      fleetGroups: { groups: [] },
      getAlertType: { alertTypes: [] },
    })
    let changes = 0
    const stop = list.store.subscribe(() => {
      changes += 1
    })
    await load(filterOf())
    await list.loadChoices()
    list.clear()
    expect([rows(), changes]).toEqual([[], 2])
    stop()
    await load(filterOf({ alertsFor: 'Group', alertsForId: 4 }))
    expect([changes, sent.filter(({ id }) => id === 'fleetGroups').length]).toEqual([2, 2])
  })
})

test('evidence is shown when it has come, and acknowledging changes rows and panel at once', async () => {
  const evidence = { alert: { RegistrationNumber: 'MH 01', ...facts(1) } } as AlertEvidence
  const acknowledgement = { by: 'asha', at: NOW }
  const { list, load, sent } = create({
    alertCounts: COUNTS,
    liveNotifications: { alerts: [liveAlert(1), liveAlert(2)], total: 2 },
    alertEvidence: evidence,
    acknowledgeAlerts: { acknowledged: [{ alertId: 1, acknowledgement }] },
  })
  await load(filterOf())
  await list.loadEvidence(1)
  expect(sent.at(-1)).toEqual({ id: 'alertEvidence', input: { query: { alertId: 1 } } })
  expect(list.store.getSnapshot().evidence).toBe(evidence)
  await list.acknowledge([1])
  expect(sent.at(-1)).toEqual({ id: 'acknowledgeAlerts', input: { body: { alertIds: [1] } } })
  const { rows, evidence: after } = list.store.getSnapshot()
  expect(rows.map((row) => row.acknowledgement)).toEqual([acknowledgement, null])
  expect(after?.alert.acknowledgement).toEqual(acknowledgement)
})

test('API-20 OPEN-98 choices are the groups, the types that the server has, and the vehicles', async () => {
  const { list, sent } = create({
    fleetGroups: {
      groups: [{ groupId: 4, groupName: 'North', vehicles: [{ vehicleId: 5, registrationId: 'MH 01' }] }],
    },
    getAlertType: {
      alertTypes: [
        { type: 'IDLING', name: 'Vehicle Idling' },
        { type: 'OVERSPEED', name: 'Overspeed' },
      ],
    },
  })
  expect(await list.loadChoices()).toEqual({
    groups: [{ groupId: 4, groupName: 'North', vehicleIds: [5] }],
    types: ['IDLING', 'OVERSPEED'],
  })
  expect(sent.map(({ id }) => id).sort()).toEqual(['fleetGroups', 'getAlertType', 'vehicleDropdown'])
})

describe('address', () => {
  const IDLING = filterOf({ reportType: 'IDLING' })

  test('SHL-47 the filter is kept in the address and in the tab, without the open alert', () => {
    const { list, tab, navigations } = create()
    list.keepFilter({ filter: IDLING, alertId: 7, replace: true })
    expect(navigations).toEqual([['/alerts?page=alertWise&data=7&type=IDLING', { replace: true }]])
    expect([...tab]).toEqual([['alerts', '?type=IDLING']])
  })

  test('ALR-42 the address counts; one without a filter stands for what the tab has kept, or for the default while the list is open', () => {
    const { list, setSearch } = create()
    const read = (isOpen: boolean) => {
      const { filter, alertId } = list.readAddress({ isOpen })
      return [filter, alertId]
    }
    expect(read(false)).toEqual([DEFAULT_ALERT_FILTER, null])
    list.keepFilter({ filter: IDLING, alertId: null, replace: false })
    expect(read(false)).toEqual([IDLING, null])
    expect(read(true)).toEqual([DEFAULT_ALERT_FILTER, null])
    setSearch('?page=alertWise&data=12&type=FUELDROP')
    expect(read(false)).toEqual([filterOf({ reportType: 'FUELDROP' }), 12])
  })

  test('columns that are put away are kept in the browser', () => {
    const { list } = create()
    expect(list.readAddress({ isOpen: false })).toMatchObject({ hidden: [], now: NOW })
    list.keepColumns(['Vin'])
    expect(list.readAddress({ isOpen: false }).hidden).toEqual(['Vin'])
  })
})
