import type { ZoneClock } from '#domain/company-time.ts'
import type { Fix } from '#domain/fix.ts'
import { KMPH_PER_KNOT, KMPH_PER_MPS } from '#domain/units.ts'
import { defined, optionalFlag } from '../ingest/values.ts'
import { type Column, type Columns, findColumns, isTraccar } from './csv-columns.ts'
import { readTime } from './csv-time.ts'
import type { Reading } from './readings.ts'

/** km/h for one of each unit of speed. */
export const KMPH_PER: Readonly<Record<string, number>> = {
  kmph: 1,
  knots: KMPH_PER_KNOT,
  mps: KMPH_PER_MPS,
  mph: 1.609344,
}

const EUROPEAN = /^[+-]?\d+,\d+$/

const readNumber = (text: string | undefined): number => {
  if (text === undefined) return Number.NaN
  const trimmed = text.trim()
  if (trimmed === '') return Number.NaN
  const number = Number(trimmed)
  return Number.isNaN(number) && EUROPEAN.test(trimmed) ? Number(trimmed.replace(',', '.')) : number
}

/** Texts without quotes may hold the delimiter; the surplus fields then belong to the address. */
const mendAddress = (fields: readonly string[], headers: readonly string[]): readonly string[] => {
  const at = headers.findIndex((header) => header.trim().toLowerCase() === 'address')
  const surplus = fields.length - headers.length
  if (at < 0 || surplus <= 0) return fields
  return [
    ...fields.slice(0, at),
    fields.slice(at, at + surplus + 1).join(),
    ...fields.slice(at + surplus + 1),
  ]
}

/** A record's fields as a reading. */
export type FixReader = (fields: readonly string[], line: number) => Reading

/**
 * How the records below these headers are read. `kmphPerUnit` is what the person who imports says of the speed; a unit in the header
 * counts where nothing is said.
 */
export const createFixReader = (
  headers: readonly string[],
  { clock, kmphPerUnit }: { readonly clock: ZoneClock; readonly kmphPerUnit: number | undefined },
): { readonly columns: Columns; readonly read: FixReader } => {
  const columns = findColumns(headers)
  const traccar = isTraccar(headers)
  const ownUnit = KMPH_PER[columns.speed?.unit ?? (traccar ? 'knots' : 'kmph')] ?? 1
  const kmph = kmphPerUnit ?? ownUnit
  const kmPerUnit = traccar || columns.odo?.unit === 'm' ? 1 / 1000 : 1
  const hoursPerUnit = traccar ? 1 / 3_600_000 : 1

  const read: FixReader = (record, line) => {
    const fields = record.length > headers.length ? mendAddress(record, headers) : record
    if (fields.length === 1 && headers.length > 1) return { line, rejected: 'the line has one field only' }
    if (fields.slice(headers.length).some((field) => field.trim() !== ''))
      return {
        line,
        rejected: 'the line has more fields than the header; numbers and texts with commas need quotes',
      }
    const text = (column: Column | undefined): string | undefined => {
      const value = column === undefined ? undefined : fields[column.at]
      return value === undefined || value === '' ? undefined : value.trim()
    }
    const number = (column: Column | undefined, factor: number): number | undefined => {
      const value = readNumber(text(column))
      return Number.isNaN(value) ? undefined : value * factor
    }
    const day = text(columns.date)
    const moment = text(columns.time)
    const when = day === undefined ? moment : `${day} ${moment ?? ''}`
    if (when === undefined) return { line, rejected: 'the time is missing' }
    const time = readTime(when, clock)
    if (Number.isNaN(time)) return { line, rejected: `the time '${when.slice(0, 40)}' is not readable` }
    if (optionalFlag(text(columns.valid)) === false)
      return { line, rejected: 'the position is marked as not valid' }
    const [placeLat, placeLng] = text(columns.place)?.split(/[,;\s]+/) ?? []
    const fix: Fix = {
      time,
      lat: readNumber(text(columns.lat) ?? placeLat),
      lng: readNumber(text(columns.lng) ?? placeLng),
      ...defined({
        speed: number(columns.speed, kmph),
        heading: number(columns.heading, 1),
        odo: number(columns.odo, kmPerUnit),
        ignition: optionalFlag(text(columns.ignition)),
        engineHours: number(columns.engineHours, hoursPerUnit),
        rpm: number(columns.rpm, 1),
        fuel: number(columns.fuel, 1),
        adblue: number(columns.adblue, 1),
      }),
    }
    return { line, vehicle: text(columns.vehicle), fix }
  }
  return { columns, read }
}
