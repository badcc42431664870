import { type RawBuilder, sql } from 'kysely'
import { FIGURE_FIELDS, type FigureName } from '#domain/figure-fields.ts'

/** The figures with their columns, in the order of FIGURE_FIELDS. */
export const FIGURES = Object.entries(FIGURE_FIELDS).map(([name, field]) => ({
  ...{ name: name as FigureName },
  ...field,
}))

const joined = (of: (figure: (typeof FIGURES)[number]) => string): RawBuilder<unknown> =>
  sql.raw(FIGURES.map(of).join(', '))

/** The columns of all figures. */
export const FIGURE_COLUMNS = joined(({ column }) => column)

/** Each figure of a row under its name. */
export const EACH_FIGURE = joined(({ name, column }) => `${column} as "${name}"`)

const together = ({ column, of }: (typeof FIGURES)[number]): string =>
  of === 'greatest' ? `max(${column})` : `sum(${column})`

/** The columns of all figures, of several rows together. */
export const COLUMNS_TOGETHER = joined(together)

/** Each figure of several rows together under its name, not yet rounded as sums of them are. */
export const FIGURES_TOGETHER = joined(
  (figure) => `coalesce(${together(figure)}, 0)::float8 as "${figure.name}"`,
)
