import { describe, expect, test } from 'vitest'
import { notificationTime } from '#server/alerts/notification-time.ts'
import { addVehicle } from '#tests/kit/server/fleet-records.ts'
import { MORNING, readMail, withNotifications } from '#tests/kit/server/notifications.fixture.ts'

const INDIA = 'Asia/Kolkata'
const at = (text: string) => Date.parse(text)

describe("GEO-06 a fence's notification time", () => {
  test.each([
    ['2026-11-25T08:30:00+05:30', null, '2026-11-25T08:30:00+05:30', INDIA],
    ['2026-11-25T08:30:00+05:30', '', '2026-11-25T08:30:00+05:30', INDIA],
    ['2026-11-25T08:30:00+05:30', 'at eight', '2026-11-25T08:30:00+05:30', INDIA],
    ['2026-11-25T08:30:00+05:30', '25:00', '2026-11-25T08:30:00+05:30', INDIA],
    ['2026-11-25T08:30:00+05:30', '18:00', '2026-11-25T18:00:00+05:30', INDIA],
    ['2026-11-25T08:30:00+05:30', '08:00', '2026-11-26T08:00:00+05:30', INDIA],
    ['2026-11-25T08:30:20+05:30', '08:30', '2026-11-25T08:30:00+05:30', INDIA],
    ['2026-11-25T08:30:59.999+05:30', '08:30', '2026-11-25T08:30:00+05:30', INDIA],
    ['2026-11-25T08:31:00+05:30', '08:30', '2026-11-26T08:30:00+05:30', INDIA],
    ['2026-11-25T00:10:00+05:30', '00:05', '2026-11-26T00:05:00+05:30', INDIA],
    ['2026-12-31T23:00:00+05:30', '06:00', '2027-01-01T06:00:00+05:30', INDIA],
    // The clock of Berlin is put forward on 29 March 2026 at 2:00, which skips 2:30.
    ['2026-03-28T22:00:00+01:00', '08:00', '2026-03-29T08:00:00+02:00', 'Europe/Berlin'],
    ['2026-03-28T22:00:00+01:00', '02:30', '2026-03-29T03:30:00+02:00', 'Europe/Berlin'],
  ])('written at %s for %j it is due at %s in %s', (written, clock, due, zone) => {
    expect(notificationTime(at(written), clock, zone)).toBe(at(due))
  })
})

describe('GEO-06 entries and exits', () => {
  const fixture = withNotifications()

  test('are sent at the hour that the fence gives for each, by the clock of the company', async () => {
    const { db } = fixture.database
    const { company } = fixture.ids
    await addVehicle(db, { company_id: company })
    const { id } = await db
      .insertInto('geofence')
      .values({
        company_id: company,
        name: 'Depot',
        shape: 'circle',
        points: '[[77.5, 12.9]]',
        radius_m: 500,
        type_id: 1,
        valid_from: new Date(0),
        valid_to: new Date(MORNING * 2),
        entry_alert: true,
        exit_alert: true,
        all_vehicles: true,
        created_by: null,
        entry_notification_time: '18:00',
        exit_notification_time: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await fixture.addUser({ prefers: ['geofenceInEmail', 'geofenceOutEmail'] })
    const crossing = (subject: string) => fixture.addAlert({ type: 'GEOFENCEINOUT', subject })
    const notifications = fixture.process()
    await fixture.write(notifications, [await crossing(`${id} IN`), await crossing(`${id} OUT`)])
    const subjects = () => fixture.mailServer.received.map(({ source }) => readMail(source).subject)
    await notifications.sendDue()
    expect(subjects()).toEqual(['Geofence left: KA 01 AB 1234'])
    fixture.clock.now = at('2026-11-25T17:59:59+05:30')
    await notifications.sendDue()
    expect(subjects()).toHaveLength(1)
    fixture.clock.now = at('2026-11-25T18:00:00+05:30')
    await notifications.sendDue()
    expect(subjects()).toEqual(['Geofence left: KA 01 AB 1234', 'Geofence entered: KA 01 AB 1234'])
    expect(readMail(fixture.mailServer.received[1]?.source ?? '').text).toContain('Geofence: Depot')
  })
})
