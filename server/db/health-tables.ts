// Trouble codes, fluids and services of vehicles.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { FluidName } from '#domain/fluids.ts'
import type { Time } from './tables.ts'

/**
 * Fixes of one day that follow each other, among those that say anything of trouble codes, and list the same ones (`dtc-reports.ts`).
 * A function of the day's fixes, in whatever order they came.
 */
export type DtcReportTable = {
  company_id: number
  vehicle_id: number
  day: ColumnType<string, string, string>
  began: Time
  last_seen: Time
  codes: string[]
  lng: number
  lat: number
  fixes: number
}

/** The lowest, the mean and the highest value of a fluid on a day; open days have rows too, as of their last derivation. */
export type VehicleDayFluidTable = {
  company_id: number
  vehicle_id: number
  day: ColumnType<string, string, string>
  fluid: FluidName
  low: number
  mean: number
  high: number
  fixes: number
}

/** The service interval of a vehicle whose interval is not that of its segment: km, engine hours, days; null where it has none. */
export type ServiceIntervalTable = {
  company_id: number
  vehicle_id: number
  km: number | null
  hours: number | null
  days: number | null
  changed_by: number | null
  changed_at: Time
}

/** A service that was done. Odometer in km, null if unknown; who undid it, and when, if somebody has. */
export type ServiceRecordTable = {
  id: GeneratedAlways<string>
  company_id: number
  vehicle_id: number
  done_at: Time
  odo: number | null
  engine_hours: number | null
  note: string
  recorded_by: number | null
  recorded_at: Time
  undone_by: Generated<number | null>
  undone_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}
