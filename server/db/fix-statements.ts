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

/** That two rows are of one vehicle and place. */
const areAlike = (a: string, b: string): string =>
  ['company_id', 'vehicle_id', 'lng', 'lat'].map((name) => `${a}.${name} = ${b}.${name}`).join(' and ')

const FIX_CHANGES = FIX_COLUMNS.slice(OWNER_COLUMNS.length)
  .map(({ name, cast = (element) => element }) => `${name} = ${cast(`fix.${name}`)}`)
  .join(', ')

/** Writes the fixes of `fixArrays`, given from parameter `first` on, over the open ones of their times and places. */
export const updateFixes = (first: number): string =>
  `update open_fix set ${FIX_CHANGES} from ${unnest(FIX_COLUMNS, first, 'fix')}
where ${areAlike('open_fix', 'fix')} and open_fix.time = to_timestamp(fix.time / 1000)`

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

/** Writes what is given from parameter `first` on over the latest positions of the same times and places. */
export const updateLatest = (first: number): string => `
update latest_fix set ${LATEST_CHANGES}
from (select ${selectFrom(LATEST_COLUMNS, 'latest')} from ${unnest(LATEST_COLUMNS, first, 'latest')})
  as excluded(${namesOf(LATEST_COLUMNS)})
where ${areAlike('latest_fix', 'excluded')} and latest_fix.time = excluded.time`
