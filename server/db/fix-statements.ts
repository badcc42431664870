import { arrayOf, FIX_COLUMN_NAMES, fixArrays, type OwnedFix, SELECT_FIX, unnestFixes } from './fix-arrays.ts'

/** How many parameters `insertFixes` takes. */
export const FIX_PARAMETERS = fixArrays([]).length

/** Inserts the fixes of `fixArrays`, given from parameter `first` on, and leaves out those that lie there. */
export const insertFixes = (first: number): string =>
  `insert into open_fix (${FIX_COLUMN_NAMES}) select ${SELECT_FIX} from ${unnestFixes(first)} on conflict do nothing`

/** A vehicle's new latest fix and the median seconds between its fixes. */
export type LatestRow = OwnedFix & { readonly intervalS: number | null }

const LATEST_COLUMNS = [
  ['company_id', 'int4'],
  ['vehicle_id', 'int4'],
  ['time', 'float8'],
  ['lng', 'float8'],
  ['lat', 'float8'],
  ['speed', 'float8'],
  ['heading', 'float8'],
  ['odo', 'float8'],
  ['ignition', 'bool'],
  ['rpm', 'float8'],
  ['fuel', 'float8'],
  ['adblue', 'float8'],
  ['interval_s', 'float8'],
] as const

const LATEST_NAMES = LATEST_COLUMNS.map(([name]) => name).join(', ')

/** The values of `moveLatest`. */
export const latestArrays = (latest: readonly LatestRow[]): string[] => [
  arrayOf(latest, ({ companyId }) => companyId),
  arrayOf(latest, ({ vehicleId }) => vehicleId),
  arrayOf(latest, ({ fix }) => fix.time),
  arrayOf(latest, ({ fix }) => fix.lng),
  arrayOf(latest, ({ fix }) => fix.lat),
  arrayOf(latest, ({ fix }) => fix.speed),
  arrayOf(latest, ({ fix }) => fix.heading),
  arrayOf(latest, ({ fix }) => fix.odo),
  arrayOf(latest, ({ fix }) => fix.ignition),
  arrayOf(latest, ({ fix }) => fix.rpm),
  arrayOf(latest, ({ fix }) => fix.fuel),
  arrayOf(latest, ({ fix }) => fix.adblue),
  arrayOf(latest, ({ intervalS }) => intervalS),
]

/** Moves the latest positions that are newer than what is there, and answers their vehicles. What a device does not send stays known. */
export const moveLatest = (first: number): string => `
insert into latest_fix (${LATEST_NAMES})
select company_id, vehicle_id, to_timestamp(time / 1000), lng, lat, speed, heading, odo, ignition, rpm, fuel, adblue, interval_s
from unnest(${LATEST_COLUMNS.map(([, type], i) => `$${first + i}::${type}[]`).join(', ')}) as latest(${LATEST_NAMES})
on conflict (company_id, vehicle_id) do update set
  time = excluded.time, lng = excluded.lng, lat = excluded.lat, speed = excluded.speed, heading = excluded.heading,
  odo = coalesce(excluded.odo, latest_fix.odo), ignition = excluded.ignition, rpm = excluded.rpm,
  fuel = coalesce(excluded.fuel, latest_fix.fuel), adblue = coalesce(excluded.adblue, latest_fix.adblue),
  interval_s = coalesce(excluded.interval_s, latest_fix.interval_s)
where excluded.time > latest_fix.time
returning vehicle_id`
