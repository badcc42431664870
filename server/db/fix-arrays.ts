import type { Fix } from '#domain/fix.ts'

type Scalar = number | boolean | string | null | undefined

const textOf = (value: Scalar): string => {
  if (value === undefined || value === null) return 'NULL'
  if (typeof value === 'string') return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  return String(value)
}

/** An array literal of PostgreSQL, written at once: the driver's own way escapes each element on its own. */
export const arrayOf = <TItem>(items: readonly TItem[], pick: (item: TItem) => Scalar): string => {
  let text = '{'
  for (let i = 0; i < items.length; i += 1) {
    if (i > 0) text += ','
    text += textOf(pick(items[i] as TItem))
  }
  return `${text}}`
}

/** A fix and whose it is. */
export type OwnedFix = { readonly companyId: number; readonly vehicleId: number; readonly fix: Fix }

/** The types of the arrays `fixArrays` makes, in its order; the columns of `open_fix` but for `seq`, which the database computes. */
const FIX_COLUMNS = [
  ['company_id', 'int4'],
  ['vehicle_id', 'int4'],
  ['time', 'float8'],
  ['lng', 'float8'],
  ['lat', 'float8'],
  ['speed', 'float8'],
  ['heading', 'float8'],
  ['odo', 'float8'],
  ['ignition', 'bool'],
  ['engine_hours', 'float8'],
  ['rpm', 'float8'],
  ['neutral', 'bool'],
  ['fuel', 'float8'],
  ['adblue', 'float8'],
  ['adblue_zone', 'int4'],
  ['dpf', 'int4'],
  ['dtcs', 'text'],
  ['events', 'int4'],
  ['derived', 'int4'],
] as const

export const FIX_COLUMN_NAMES = FIX_COLUMNS.map(([name]) => name).join(', ')
/** `unnest($1::…)` over the values of `fixArrays`, from parameter `first` on. */
export const unnestFixes = (first: number): string =>
  `unnest(${FIX_COLUMNS.map(([, type], i) => `$${first + i}::${type}[]`).join(', ')}) as fix(${FIX_COLUMN_NAMES})`
/** The columns selected from `fix` in the table's types. */
export const SELECT_FIX = FIX_COLUMNS.map(([name]) => {
  if (name === 'time') return 'to_timestamp(fix.time / 1000)'
  if (name === 'dtcs') return 'fix.dtcs::text[]'
  return `fix.${name}`
}).join(', ')

/** Fixes as the values of `unnestFixes`. */
export const fixArrays = (fixes: readonly OwnedFix[]): string[] => [
  arrayOf(fixes, ({ companyId }) => companyId),
  arrayOf(fixes, ({ vehicleId }) => vehicleId),
  arrayOf(fixes, ({ fix }) => fix.time),
  arrayOf(fixes, ({ fix }) => fix.lng),
  arrayOf(fixes, ({ fix }) => fix.lat),
  arrayOf(fixes, ({ fix }) => fix.speed),
  arrayOf(fixes, ({ fix }) => fix.heading),
  arrayOf(fixes, ({ fix }) => fix.odo),
  arrayOf(fixes, ({ fix }) => fix.ignition),
  arrayOf(fixes, ({ fix }) => fix.engineHours),
  arrayOf(fixes, ({ fix }) => fix.rpm),
  arrayOf(fixes, ({ fix }) => fix.neutral),
  arrayOf(fixes, ({ fix }) => fix.fuel),
  arrayOf(fixes, ({ fix }) => fix.adblue),
  arrayOf(fixes, ({ fix }) => fix.adblueZone),
  arrayOf(fixes, ({ fix }) => fix.dpf),
  arrayOf(fixes, ({ fix }) => (fix.dtcs ? arrayOf(fix.dtcs, (code) => code) : null)),
  arrayOf(fixes, ({ fix }) => fix.events ?? 0),
  arrayOf(fixes, ({ fix }) => fix.derived ?? 0),
]
