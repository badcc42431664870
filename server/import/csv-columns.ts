import type { ImportProblem } from '#contract/import-problems.ts'
import { fixFields } from '#domain/fix.ts'
import { isConvertible } from '#domain/units.ts'
import { COLUMN_NAMES, type Meaning } from './csv-names.ts'
import { type FileProblem, UnreadableFile } from './readings.ts'

/** Units at the end of a header, with or without brackets. Others stand in brackets as the field or `domain/units.ts` names them. */
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

/** A header in a message. */
const shown = (header = ''): string => header.trim().slice(0, 40)

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const TIME_NAMES: ReadonlySet<string> = new Set(
  COLUMN_NAMES.flatMap(([meaning, names]) => (meaning === 'time' || meaning === 'date' ? names : [])),
)

/** Whether a column of this name holds a time or a day. */
export const isTimeName = (header: string): boolean => TIME_NAMES.has(bare(header))

const IN_BRACKETS = /^(.*?)[([]([^()[\]]+)[)\]]$/

/** A name that a header may mean, with a unit of `UNITS`, or with any other text in brackets. */
type HeaderName = {
  readonly name: string
  readonly unit?: string | undefined
  readonly inBrackets?: string | undefined
}

const namesOf = (header: string): readonly HeaderName[] => {
  const text = header.trim().toLowerCase()
  const unbracketed = text.replace(/[)\]]+$/, '')
  const [pattern, unit] = UNITS.find(([pattern]) => pattern.test(unbracketed)) ?? []
  const [, name, inBrackets] = IN_BRACKETS.exec(text) ?? []
  return [
    { name: bare(text), unit },
    ...(pattern === undefined ? [] : [{ name: bare(unbracketed.replace(pattern, '')), unit }]),
    ...(name === undefined ? [] : [{ name: bare(name), inBrackets: inBrackets?.trim() }]),
  ]
}

/** The units of the fields that have one. */
const UNIT_OF: Partial<Readonly<Record<Meaning, string | undefined>>> = Object.fromEntries(
  fixFields.map(({ name, unit }) => [name, unit]),
)

/** A level in percent says nothing in litres as long as the tank is not known. */
const isUsable = (meaning: Meaning, { unit, inBrackets }: HeaderName): boolean =>
  inBrackets === undefined ? unit !== 'percent' : isConvertible(UNIT_OF[meaning], inBrackets)

/** Which column holds what, and why columns with a known name are left out. */
export const findColumns = (
  headers: readonly string[],
): { readonly columns: Columns; readonly leftOut: readonly ImportProblem[] } => {
  const all = headers.flatMap((header, at) => namesOf(header).map((one) => ({ ...one, at })))
  const columns: { [M in Meaning]?: Column } = {}
  const leftOut = new Map<number, string>()
  for (const [meaning, names] of COLUMN_NAMES) {
    const named = names.flatMap((name) => all.filter((one) => one.name === name))
    const found = named.find((one) => isUsable(meaning, one))
    const unit = UNIT_OF[meaning]
    if (found) columns[meaning] = { at: found.at, unit: found.unit ?? found.inBrackets }
    else if (unit !== undefined) for (const { at } of named) leftOut.set(at, unit)
  }
  if (columns.date?.at === columns.time?.at) delete columns.date
  if (columns.lat && columns.lng) delete columns.place
  return {
    columns,
    leftOut: [...leftOut].map(([at, unit]) => ({
      code: 'columnUnit',
      params: { column: shown(headers[at]), unit },
    })),
  }
}

/** Throws `UnreadableFile` naming what is missing, what was found and what is expected. */
export const demandColumns = (
  columns: Columns,
  headers: readonly string[],
  where: Pick<FileProblem, 'file' | 'line'>,
): void => {
  const missing = [
    ...(columns.time ? [] : ['time']),
    ...(columns.lat || columns.place ? [] : ['latitude']),
    ...(columns.lng || columns.place ? [] : ['longitude']),
  ]
  if (missing.length === 0) return
  const found = headers.map((header) => `'${shown(header)}'`).slice(0, 40)
  const params = { missing: missing.join(', '), found: found.join(', ') }
  throw new UnreadableFile({ ...where, code: 'columnsMissing', params })
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
