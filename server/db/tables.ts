import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Role } from '#contract/roles.ts'

type Jsonb<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, Date | string, Date | string>

export type CompanyTable = { id: Generated<number>; name: string; time_zone: Generated<string> }

export type AppUserTable = {
  id: Generated<number>
  /** Null for the portal's own staff. */
  company_id: number | null
  /** Lower case, unique. */
  user_name: string
  first_name: string
  email: string | null
  mobile: string | null
  roles: ColumnType<Role[], string, string>
  password_hash: string
  alpha_access: Generated<boolean>
  beta_access: Generated<boolean>
  disabled_at: Time | null
}

/** A reset link by the SHA-256 of its code. */
export type PasswordResetTable = { hash: string; user_id: number; expires_at: Time; used_at: Time | null }

/**
 * An authorization code by its SHA-256, and what it is bound to: client, address, challenge (PKCE S256). A used one names the
 * login that it began and is kept as long, so that a second use ends that login.
 */
export type AuthorizationCodeTable = {
  hash: string
  client_id: string
  redirect_uri: string
  challenge: string
  nonce: string | null
  user_id: number
  issued_at: Time
  expires_at: Time
  used_at: Time | null
  family: string | null
}

/** A mail of the outbox. */
export type MailTable = {
  id: GeneratedAlways<number>
  recipient: string
  subject: string
  body: string
  sent_at: Time
}

/** A time in which a login of CSSUPPORT may act for a user; one at a time for each login. */
export type ActingPeriodTable = {
  id: GeneratedAlways<string>
  family: string
  actor_id: number
  target_id: number
  role: Role
  reason: Generated<string>
  began_at: Time
  ends_at: Time
  ended_at: Time | null
}

/** Every attempt to make a call for somebody else. Rows are never changed: the database refuses it. */
export type ActingAuditTable = {
  id: GeneratedAlways<string>
  at: Time
  actor_id: number
  /** What was asked for, as it came: a user id and a role. */
  target: string
  call_id: string
  request_id: string
  granted: boolean
  note: Generated<string>
}

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

export type DriverTable = {
  id: Generated<number>
  company_id: number
  name: string
  mobile: string | null
  licence: string | null
}
export type VehicleGroupTable = { id: Generated<number>; company_id: number; name: string }
export type RegionTable = { id: Generated<number>; company_id: number; name: string }
export type GroupVehicleTable = { company_id: number; group_id: number; vehicle_id: number }
export type RegionVehicleTable = { company_id: number; region_id: number; vehicle_id: number }
/** Restricts a user to groups; a user without a row sees the whole company. */
export type UserGroupTable = { company_id: number; user_id: number; group_id: number }

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
}
export type GeofenceVehicleTable = { company_id: number; geofence_id: number; vehicle_id: number }

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

/** A refresh token's hash and the family it belongs to; a spent one names its successor for the grace window. */
export type RefreshTokenTable = {
  hash: string
  family: string
  user_id: number
  issued_at: Time
  expires_at: Time
  family_expires_at: Time
  spent_at: Time | null
  successor: string | null
  revoked_at: Time | null
  /** The OAuth client that may spend it. */
  client_id: Generated<string>
}

/** A message of the ticker (TCK-07); criticality 1 is shown bold. */
export type TickerMessageTable = {
  id: Generated<number>
  content: string
  criticality: number
  created_at: Generated<Date>
  changed_at: Generated<Date>
  /** Who wrote it last; null for the demo's and where that user is gone. */
  changed_by: number | null
}

/** Small facts of the installation: signing keys, seed progress, maintenance switch. */
export type SettingTable = { key: string; value: Jsonb<unknown> }

export type Tables = {
  company: CompanyTable
  app_user: AppUserTable
  password_reset: PasswordResetTable
  authorization_code: AuthorizationCodeTable
  mail: MailTable
  acting_period: ActingPeriodTable
  acting_audit: ActingAuditTable
  vehicle: VehicleTable
  driver: DriverTable
  vehicle_group: VehicleGroupTable
  region: RegionTable
  group_vehicle: GroupVehicleTable
  region_vehicle: RegionVehicleTable
  user_group: UserGroupTable
  geofence: GeofenceTable
  geofence_vehicle: GeofenceVehicleTable
  trip: TripTable
  latest_fix: LatestFixTable
  open_fix: OpenFixTable
  vehicle_day: VehicleDayTable
  vehicle_hour: VehicleHourTable
  vehicle_event: VehicleEventTable
  ingest_count: IngestCountTable
  refresh_token: RefreshTokenTable
  ticker_message: TickerMessageTable
  setting: SettingTable
}
