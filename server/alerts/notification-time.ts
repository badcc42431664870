import { dayOf, shiftDay, zoneClock } from '#domain/company-time.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/units.ts'

/**
 * When a notification is due that is written at `at` (ms UTC): the next time a zone's clock shows `clock` (`HH:mm`), which may be `at`
 * itself; at once where that is null or no time of day (GEO-06).
 */
export const notificationTime = (at: number, clock: string | null, timeZone: string): number => {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/.exec(clock ?? '') ?? []
  if (hours === undefined || minutes === undefined) return at
  const toTime = zoneClock(timeZone)
  const timeOn = (day: string) =>
    toTime(Date.parse(day) + Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS)
  const today = dayOf(at, timeZone)
  // Within the minute that the clock shows it is due now.
  return [today, shiftDay(today, 1)].map(timeOn).find((time) => at < time + MINUTE_MS) ?? at
}
