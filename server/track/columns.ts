import {
  ABSENT,
  DERIVED_BIT,
  type Fix,
  type FixKind,
  fixFields,
  fixFieldsOfKind,
  type NamedFixField,
} from '#domain/fix.ts'
import type { FIX_FIELDS } from '#domain/fix-fields.ts'

/** The column of a field of each kind, and what stands in it for a missing value. */
type ColumnOf = {
  /** NaN; `time`, `lng` and `lat` are never missing. */
  number: Float64Array
  /** `ABSENT`; else 0 or 1. */
  boolean: Uint8Array
  /** `ABSENT`. */
  uint8: Uint8Array
  /** 0. */
  bits: Uint16Array
  /** null. */
  strings: Array<readonly string[] | null>
}

/** Fixes as columns of one length, in the units of `Fix`. */
export type FixColumns = { readonly length: number } & {
  readonly [Name in keyof typeof FIX_FIELDS]: ColumnOf[(typeof FIX_FIELDS)[Name]['kind']]
}

/** The names of all typed columns, in the order of `FIX_FIELDS`. */
export const TYPED_COLUMNS = fixFieldsOfKind('number', 'boolean', 'uint8', 'bits').map(({ name }) => name)
const STRING_COLUMNS = fixFieldsOfKind('strings').map(({ name }) => name)
const OPTIONAL_FIELDS = fixFields.filter(({ required }) => !required)

/** What stands in a column of each kind for a missing value. */
export const EMPTY_VALUE: { readonly [Kind in FixKind]: ColumnOf[Kind][number] } = {
  ...{ number: Number.NaN, boolean: ABSENT, uint8: ABSENT, bits: 0, strings: null },
}

const EMPTY: { readonly [Kind in FixKind]: (length: number) => ColumnOf[Kind] } = {
  number: (length) => new Float64Array(length).fill(EMPTY_VALUE.number),
  boolean: (length) => new Uint8Array(length).fill(EMPTY_VALUE.boolean),
  uint8: (length) => new Uint8Array(length).fill(EMPTY_VALUE.uint8),
  bits: (length) => new Uint16Array(length),
  strings: (length) => new Array<null>(length).fill(null),
}

// Not key by key: V8 turns an object that grows so far into a hash table, and every reader of the columns is slow then.
const createColumns = (length: number, columnOf: (field: NamedFixField) => unknown): FixColumns =>
  ({
    length,
    ...Object.fromEntries(fixFields.map((field) => [field.name, columnOf(field)])),
  }) as FixColumns

/** Columns of `length` fixes with nothing in them yet. */
export const emptyColumns = (length: number): FixColumns =>
  createColumns(length, ({ kind }) => EMPTY[kind](length))

/** The same fixes as columns, in the order given. */
export const columnsOf = (fixes: readonly Fix[]): FixColumns => {
  const columns = emptyColumns(fixes.length)
  for (const { name, kind } of fixFields) {
    if (kind === 'strings') {
      const column = columns[name]
      for (let i = 0; i < fixes.length; i += 1) column[i] = fixes[i]?.[name] ?? null
      continue
    }
    const column = columns[name]
    for (let i = 0; i < fixes.length; i += 1) {
      const value = fixes[i]?.[name]
      if (value !== undefined) column[i] = Number(value)
    }
  }
  return columns
}

const NUMBER_FIELDS = fixFieldsOfKind('number')

/** Rounds all numbers, in place, to the steps in which stored days keep them, so that a day has the same figures before and after. */
export const roundToSteps = (columns: FixColumns): void => {
  for (const { name, steps } of NUMBER_FIELDS) {
    if (steps === 1) continue
    const column = columns[name]
    for (let i = 0; i < column.length; i += 1)
      column[i] = Math.round((column[i] ?? Number.NaN) * steps) / steps
  }
}

/** The fix in row `i`. Throws a RangeError where there is no such row. */
export const fixAt = (columns: FixColumns, i: number): Fix => {
  const { [i]: time } = columns.time
  const { [i]: lng } = columns.lng
  const { [i]: lat } = columns.lat
  if (time === undefined || lng === undefined || lat === undefined)
    throw new RangeError(`There is no fix ${i} among ${columns.length}.`)
  const fix: Record<string, unknown> = { time, lng, lat }
  for (const { name, kind } of OPTIONAL_FIELDS) {
    const value = columns[name][i]
    switch (kind) {
      case 'number':
        if (!Number.isNaN(value)) fix[name] = value
        break
      case 'boolean':
        if (value !== ABSENT) fix[name] = value === 1
        break
      case 'uint8':
        if (value !== ABSENT) fix[name] = value
        break
      case 'bits':
        if (value !== 0) fix[name] = value
        break
      case 'strings':
        if (value !== null) fix[name] = value
    }
  }
  return fix as Fix
}

/** Rows `rows` of the columns, in that order. */
export const pickRows = (columns: FixColumns, rows: ArrayLike<number>): FixColumns => {
  const picked = emptyColumns(rows.length)
  for (const name of TYPED_COLUMNS) {
    const from = columns[name]
    const to = picked[name]
    for (let i = 0; i < rows.length; i += 1) to[i] = from[rows[i] ?? -1] ?? Number.NaN
  }
  for (const name of STRING_COLUMNS) {
    const from = columns[name]
    const to = picked[name]
    for (let i = 0; i < rows.length; i += 1) to[i] = from[rows[i] ?? -1] ?? null
  }
  return picked
}

/** Puts the first row of other columns in the place of row `i`. */
export const putRow = (columns: FixColumns, i: number, other: FixColumns): void => {
  for (const name of TYPED_COLUMNS) columns[name][i] = other[name][0] ?? Number.NaN
  for (const name of STRING_COLUMNS) columns[name][i] = other[name][0] ?? null
}

/** Rows `from` to before `to`, as a copy. */
export const sliceColumns = (columns: FixColumns, from: number, to: number): FixColumns => {
  const start = Math.max(0, from)
  const length = Math.max(0, Math.min(to, columns.length) - start)
  return createColumns(length, ({ name }) => columns[name].slice(start, start + length))
}

/** The columns that may hold derived values, each with its bit. A derived heading is only drawn. */
const MASKED = { speed: DERIVED_BIT.speed, odo: DERIVED_BIT.odo, ignition: DERIVED_BIT.ignition } as const
const ANY_MASKED = DERIVED_BIT.speed | DERIVED_BIT.odo | DERIVED_BIT.ignition

/** The same fixes without what was derived of them; it shares every other column, and is `columns` itself where nothing was. */
export const measuredColumns = (columns: FixColumns): FixColumns => {
  const { derived, length } = columns
  let bits = 0
  for (let i = 0; i < length; i += 1) bits |= derived[i] ?? 0
  if ((bits & ANY_MASKED) === 0) return columns
  return createColumns(length, ({ name, kind }) => {
    const bit = name in MASKED ? MASKED[name as keyof typeof MASKED] : 0
    if (bit === 0) return columns[name]
    const column = (columns[name] as Float64Array | Uint8Array).slice()
    for (let i = 0; i < length; i += 1)
      if (((derived[i] ?? 0) & bit) !== 0) column[i] = EMPTY_VALUE[kind] as number
    return column
  })
}

/** The same fixes with other columns in place of some; `columns` itself where they are its own. */
export const withColumns = (columns: FixColumns, others: Partial<FixColumns>): FixColumns => {
  const isOwn = fixFields.every(({ name }) => !(name in others) || others[name] === columns[name])
  return isOwn ? columns : createColumns(columns.length, ({ name }) => others[name] ?? columns[name])
}

/** All parts, one after another. */
export const concatColumns = (parts: readonly FixColumns[]): FixColumns => {
  const whole = emptyColumns(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    for (const name of TYPED_COLUMNS) whole[name].set(part[name], at)
    for (const name of STRING_COLUMNS) {
      const from = part[name]
      const to = whole[name]
      for (let i = 0; i < part.length; i += 1) to[at + i] = from[i] ?? null
    }
    at += part.length
  }
  return whole
}
