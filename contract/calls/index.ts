import * as alerts from './alerts.ts'
import type { Call } from './call.ts'
import * as dashboard from './dashboard.ts'
import * as dataSharing from './data-sharing.ts'
import * as drivingAnalysis from './driving-analysis.ts'
import * as environment from './environment.ts'
import * as fleet from './fleet.ts'
import * as gateway from './gateway.ts'
import * as geofences from './geofences.ts'
import * as health from './health.ts'
import * as help from './help.ts'
import * as positionImport from './import.ts'
import * as live from './live.ts'
import * as liveShare from './live-share.ts'
import * as mail from './mail.ts'
import * as maintenance from './maintenance.ts'
import * as payment from './payment.ts'
import * as playback from './playback.ts'
import * as preferences from './preferences.ts'
import * as problemReports from './problem-report.ts'
import * as reports from './reports.ts'
import * as session from './session.ts'
import * as settings from './settings.ts'
import * as support from './support.ts'
import * as ticker from './ticker.ts'
import * as trips from './trips.ts'
import * as users from './users.ts'
import * as vehicleLists from './vehicle-lists.ts'
import * as vehicles from './vehicles.ts'

const AREAS = {
  environment,
  session,
  fleet,
  playback,
  live,
  liveShare,
  vehicleLists,
  trips,
  geofences,
  alerts,
  settings,
  maintenance,
  help,
  users,
  support,
  preferences,
  problemReports,
  vehicles,
  reports,
  dashboard,
  drivingAnalysis,
  health,
  dataSharing,
  payment,
  mail,
  ticker,
  positionImport,
  gateway,
}

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every call of every area. For the server, tests and tools: the client imports the areas it shows. */
export const allCalls: readonly Call[] = Object.values(AREAS).flatMap((area) =>
  Object.values(area as Record<string, unknown>).filter(isCall),
)
