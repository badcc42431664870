import type { ImportProblem } from '#contract/import-problems.ts'
import type { ZoneClock } from '#domain/company-time.ts'
import { type Fix, fixFields } from '#domain/fix.ts'
import { factorTo } from '#domain/units.ts'
import { optionalFlag, valueReader } from '../ingest/values.ts'
import { type Column, type Columns, findColumns, isTraccar } from './csv-columns.ts'
import { readTime } from './csv-time.ts'
import { type Reading, timeUnreadable } from './readings.ts'

const EUROPEAN = /^[+-]?\d+,\d+$/

const readNumber = (text: string | undefined): number => {
  if (text === undefined) return Number.NaN
  const trimmed = text.trim()
  if (trimmed === '') return Number.NaN
  const number = Number(trimmed)
  return Number.isNaN(number) && EUROPEAN.test(trimmed) ? Number(trimmed.replace(',', '.')) : number
}

/** An address without quotes may hold the delimiter: it then takes the fields that are too many. */
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

/** Reads the fields of a record as a fix. */
export type FixReader = (fields: readonly string[], line: number) => Reading

const optionalNumber = (value: unknown): number | undefined => {
  const number = readNumber(value as string | undefined)
  return Number.isNaN(number) ? undefined : number
}

/** Readers for the optional fields that the file has columns for. */
const optionalFields = (columns: Columns, isReport: boolean, kmphPerUnit: number | undefined) =>
  fixFields.flatMap(({ name, kind, unit, required, csv }) => {
    const column = columns[name]
    if (required || column === undefined) return []
    const unitInFile = column.unit ?? (isReport ? csv?.traccarUnit : undefined)
    const factor = (unit === 'kmph' ? kmphPerUnit : undefined) ?? factorTo(unit, unitInFile)
    return [{ name, column, read: valueReader(kind, factor, optionalNumber) }]
  })

/**
 * How the records below these headers are read. `kmphPerUnit` is what the user says of the speed; without it the unit in the
 * header counts.
 */
export const createFixReader = (
  headers: readonly string[],
  { clock, kmphPerUnit }: { readonly clock: ZoneClock; readonly kmphPerUnit: number | undefined },
): { readonly columns: Columns; readonly leftOut: readonly ImportProblem[]; readonly read: FixReader } => {
  const { columns, leftOut } = findColumns(headers)
  const optional = optionalFields(columns, isTraccar(headers), kmphPerUnit)

  const read: FixReader = (record, line) => {
    const fields = record.length > headers.length ? mendAddress(record, headers) : record
    if (fields.length === 1 && headers.length > 1) return { line, rejected: { code: 'lineOneField' } }
    if (fields.slice(headers.length).some((field) => field.trim() !== ''))
      return { line, rejected: { code: 'lineManyFields' } }
    const text = (column: Column | undefined): string | undefined => {
      const value = column === undefined ? undefined : fields[column.at]
      return value === undefined || value === '' ? undefined : value.trim()
    }
    const day = text(columns.date)
    const timeOfDay = text(columns.time)
    const when = day === undefined ? timeOfDay : `${day} ${timeOfDay ?? ''}`
    if (when === undefined) return { line, rejected: { code: 'timeMissing' } }
    const time = readTime(when, clock)
    if (Number.isNaN(time)) return { line, rejected: timeUnreadable(when) }
    if (optionalFlag(text(columns.valid)) === false) return { line, rejected: { code: 'positionNotValid' } }
    const [placeLat, placeLng] = text(columns.place)?.split(/[,;\s]+/) ?? []
    const fix: Record<string, unknown> = {
      time,
      lat: readNumber(text(columns.lat) ?? placeLat),
      lng: readNumber(text(columns.lng) ?? placeLng),
    }
    for (const { name, column, read } of optional) {
      const value = read(text(column))
      if (value !== undefined) fix[name] = value
    }
    return { line, vehicle: text(columns.vehicle), fix: fix as Fix }
  }
  return { columns, leftOut, read }
}
