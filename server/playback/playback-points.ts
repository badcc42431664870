import type { PlaybackPoint } from '#contract/calls/playback.ts'
import { compassPoint } from '#domain/compass.ts'
import { ABSENT, EVENT_BIT, eventCodes, fixFields, type NamedFixField } from '#domain/fix.ts'
import { lineBreakGapMs } from '#domain/gaps.ts'
import { roundTo } from '#domain/rounding.ts'
import { isStanding, STOP_AFTER_S } from '#domain/standing.ts'
import { percentOf } from '#domain/units.ts'
import { type FixColumns, measuredColumns } from '../track/columns.ts'

/** Seconds of the stop that begins at each point; 0 where none begins. A stop ends at the next point that moves. */
export const stopDurations = ({
  length,
  time,
  speed,
}: Pick<FixColumns, 'length' | 'time' | 'speed'>): Float64Array => {
  const durations = new Float64Array(length)
  let start = -1
  for (let i = 0; i <= length; i += 1) {
    const isStill = i < length && isStanding(speed[i] ?? Number.NaN)
    if (isStill && start < 0) start = i
    if (isStill || start < 0) continue
    const seconds = ((time[Math.min(i, length - 1)] ?? 0) - (time[start] ?? 0)) / 1000
    if (seconds >= STOP_AFTER_S) durations[start] = Math.round(seconds)
    start = -1
  }
  return durations
}

/** What the tanks of a vehicle hold; null where unknown. */
export type Tanks = { readonly fuelTankLitres: number | null; readonly adblueTankLitres: number | null }

/** Writes a field of the fix in row `i` into its point, where the fix has it. */
type FieldWriter = (point: Record<string, unknown>, i: number) => void

const fieldWriter = (field: NamedFixField, columns: FixColumns, tanks: Tanks): FieldWriter | null => {
  if (field.point === undefined) return null
  const [name] = field.point.names
  switch (field.kind) {
    case 'number': {
      const { decimals, percentOf: tank } = field.point
      const column = columns[field.name]
      if (tank !== undefined)
        return (point, i) => {
          const percent = percentOf(column[i], tanks[tank])
          if (percent !== null) point[name] = percent
        }
      return (point, i) => {
        const value = column[i] ?? Number.NaN
        if (!Number.isNaN(value)) point[name] = roundTo(value, decimals)
      }
    }
    case 'boolean': {
      const column = columns[field.name]
      return (point, i) => {
        if (column[i] !== ABSENT) point[name] = column[i]
      }
    }
    case 'bits': {
      const column = columns[field.name]
      return (point, i) => {
        if (column[i] !== 0) point[name] = eventCodes(column[i] ?? 0)
      }
    }
    default:
      return null
  }
}

/**
 * Makes the points of a playback file (PLB-07) from columns, one at a time. The line to the point that is shown next breaks where
 * a real gap lies anywhere between the two (OPEN-37).
 */
export const createPointMaker = (
  columns: FixColumns,
  tanks: Tanks,
): ((i: number, next?: number) => PlaybackPoint) => {
  const { time, heading, events } = columns
  const speed = columns.speed.map((kmph) => (isStanding(kmph) ? 0 : kmph))
  // A derived odometer is not the truck's.
  const { odo } = measuredColumns(columns)
  const writers = fixFields
    .map((field) => fieldWriter(field, { ...columns, speed, odo }, tanks))
    .filter((writer) => writer !== null)
  const stops = stopDurations(columns)
  const gap = lineBreakGapMs(time)
  const isBroken = (from: number, to: number): boolean => {
    for (let i = from; i < to; i += 1) if ((time[i + 1] ?? 0) - (time[i] ?? 0) >= gap) return true
    return false
  }
  return (i, next = i + 1) => {
    const point: Record<string, unknown> & Partial<PlaybackPoint> = {}
    for (const write of writers) write(point, i)
    const { [i]: degrees = Number.NaN } = heading
    const { [i]: stop = 0 } = stops
    if (!Number.isNaN(degrees)) point.vehicleDirection = compassPoint(degrees)
    if (isBroken(i, next)) point.plotNextPoint = false
    if (((events[i] ?? 0) & EVENT_BIT.OS) !== 0 && point.gpsSpkm !== undefined) point.speedVal = point.gpsSpkm
    if (stop > 0) point.stopDuration = stop
    return point as PlaybackPoint
  }
}

/**
 * The points of a route that is drawn and not played, at most `most`. Each says whether a line leads to the next one: a gap in the
 * route breaks it, thinning does not (OPEN-37).
 */
export const drawnPoints = (columns: FixColumns, tanks: Tanks, most: number): PlaybackPoint[] => {
  const pointAt = createPointMaker(columns, tanks)
  const rows = thinnedRows(columns.length, most)
  return rows.map((row, place) => ({ plotNextPoint: true, ...pointAt(row, rows[place + 1]) }))
}

/** At most `most` rows, evenly spread, the first and the last among them. */
export const thinnedRows = (length: number, most: number): number[] => {
  if (length <= most) return Array.from({ length }, (_, i) => i)
  return Array.from({ length: most }, (_, i) => Math.round((i * (length - 1)) / (most - 1)))
}
