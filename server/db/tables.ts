import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Fault } from '#contract/errors.ts'
import type { ShareEnd } from '#contract/records/live-share.ts'
import type { ImportResult } from '#contract/records/position-import.ts'
import type { SetValue } from '#contract/records/support-changes.ts'
import type { Role } from '#contract/roles.ts'
import type {
  AlertCheckpointTable,
  AlertDeliveryTable,
  AlertPendingTable,
  AlertPreferenceTable,
  AlertRuleTable,
  AlertSettingTable,
  AlertTable,
} from './alert-tables.ts'
import type {
  DtcReportTable,
  ServiceIntervalTable,
  ServiceRecordTable,
  VehicleDayFluidTable,
} from './health-tables.ts'
import type {
  DriverAssignmentTable,
  FiguresPendingTable,
  IngestCountTable,
  LatestFixTable,
  OpenFixTable,
  VehicleDayFiguresTable,
  VehicleDayTable,
  VehicleEventTable,
  VehicleHourTable,
} from './track-tables.ts'

/** Read as parsed JSON, written as JSON text. */
export type Jsonb<T> = ColumnType<T, string, string>
/** Read as a Date, written as a Date or ISO text. */
export type Time = ColumnType<Date, Date | string, Date | string>

// Tables of a company.

/** A scaling factor that was set for a KPI (`domain/scaling.ts`); the last row of a KPI holds, and the earlier ones tell who set what. */
export type KpiScaleTable = {
  id: GeneratedAlways<string>
  company_id: number
  kpi: string
  factor: number
  changed_by: number | null
  changed_at: Time
}

/** Whether a company's driving score counts an alert; the last row of an alert holds, and the earlier ones tell who set what. */
export type ScoredAlertTable = {
  id: GeneratedAlways<string>
  company_id: number
  alert: string
  is_scored: boolean
  changed_by: number | null
  changed_at: Time
}

/** A company; `time_zone` defines its days and hours. */
export type CompanyTable = { id: Generated<number>; name: string; time_zone: Generated<string> }

/** A truck. Tank sizes in litres; `imei` identifies its device. */
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
  /** The secret a device sends with its fixes; visible to administrators only. */
  ingest_key: string
}

/** The key with which a company's gateway reports for its devices, as `storedHashOf` makes it. */
export type GatewayKeyTable = { company_id: number; hash: string; made_at: Time }

/** A device behind a company's gateway: of a vehicle, or, with null, waiting to be accepted, with what it has sent since. */
export type GatewayDeviceTable = {
  company_id: number
  /** The id under which the gateway knows it, usually its IMEI. */
  device_id: string
  vehicle_id: number | null
  name: string | null
  protocol: string | null
  /** Positions received, and not kept, while it waits. */
  positions: Generated<number>
  last_seen: Time
  lng: number | null
  lat: number | null
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

/** Vehicles of a group. */
export type GroupVehicleTable = { company_id: number; group_id: number; vehicle_id: number }

/** Vehicles of a region. */
export type RegionVehicleTable = { company_id: number; region_id: number; vehicle_id: number }

/** Restricts a user to groups; a user without rows sees the whole company. */
export type UserGroupTable = { company_id: number; user_id: number; group_id: number }

/** A fence; `radius_m` is null for polygons. */
export type GeofenceTable = {
  id: Generated<number>
  company_id: number
  name: string
  shape: 'circle' | 'polygon'
  /** Circle: one point; polygon: its corners, the first not repeated; `[lng, lat]`. */
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
  /** Start of its current version; earlier versions are in `geofence_past`. */
  in_force_from: ColumnType<Date, Date | undefined, Date>
  /** Number of saves. */
  revision: Generated<number>
  /** When its creator began it, by the creator's clock; identifies one creation. */
  begun_at: Date | null
  /** Whether it was edited after its creation. A repeated creation request may change it only until then. */
  edited: Generated<boolean>
}

/** A former version of a fence that was changed or deleted; valid only for its time in force. */
export type GeofenceHistoryTable = {
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

/** A view of current and former versions of fences, each with its time in force and its vehicles. */
export type FenceVersionView = Omit<GeofenceHistoryTable, 'id'>

/** The vehicles a fence watches, unless it watches all. */
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

/** A live link (`/liveTrack?q=…`), whose id is stored as `storedHashOf` makes it. It ends at `ends_at` at the latest. */
export type LiveShareTable = {
  id: GeneratedAlways<number>
  company_id: number
  created_by: number | null
  created_at: Time
  hash: string
  label: string
  ends_by: ShareEnd
  ends_at: Time
  trip_id: number | null
  geofence_id: number | null
  revoked_at: Time | null
  views: Generated<number>
  last_viewed_at: Time | null
}

/** A vehicle of a live link, and when it arrived in the fence that ends the link for it. */
export type LiveShareVehicleTable = { share_id: number; vehicle_id: number; arrived_at: Time | null }

// Users, their logins, acting for other users, and mail.

/** A user. */
export type AppUserTable = {
  id: Generated<number>
  /** Null for the portal's own staff. */
  company_id: number | null
  /** Lower case, unique. */
  user_name: string
  first_name: string
  /** Unique, ignoring case. */
  email: string | null
  /** The address that this user had until a migration left it to another who had it too. */
  duplicate_email: Generated<string | null>
  mobile: string | null
  roles: ColumnType<Role[], string, string>
  password_hash: string
  alpha_access: Generated<boolean>
  beta_access: Generated<boolean>
  disabled_at: Time | null
  /** A demo user: `off` if disabled by a start without the demo. Null as soon as somebody sets a password of their own. */
  demo_login: ColumnType<'on' | 'off' | null, 'on' | undefined, 'on' | 'off' | null>
}

/** A reset link, identified by the SHA-256 of its code. */
export type PasswordResetTable = { hash: string; user_id: number; expires_at: Time; used_at: Time | null }

/** A request of a reset link that has been answered and not mailed; `taken_at` is when a process took it. */
export type ResetRequestTable = {
  id: Generated<number>
  user_id: number | null
  requested_at: Time
  taken_at: Time
}

/** A hashed code of the identity provider, and the login that it started; `repeated` if it came again. */
export type RedeemedCodeTable = {
  hash: string
  family: string | null
  repeated: Generated<boolean>
  redeemed_at: Time
}

/** A person at an identity provider, who is a user here. */
export type IdentityLinkTable = { issuer: string; subject: string; user_id: number; linked_at: Time }

/** A mail or SMS in the outbox. */
export type MailTable = {
  id: GeneratedAlways<number>
  channel: Generated<'email' | 'sms'>
  /** Whether it is a notification of alerts. */
  is_alert: Generated<boolean>
  /** Null if unknown or deleted. */
  user_id: number | null
  recipient: string
  subject: string
  body: string
  sent_at: Time
}

/** A period in which a CSSUPPORT login may act for a user; one at a time per login. */
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

/** What the portal's staff did with a company's data; `target_id` is null where it acted for nobody. */
export type SupportChangeTable = {
  id: GeneratedAlways<string>
  at: Time
  company_id: number
  actor_id: number
  target_id: number | null
  call_id: string
  subjects: Jsonb<string[]>
  total: number
  set_values: Jsonb<SetValue[]>
  reason: string
  /** Nothing was changed: the server refused it. */
  refused: Generated<boolean>
}

/** Every attempt to make a call for another user. Rows never change: the database refuses it. */
export type ActingAuditTable = {
  id: GeneratedAlways<string>
  at: Time
  actor_id: number
  /** The request as received: a user id and a role. */
  target: string
  call_id: string
  request_id: string
  granted: boolean
  note: Generated<string>
}

/** A refresh token's hash and its family; a spent one names its successor for the grace period. */
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
  /** The OAuth client that may use it. */
  client_id: Generated<string>
}

// Tables of the portal.

/** A message of the ticker (TCK-07); criticality 1 is shown bold. */
export type TickerMessageTable = {
  id: Generated<number>
  content: string
  criticality: number
  created_at: Generated<Date>
  changed_at: Generated<Date>
  /** Its last editor; null for the demo's messages and for deleted users. */
  changed_by: number | null
}

/** That a user has acknowledged a message as it reads since `changed_at`. */
export type TickerAcknowledgementTable = {
  message_id: number
  user_id: number
  changed_at: Date
}

/** How a user reads the portal, in the words of `Preferences`. */
export type UserPreferenceTable = {
  user_id: number
  language: string | null
  distance: string
  volume: string
  economy: string
  dashboard: Jsonb<unknown> | null
}

/** A recording that a user sent to support, as the file that it came as. */
export type ProblemReportTable = {
  id: Generated<number>
  user_id: number
  role: string
  company_id: number | null
  sent_at: Time
  release: string
  last_state: string
  note: string
  file: Buffer
}

/** The last upload of positions of a company; `ended_at` is null while it is under way, and for ever if the server ended before it. */
export type PositionImportTable = {
  company_id: number
  import_id: string
  user_id: number
  file_name: string
  /** The vehicles that the user saw; null for one who was not limited to groups. */
  seen: number[] | null
  /** A whole number, which PostgreSQL's driver reads as text. */
  bytes: ColumnType<string, number, number>
  began_at: Time
  /** Positions, at least; counted about once a second. */
  stored: Generated<number>
  ended_at: Time | null
  result: Jsonb<ImportResult> | null
  fault: Jsonb<Fault> | null
}

/** Small facts about the installation: signing keys, seed progress, maintenance switch. */
export type SettingTable = { key: string; value: Jsonb<unknown> }

/** Every table by its name. */
export type Tables = {
  company: CompanyTable
  app_user: AppUserTable
  user_preference: UserPreferenceTable
  position_import: PositionImportTable
  problem_report: ProblemReportTable
  password_reset: PasswordResetTable
  reset_request: ResetRequestTable
  redeemed_code: RedeemedCodeTable
  identity_link: IdentityLinkTable
  mail: MailTable
  acting_period: ActingPeriodTable
  acting_audit: ActingAuditTable
  support_change: SupportChangeTable
  vehicle: VehicleTable
  gateway_key: GatewayKeyTable
  gateway_device: GatewayDeviceTable
  driver: DriverTable
  vehicle_group: VehicleGroupTable
  region: RegionTable
  group_vehicle: GroupVehicleTable
  region_vehicle: RegionVehicleTable
  user_group: UserGroupTable
  geofence: GeofenceTable
  geofence_vehicle: GeofenceVehicleTable
  geofence_past: GeofenceHistoryTable
  fence_version: FenceVersionView
  trip: TripTable
  live_share: LiveShareTable
  live_share_vehicle: LiveShareVehicleTable
  latest_fix: LatestFixTable
  open_fix: OpenFixTable
  vehicle_day: VehicleDayTable
  vehicle_hour: VehicleHourTable
  vehicle_day_figures: VehicleDayFiguresTable
  figures_pending: FiguresPendingTable
  driver_assignment: DriverAssignmentTable
  vehicle_event: VehicleEventTable
  ingest_count: IngestCountTable
  alert: AlertTable
  alert_checkpoint: AlertCheckpointTable
  alert_pending: AlertPendingTable
  alert_rule: AlertRuleTable
  alert_setting: AlertSettingTable
  alert_preference: AlertPreferenceTable
  alert_delivery: AlertDeliveryTable
  dtc_report: DtcReportTable
  vehicle_day_fluid: VehicleDayFluidTable
  service_interval: ServiceIntervalTable
  service_record: ServiceRecordTable
  kpi_scale: KpiScaleTable
  scored_alert: ScoredAlertTable
  refresh_token: RefreshTokenTable
  ticker_message: TickerMessageTable
  ticker_acknowledgement: TickerAcknowledgementTable
  setting: SettingTable
}
