// What a company owns.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Jsonb, Time } from './columns.ts'

/** A company; its days and hours are those of `time_zone`. */
export type CompanyTable = { id: Generated<number>; name: string; time_zone: Generated<string> }

/** A truck. Tank sizes in litres; `imei` is what its device calls itself. */
export type VehicleTable = {
  id: Generated<number>
  company_id: number
  registration: string
  imei: string
  vin: string | null
  model: Generated<string>
  /** Heavy-duty or medium-duty truck. */
  segment: Generated<'HDT' | 'MDT'>
  fuel_tank_litres: number | null
  adblue_tank_litres: number | null
  /** Secret a device sends with its fixes; shown to administrators only. */
  ingest_key: string
  driver_id: number | null
}

/** A driver of a company. */
export type DriverTable = {
  id: Generated<number>
  company_id: number
  name: string
  mobile: string | null
  licence: string | null
}

/** A named group of vehicles. */
export type VehicleGroupTable = { id: Generated<number>; company_id: number; name: string }

/** A named region of vehicles. */
export type RegionTable = { id: Generated<number>; company_id: number; name: string }

/** Which vehicles a group has. */
export type GroupVehicleTable = { company_id: number; group_id: number; vehicle_id: number }

/** Which vehicles a region has. */
export type RegionVehicleTable = { company_id: number; region_id: number; vehicle_id: number }

/** Restricts a user to groups; a user without a row sees the whole company. */
export type UserGroupTable = { company_id: number; user_id: number; group_id: number }

/** A fence; `radius_m` is null for polygons. */
export type GeofenceTable = {
  id: Generated<number>
  company_id: number
  name: string
  shape: 'circle' | 'polygon'
  /** Circle: one point; polygon: its corners, first not repeated; `[lng, lat]`. */
  points: Jsonb<Array<[number, number]>>
  radius_m: number | null
  type_id: number
  valid_from: Time
  valid_to: Time
  entry_alert: boolean
  exit_alert: boolean
  all_vehicles: boolean
  created_by: number | null
  skipped_alert: Generated<boolean>
  entry_notification_time: string | null
  exit_notification_time: string | null
  /** Since when it has been as it is now; what it was before is in `geofence_past`. */
  in_force_from: ColumnType<Date, Date | undefined, Date>
  /** How often it was saved. */
  revision: Generated<number>
  /** When its creator began it, by the creator's clock; names one creation. */
  begun_at: Date | null
  /** Whether it was edited since; its creation, sent again, may change it only until then. */
  edited: Generated<boolean>
}

/** What a fence was before it was changed or deleted; valid only while it was in force. */
export type GeofencePastTable = {
  id: GeneratedAlways<number>
  company_id: number
  geofence_id: number
  name: string
  shape: 'circle' | 'polygon'
  points: Jsonb<Array<[number, number]>>
  radius_m: number | null
  valid_from: Time
  valid_to: Time
  entry_alert: boolean
  exit_alert: boolean
  all_vehicles: boolean
  vehicle_ids: number[]
}

/** A view: fences as they are and as they were, each with the time it watches in and the vehicles it watches. */
export type FenceVersionView = Omit<GeofencePastTable, 'id'>

/** Which vehicles a fence watches, where it does not watch all. */
export type GeofenceVehicleTable = { company_id: number; geofence_id: number; vehicle_id: number }

/** A planned, running or finished journey. Distances in km, fluids in litres. */
export type TripTable = {
  id: Generated<number>
  company_id: number
  vehicle_id: number
  driver_id: number | null
  from_city: string
  to_city: string
  from_lng: number | null
  from_lat: number | null
  to_lng: number | null
  to_lat: number | null
  scheduled_start: Time
  scheduled_end: Time
  actual_start: Time | null
  actual_end: Time | null
  eta: Time | null
  status: 'PLANNED' | 'RUNNING' | 'COMPLETED' | 'CANCELLED'
  distance_km: number | null
  fuel_litres: number | null
  adblue_litres: number | null
  road_type: string | null
  load_type: string | null
  end_type: string | null
}
