import { type Insertable, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { AlertMarker, PlaybackPoint } from '#contract/calls/playback.ts'
import { createAlertEngine } from '#server/alerts/alert-engine.ts'
import { putDownOpenDays } from '#server/alerts/checkpoints.repository.ts'
import type { AlertTable } from '#server/db/alert-tables.ts'
import type { AlertEvidence } from '#server/rules/types.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import { addVehicle } from '#tests/kit/server/fleet-records.ts'
import { rangeFrom, SECOND, withPlayback } from './playback.fixture.ts'

const { backend, start, own, get, post } = withPlayback()

/** Stores alerts of a vehicle that began at their `time`, ms. */
const storeAlerts = async (
  { company_id, id: vehicle_id }: { company_id: number; id: number },
  alerts: ReadonlyArray<
    { type: string; threshold: number; time: number } & Partial<Omit<Insertable<AlertTable>, 'time'>>
  >,
): Promise<void> => {
  const evidence: AlertEvidence = { rule: {}, fixes: [], figures: {}, fence: null }
  await backend.database.db
    .insertInto('alert')
    .values(
      alerts.map(({ time, ...more }) => ({
        ...{ company_id, vehicle_id, subject: '', lng: 79, lat: 21, value: null, duration_s: null },
        ...{ began: new Date(time), time: new Date(time), ended: new Date(time) },
        ...{ stored_at: new Date(), changed_at: new Date(), detail: JSON.stringify(evidence) },
        ...more,
      })),
    )
    .execute()
}

describe('plotted routes', () => {
  test('PLT-04 API-114 OPEN-13 a trip route returns the points of the range', async () => {
    const { body } = await post('triproute', rangeFrom(start, start + 120_000))
    const { data } = body as { data: PlaybackPoint[] }
    expect(data.map(({ gpsTime }) => gpsTime)).toEqual([start, start + 60_000])
  })

  test("PLT-09 API-47 a trip track returns the truck's route during the trip", async () => {
    const { id: tripId } = await backend.database.db
      .insertInto('trip')
      .values({
        company_id: own.vehicle.company_id,
        vehicle_id: own.vehicle.id,
        from_city: 'Pune',
        to_city: 'Nagpur',
        scheduled_start: new Date(start),
        scheduled_end: new Date(start + 3_600_000),
        actual_start: new Date(start + 30_000),
        actual_end: new Date(start + 480_000),
        status: 'COMPLETED',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { body } = await get(`getTripTrack?tripId=${tripId}`)
    const { trip, data } = body as { trip: object; data: PlaybackPoint[] }
    expect(trip).toMatchObject({ tripId, fromCity: 'Pune', status: 'COMPLETED', driver: null, eta: null })
    expect(data.map(({ gpsTime }) => gpsTime - start)).toEqual([60_000, 120_000, 420_000, 480_000])
  })

  test('PLT-06 PLT-08 alerts and lone events of the range are markers with readable names', async () => {
    const at = { company_id: own.vehicle.company_id, vehicle_id: own.vehicle.id, lng: 79, lat: 21 }
    const time = Date.UTC(2026, 4, 4, 6, 30)
    await backend.database.db
      .insertInto('vehicle_event')
      .values([
        { ...at, time: new Date(time), code: 'OS', kind: 'event', value: 92.3, duration_s: 65, detail: '{}' },
        {
          ...at,
          time: new Date(time + 1000),
          code: 'HB',
          kind: 'event',
          value: null,
          duration_s: null,
          detail: '{}',
        },
        {
          ...at,
          time: new Date(time + 9e6),
          code: 'HB',
          kind: 'event',
          value: null,
          duration_s: null,
          detail: '{}',
        },
      ])
      .execute()
    await storeAlerts(own.vehicle, [
      { type: 'OVERSPEED', threshold: 80, time, value: 92.3, duration_s: 65 },
      { type: 'FUELFILL', threshold: 8, time: time + 2000, value: 120 },
      { type: 'OVERSPEED', threshold: 80, time: time + 3000, value: 95, duration_s: 5, ended: null },
      // Neither a threshold that another user has chosen nor an alert that was none.
      { type: 'OVERSPEED', threshold: 70, time, value: 92.3, duration_s: 75 },
      { type: 'FUELDROP', threshold: 8, time, value: 20, withdrawn_at: new Date(time + 60_000) },
    ])
    const { body } = await post('alertsplot', { ...rangeFrom(time, time + 60_000), telemetryEnabled: true })
    const place = { latitude: 21, longitude: 79 }
    expect(body).toEqual({
      alerts: [
        {
          ...place,
          label: 'OS',
          alertName: 'Overspeeding',
          desc: '92.3 kmph for 00:01:05',
          detail: { value: 92.3, durationS: 65, fence: null },
          alertTime: '04-05-2026 12:00:00',
          time,
          period: { from: time, to: time },
          speedVal: 92.3,
        },
        {
          ...place,
          label: 'HB',
          alertName: 'Harsh braking',
          desc: '',
          detail: { value: null, durationS: null, fence: null },
          alertTime: '04-05-2026 12:00:01',
          time: time + 1000,
        },
        {
          ...place,
          label: 'FUELFILL',
          alertName: 'Fuel Fill',
          desc: '120.00 ltrs',
          detail: { value: 120, durationS: null, fence: null },
          alertTime: '04-05-2026 12:00:02',
          time: time + 2000,
          period: { from: time + 2000, to: time + 2000 },
        },
        {
          ...place,
          label: 'OS',
          alertName: 'Overspeeding',
          desc: '95.0 kmph for over 00:00:05',
          detail: { value: 95, durationS: 5, isOpen: true, fence: null },
          alertTime: '04-05-2026 12:00:03',
          time: time + 3000,
          // Part of the driving event that lasted already.
          period: { from: time, to: time + 8000 },
          speedVal: 95,
        },
      ],
    })
  })

  test('PLT-06 an alert tells since when it lasts, from where the driving event began that lasted already', async () => {
    const { db } = backend.database
    const { company_id, id: vehicle_id } = await addVehicle(db, { company_id: own.vehicle.company_id })
    const time = Date.UTC(2026, 4, 5, 6, 30)
    const at = (seconds: number) => new Date(time + seconds * SECOND)
    const event = {
      company_id,
      vehicle_id,
      lng: 79,
      lat: 21,
      kind: 'event' as const,
      value: null,
      detail: '{}',
    }
    await db
      .insertInto('vehicle_event')
      .values([
        { ...event, time: at(0), code: 'OS', duration_s: 5 },
        { ...event, time: at(10), code: 'OS', duration_s: 60 },
        { ...event, time: at(11), code: 'EO', duration_s: 60 },
        { ...event, time: at(90), code: 'OS', duration_s: 60 },
      ])
      .execute()
    const raised = { threshold: 80, began: at(20), time: at(26).getTime(), duration_s: 30 }
    await storeAlerts({ company_id, id: vehicle_id }, [
      { type: 'OVERSPEED', ...raised, ended: at(50) },
      { type: 'IDLING', ...raised, threshold: 5, ended: null },
      { type: 'FUELDROP', ...raised, threshold: 8, ended: null, duration_s: null },
    ])
    const { body } = await post('alertsplot', {
      vehicleId: vehicle_id,
      ...rangeFrom(time, time + 86_400_000),
    })
    const { alerts } = body as { alerts: readonly AlertMarker[] }
    const seconds = (ms = Number.NaN) => (ms - time) / SECOND
    expect(alerts.map(({ label, period }) => [label, seconds(period?.from), seconds(period?.to)])).toEqual([
      ['FD', 20, 26],
      ['ID', 20, 50],
      ['OS', 10, 50],
    ])
  })

  test('PLT-05 the limit of 5,000 counts what is shown: events already on the route do not count', async () => {
    const { db } = backend.database
    const { company_id, id: vehicle_id } = await addVehicle(db, { company_id: own.vehicle.company_id })
    const time = Date.UTC(2026, 4, 6, 6, 30)
    await sql`
      insert into vehicle_event (company_id, vehicle_id, time, code, kind, lng, lat, detail)
      select ${company_id}::int4, ${vehicle_id}::int4, to_timestamp(${time / 1000}::float8 + i), 'OS', 'event', 79, 21, '{}'
      from generate_series(1, 5000) as i`.execute(db)
    await storeAlerts({ company_id, id: vehicle_id }, [
      { type: 'FUELFILL', threshold: 8, time: time + 6000 * SECOND, value: 120 },
    ])
    const { body } = await post('alertsplot', {
      vehicleId: vehicle_id,
      ...rangeFrom(time, time + 86_400_000),
    })
    expect(body).toMatchObject({ alerts: [{ label: 'FUELFILL', time: time + 6000 * SECOND }] })
  })

  test('PLT-05 PLB-17 alerts of the current day are available at once, and equal those of the closed day', async () => {
    const ask = async () => {
      const { body } = await post('alertsplot', rangeFrom(start, start + 3_600_000))
      return (body as { alerts: readonly AlertMarker[] }).alerts
    }
    const { db } = backend.database
    const engine = createAlertEngine({
      db,
      now: Date.now,
      onError: (error) => {
        throw error
      },
    })
    // A second fast fix, because a single one raises nothing.
    const { company_id, id: vehicle_id } = own.vehicle
    const fast = { time: new Date(start + 66_000), lng: 79.201, lat: 21.1, speed: 91 }
    await db
      .insertInto('open_fix')
      .values({ company_id, vehicle_id, ...fast, events: 0 })
      .execute()
    await putDownOpenDays(db)
    await engine.settled()
    const open = await ask()
    expect(open.map(({ label, time, speedVal }) => [label, time, speedVal])).toEqual([
      ['HB', start + 60_000, undefined],
      ['OS', start + 66_000, 92.3],
    ])
    const tracks = createTrackRepository({ db })
    expect(await tracks.closeFinishedDays({ now: Date.now() + 3 * 86_400_000 })).toBeGreaterThan(0)
    await engine.settled()
    expect(await ask()).toEqual(open)
  })
})
