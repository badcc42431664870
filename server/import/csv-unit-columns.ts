import { bare, type Columns, findColumns, UNIT_OF } from './csv-columns.ts'
import type { Meaning } from './csv-names.ts'

/** Names of a column of units that belong to the field in the column before it. */
const UNIT_HEADERS: ReadonlySet<string> = new Set(['unit', 'units', 'uom'])
/** `fuel_unit`, `Units of speed`. */
const UNIT_NAME = /^(?:(.+?)(?:units?|uom)|units?(?:of)?(.+))$/
/** What a unit may be said to be of, instead of the field. */
const MEASURES: Readonly<Record<string, Meaning>> = {
  ...{ distance: 'odo', volume: 'fuel', temperature: 'coolant', temp: 'coolant', pressure: 'oilPressure' },
}

/** Whether a column of this name may hold the units of the column before it. */
export const isUnitHeader = (header: string): boolean => UNIT_HEADERS.has(bare(header))

const meaningNamed = (header: string): string | undefined => {
  const [, before, behind] = UNIT_NAME.exec(bare(header)) ?? []
  const name = before ?? behind
  if (name === undefined) return undefined
  return Object.hasOwn(MEASURES, name) ? MEASURES[name] : Object.keys(findColumns([name]).columns)[0]
}

/** The columns, those of numbers with the place of the column that holds their units, where there is one. */
export const withUnitColumns = (columns: Columns, headers: readonly string[]): Columns => {
  const named = new Map(headers.map((header, at) => [meaningNamed(header), at] as const))
  const taken = new Set(Object.values(columns).map(({ at }) => at))
  return Object.fromEntries(
    Object.entries(columns).map(([meaning, column]) => {
      if (UNIT_OF[meaning as Meaning] === undefined) return [meaning, column]
      const behind = isUnitHeader(headers[column.at + 1] ?? '') ? column.at + 1 : undefined
      const unitAt = named.get(meaning) ?? behind
      return [meaning, unitAt === undefined || taken.has(unitAt) ? column : { ...column, unitAt }]
    }),
  )
}
