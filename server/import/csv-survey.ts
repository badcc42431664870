import type { ImportProblem } from '#contract/import-problems.ts'
import { degreesNumber, splitPlace } from '#domain/degrees.ts'
import { fixFields } from '#domain/fix.ts'
import { FIX_FIELDS } from '#domain/fix-fields.ts'
import { conversionTo, unitNamed } from '#domain/unit-names.ts'
import { isPlainNumber, splitNumber, writtenValue } from '#domain/written-number.ts'
import { holdsNothing, IS_KIND, namesNothing } from './csv-cells.ts'
import {
  bare,
  type Column,
  type Columns,
  findColumns,
  isColumbus,
  placeOrderIn,
  timeTexts,
} from './csv-columns.ts'
import { isUnitHeader, withUnitColumns } from './csv-unit-columns.ts'
import { isModeHeader } from './csv-validity.ts'
import type { Where } from './row-counter.ts'
import type { Survey } from './survey.ts'
import { joinTimes, timeOfWritten } from './written-time.ts'

const WHOLE = /^\d+$/
/** Names of columns that may say whether the position is valid, and of other things as well. */
const MAYBE_VALID: ReadonlySet<string> = new Set(['status', 'state', 'gps', 'av', 'flag'])

type FoundKind = 'latSide' | 'lngSide' | 'valid'

/** Columns without a telling name that are known by what all their cells hold: a hemisphere behind its number, `A` and `V`. */
const candidates = (headers: readonly string[], columns: Columns): Array<[at: number, kind: FoundKind]> => {
  const taken = new Set(Object.values(columns).map(({ at }) => at))
  const behind = (meaning: 'lat' | 'lng', kind: FoundKind): Array<[number, FoundKind]> => {
    const at = (columns[meaning]?.at ?? -2) + 1
    return at > 0 && at < headers.length && !taken.has(at) && columns[kind] === undefined ? [[at, kind]] : []
  }
  const status = headers.findIndex((header, at) => !taken.has(at) && MAYBE_VALID.has(bare(header)))
  return [
    ...behind('lat', 'latSide'),
    ...behind('lng', 'lngSide'),
    ...(status >= 0 && columns.valid === undefined ? [[status, 'valid'] as [number, FoundKind]] : []),
  ]
}

/** Names of a column of hemispheres that may hold those of either axis or of both, and of a direction, which is none. */
const HEMISPHERE = /hemi|quadrant|^(?:nsew|newsn?)$/
const DIRECTION = /dir|head|course|bear|compass|facing|bound|travel|orient|cardinal/
const SIDE_KINDS = ['latSide', 'lngSide', 'sides'] as const

/** Columns beside those known, which may hold hemispheres under any name. */
const sideCandidates = (headers: readonly string[], columns: Columns): number[] => {
  const taken = new Set(Object.values(columns).map(({ at }) => at))
  return headers.flatMap((header, at) => (taken.has(at) || DIRECTION.test(bare(header)) ? [] : [at]))
}

/** Adds the hemispheres in columns that are known by what they hold; answers the header of those whose name does not say it. */
const addSides = (
  found: { -readonly [M in keyof Columns]: Columns[M] },
  headers: readonly string[],
  survey: Survey,
): string | undefined => {
  for (const at of sideCandidates(headers, found)) {
    const header = headers[at] ?? ''
    const kind = SIDE_KINDS.find((each) => survey.isAll(header, each))
    if (kind === undefined) continue
    const axes = kind === 'sides' ? (['latSide', 'lngSide'] as const) : [kind]
    const open = axes.filter((axis) => {
      const column = axis === 'latSide' ? found.lat : found.lng
      return found[axis] === undefined && column?.side === undefined
    })
    if (open.length === 0) continue
    if (!HEMISPHERE.test(bare(header))) {
      if (!survey.isAll(header, 'northEast')) return header
    } else for (const axis of open) found[axis] = { at, unit: undefined }
  }
  return undefined
}

/** Headers of numbers that may have gaps and yet be those of rows. */
const ROW_NAMES: ReadonlySet<string> = new Set(['id'])

/** The columns of these headers: those that count rows name no vehicle, and some the survey has found by their cells. */
export const surveyedColumns = (headers: readonly string[], survey: Survey) => {
  const named = headers[findColumns(headers).columns.vehicle?.at ?? -1]
  const counts = (header: string): boolean => survey.countsRows(header, ROW_NAMES.has(bare(header)))
  const holdsUnits = (header: string): boolean => isUnitHeader(header) && survey.isAll(header, 'unit')
  const { columns, leftOut: unusable } = findColumns(
    headers,
    (header) => counts(header) || holdsUnits(header),
  )
  const leftOut: ImportProblem[] =
    named !== undefined && counts(named)
      ? [...unusable, { code: 'columnCounts', params: { column: named.trim().slice(0, 40) } }]
      : [...unusable]
  const found: { -readonly [M in keyof Columns]: Columns[M] } = { ...columns }
  for (const [at, kind] of candidates(headers, columns))
    if (survey.isAll(headers[at] ?? '', kind)) found[kind] = { at, unit: undefined }
  const unclear = addSides(found, headers, survey)
  return {
    columns: withUnitColumns(found, headers),
    leftOut,
    unclearSides: unclear?.trim().slice(0, 40),
  }
}

/** Years, and seconds since 1970, say what they are. */
const ONE_ORDER = /^\s*(?:\d{4}[-/]|\d{9})/

const dateNote = (columns: Columns, survey: Survey) => {
  const cell = (fields: readonly string[], at: number | undefined) => {
    const text = at === undefined ? undefined : fields[at]
    return text === undefined || text.trim() === '' ? undefined : text
  }
  return (fields: readonly string[]): void => {
    const [day, timeOfDay] = timeTexts(columns, ({ at }) => cell(fields, at))
    if (ONE_ORDER.test(day ?? '') || ONE_ORDER.test(timeOfDay ?? '')) return
    const written = joinTimes(day, timeOfDay)
    if (written === undefined || written === 'disagree') return
    const text = [day, timeOfDay].filter((part) => part !== undefined).join(' ')
    survey.dates.note(cell(fields, columns.vehicle?.at) ?? '', written, text)
  }
}

/** Degrees without their hemisphere, with the decimal sign that is likely. */
const degreesIn = (text: string): number => {
  const number = degreesNumber(text)
  return number === undefined ? Number.NaN : writtenValue(number, text.includes('.') ? '.' : ',')
}

/** Notes what the records below these headers tell of how the file is to be read. */
export const createRecordSurvey = (
  headers: readonly string[],
  survey: Survey,
): ((fields: readonly string[]) => void) => {
  const { vehicle, ...others } = findColumns(headers).columns
  const columns = { ...withUnitColumns(others, headers), ...(vehicle && { vehicle }) }
  const notes: Array<(fields: readonly string[]) => void> = []
  const onCell = (at: number, note: (text: string) => void): void => {
    notes.push((fields) => {
      const text = fields[at]
      if (text !== undefined && text !== '' && !WHOLE.test(text) && !holdsNothing(text)) note(text)
    })
  }

  for (const { name, kind, unit, ...field } of fixFields) {
    const column = columns[name]
    if (column === undefined || kind !== 'number' || name === 'time') continue
    const header = headers[column.at] ?? ''
    const [low, high] = 'range' in field ? field.range : [0, 0]
    const convert = conversionTo(unit, column.unit)
    const numbers = survey.numbers(header, (value) => convert(value) >= low && convert(value) <= high)
    const { unitAt } = column
    if (unitAt !== undefined)
      notes.push((fields) => {
        const named = unitNamed(unit, fields[unitAt] ?? '')
        if (named !== undefined) survey.unit(header, named)
      })
    const isAxis = name === 'lat' || name === 'lng'
    onCell(column.at, (text) => {
      if (numbers.isSettled() && (isAxis || isPlainNumber(text))) return
      const number = isAxis ? degreesNumber(text) : splitNumber(text)
      if (number === undefined) return
      numbers.note(number)
      if (isAxis || number.unit === undefined || isPlainNumber(text)) return
      const named = unitNamed(unit, number.unit)
      if (named !== undefined) survey.unit(header, named)
    })
  }

  const { place } = columns
  if (place !== undefined) {
    const header = headers[place.at] ?? ''
    const [, most] = FIX_FIELDS.lng.range
    const numbers = survey.numbers(header, (value) => Math.abs(value) <= most)
    const named = placeOrderIn(header)
    onCell(place.at, (text) => {
      const parts = splitPlace(text)
      if (parts === undefined) return
      for (const part of [parts.lat, parts.lng]) {
        const number = degreesNumber(part)
        if (number !== undefined && !numbers.isSettled()) numbers.note(number)
      }
      if (!parts.isNamed && !survey.places.isSettled())
        survey.places.note(degreesIn(parts.lat), degreesIn(parts.lng), text.trim(), named)
    })
  }

  const textAt = (fields: readonly string[], column: Column | undefined): string =>
    (column === undefined ? undefined : fields[column.at])?.trim() ?? ''
  const timeIn = (fields: readonly string[]) =>
    joinTimes(...timeTexts(columns, (column) => textAt(fields, column) || undefined))
  const whereOf = (fields: readonly string[]): Where => {
    const { lat = '', lng = '' } = splitPlace(textAt(fields, columns.place)) ?? {}
    const time = timeIn(fields)
    return {
      lat: degreesIn(textAt(fields, columns.lat) || lat),
      lng: degreesIn(textAt(fields, columns.lng) || lng),
      time:
        time === undefined || time === 'disagree'
          ? Number.NaN
          : timeOfWritten(time, 'dayFirst', (wall) => wall),
    }
  }
  for (const [at, header] of headers.entries())
    if (findColumns([header]).columns.vehicle !== undefined)
      notes.push((fields) => {
        const text = fields[at]?.trim() ?? ''
        survey.vehicle(header, namesNothing(text) ? '' : text, () => whereOf(fields))
      })

  notes.push((fields) => {
    if (survey.daysAlone.isSettled()) return
    const time = timeIn(fields)
    if (time === undefined || time === 'disagree') return
    const at = [columns.lat, columns.lng, columns.place].map((column) => textAt(fields, column))
    survey.daysAlone.note(textAt(fields, columns.vehicle), time, at.join(' '))
  })
  if (!isColumbus(headers)) notes.push(dateNote(columns, survey))
  const units = headers.flatMap((header, at) => (isUnitHeader(header) ? [[at, 'unit'] as const] : []))
  for (const at of sideCandidates(headers, columns)) {
    const header = headers[at] ?? ''
    // Most columns are out of it with their first cell.
    const open = new Set(SIDE_KINDS)
    notes.push((fields) => {
      const text = fields[at] ?? ''
      if (open.size === 0 || holdsNothing(text)) return
      for (const kind of open) {
        const isOne = IS_KIND[kind](text)
        survey.kind(header, kind, isOne)
        if (!isOne) open.delete(kind)
      }
      if (open.size > 0) survey.kind(header, 'northEast', IS_KIND.northEast(text))
    })
  }
  const modes = headers.flatMap((header, at) => (isModeHeader(header) ? [[at, 'flag'] as const] : []))
  for (const [at, kind] of [...candidates(headers, columns), ...units, ...modes]) {
    const header = headers[at] ?? ''
    notes.push((fields) => {
      const text = fields[at] ?? ''
      if (!holdsNothing(text)) survey.kind(header, kind, IS_KIND[kind](text))
    })
  }

  return (fields) => {
    for (const note of notes) note(fields)
  }
}
