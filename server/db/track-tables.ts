// Where vehicles were.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { FIGURE_FIELDS, FigureName } from '#domain/figure-fields.ts'
import type { FieldsWith, FixFieldName } from '#domain/fix.ts'
import type { FIX_FIELDS } from '#domain/fix-fields.ts'
import type { Jsonb, Time } from './tables.ts'

type Fields = typeof FIX_FIELDS

/** What a column of each type holds, in tables and as the driver answers it. */
type ColumnValues = {
  float8: number | null
  timestamptz: Time
  bool: boolean | null
  int2: number | null
  int4: Generated<number>
  'text[]': string[] | null
}
type FieldColumns<TName extends FixFieldName> = {
  [Name in TName as Fields[Name]['column']]: Fields[Name] extends { required: true }
    ? NonNullable<ColumnValues[Fields[Name]['type']]>
    : ColumnValues[Fields[Name]['type']]
}

/** The newest honest fix of each vehicle: the fields that have `latest`. */
export type LatestFixTable = {
  company_id: number
  vehicle_id: number
  /** Median seconds between this vehicle's recent fixes; decides when it is late. */
  interval_s: number | null
} & FieldColumns<FieldsWith<{ latest: string }>>

/**
 * Raw fixes of days not yet closed, and of closed days that late points opened again.
 * `seq` tells apart two places at one time; the database computes it from the place (1e-6 degrees), so that
 * `ON CONFLICT (company_id, vehicle_id, time, seq) DO NOTHING` drops a fix that is sent twice, in whatever order fixes come.
 */
export type OpenFixTable = {
  company_id: number
  vehicle_id: number
  seq: GeneratedAlways<number | bigint>
} & FieldColumns<FixFieldName>

/** One finished vehicle-day: all its fixes in one compressed blob of columns. `day` is `YYYY-MM-DD` in the company's zone. */
export type VehicleDayTable = {
  company_id: number
  vehicle_id: number
  day: ColumnType<string, string, string>
  fixes: number
  version: number
  blob: Buffer
}

type FigureColumns = { [Name in FigureName as (typeof FIGURE_FIELDS)[Name]['column']]: Generated<number> }

/**
 * What a vehicle did in one hour of its company's zone, or in the part of it from `hour` on in which this driver drove; 0 is nobody. Open
 * days have rows too, as of their last derivation.
 */
export type VehicleHourTable = {
  company_id: number
  vehicle_id: number
  hour: Time
  day: ColumnType<string, string, string>
  driver_id: Generated<number>
} & FigureColumns

/**
 * The hours of a day together, for each driver. `next_fixes` and `next_until` tell with which fixes after it the day was derived: how
 * many, and the time of the last one.
 */
export type VehicleDayFiguresTable = {
  company_id: number
  vehicle_id: number
  day: ColumnType<string, string, string>
  driver_id: number
  next_fixes: Generated<number>
  next_until: Time | null
} & FigureColumns

/** Days whose figures an earlier release has derived, so that some are missing. */
export type FiguresPendingTable = {
  company_id: number
  vehicle_id: number
  day: ColumnType<string, string, string>
}

/** Who drives a vehicle from a time on; null is nobody. */
export type DriverAssignmentTable = {
  company_id: number
  vehicle_id: number
  since: Time
  driver_id: number | null
}

/**
 * Driving events and alerts, one kind of row: `code` is an event code (PLB-08) or an alert code (ALR-02).
 * `seq` tells apart rows of one code at one time (two fences entered at once). Closing a day replaces all rows of its time.
 */
export type VehicleEventTable = {
  company_id: number
  vehicle_id: number
  time: Time
  code: string
  seq: Generated<number>
  kind: 'event' | 'alert'
  lng: number
  lat: number
  /** Speed, litres or seconds, as the code says. */
  value: number | null
  duration_s: number | null
  detail: Jsonb<Record<string, unknown>>
}

/** What became of the fixes a vehicle sent on a day: received = stored + duplicate + rejected; flagged are among the stored. */
export type IngestCountTable = {
  company_id: number
  vehicle_id: number
  day: ColumnType<string, string, string>
  received: number
  stored: number
  duplicate: number
  rejected: number
  flagged: number
}
