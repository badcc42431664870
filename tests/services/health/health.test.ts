import { describe, expect, test } from 'vitest'
import { DEFAULT_HEALTH_FILTER, type HealthFilter } from '#contract/links/health.ts'
import type { DtcRow, ServiceReminder } from '#contract/records/health.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { createReportOwners } from '#src/services/fleet-filter/report-owners.ts'
import { createHealth } from '#src/services/health/health.ts'
import { createStorage, STORED } from '#src/services/storage/storage.ts'
import { createMemoryPage } from '#tests/kit/services/http.fixture.ts'

const NOW = Date.UTC(2026, 10, 20, 6, 30)
const dtc = (vehicleId: number, change: Partial<DtcRow> = {}): DtcRow => ({
  ...{
    vehicleId,
    registrationId: `MH ${vehicleId}`,
    model: 'Tipper',
    code: 'SPN 100 FMI 1',
    severity: 'high',
  },
  ...{ firstSeen: NOW, lastSeen: NOW, clearedAt: null, occurrences: 1, lng: 79, lat: 21, ...change },
})
const reminder = (vehicleId: number): ServiceReminder => ({
  ...{ vehicleId, registrationId: `MH ${vehicleId}`, model: 'Tipper', state: 'overdue', left: [] },
  ...{ interval: { km: 1, hours: 1, days: 1 }, hasOwnInterval: false, odo: 1, engineHours: null },
  lastDoneAt: NOW,
})
const COUNTS = { overdue: 2, dueSoon: 0, upToDate: 0, notCounted: 0, notRecorded: 0, done: 0 }
const REPLIES: Record<string, unknown> = {
  fleetGroups: {
    groups: [{ groupId: 4, groupName: 'North', vehicles: [{ vehicleId: 2, registrationId: 'MH 2' }] }],
  },
  getLiveDtc: {
    codes: [dtc(1), dtc(2), dtc(2, { severity: 'low' })],
    counts: { high: 2, medium: 0, low: 6000 },
    vehicles: 2,
  },
  fleetDtcData: { rows: [dtc(1)], total: 7 },
  serviceCount: COUNTS,
  serviceDueSoon: { reminders: [], total: 0 },
  serviceOverdue: { reminders: [reminder(1), reminder(2)], total: 2 },
  serviceDone: { records: [], total: 6000 },
  recordService: { serviceId: 3, before: 'overdue', after: reminder(1) },
  setServiceInterval: { vehicleId: 1, before: 'upToDate', after: reminder(1) },
  vehicleFluids: { vehicles: [] },
  fluidHistory: { vehicleId: 7, days: [] },
}

const start = (search = '') => {
  const storage = createStorage({ page: createMemoryPage() })
  const requested: Array<[string, unknown]> = []
  const http = {
    call: (async (call: { id: string }, { body, query }: { body?: unknown; query?: unknown }) => {
      requested.push([call.id, body ?? query])
      return REPLIES[call.id]
    }) as never,
  }
  const addresses: string[] = []
  const health = createHealth({
    http,
    storage,
    location: {
      current: () => ({ path: '/fleet-health', search }),
      navigate: (address: string) => void addresses.push(address),
    } as never,
    vehicleOptions: { load: async () => undefined } as never,
    owners: createReportOwners({ http, userId: () => 5 }),
    rangeOf: (_, range, { now }) => range ?? { from: now - 86_400_000, to: now },
    now: () => NOW,
  })
  const load = (change: Partial<HealthFilter>) =>
    health.load({ filter: { ...DEFAULT_HEALTH_FILTER, ...change }, timeZone: DEFAULT_TIME_ZONE })
  return { health, storage, requested, addresses, load, shown: () => health.store.getSnapshot() }
}

describe('fleet health', () => {
  test('HLT-01 API-15 lists the codes that are set, narrowed by severity; the total counts all of them', async () => {
    const { load, shown } = start()
    expect(await load({})).toEqual({ shown: 3, total: 6002 })
    expect(await load({ severity: 'low' })).toEqual({ shown: 1, total: 6000 })
    expect(shown().dtcs.map(({ vehicleId, severity }) => [vehicleId, severity])).toEqual([[2, 'low']])
  })

  test.each<[string, Partial<HealthFilter>, readonly string[]]>([
    ['the live codes', {}, ['getLiveDtc']],
    ['reminders and their counts', { tab: 'services' }, ['serviceCount', 'serviceOverdue']],
    ['services done', { tab: 'services', services: 'done' }, ['serviceCount', 'serviceDone']],
    ['fluids', { tab: 'fluids' }, ['vehicleFluids']],
  ])('RPT-06 %s are those of the chosen vehicle or group', async (_, filter, calls) => {
    const { load, requested } = start()
    const owned = async (owner: Partial<HealthFilter>) => {
      requested.length = 0
      await load({ ...filter, ...owner })
      return requested.filter(([id]) => id !== 'fleetGroups')
    }
    expect(await owned({})).toEqual(calls.map((id) => [id, {}]))
    expect(await owned({ vehicleId: 1 })).toEqual(calls.map((id) => [id, { vehicleIds: [1] }]))
    expect(await owned({ groupId: 4 })).toEqual(calls.map((id) => [id, { groupNames: ['North'] }]))
    expect(await owned({ groupId: 9 })).toEqual(calls.map((id) => [id, { groupNames: [''] }]))
  })

  test('HLT-01 API-21 asks the server for the history of a range', async () => {
    const { load, requested } = start()
    expect(await load({ tab: 'history', severity: 'high', groupId: 4 })).toEqual({ shown: 1, total: 7 })
    expect(requested.at(-1)).toEqual([
      'fleetDtcData',
      {
        ...{ groupNames: ['North'], severities: ['high'] },
        ...{ fromTsInIST: '2026-11-19 12:00:00', toTsInIST: '2026-11-20 11:59:59' },
      },
    ])
    await load({ tab: 'history', period: 'custom', range: { from: NOW - 7_200_000, to: NOW - 3_600_000 } })
    expect(requested.at(-1)?.[1]).toEqual({
      ...{ fromTsInIST: '2026-11-20 10:00:00', toTsInIST: '2026-11-20 10:59:59' },
    })
    await load({ tab: 'history', vehicleId: 1 })
    expect(requested.at(-1)?.[1]).toMatchObject({ vehicleIds: [1] })
  })

  test('HLT-02 CONFLICT-24 lists reminders by the calls of the main backend, with their counts', async () => {
    const { load, shown, requested } = start()
    expect(await load({ tab: 'services' })).toEqual({ shown: 2, total: 2 })
    expect([shown().serviceCounts, shown().reminders.length]).toEqual([COUNTS, 2])
    expect(await load({ tab: 'services', services: 'done' })).toEqual({ shown: 0, total: 6000 })
    await load({ tab: 'fluids' })
    expect(requested.map(([id]) => id)).toEqual([
      ...['serviceCount', 'serviceOverdue', 'serviceCount', 'serviceDone', 'vehicleFluids'],
    ])
  })

  test('HLT-05 loads the levels of a vehicle, and drops those of another one at once', async () => {
    const { health, shown, requested } = start()
    const loading = health.loadLevels(7)
    expect(requested).toEqual([['fluidHistory', { vehicleId: 7 }]])
    await loading
    expect(shown().levels?.vehicleId).toBe(7)
    const leaving = new AbortController()
    const another = health.loadLevels(9, leaving.signal)
    expect(shown().levels).toBeNull()
    leaving.abort()
    await expect(another).rejects.toThrow()
    expect(shown().levels).toBeNull()
  })

  test('counts of another owner are not shown while those of the chosen one are loading', async () => {
    const { load, shown } = start()
    await load({ tab: 'services' })
    const sameOwner = load({ tab: 'services', services: 'dueSoon' })
    await Promise.resolve()
    expect(shown().serviceCounts).toEqual(COUNTS)
    await sameOwner
    const other = load({ tab: 'services', vehicleId: 2 })
    await Promise.resolve()
    expect(shown().serviceCounts).toBeNull()
    await other
    expect(shown().serviceCounts).toEqual(COUNTS)
  })

  test('HLT-02 sends the changes of services', async () => {
    const { health, requested, shown } = start()
    await health.changeService({
      kind: 'record',
      vehicleId: 1,
      doneAt: NOW,
      odo: null,
      note: '',
      isConfirmed: true,
    })
    await health.changeService({
      kind: 'record',
      vehicleId: 1,
      doneAt: NOW,
      odo: 12,
      note: 'Oil',
      isConfirmed: true,
    })
    expect(shown().serviceChanged).toEqual({ kind: 'record', before: 'overdue', after: reminder(1) })
    await health.changeService({ kind: 'undo', serviceId: 3 })
    await health.changeService({ kind: 'interval', vehicleId: 1, interval: null, isConfirmed: false })
    expect(requested).toEqual([
      ['recordService', { vehicleId: 1, doneAt: NOW, note: '', isConfirmed: true }],
      ['recordService', { vehicleId: 1, doneAt: NOW, note: 'Oil', isConfirmed: true, odo: 12 }],
      ['undoService', { serviceId: 3 }],
      ['setServiceInterval', { vehicleId: 1, interval: null, isConfirmed: false }],
    ])
  })

  test('HLT-06 SHL-47 keeps the filter as the service-due state of the tab, which the main header clears', () => {
    const { health, storage, addresses } = start()
    const filter: HealthFilter = { ...DEFAULT_HEALTH_FILTER, tab: 'services', services: 'dueSoon' }
    health.keepAddress({ filter, open: null, replace: false })
    expect(addresses).toEqual(['/fleet-health?tab=services&services=dueSoon'])
    expect(health.readAddress({ isOpen: false })).toEqual({
      ...{ filter, open: null, now: NOW, isPeriodInvalid: false },
    })
    expect(health.readAddress({ isOpen: true }).filter).toEqual(DEFAULT_HEALTH_FILTER)
    storage.clearSavedScreens()
    expect(health.readAddress({ isOpen: false }).filter).toEqual(DEFAULT_HEALTH_FILTER)
  })

  test('SHL-47 the address says which row is open, the tab does not keep it', () => {
    const { health, addresses } = start()
    const filter: HealthFilter = { ...DEFAULT_HEALTH_FILTER, tab: 'fluids' }
    health.keepAddress({ filter, open: '7', replace: false })
    expect(addresses).toEqual(['/fleet-health?tab=fluids&open=7'])
    expect(health.readAddress({ isOpen: false })).toEqual({
      ...{ filter, open: null, now: NOW, isPeriodInvalid: false },
    })
  })

  test('an address with a filter says what is shown', () => {
    const { health } = start('?tab=fluids&open=7')
    expect(health.readAddress({ isOpen: false })).toMatchObject({ filter: { tab: 'fluids' }, open: '7' })
  })

  test('HLT-04 reads and clears the flag of the DTC popup, and counts the codes', async () => {
    const { health, storage } = start()
    expect(health.isPopupDue()).toBe(false)
    storage.set(STORED.dtcPopup, true)
    expect(health.isPopupDue()).toBe(true)
    expect(await health.loadCounts()).toEqual({ counts: { high: 2, medium: 0, low: 6000 }, vehicles: 2 })
    health.clearPopupFlag()
    expect(health.isPopupDue()).toBe(false)
  })

  test('the next user sees nothing of it', async () => {
    const { health, load, shown } = start()
    await load({})
    expect(await health.loadChoices()).toEqual({ groups: [{ groupId: 4, groupName: 'North' }] })
    health.clear()
    expect(shown().dtcs).toEqual([])
  })
})
