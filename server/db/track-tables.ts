// Where vehicles were.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Jsonb, Time } from './tables.ts'

/** The newest honest fix of each vehicle. */
export type LatestFixTable = {
  company_id: number
  vehicle_id: number
  time: Time
  lng: number
  lat: number
  speed: number | null
  heading: number | null
  odo: number | null
  ignition: boolean | null
  rpm: number | null
  fuel: number | null
  adblue: number | null
  /** Median seconds between this vehicle's recent fixes; decides when it is late. */
  interval_s: number | null
}

/**
 * Raw fixes of days not yet closed, and of closed days reopened by late points.
 * `seq` tells apart two places at one time; the database computes it from the place (1e-6 degrees), so that
 * `ON CONFLICT (company_id, vehicle_id, time, seq) DO NOTHING` drops a fix sent twice, in whatever order fixes come.
 */
export type OpenFixTable = {
  company_id: number
  vehicle_id: number
  time: Time
  seq: GeneratedAlways<number | bigint>
  lng: number
  lat: number
  speed: number | null
  heading: number | null
  odo: number | null
  ignition: boolean | null
  engine_hours: number | null
  rpm: number | null
  neutral: boolean | null
  fuel: number | null
  adblue: number | null
  adblue_zone: number | null
  dpf: number | null
  dtcs: string[] | null
  events: Generated<number>
  derived: Generated<number>
}

/** One finished vehicle-day: all its fixes in one compressed columnar blob. `day` is `YYYY-MM-DD` in the company's zone. */
export type VehicleDayTable = {
  company_id: number
  vehicle_id: number
  day: ColumnType<string, string, string>
  fixes: number
  version: number
  blob: Buffer
}

/** What a vehicle did in one hour of its company's zone. Durations in seconds, distances in km, fluids in litres. */
export type VehicleHourTable = {
  company_id: number
  vehicle_id: number
  hour: Time
  day: ColumnType<string, string, string>
  distance_km: number
  running_s: number
  idling_s: number
  stopped_s: number
  fuel_used: number
  fuel_filled: number
  adblue_used: number
  max_speed: number
  overspeed_s: number
  fixes: number
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
