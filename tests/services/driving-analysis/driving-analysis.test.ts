import { describe, expect, test } from 'vitest'
import type { Call } from '#contract/calls/call.ts'
import { DEFAULT_DRIVING_FILTER } from '#contract/links/driving-analysis.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { toPayloadTime } from '#domain/ist.ts'
import { HOUR_MS } from '#domain/units.ts'
import type { DrivingScope } from '#src/machines/driving-analysis/driving-analysis.ports.ts'
import { createDrivingService } from '#src/services/driving-analysis/driving-analysis.ts'
import { createReportOwners } from '#src/services/fleet-filter/report-owners.ts'
import type { Http } from '#src/services/http/http.ts'

const NOW = Date.UTC(2026, 10, 20, 5, 15)
const RANGE = { from: NOW - HOUR_MS, to: NOW }
const FLEET: DrivingScope = { filterBy: 'Fleet', ownerId: null, by: 'driver', scoredBy: 'own' }
const SCORES = { rows: [{ id: 7 }, { id: 8 }], pendingDays: 0 }
const GROUPS = { groups: [{ groupId: 4, groupName: 'North', vehicles: [{ vehicleId: 5 }] }] }

const create = (answers: Record<string, unknown> = {}) => {
  const sent: Array<{ id: string; body?: Record<string, unknown> | undefined }> = []
  const tab = new Map<string, unknown>()
  const navigations: unknown[] = []
  const place = { path: '/driving-analysisv2', search: '' }
  const http = {
    call: async (call: Call, input: { body?: Record<string, unknown> }) => {
      sent.push({ id: call.id, body: input.body })
      return answers[call.id]
    },
  } as unknown as Http
  const service = createDrivingService({
    http,
    owners: createReportOwners({ http, userId: () => 7 }),
    storage: {
      getSession: (key) => (tab.get(key) ?? null) as never,
      setSession: (key, value) => void tab.set(key, value),
    },
    location: { current: () => place, navigate: (...to) => void navigations.push(to) },
    vehicleOptions: { load: async () => {} },
    rangeOf: (_, range, { now }) => range ?? { from: now - HOUR_MS, to: now },
    now: () => NOW,
  })
  const bodyOf = (id: string) => sent.findLast((each) => each.id === id)?.body
  return { service, sent, bodyOf, tab, navigations, place }
}
const REQUEST = {
  ...{ scope: FLEET, period: { dateType: 'last7Days', range: null } as const, compared: [] },
  timeZone: DEFAULT_TIME_ZONE,
}

describe('requests', () => {
  test('RPT-04 scores are asked for with the last second of the range, and go to the store', async () => {
    const { service, bodyOf } = create({ driverScores: SCORES })
    const summary = await service.loadScores(REQUEST)
    expect(bodyOf('driverScores')).toEqual({
      by: 'driver',
      scoredBy: 'own',
      fromTsInIST: toPayloadTime(RANGE.from),
      toTsInIST: toPayloadTime(RANGE.to - 1000),
    })
    expect(summary).toEqual({ shown: 2, pendingDays: 0, waitingDays: 0, range: RANGE, absent: [] })
    expect(service.store.getSnapshot().scores).toBe(SCORES)
  })

  test('says which of those who are compared have no row, unless the rows are still being derived', async () => {
    const { service } = create({ driverScores: SCORES })
    expect((await service.loadScores({ ...REQUEST, compared: [8, 99, 7] })).absent).toEqual([99])
    const pending = create({ driverScores: { rows: [], pendingDays: 3 } })
    expect((await pending.service.loadScores({ ...REQUEST, compared: [7] })).absent).toEqual([])
  })

  test('RPT-06 a vehicle is named by its id, a group by its name; a group that is gone has nothing', async () => {
    const { service, bodyOf } = create({ driverScores: SCORES, fleetGroups: GROUPS })
    const ask = async (scope: DrivingScope) => {
      await service.loadScores({ ...REQUEST, scope })
      return bodyOf('driverScores')
    }
    expect(await ask({ ...FLEET, filterBy: 'Vehicle', ownerId: 5 })).toMatchObject({ vehicleIds: [5] })
    expect(await ask({ ...FLEET, filterBy: 'Group', ownerId: 4 })).toMatchObject({ groupNames: ['North'] })
    expect(await ask({ ...FLEET, filterBy: 'Group', ownerId: 9 })).toMatchObject({ groupNames: [''] })
    expect(await ask({ ...FLEET, filterBy: 'Group' })).not.toHaveProperty('groupNames')
  })

  test('trend and incidents are of the same scope and range; those of before are gone at once', async () => {
    const trend = { dates: [], lines: [] }
    const { service, bodyOf } = create({
      driverScoreTrend: trend,
      drivingIncidents: { incidents: [], total: 0 },
    })
    const loadTrend = () => service.loadTrend({ scope: FLEET, range: RANGE, step: 'week', subjectIds: [7] })
    await loadTrend()
    expect(bodyOf('driverScoreTrend')).toMatchObject({ step: 'week', subjectIds: [7], by: 'driver' })
    expect(service.store.getSnapshot().trend).toBe(trend)
    const loadingTrend = loadTrend()
    expect(service.store.getSnapshot().trend).toBeNull()
    await loadingTrend
    const load = () => service.loadIncidents({ scope: FLEET, range: RANGE, subjectId: 7, incident: 'HB' })
    await load()
    expect(bodyOf('drivingIncidents')).toMatchObject({ subjectId: 7, incident: 'HB' })
    expect(service.store.getSnapshot().incidents).toEqual({ incidents: [], total: 0 })
    const loading = load()
    expect(service.store.getSnapshot().incidents).toBeNull()
    await loading
  })

  test('what was shown of another filter is gone at once', async () => {
    const { service } = create({ driverScores: SCORES, driverScoreTrend: {}, drivingIncidents: {} })
    await service.loadScores(REQUEST)
    await service.loadTrend({ scope: FLEET, range: RANGE, step: 'week', subjectIds: [] })
    await service.loadIncidents({ scope: FLEET, range: RANGE, subjectId: 7, incident: 'HB' })
    const loading = service.loadScores(REQUEST)
    expect(service.store.getSnapshot()).toEqual({ scores: null, trend: null, incidents: null })
    await loading
  })

  test('what was cancelled is not shown, and another user sees nothing of what was', async () => {
    const { service } = create({ driverScores: SCORES, fleetGroups: GROUPS })
    const cancelled = AbortSignal.abort()
    await expect(service.loadScores(REQUEST, cancelled)).rejects.toThrow()
    expect(service.store.getSnapshot().scores).toBeNull()
    await service.loadScores(REQUEST)
    let changes = 0
    const stop = service.store.subscribe(() => {
      changes += 1
    })
    service.clear()
    stop()
    service.clear()
    expect([service.store.getSnapshot().scores, changes]).toEqual([null, 1])
  })

  test('the choices are the groups', async () => {
    const { service, sent } = create({ fleetGroups: GROUPS })
    expect(await service.loadChoices()).toEqual({ groups: [{ groupId: 4, groupName: 'North' }] })
    await service.loadChoices()
    expect(sent.length).toBe(2)
  })
})

describe('the address', () => {
  test('SHL-47 it is kept in the tab without the opened score, and read from there when the address says nothing', () => {
    const { service, tab, navigations, place } = create()
    const filter = { ...DEFAULT_DRIVING_FILTER, by: 'vehicle' } as const
    service.keepAddress({ filter, open: { subjectId: 7, incident: 'OS' }, replace: true })
    expect(navigations).toEqual([['/driving-analysisv2?by=vehicle&open=7&incident=OS', { replace: true }]])
    expect(tab.get('driverScore')).toBe('?by=vehicle')
    expect(service.readAddress({ isOpen: false })).toEqual({
      ...{ filter, open: null, now: NOW, isPeriodInvalid: false },
    })
    expect(service.readAddress({ isOpen: true }).filter).toEqual(DEFAULT_DRIVING_FILTER)
    place.search = '?open=7'
    expect(service.readAddress({ isOpen: false }).open).toEqual({ subjectId: 7, incident: null })
  })

  test('DRV-05 the older interface stays at its own address', () => {
    const { service, navigations, place } = create()
    place.path = '/driving-analysis'
    service.keepAddress({ filter: DEFAULT_DRIVING_FILTER, open: null, replace: false })
    expect(navigations).toEqual([['/driving-analysis', { replace: false }]])
  })
})
