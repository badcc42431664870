import { latestFields } from '#domain/fix.ts'
import {
  arrayOf,
  FIX_COLUMNS,
  fieldColumn,
  namesOf,
  OWNER_COLUMNS,
  type OwnedFix,
  type RowColumn,
  selectFrom,
  unnest,
} from './fix-arrays.ts'

/** How many parameters `insertFixes` takes. */
export const FIX_PARAMETERS = FIX_COLUMNS.length

/** Inserts the fixes of `fixArrays`, given from parameter `first` on, except those that are stored already. */
export const insertFixes = (first: number): string =>
  `insert into open_fix (${namesOf(FIX_COLUMNS)}) select ${selectFrom(FIX_COLUMNS, 'fix')}
from ${unnest(FIX_COLUMNS, first, 'fix')} on conflict do nothing`

/** A vehicle's new latest fix and the median seconds between its fixes. */
export type LatestRow = OwnedFix & { readonly intervalS: number | null }

const LATEST_COLUMNS: readonly RowColumn<LatestRow>[] = [
  ...OWNER_COLUMNS,
  ...latestFields.map(fieldColumn),
  { name: 'interval_s', type: 'float8', arrayOf: (rows) => arrayOf(rows, ({ intervalS }) => intervalS) },
]

const LATEST_CHANGES = [
  ...latestFields.map(({ column, latest }) =>
    latest === 'asSent'
      ? `${column} = excluded.${column}`
      : `${column} = coalesce(excluded.${column}, latest_fix.${column})`,
  ),
  'interval_s = coalesce(excluded.interval_s, latest_fix.interval_s)',
].join(', ')

/** The parameters of `moveLatest`. */
export const latestArrays = (latest: readonly LatestRow[]): string[] =>
  LATEST_COLUMNS.map((column) => column.arrayOf(latest))

/** Moves the latest positions that are newer than the stored ones, and answers their vehicles. */
export const moveLatest = (first: number): string => `
insert into latest_fix (${namesOf(LATEST_COLUMNS)}) select ${selectFrom(LATEST_COLUMNS, 'latest')}
from ${unnest(LATEST_COLUMNS, first, 'latest')}
on conflict (company_id, vehicle_id) do update set ${LATEST_CHANGES}
where excluded.time > latest_fix.time
returning vehicle_id`
