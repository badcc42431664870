import { type RawBuilder, sql } from 'kysely'
import { ABSENT, emptyColumns, type FixColumns } from './columns.ts'

/** A row of `open_fix` as `OPEN_FIX` selects it. */
export type OpenFixRow = {
  readonly ms: number
  readonly lng: number
  readonly lat: number
  readonly speed: number | null
  readonly heading: number | null
  readonly odo: number | null
  readonly ignition: boolean | null
  readonly engine_hours: number | null
  readonly rpm: number | null
  readonly neutral: boolean | null
  readonly fuel: number | null
  readonly adblue: number | null
  readonly adblue_zone: number | null
  readonly dpf: number | null
  readonly dtcs: string[] | null
  readonly events: number
  readonly derived: number
}

/** The columns of `open_fix` that make a fix; the time in ms, because making dates of a whole day is slow. */
export const OPEN_FIX: RawBuilder<OpenFixRow> = sql`(extract(epoch from time) * 1000)::float8 as ms, lng, lat, speed, heading, odo, ignition,
  engine_hours, rpm, neutral, fuel, adblue, adblue_zone, dpf, dtcs, events, derived`

const flag = (value: boolean | null): number => (value === null ? ABSENT : value ? 1 : 0)

/** The rows as columns, in their order. */
export const columnsOfRows = (rows: readonly OpenFixRow[]): FixColumns => {
  const columns = emptyColumns(rows.length)
  rows.forEach((row, i) => {
    columns.time[i] = row.ms
    columns.lng[i] = row.lng
    columns.lat[i] = row.lat
    columns.speed[i] = row.speed ?? Number.NaN
    columns.heading[i] = row.heading ?? Number.NaN
    columns.odo[i] = row.odo ?? Number.NaN
    columns.engineHours[i] = row.engine_hours ?? Number.NaN
    columns.rpm[i] = row.rpm ?? Number.NaN
    columns.fuel[i] = row.fuel ?? Number.NaN
    columns.adblue[i] = row.adblue ?? Number.NaN
    columns.ignition[i] = flag(row.ignition)
    columns.neutral[i] = flag(row.neutral)
    columns.adblueZone[i] = row.adblue_zone ?? ABSENT
    columns.dpf[i] = row.dpf ?? ABSENT
    columns.events[i] = row.events
    columns.derived[i] = row.derived
    columns.dtcs[i] = row.dtcs
  })
  return columns
}
