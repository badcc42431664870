import type {
  CompanyTable,
  DriverTable,
  FenceVersionView,
  GeofencePastTable,
  GeofenceTable,
  GeofenceVehicleTable,
  GroupVehicleTable,
  RegionTable,
  RegionVehicleTable,
  TripTable,
  UserGroupTable,
  VehicleGroupTable,
  VehicleTable,
} from './tables/fleet.ts'
import type {
  ActingAuditTable,
  ActingPeriodTable,
  AppUserTable,
  AuthorizationCodeTable,
  MailTable,
  PasswordResetTable,
  RefreshTokenTable,
} from './tables/people.ts'
import type { SettingTable, TickerMessageTable } from './tables/portal.ts'
import type {
  IngestCountTable,
  LatestFixTable,
  OpenFixTable,
  VehicleDayTable,
  VehicleEventTable,
  VehicleHourTable,
} from './tables/tracks.ts'

/** Every table by its name. */
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
  geofence_past: GeofencePastTable
  fence_version: FenceVersionView
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
