import type pg from 'pg'
import { FIGURE_FIELDS } from '#domain/figure-fields.ts'

const COLUMNS = Object.values(FIGURE_FIELDS)

/** The columns of figures, as SQL: their names, what makes one of several rows, and values of the right size. */
export const FIGURE_SQL = {
  names: COLUMNS.map(({ column }) => column).join(', '),
  together: COLUMNS.map(({ column, of }) => `${of === 'greatest' ? 'max' : 'sum'}(${column})`).join(', '),
  values: COLUMNS.map(({ of }) =>
    of === 'count' ? '(random() * 3)::int' : 'round((random() * 1000)::numeric, 3)',
  ).join(', '),
} as const

/** Days as the alias `days(d)`, which end with the parameter `$3`. */
export const daysBack = (days: number): string =>
  `generate_series($3::date - ${days - 1}, $3::date, interval '1 day') g(t), lateral (select t::date as d) days`

/** Fills the figures of vehicles on `days` days that end with `today`, without the hours that closing a day would make. */
export const fillDays = async (
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
  today: string,
  days: number,
): Promise<void> => {
  await pool.query(
    `insert into vehicle_day_figures (company_id, vehicle_id, day, driver_id, ${FIGURE_SQL.names})
    select $1, v, d, 0, ${FIGURE_SQL.values} from unnest($2::int4[]) v, ${daysBack(days)}`,
    [companyId, ids, today],
  )
  await pool.query('vacuum analyze vehicle_day_figures')
}
