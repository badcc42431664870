import type { ImportProblem } from '#contract/import-problems.ts'
import type { ZoneClock } from '#domain/company-time.ts'
import { type Fix, fixFields } from '#domain/fix.ts'
import { conversionTo } from '#domain/units.ts'
import { optionalFlag, valueReader } from '../ingest/values.ts'
import { type Column, type Columns, findColumns, isTraccar } from './csv-columns.ts'
import { readTime } from './csv-time.ts'
import { type Reading, timeUnreadable, type UnitChoices } from './readings.ts'

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

/** The columns with the unit that each is read in: what the user says, else the file, else ours. */
const inUnits = (columns: Columns, isReport: boolean, units: UnitChoices): Columns => {
  const found: { -readonly [M in keyof Columns]: Columns[M] } = { ...columns }
  if (units.speed === 'none') delete found.speed
  for (const { name, unit, required, csv } of fixFields) {
    const column = found[name]
    if (required || column === undefined || unit === undefined) continue
    const chosen = name === 'speed' && units.speed !== 'none' ? units.speed : undefined
    const inFile = column.unit === 'gallon' ? (units.gallon ?? 'gallon') : column.unit
    found[name] = { ...column, unit: chosen ?? inFile ?? (isReport ? csv?.traccarUnit : undefined) ?? unit }
  }
  return found
}

/** Readers for the optional fields that the file has columns for; gallons of which nobody says whose they are cannot be read. */
const optionalFields = (columns: Columns) =>
  fixFields.flatMap(({ name, kind, unit, required }) => {
    const column = columns[name]
    if (required || column === undefined || column.unit === 'gallon') return []
    return [{ name, column, read: valueReader(kind, conversionTo(unit, column.unit), optionalNumber) }]
  })

/** How the records below these headers are read, in the units that the user names, else the headers. */
export const createFixReader = (
  headers: readonly string[],
  { clock, units }: { readonly clock: ZoneClock; readonly units: UnitChoices },
): { readonly columns: Columns; readonly leftOut: readonly ImportProblem[]; readonly read: FixReader } => {
  const { columns: found, leftOut } = findColumns(headers)
  const columns = inUnits(found, isTraccar(headers), units)
  const optional = optionalFields(columns)

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
