import { EVENT_BIT } from '#domain/fix.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { deriveDay } from '#server/figures/pending.repository.ts'
import { assignDrivers } from '#server/track/drivers.repository.ts'
import { truckOf, withDatabase } from './stored-alerts.fixture.ts'

const PACE_MS = 30_000
const DRIVE_MS = 6 * HOUR_MS
const KM_A_FIX = 0.5

const dayText = (time: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(time)

/**
 * Stores six hours that a truck of the user's company drove at 60 km/h until an hour ago, and derives their figures. The first of two
 * drivers hands over after three hours and 17 seconds; each was too fast once, for a minute, and the second braked hard. Resolves with the
 * time of the first driver's overspeed, ms.
 */
export const storeDrive = (userName: string, registration: string, drivers: readonly [string, string]) =>
  withDatabase(async (db) => {
    const { id: vehicleId, company_id: companyId } = await truckOf(db, userName, registration)
    const from = Math.floor(Date.now() / 1000) * 1000 - HOUR_MS - DRIVE_MS
    const driverIds: number[] = []
    for (const name of drivers) {
      const { id } = await db
        .insertInto('driver')
        .values({ company_id: companyId, name, mobile: null, licence: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      driverIds.push(id)
    }
    const handOver = from + 3 * HOUR_MS + 17_000
    await assignDrivers(
      db,
      driverIds.map((driverId, at) => ({ companyId, vehicleId, driverId, since: at === 0 ? 0 : handOver })),
    )
    const isFast = (time: number) =>
      [HOUR_MS, 4 * HOUR_MS].some((after) => time >= from + after && time < from + after + MINUTE_MS)
    const fixes = Array.from({ length: DRIVE_MS / PACE_MS }, (_, at) => {
      const time = from + at * PACE_MS
      const isHard = time === from + 5 * HOUR_MS
      return {
        ...{ company_id: companyId, vehicle_id: vehicleId, time: new Date(time) },
        ...{ lng: 79 + (at * KM_A_FIX) / 104, lat: 21.1, odo: 1000 + at * KM_A_FIX, ignition: true },
        ...{ speed: isFast(time) ? 95 : 60, rpm: 1300, events: isHard ? EVENT_BIT.HB : 0 },
      }
    })
    await db.insertInto('open_fix').values(fixes).execute()
    // At once: the server derives those of its own trucks first.
    for (const day of new Set(fixes.map(({ time }) => dayText(time.getTime()))))
      await deriveDay(db, { companyId, vehicleId, day }, false)
    return from + HOUR_MS
  })
