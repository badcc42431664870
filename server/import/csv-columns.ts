import { COLUMN_NAMES, type Meaning } from './csv-names.ts'
import { UnreadableFile } from './readings.ts'

const UNITS: ReadonlyArray<readonly [RegExp, string]> = [
  [/(km\/h|kmph|kph|kmh|km per hour)$/, 'kmph'],
  [/(knots?|kts?)$/, 'knots'],
  [/(mph|miles per hour)$/, 'mph'],
  [/(m\/s|mps)$/, 'mps'],
  [/(percent|pct|%)$/, 'percent'],
  [/(litres?|liters?|ltrs?)$/, 'litres'],
  [/(metres?|meters?)$/, 'm'],
  [/(degrees?|deg|°)$/, 'degrees'],
  [/[\s_([-](km|kms)$/, 'km'],
  [/[\s_([-](m)$/, 'm'],
  [/[\s_([-](l|ltr)$/, 'litres'],
]

/** The place of a column in the file, and the unit that its header names. */
export type Column = { readonly at: number; readonly unit: string | undefined }
export type Columns = Partial<Readonly<Record<Meaning, Column>>>

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const readHeader = (header: string): { names: readonly string[]; unit: string | undefined } => {
  const text = header
    .trim()
    .toLowerCase()
    .replace(/[)\]]+$/, '')
  for (const [pattern, unit] of UNITS)
    if (pattern.test(text)) return { names: [bare(text), bare(text.replace(pattern, ''))], unit }
  return { names: [bare(text)], unit: undefined }
}

/** Finds which column holds what. */
export const findColumns = (headers: readonly string[]): Columns => {
  const read = headers.map(readHeader)
  const found: { [M in Meaning]?: Column } = {}
  for (const [meaning, names] of COLUMN_NAMES) {
    for (const name of names) {
      const at = read.findIndex((header) => header.names.includes(name))
      if (at < 0) continue
      const unit = read[at]?.unit
      // A level in percent says nothing in litres as long as the tank is not known.
      if (unit === 'percent') continue
      found[meaning] = { at, unit }
      break
    }
  }
  if (found.date?.at === found.time?.at) delete found.date
  if (found.lat && found.lng) delete found.place
  return found
}

const LISTED = new Intl.ListFormat('en')

/** Throws `UnreadableFile` naming what is missing, what was found and what is expected. */
export const demandColumns = (columns: Columns, headers: readonly string[], where: string): void => {
  const missing = [
    ...(columns.time ? [] : ['the time']),
    ...(columns.lat || columns.place ? [] : ['the latitude']),
    ...(columns.lng || columns.place ? [] : ['the longitude']),
  ]
  if (missing.length === 0) return
  const found = headers.map((header) => `'${header.trim().slice(0, 40)}'`).slice(0, 40)
  throw new UnreadableFile(
    `${where}: no column for ${LISTED.format(missing)}. Found: ${found.join(', ')}. ` +
      `Expected a header line with at least time, latitude and longitude, for example: vehicle,time,lat,lon,speed`,
  )
}

/** Whether the file is a route report of Traccar: speeds in knots, distances in metres, durations in ms, texts without quotes. */
export const isTraccar = (headers: readonly string[]): boolean => {
  const names = new Set(headers.map(bare))
  return ['deviceid', 'protocol', 'fixtime', 'valid', 'latitude', 'longitude', 'speed', 'course'].every(
    (name) => names.has(name),
  )
}

/** The delimiter a header line uses most. */
export const delimiterOf = (line: string): string => {
  const outside = line.replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t', '|'].map(
    (delimiter) => [delimiter, outside.split(delimiter).length] as const,
  )
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}
