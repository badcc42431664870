import { eventCodes } from '#domain/fix.ts'
import { isoText } from '#domain/zone-time.ts'
import { csvText } from '../kit/csv.ts'
import type { RouteWriter } from './route-download.ts'
import { degrees, figure, pieces } from './route-text.ts'
import type { Track } from './track.ts'

const ignitionOf = (value: number | undefined): string => (value === 0 || value === 1 ? String(value) : '')

/** The columns, by the names our import knows; it ignores percentages and computed values. */
const COLUMNS: Readonly<Record<string, (track: Track, index: number, timeZone: string) => string>> = {
  time: ({ time }, index, timeZone) => isoText(time[index] ?? 0, timeZone),
  latitude: ({ lat }, index) => degrees(lat[index]),
  longitude: ({ lng }, index) => degrees(lng[index]),
  speed_kmph: ({ speed }, index) => figure(speed[index], 2),
  heading_degrees: ({ heading }, index) => figure(heading[index], 1),
  odometer_km: ({ odo }, index) => figure(odo[index], 2),
  ignition: ({ ignition }, index) => ignitionOf(ignition[index]),
  fuel_percent: ({ fuel }, index) => figure(fuel[index], 1),
  adblue_percent: ({ adblue }, index) => figure(adblue[index], 1),
  stop_seconds: ({ stop }, index) => figure(stop[index] || Number.NaN, 0),
  events: ({ events }, index) => eventCodes(events[index] ?? 0).join(' '),
}

/** CSV (RFC 4180) with a header line and a line per point; times with their offset. */
export const writeCsv: RouteWriter = function* (track, registration, _creator, timeZone) {
  const vehicle = csvText(registration)
  const columns = Object.values(COLUMNS)
  yield `registration,${Object.keys(COLUMNS).join(',')}\r\n`
  yield* pieces(
    0,
    track.length,
    (index) => `${vehicle},${columns.map((column) => column(track, index, timeZone)).join(',')}\r\n`,
  )
}
