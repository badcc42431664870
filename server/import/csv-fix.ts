import type { ImportProblem } from '#contract/import-problems.ts'
import type { ZoneClock } from '#domain/company-time.ts'
import type { DateOrder } from '#domain/date-order.ts'
import { type Axis, readDegrees, saysNoFix, sidesIn, splitPlace } from '#domain/degrees.ts'
import { type Fix, fixFields } from '#domain/fix.ts'
import type { PlaceOrder } from '#domain/place-order.ts'
import { conversionTo } from '#domain/unit-names.ts'
import { isPlainNumber } from '#domain/written-number.ts'
import { valueReader } from '../ingest/values.ts'
import { holdsNothing, namesNothing, numberReader } from './csv-cells.ts'
import { type Column, type Columns, isColumbus, isTraccar, timeTexts } from './csv-columns.ts'
import { surveyedColumns } from './csv-survey.ts'
import { validityReader } from './csv-validity.ts'
import { type Reading, timeUnreadable, type UnitChoices } from './readings.ts'
import type { Survey } from './survey.ts'
import { joinTimes, timeOfWritten } from './written-time.ts'
import { clockNamed, isIst } from './zone-names.ts'
import type { ZoneSequence } from './zone-sequence.ts'

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

/** How the records of a file are read, and whom a cell is told that cannot be. */
export type FixReading = {
  /** The order of dates that may be either. */
  readonly dateOrder: DateOrder
  /** Which number of a place comes first where its text does not say it. */
  readonly placeOrder: PlaceOrder
  readonly clock: ZoneSequence
  readonly units: UnitChoices
  readonly survey: Survey
  readonly onUnread: (header: string, line: number, text: string) => void
}

/** The columns with the unit that each is read in: what the user says, else the header, else all cells, else ours. */
const inUnits = (headers: readonly string[], columns: Columns, { units, survey }: FixReading): Columns => {
  const isReport = isTraccar(headers)
  const found: { -readonly [M in keyof Columns]: Columns[M] } = { ...columns }
  if (units.speed === 'none') delete found.speed
  for (const { name, unit, required, csv } of fixFields) {
    const column = found[name]
    if (required || column === undefined || unit === undefined) continue
    const chosen = name === 'speed' && units.speed !== 'none' ? units.speed : undefined
    const named = column.unit ?? survey.unitOf(headers[column.at] ?? '')
    const inFile = named === 'gallon' ? (units.gallon ?? 'gallon') : named
    found[name] = { ...column, unit: chosen ?? inFile ?? (isReport ? csv?.traccarUnit : undefined) ?? unit }
  }
  return found
}

/** Reads one cell of a field, which may have its unit in another one. Answers NaN or undefined for what is none of its values. */
type CellReader = (text: string, unit?: string) => unknown

/** Readers for the optional fields that the file has columns for; gallons of which nobody says whose they are cannot be read. */
const optionalFields = (headers: readonly string[], columns: Columns, { units, survey }: FixReading) =>
  fixFields.flatMap(({ name, kind, unit, required }) => {
    const column = columns[name]
    if (required || column === undefined || column.unit === 'gallon') return []
    const header = headers[column.at] ?? ''
    const isUnitFixed = name === 'speed' && units.speed !== undefined
    const decimal = survey.signOf(header)
    const from = column.unit
    const read: CellReader =
      kind === 'boolean' || kind === 'strings'
        ? valueReader(kind, (value) => value)
        : numberReader({ ...{ unit, from, isUnitFixed, decimal }, gallon: units.gallon })
    return [{ name, column, header, read }]
  })

const NO_DEGREES = {
  lat: { noFix: 'positionNotValid', hemisphere: 'latitudeHemisphere' },
  lng: { noFix: 'positionNotValid', hemisphere: 'longitudeHemisphere' },
} as const

type TextOf = (column: Column | undefined) => string | undefined

/** Reads the place of a record, or why it has none. */
const placeReader = (
  headers: readonly string[],
  columns: Columns,
  { survey, placeOrder }: Pick<FixReading, 'survey' | 'placeOrder'>,
) => {
  const { lat, lng, latSide, lngSide, place } = columns
  const signOf = (column: Column | undefined) => column && survey.signOf(headers[column.at] ?? '')
  const signs = { lat: signOf(lat ?? place), lng: signOf(lng ?? place) }
  const isOneColumn = latSide !== undefined && latSide.at === lngSide?.at
  const sides = { lat: lat?.side, lng: lng?.side }
  const degrees = (axis: Axis, text: string | undefined, side: string | undefined) => {
    if (text === undefined) return Number.NaN
    const read = readDegrees(text, axis, signs[axis], side, sides[axis])
    return typeof read === 'number' ? read : ({ code: NO_DEGREES[axis][read] } as const)
  }
  return (textOf: TextOf): { lat: number; lng: number } | ImportProblem => {
    const whole = place === undefined ? undefined : textOf(place)
    if (whole !== undefined && saysNoFix(whole)) return { code: 'positionNotValid' }
    const parts = whole === undefined ? undefined : splitPlace(whole, placeOrder)
    const both = isOneColumn ? sidesIn(textOf(latSide) ?? '') : undefined
    const north = degrees('lat', textOf(lat) ?? parts?.lat, both?.lat ?? textOf(latSide))
    if (typeof north !== 'number') return north
    const east = degrees('lng', textOf(lng) ?? parts?.lng, both?.lng ?? textOf(lngSide))
    return typeof east === 'number' ? { lat: north, lng: east } : east
  }
}

/**
 * The clock of a time whose cell gives no offset from UTC, or why it is not known: that of the zone in the cell, else in the headers,
 * else in a column of zones, else the file's.
 */
const clockReader = (
  { date, time, zone: column }: Columns,
  clock: ZoneSequence,
): ((zone: string | undefined, cell: string | undefined) => ZoneClock | ImportProblem | undefined) => {
  const inHeaders = time?.zone ?? date?.zone
  const areTwo = date?.zone !== undefined && inHeaders !== date.zone
  const toHours = conversionTo('h', column?.unit)
  const clockOf = (text: string) => {
    const isNumber = column?.unit !== undefined && isPlainNumber(text)
    return clockNamed(isNumber ? `${toHours(Number(text))}` : text, clock.timeZone)
  }
  let last: { readonly text: string; readonly found: ZoneClock | undefined } | undefined
  return (zone, cell) => {
    if (zone === undefined && areTwo)
      return { code: 'zonesDisagree', params: { date: date?.zone ?? '', time: inHeaders ?? '' } }
    const inCell = cell === undefined || holdsNothing(cell) ? undefined : cell
    const text = zone ?? inHeaders ?? inCell
    if (text === undefined || text === clock.timeZone) return undefined
    if (last?.text !== text)
      last = { text, found: text === inCell ? clockOf(text) : clockNamed(text, clock.timeZone) }
    if (last.found !== undefined) return last.found
    return isIst(text) ? { code: 'zoneIst' } : { code: 'zoneUnknown', params: { zone: text.slice(0, 40) } }
  }
}

/** Reads the time of a record from the cells of its day, its time and its zone, or says why it has none. */
const timeReader = (
  columns: Columns,
  { dateOrder, clock }: Pick<FixReading, 'dateOrder' | 'clock'>,
): ((text: TextOf, vehicle: string, line: number) => number | ImportProblem) => {
  const clockOf = clockReader(columns, clock)
  return (textOf, vehicle, line) => {
    const [day, time] = timeTexts(columns, textOf)
    const written = joinTimes(day, time)
    if (written === 'disagree')
      return {
        code: 'timesDisagree',
        params: { date: (day ?? '').slice(0, 40), time: (time ?? '').slice(0, 40) },
      }
    let at = Number.NaN
    if (written !== undefined) {
      const { epoch, zone } = written
      const hasClock = epoch === undefined && typeof zone !== 'number'
      const own = hasClock ? clockOf(zone, textOf(columns.zone)) : undefined
      if (typeof own === 'object') return own
      at = timeOfWritten(written, dateOrder, own ?? ((wall) => clock.read(wall, vehicle, line)))
    }
    if (!Number.isNaN(at)) return at
    return time === undefined
      ? { code: 'timeMissing' }
      : timeUnreadable(day === undefined ? time : `${day} ${time}`)
  }
}

/** How the records below these headers are read, by what the survey of the whole file has found. */
export const createFixReader = (
  headers: readonly string[],
  reading: FixReading,
): { readonly columns: Columns; readonly leftOut: readonly ImportProblem[]; readonly read: FixReader } => {
  const { survey, onUnread } = reading
  const { columns: found, leftOut, unclearSides } = surveyedColumns(headers, survey)
  const columns = inUnits(headers, found, reading)
  const optional = optionalFields(headers, columns, reading)
  // An empty cell of a column that names vehicles is a vehicle without a name.
  const namesVehicles = columns.vehicle && survey.namesVehicles(headers[columns.vehicle.at] ?? '')
  const unnamed = namesVehicles ? '' : undefined
  const readValid = validityReader(headers[columns.valid?.at ?? -1] ?? '', survey)
  const placeOf = placeReader(headers, columns, reading)
  const timeOf = timeReader(columns, isColumbus(headers) ? { ...reading, dateOrder: 'yearFirst' } : reading)

  const read: FixReader = (record, line) => {
    const fields = record.length > headers.length ? mendAddress(record, headers) : record
    if (fields.length === 1 && headers.length > 1) return { line, rejected: { code: 'lineOneField' } }
    if (fields.slice(headers.length).some((field) => field.trim() !== ''))
      return { line, rejected: { code: 'lineManyFields' } }
    const text: TextOf = (column) => {
      const value = column === undefined ? undefined : fields[column.at]
      return value === undefined || value === '' ? undefined : value.trim()
    }
    const validity = text(columns.valid)
    const isValid = validity === undefined ? undefined : readValid(validity)
    if (isValid === false) return { line, rejected: { code: 'positionNotValid' } }
    if (validity !== undefined && isValid === undefined && !holdsNothing(validity))
      onUnread(headers[columns.valid?.at ?? -1] ?? '', line, validity)
    const place = placeOf(text)
    if (unclearSides !== undefined)
      return { line, rejected: { code: 'columnHemisphere', params: { column: unclearSides } } }
    if ('code' in place) return { line, rejected: place }
    const named = text(columns.vehicle)
    const vehicle = named === undefined || namesNothing(named) ? undefined : named
    const time = timeOf(text, vehicle ?? '', line)
    if (typeof time !== 'number') return { line, rejected: time }
    const fix: Record<string, unknown> = { time, ...place }
    for (const { name, column, header, read } of optional) {
      const cell = text(column)
      if (cell === undefined || holdsNothing(cell)) continue
      const beside = column.unitAt === undefined ? undefined : text({ at: column.unitAt, unit: undefined })
      const ofUnit = beside === undefined || holdsNothing(beside) ? undefined : beside
      const value = read(cell, ofUnit)
      if (value === undefined || Number.isNaN(value))
        onUnread(header, line, ofUnit === undefined ? cell : `${cell} ${ofUnit}`)
      else fix[name] = value
    }
    return { line, vehicle: vehicle ?? unnamed, fix: fix as Fix }
  }
  return { columns, leftOut, read }
}
