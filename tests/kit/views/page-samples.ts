import type { Environment } from '#contract/records/environment.ts'
import type { FleetVehicle } from '#contract/records/fleet.ts'
import type { SessionUser } from '#contract/records/session.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'

/** A fleet manager who may use both interfaces. */
export const USER: SessionUser = {
  id: 7,
  roles: ['CUSTOMERADMIN'],
  firstName: 'Asha',
  betaAccess: true,
  alphaAccess: true,
  timeZone: DEFAULT_TIME_ZONE,
}

export const ENVIRONMENT: Environment = {
  productName: 'Roadbook',
  v2BaseUrl: '/api/v2/',
  v3BaseUrl: '/api/v3/',
  identityBaseUrl: '/identity/',
  apiKey: '',
  routerBase: '/',
  googleMapsKey: '',
  mapStyleUrl: '',
  satelliteTilesUrl: '',
  geocoderUrl: '',
  supportPhone: '',
  supportEmail: '',
  supportViewUserId: '',
  identityProvider: null,
  lab: false,
}

/** How many vehicles of each status there are, as the server counts them. */
export const countsOf = (vehicles: readonly FleetVehicle[]) => {
  const count = (status: string) => vehicles.filter(({ vehicleStatus }) => vehicleStatus === status).length
  return {
    RUNNING: count('RUNNING'),
    IDLING: count('IDLE'),
    STOPPED: count('STOPPED'),
    KEYON: count('KEYON'),
    OFFLINE: count('OFFLINE'),
  }
}
