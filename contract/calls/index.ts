import type { Call } from '../call.ts'
import * as alerts from './alerts.ts'
import * as cds from './cds.ts'
import * as dashboard from './dashboard.ts'
import * as environment from './environment.ts'
import * as geofences from './geofences.ts'
import * as health from './health.ts'
import * as identity from './identity.ts'
import * as lists from './lists.ts'
import * as mail from './mail.ts'
import * as map from './map.ts'
import * as publicShare from './public.ts'
import * as reports from './reports.ts'
import * as session from './session.ts'
import * as settings from './settings.ts'
import * as shell from './shell.ts'
import * as ticker from './ticker.ts'
import * as trips from './trips.ts'
import * as users from './users.ts'
import * as vehicles from './vehicles.ts'

const AREAS = {
  environment,
  session,
  identity,
  map,
  lists,
  trips,
  geofences,
  alerts,
  settings,
  users,
  vehicles,
  reports,
  dashboard,
  health,
  cds,
  shell,
  mail,
  public: publicShare,
  ticker,
}

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every call of every area. For the server, tests and tools: the client imports the areas it shows. */
export const allCalls: readonly Call[] = Object.values(AREAS).flatMap((area) =>
  Object.values(area as Record<string, unknown>).filter(isCall),
)
