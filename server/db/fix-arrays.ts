import { type Fix, fixFields, type NamedFixField } from '#domain/fix.ts'

type Scalar = number | boolean | string | null | undefined

const textOf = (value: Scalar): string => {
  if (value === undefined || value === null) return 'NULL'
  if (typeof value === 'string') return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  return String(value)
}

/** An array literal of PostgreSQL, written in one go: the driver would escape each element on its own. */
export const arrayOf = <TItem>(items: readonly TItem[], pick: (item: TItem) => Scalar): string => {
  let text = '{'
  for (let i = 0; i < items.length; i += 1) {
    if (i > 0) text += ','
    text += textOf(pick(items[i] as TItem))
  }
  return `${text}}`
}

/** A fix of a company's vehicle. */
export type OwnedFix = { readonly companyId: number; readonly vehicleId: number; readonly fix: Fix }

/** A column of rows that travel to PostgreSQL as arrays, one parameter for each column. */
export type RowColumn<TRow> = {
  readonly name: string
  /** Type of the parameter's elements. */
  readonly type: string
  /** Makes the column's value of such an element, as SQL. */
  readonly cast?: (element: string) => string
  readonly arrayOf: (rows: readonly TRow[]) => string
}

export const OWNER_COLUMNS: readonly RowColumn<OwnedFix>[] = [
  { name: 'company_id', type: 'int4', arrayOf: (rows) => arrayOf(rows, ({ companyId }) => companyId) },
  { name: 'vehicle_id', type: 'int4', arrayOf: (rows) => arrayOf(rows, ({ vehicleId }) => vehicleId) },
]

/** The column of a field of a fix. */
export const fieldColumn = (field: NamedFixField): RowColumn<OwnedFix> => {
  const { name, kind, column, type } = field
  switch (kind) {
    case 'strings':
      return {
        name: column,
        // PostgreSQL has no array of arrays that differ in length, so each one travels as its literal.
        type: 'text',
        cast: (element) => `${element}::text[]`,
        arrayOf: (rows) =>
          arrayOf(rows, ({ fix: { [name]: texts } }) => (texts ? arrayOf(texts, (text) => text) : null)),
      }
    case 'bits':
      return { name: column, type, arrayOf: (rows) => arrayOf(rows, ({ fix }) => fix[name] ?? 0) }
    default:
      return {
        name: column,
        ...(type === 'timestamptz'
          ? { type: 'float8', cast: (element) => `to_timestamp(${element} / 1000)` }
          : { type }),
        arrayOf: (rows) => arrayOf(rows, ({ fix }) => fix[name]),
      }
  }
}

/** Names of columns, as SQL. */
export const namesOf = (columns: ReadonlyArray<RowColumn<never>>): string =>
  columns.map(({ name }) => name).join(', ')

/** The rows as a table `alias`, from the arrays at parameter `first` and those behind it. */
export const unnest = (columns: ReadonlyArray<RowColumn<never>>, first: number, alias: string): string =>
  `unnest(${columns.map(({ type }, i) => `$${first + i}::${type}[]`).join(', ')}) as ${alias}(${namesOf(columns)})`

/** What is selected from the table `alias` that `unnest` makes. */
export const selectFrom = (columns: ReadonlyArray<RowColumn<never>>, alias: string): string =>
  columns.map(({ name, cast = (element) => element }) => cast(`${alias}.${name}`)).join(', ')

/** The columns of `open_fix` but for `seq`, which the database computes. */
export const FIX_COLUMNS = [...OWNER_COLUMNS, ...fixFields.map(fieldColumn)]

/** Fixes as the parameters of `FIX_COLUMNS`. */
export const fixArrays = (fixes: readonly OwnedFix[]): string[] =>
  FIX_COLUMNS.map((column) => column.arrayOf(fixes))
