import { describe, expect, test } from 'vitest'
import { VEHICLE_WISE_COLUMNS } from '#contract/records/alert-columns.ts'
import { type AlertCounts, COUNT_COLUMNS } from '#contract/records/alerts.ts'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import { ALERT_NAME } from '#domain/alerts.ts'
import { at, lastDay, noon, withStoredAlerts } from './stored-alerts.fixture.ts'

const { backend, ids, post, store } = withStoredAlerts()
const counts = (filter: Partial<ReportFilter> = {}) =>
  post<AlertCounts>('alerts/counts', { ...lastDay(), ...filter })

describe('counts', () => {
  test('ALR-32 ALR-33 are by vehicle with a column for each type, also where it is 0', async () => {
    await store('FAST')
    await store('FAST')
    await store('SLOW', { type: 'IDLING', threshold: 5, acknowledged_at: new Date() })
    await store('FOREIGN')
    const found = await counts()
    expect(found.byType).toEqual({
      OVERSPEED: { count: 2, unacknowledged: 2 },
      IDLING: { count: 1, unacknowledged: 0 },
    })
    expect(found.byVehicle.map(({ RegistrationNumber }) => RegistrationNumber)).toEqual(['FAST', 'SLOW'])
    expect(Object.keys(found.byVehicle[0]?.counts ?? {})).toEqual(Object.keys(COUNT_COLUMNS))
    expect(found.byVehicle[0]).toMatchObject({
      ...{ vehicleId: ids['FAST'], Vin: 'VIN-FAST', Model: 'Tipper' },
      counts: { Overspeed: 2, Idling: 0, GeoFence: 0 },
    })
    expect((await counts({ reportNames: ['IDLING'] })).byVehicle).toMatchObject([
      { counts: { Idling: 1, Overspeed: 0 } },
    ])
  })

  test('ALR-20 ALR-22 ALR-24 have the columns of types that are viewed by vehicle', async () => {
    const figures = [
      { limit: 80, maxSpeed: 92, distanceM: 1500, durationS: 60, atMaxS: 10 },
      { limit: 80, maxSpeed: 95, distanceM: 500, durationS: 30, atMaxS: 4 },
    ]
    for (const each of figures) await store('FAST', { evidence: { figures: each } })
    for (const maxRpm of [2900, 3000])
      await store('FAST', {
        type: 'ENGINEOVERRUN',
        threshold: 0,
        evidence: { figures: { maxRpm, durationS: 20 } },
      })
    for (const [maxSpeed, distanceM] of [
      [40, 200],
      [52, 300],
    ])
      await store('FAST', {
        ...{ type: 'NEUTRALDRIVING', threshold: 10 },
        evidence: { figures: { maxSpeed: maxSpeed ?? 0, distanceM: distanceM ?? 0 } },
      })
    expect((await counts()).byVehicle[0]?.columns, 'only of types that are named').toEqual({})
    const columns = (await counts({ reportNames: Object.keys(ALERT_NAME) })).byVehicle[0]?.columns
    expect(columns).toEqual({
      ...{ Overspeedcount: 2, OverSpeedDistance: 2, OverSpeedDuration: 90, DurationAtMaxSpeed: 14 },
      ...{ OverrunCount: 2, OverrunDuration: 40, MaxOverrunrpm: 3000 },
      ...{ MaxVehicleSpeedWhileNeutral: 52, DistanceTravelledInNeutral: 0.5 },
    })
    const named = Object.values(VEHICLE_WISE_COLUMNS).flatMap((each) => Object.keys(each))
    expect(Object.keys(columns ?? {}).sort()).toEqual(named.sort())
  })

  test('are known to have changed, so that a list is loaded again only then', async () => {
    const id = await store('FAST', { time: new Date(noon), changed_at: new Date(noon) })
    const isChanged = async (since: number) =>
      (await post<{ isChanged: boolean }>('alerts/changes', { ...lastDay(), since })).isChanged
    expect([await isChanged(noon), await isChanged(noon + 10_001)]).toEqual([true, false])
    const change = (values: Record<string, Date>) =>
      backend.database.db.updateTable('alert').set(values).where('id', '=', String(id)).execute()
    await change({ acknowledged_at: new Date(at(1)) })
    expect([await isChanged(at(1)), await isChanged(at(1) + 10_001)]).toEqual([true, false])
    await change({ withdrawn_at: new Date(at(2)) })
    expect([await isChanged(at(2)), await isChanged(at(2) + 10_001)]).toEqual([true, false])
    expect((await counts()).byType).toEqual({})
  })
})
