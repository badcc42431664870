import { describe, expect, test } from 'vitest'
import { ALERT_COLUMNS } from '#contract/records/alert-columns.ts'
import type { AlertRow } from '#contract/records/alerts.ts'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import { ALERT_NAME, type AlertCode } from '#domain/alerts.ts'
import { istDateTime } from '#domain/ist.ts'
import { at, lastDay, noon, withStoredAlerts } from './stored-alerts.fixture.ts'

const { ids, post, store } = withStoredAlerts()
type Report = { rows: AlertRow[]; total: number }
const report = (type: AlertCode, filter: Partial<ReportFilter> = {}) =>
  post<Report>('reports/alertsByImei', { ...lastDay(), reportNames: [type], ...filter })
const place = { lng: 79.09, lat: 21.15 }
const COMMON = { RegistrationNumber: 'FAST', Vin: 'VIN-FAST', Model: 'Tipper' }
const DATED = { ...COMMON, Date: istDateTime(noon), Address: '21.15,79.09' }
const REPORTS: ReadonlyArray<{
  row: string
  type: AlertCode
  threshold?: number
  subject?: string
  figures: Record<string, number | string | null>
  columns: Record<string, unknown>
  /** What the page says a description by. */
  madeOf?: Pick<AlertRow, 'codes' | 'regeneration'>
}> = [
  {
    ...{ row: 'ALR-17', type: 'STOPPAGE', threshold: 30, figures: { thresholdS: 1800, durationS: 2400 } },
    columns: { ...DATED, StoppageThreshold: 1800, StoppageDuration: 2400, GeoFenceName: 'Depot' },
  },
  {
    ...{ row: 'ALR-18', type: 'IDLING', threshold: 5, figures: { thresholdS: 300, durationS: 360 } },
    columns: { ...DATED, IdlingThreshold: 300, IdlingDuration: 360, GeoFenceName: 'Depot' },
  },
  {
    ...{ row: 'ALR-16 ALR-19', type: 'OVERSPEED', threshold: 80, figures: { limit: 80, maxSpeed: 92.5 } },
    columns: { ...DATED, SpeedLimit: 80, MaxSpeed: 92.5 },
  },
  {
    ...{ row: 'ALR-21', type: 'ENGINEOVERRUN' },
    figures: { limit: 2850, rpm: 2900, maxRpm: 3000, durationS: 12, speed: 61 },
    columns: {
      ...{ ...DATED, OverrunRPMThreshold: 2850, OverrunRPM: 2900, MaxOverrunrpm: 3000 },
      ...{ OverrunDuration: 12, VehicleSpeed: 61 },
    },
  },
  {
    ...{ row: 'ALR-23', type: 'NEUTRALDRIVING', threshold: 10 },
    figures: { durationS: 25, maxSpeed: 48, distanceM: 340 },
    columns: { ...DATED, NeutralRunDuration: 25, MaxSpeed: 48, NeutralDistanceTravel: 0.34 },
  },
  {
    ...{
      row: 'ALR-25',
      type: 'FUELDROP',
      threshold: 8,
      figures: { threshold: 8, litres: 18, from: 120, to: 102 },
    },
    columns: { ...DATED, AlertThreshold: 8, FuelQuantity: 18, GeoFenceName: 'Depot' },
  },
  {
    ...{
      row: 'ALR-26',
      type: 'FUELFILL',
      threshold: 8,
      figures: { threshold: 8, litres: 60, from: 40, to: 100 },
    },
    columns: {
      ...{ ...DATED, fuel_fill_alert_limit: 8, FuelFilledFrom: 40, FuelFilledTo: 100, TotalFuelFilled: 60 },
      GeoFenceName: 'Depot',
    },
  },
  {
    ...{ row: 'ALR-27', type: 'GEOFENCEINOUT', subject: '12 OUT' },
    figures: {
      ...{
        entrySpeed: 22,
        exitSpeed: 30,
        entryTime: at(-60),
        exitTime: noon,
        durationS: 3600,
        runningS: 600,
      },
      ...{
        entryLng: 79,
        entryLat: 21,
        exitLng: 79.5,
        exitLat: 21.5,
        idlingS: 1000,
        stoppedS: 2000,
        fuelDrop: 3,
      },
    },
    columns: {
      ...{
        ...COMMON,
        GEOFENCE_NAME: 'Depot',
        EntrySpeed: 22,
        EntryDate: istDateTime(at(-60)),
        ExitSpeed: 30,
      },
      ...{
        ExitDate: istDateTime(noon),
        DurationWithinGeofence: 3600,
        RunningDuration: 600,
        IdlingDuration: 1000,
      },
      ...{ STOPPAGE_DURATION: 2000, FUEL_DROP: 3, Entry_Address: '21,79', Exit_Address: '21.5,79.5' },
    },
  },
  {
    ...{ row: 'ALR-28', type: 'ADBLUELOW', threshold: 5, figures: { limit: 5, litres: 4.2 } },
    columns: { ...DATED, Adblue: 4.2 },
  },
  {
    ...{
      row: 'ALR-29',
      type: 'ADBLUEFAULT',
      figures: { description: 'Dosing valve', codes: 'SPN 5394, P20EE' },
    },
    columns: { ...DATED, AdblueFaultDescription: 'Dosing valve' },
    madeOf: { codes: ['SPN 5394', 'P20EE'] },
  },
  {
    ...{ row: 'ALR-30', type: 'ADBLUEZONE', figures: { zone: 3, description: 'Torque is reduced' } },
    columns: { ...DATED, AdblueZone: 3, ALERT_DESC: 'Torque is reduced' },
  },
  {
    ...{ row: 'ALR-31', type: 'DPFREGEN', figures: { state: 1, odo: 51234.5, description: 'Active' } },
    columns: { ...DATED, ODO: 51234.5, DpfRegenAlertDescription: 'Active' },
    madeOf: { regeneration: 1 },
  },
]

describe('reports', () => {
  test.each(REPORTS)(
    '$row the report of $type has its columns',
    async ({ type, threshold, subject, figures, columns, madeOf = {} }) => {
      const alert = { type, threshold: threshold ?? 0, subject: subject ?? '', time: new Date(noon) }
      await store('FAST', { ...alert, ...place, evidence: { figures, fence: { id: 12, name: 'Depot' } } })
      await store('FAST', {
        type: type === 'IDLING' ? 'STOPPAGE' : 'IDLING',
        threshold: type === 'IDLING' ? 30 : 5,
      })
      const { rows, total } = await report(type)
      expect(total).toBe(1)
      expect(rows[0]?.columns).toEqual(columns)
      expect(Object.keys(rows[0]?.columns ?? {})).toEqual(Object.keys(ALERT_COLUMNS[type]))
      expect(rows[0]).toMatchObject({ type, vehicleId: ids['FAST'], time: noon, ...place, ...madeOf })
    },
  )

  test('ALR-27 an alert of an entry has no exit yet', async () => {
    await store('FAST', {
      ...{ type: 'GEOFENCEINOUT', threshold: 0, subject: '12 IN' },
      evidence: {
        figures: { entryTime: noon, entrySpeed: 4, entryLng: 79, entryLat: 21 },
        fence: { id: 12, name: 'Depot' },
      },
    })
    const { rows } = await report('GEOFENCEINOUT')
    expect(rows[0]?.fence).toEqual({ name: 'Depot', crossing: 'IN' })
    expect(rows[0]?.columns).toMatchObject({
      ExitDate: null,
      Exit_Address: null,
      DurationWithinGeofence: null,
    })
  })

  test('every type has a report, and none is answered without one', async () => {
    expect(REPORTS.map(({ type }) => type).sort()).toEqual(Object.keys(ALERT_NAME).sort())
    await store('FAST')
    expect(await post<Report>('reports/alertsByImei', lastDay())).toEqual({ rows: [], total: 0 })
  })
})
