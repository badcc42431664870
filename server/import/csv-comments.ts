import { isUnitName } from '#domain/unit-names.ts'
import { holdsNothing } from './csv-cells.ts'
import { bare, delimiterOf, findColumns, tooManyColumns, unitTextOf } from './csv-columns.ts'
import { splitRecord } from './csv-records.ts'
import { IMPORT } from './limits.ts'
import type { TextFile } from './text-file.ts'

const SIGN = /^\s*(#|\/\/)/
/** `speed: m/s`, `speed = m/s`, `speed in m/s`, `speed (m/s)`, `speed [m/s]`. */
const NOTE = /^(.*?)(?:\s*[:=]\s*|\s+in\s+|\s*[([])\s*([^()[\]]+?)[)\]]?$/i
/** Longest note that is read, in characters: its pattern takes time by the cube of its length. */
const LONGEST_NOTE = 200

/** Whether a line before the header is a comment: it begins as one, and does not name the columns. */
export const isCommentLine = (line: string): boolean => SIGN.test(line) && !isHeaderLine(line)

/** Whether a line names the columns of time and place. */
const isHeaderLine = (line: string): boolean => {
  const fields = splitRecord(line, delimiterOf(line)) ?? []
  if (tooManyColumns(fields) !== undefined) return false
  const { columns } = findColumns(fields)
  const hasPlace = columns.place !== undefined || (columns.lat !== undefined && columns.lng !== undefined)
  return columns.time !== undefined && hasPlace
}

const textOfSample = ({ sample, encoding }: Pick<TextFile, 'sample' | 'encoding'>): string => {
  if (encoding === 'utf-8') return sample.toString('utf8').replaceAll('\0', '')
  const even = sample.subarray(0, sample.length - (sample.length % 2))
  return (encoding === 'utf-16be' ? Buffer.from(even).swap16() : even).toString('utf16le')
}

/** Most lines that a report may have above its header. */
const PREAMBLE_LINES = 60

/** The number of the line that names the columns, where it is among the first of a file; undefined where none does. */
export const headerLineOf = (file: Pick<TextFile, 'sample' | 'encoding'>): number | undefined => {
  const lines = textOfSample(file)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/, PREAMBLE_LINES)
  const at = lines.findIndex((line) => line.length <= IMPORT.lineBytes && isHeaderLine(line))
  return at < 0 ? undefined : at + 1
}

/** The units that a comment names, each with the name of its column as names are compared. */
export const unitsNotedIn = (comment: string): ReadonlyArray<readonly [name: string, unit: string]> =>
  comment
    .replace(SIGN, '')
    .replace(/^\s*units?\s*[:=]\s*/i, '')
    .split(/[,;|]|\band\b/i)
    .flatMap((part) => {
      const [, name, unit] = part.length > LONGEST_NOTE ? [] : (NOTE.exec(part.trim()) ?? [])
      return name !== undefined && unit !== undefined && isUnitName(unit) ? [[bare(name), unit]] : []
    })

/** The headers, with the noted units of those that name none. */
export const withNotedUnits = (
  headers: readonly string[],
  noted: ReadonlyMap<string, string>,
): readonly string[] =>
  headers.map((header) => {
    const unit = noted.get(bare(header))
    return unit === undefined || unitTextOf(header) !== undefined ? header : `${header} (${unit})`
  })

/** A unit as a row of units has it: alone, or in brackets. */
const unitIn = (cell: string): string => cell.trim().replace(/^[([{]\s*(.*?)\s*[)\]}]$/, '$1')

/** Most lines between a header and its data that say what the columns are. */
export const LINES_BELOW_HEADER = 3

/** Whether a line below the header is no data: all its cells are units, or it has no digit anywhere, and so neither time nor place. */
export const isDescription = (fields: readonly string[]): boolean =>
  fields.some((cell) => !holdsNothing(cell)) &&
  fields.every((cell) => !/\p{N}/u.test(cell) || isUnitName(unitIn(cell)))

/** The headers, with the units that the cells below them are; a header that names one keeps it. */
export const withUnitsBelow = (headers: readonly string[], cells: readonly string[]): readonly string[] =>
  headers.map((header, at) => {
    const unit = unitIn(cells[at] ?? '')
    const isKnown = Object.keys(findColumns([header]).columns).length > 0
    return isKnown && isUnitName(unit) && unitTextOf(header) === undefined ? `${header} (${unit})` : header
  })
