import type { Fix } from '#domain/fix.ts'
import { mergedFix } from '#domain/merged-fix.ts'
import { insertionIndex } from '#domain/numbers.ts'
import { degreeSteps } from '#domain/rounding.ts'
import {
  columnsOf,
  type FixColumns,
  fixAt,
  pickRows,
  putRow,
  sliceColumns,
  TYPED_COLUMNS,
} from './columns.ts'

const samePlace = (columns: FixColumns, a: number, b: number): boolean =>
  degreeSteps(columns.lng[a] ?? 0) === degreeSteps(columns.lng[b] ?? 0) &&
  degreeSteps(columns.lat[a] ?? 0) === degreeSteps(columns.lat[b] ?? 0)

/** Orders by time, then by place, then by everything else: by content alone, never by the order of arrival. */
const compareRows =
  (columns: FixColumns) =>
  (a: number, b: number): number => {
    for (const name of TYPED_COLUMNS) {
      const column = columns[name]
      const [x, y] = [column[a] ?? Number.NaN, column[b] ?? Number.NaN]
      if (Object.is(x, y) || x === y) continue
      // A row that knows a value comes before one that does not, and so is the one that is kept.
      if (Number.isNaN(x)) return 1
      if (Number.isNaN(y)) return -1
      return x - y
    }
    return 0
  }

const isOrdered = ({ time, length }: FixColumns): boolean => {
  for (let i = 1; i < length; i += 1) if (!((time[i - 1] ?? 0) < (time[i] ?? 0))) return false
  return true
}

/**
 * The fixes with `from` ≤ time < `to`, sorted, one for each time and place (1e-6 degrees), with what all rows say of it. Always a copy.
 * The result does not depend on the order of the rows.
 */
export const orderedWithin = (columns: FixColumns, from: number, to: number): FixColumns => {
  if (isOrdered(columns))
    return sliceColumns(columns, insertionIndex(columns.time, from), insertionIndex(columns.time, to))
  const rows: number[] = []
  for (let i = 0; i < columns.length; i += 1) {
    const time = columns.time[i] ?? Number.NaN
    if (time >= from && time < to) rows.push(i)
  }
  rows.sort(compareRows(columns))
  const kept: number[] = []
  const merged = new Map<number, Fix>()
  for (const row of rows) {
    const [at, before] = [kept.length - 1, kept.at(-1)]
    if (
      before === undefined ||
      columns.time[before] !== columns.time[row] ||
      !samePlace(columns, before, row)
    )
      kept.push(row)
    else merged.set(at, mergedFix(merged.get(at) ?? fixAt(columns, before), fixAt(columns, row)))
  }
  const picked = pickRows(columns, kept)
  for (const [at, fix] of merged) putRow(picked, at, columnsOf([fix]))
  return picked
}
