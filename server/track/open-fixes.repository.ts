import { type RawBuilder, sql } from 'kysely'
import { fixFields, type NamedFixField } from '#domain/fix.ts'
import { emptyColumns, type FixColumns } from './columns.ts'

/** A row of `open_fix` as `OPEN_FIX` selects it. */
export type OpenFixRow = Readonly<Record<string, number | boolean | readonly string[] | null>>

/** The name of a field in such a row. A time has one of its own, so that `order by time` still means the column. */
const keyOf = ({ column, type }: NamedFixField): string => (type === 'timestamptz' ? `${column}_ms` : column)

/** The columns of `open_fix` that make a fix; the time in ms, because making dates of a whole day is slow. */
export const OPEN_FIX: RawBuilder<OpenFixRow> = sql.raw(
  fixFields
    .map((field) =>
      field.type === 'timestamptz'
        ? `(extract(epoch from ${field.column}) * 1000)::float8 as ${keyOf(field)}`
        : field.column,
    )
    .join(', '),
)

/** The rows as columns, in their order. */
export const columnsOfRows = (rows: readonly OpenFixRow[]): FixColumns => {
  const columns = emptyColumns(rows.length)
  for (const field of fixFields) {
    if (field.kind === 'strings') fill(columns[field.name], rows, keyOf(field))
    else fillTyped(columns[field.name], rows, keyOf(field))
  }
  return columns
}

const fill = (column: unknown[], rows: readonly OpenFixRow[], key: string): void => {
  for (let i = 0; i < rows.length; i += 1) column[i] = rows[i]?.[key]
}

/** Booleans become 0 and 1; what is null stays as the column has it. */
const fillTyped = (
  column: Float64Array | Uint8Array | Uint16Array,
  rows: readonly OpenFixRow[],
  key: string,
): void => {
  for (let i = 0; i < rows.length; i += 1) {
    const value = (rows[i] as OpenFixRow)[key]
    if (typeof value === 'number') column[i] = value
    else if (typeof value === 'boolean') column[i] = value ? 1 : 0
  }
}
