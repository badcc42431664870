import { isUnitName } from '#domain/units.ts'
import { bare, delimiterOf, findColumns, unitTextOf } from './csv-columns.ts'
import { splitRecord } from './csv-records.ts'

const SIGN = /^\s*(#|\/\/)/
/** `speed: m/s`, `speed = m/s`, `speed in m/s`, `speed (m/s)`, `speed [m/s]`. */
const NOTE = /^(.*?)(?:\s*[:=]\s*|\s+in\s+|\s*[([])\s*([^()[\]]+?)[)\]]?$/i

/** Whether a line before the header is a comment: it begins as one, and does not name the columns. */
export const isCommentLine = (line: string): boolean => {
  if (!SIGN.test(line)) return false
  const { columns } = findColumns(splitRecord(line, delimiterOf(line)) ?? [])
  return columns.time === undefined || (columns.lat ?? columns.place) === undefined
}

/** The units that a comment names, each with the name of its column as names are compared. */
export const unitsNotedIn = (comment: string): ReadonlyArray<readonly [name: string, unit: string]> =>
  comment
    .replace(SIGN, '')
    .replace(/^\s*units?\s*[:=]\s*/i, '')
    .split(/[,;|]|\band\b/i)
    .flatMap((part) => {
      const [, name, unit] = NOTE.exec(part.trim()) ?? []
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
