import type { PlaybackPoint } from '#contract/records/playback.ts'
import { compassPoint } from '#domain/compass.ts'
import { EVENT_BIT, eventCodes } from '#domain/fix.ts'
import { lineBreakGapMs } from '#domain/gaps.ts'
import { DISTANCE_DECIMALS, roundDegrees, roundTo, SPEED_DECIMALS } from '#domain/rounding.ts'
import { isStanding, STOP_AFTER_S } from '#domain/standing.ts'
import { percentOf } from '#domain/units.ts'
import { ABSENT, type FixColumns } from '../track/columns.ts'

/** Seconds of the stop that begins at each point; 0 where none begins. A stop ends at the next point that moves. */
export const stopDurations = ({
  length,
  time,
  speed,
}: Pick<FixColumns, 'length' | 'time' | 'speed'>): Float64Array => {
  const durations = new Float64Array(length)
  let start = -1
  for (let i = 0; i <= length; i += 1) {
    const stands = i < length && isStanding(speed[i] ?? Number.NaN)
    if (stands && start < 0) start = i
    if (stands || start < 0) continue
    const seconds = ((time[Math.min(i, length - 1)] ?? 0) - (time[start] ?? 0)) / 1000
    if (seconds >= STOP_AFTER_S) durations[start] = Math.round(seconds)
    start = -1
  }
  return durations
}

/** Litres a vehicle's tanks hold; null where unknown. */
export type Tanks = { readonly fuelTankLitres: number | null; readonly adblueTankLitres: number | null }

/**
 * Makes the points of a playback file (PLB-07) from columns, one at a time. The line to the point that is shown next breaks where
 * a real gap lies anywhere between the two (OPEN-37).
 */
export const createPointMaker = (
  columns: FixColumns,
  tanks: Tanks,
): ((i: number, next?: number) => PlaybackPoint) => {
  const stops = stopDurations(columns)
  const gap = lineBreakGapMs(columns.time)
  const isBroken = (from: number, to: number): boolean => {
    for (let i = from; i < to; i += 1)
      if ((columns.time[i + 1] ?? 0) - (columns.time[i] ?? 0) >= gap) return true
    return false
  }
  return (i, next = i + 1) => {
    const { [i]: time = 0 } = columns.time
    const { [i]: speed = Number.NaN } = columns.speed
    const { [i]: heading = Number.NaN } = columns.heading
    const { [i]: odo = Number.NaN } = columns.odo
    const { [i]: ignition = ABSENT } = columns.ignition
    const { [i]: events = 0 } = columns.events
    const { [i]: stop = 0 } = stops
    const adblue = percentOf(columns.adblue[i], tanks.adblueTankLitres)
    const fuel = percentOf(columns.fuel[i], tanks.fuelTankLitres)
    const shownSpeed = isStanding(speed) ? 0 : roundTo(speed, SPEED_DECIMALS)
    return {
      gpsLatitude: roundDegrees(columns.lat[i] ?? 0),
      gpsLongitude: roundDegrees(columns.lng[i] ?? 0),
      gpsTime: time,
      ...(ignition === ABSENT ? {} : { gpsIgnition: ignition }),
      ...(Number.isNaN(speed) ? {} : { gpsSpkm: shownSpeed }),
      ...(Number.isNaN(heading)
        ? {}
        : { gpsHead: roundTo(heading, 1), vehicleDirection: compassPoint(heading) }),
      ...(isBroken(i, next) ? { plotNextPoint: false } : {}),
      ...(events === 0 ? {} : { label: eventCodes(events) }),
      ...((events & EVENT_BIT.OS) !== 0 && !Number.isNaN(speed) ? { speedVal: shownSpeed } : {}),
      ...(adblue === null ? {} : { currentAdl: adblue }),
      ...(fuel === null ? {} : { currentFuelLevel: fuel }),
      ...(Number.isNaN(odo) ? {} : { currentOdo: roundTo(odo, DISTANCE_DECIMALS) }),
      ...(stop > 0 ? { stopDuration: stop } : {}),
    }
  }
}

/**
 * The points of a route that is only drawn, at most `most`. Each says whether a line leads to the next one: not where a real gap
 * lies between them, however far thinning moved them apart (OPEN-37).
 */
export const drawnPoints = (columns: FixColumns, tanks: Tanks, most: number): PlaybackPoint[] => {
  const pointAt = createPointMaker(columns, tanks)
  const rows = thinnedRows(columns.length, most)
  return rows.map((row, place) => ({ plotNextPoint: true, ...pointAt(row, rows[place + 1]) }))
}

/** Rows to keep so that at most `most` are left, evenly spread; first and last always are. */
export const thinnedRows = (length: number, most: number): number[] => {
  if (length <= most) return Array.from({ length }, (_, i) => i)
  return Array.from({ length: most }, (_, i) => Math.round((i * (length - 1)) / (most - 1)))
}
