import type { Environment } from '#contract/records/environment.ts'
import type { SessionUser } from '#contract/records/session.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { doneOf, errorOf, type Model } from '../kit/stimuli.ts'
import type { AppContext, AppEvent } from './app.setup.ts'

const environment: Environment = {
  productName: 'Roadbook',
  v2BaseUrl: '/api/v2/',
  v3BaseUrl: '/api/v3/',
  identityBaseUrl: '/identity/',
  apiKey: 'key',
  routerBase: '',
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
const user: SessionUser = {
  id: 7,
  roles: ['MANAGER'],
  firstName: 'Asha',
  betaAccess: true,
  alphaAccess: true,
  timeZone: DEFAULT_TIME_ZONE,
}

/** Everything that can happen to the root, with one user of both interfaces. */
export const appModel: Model<AppContext, AppEvent> = {
  inputs: [undefined],
  stimuli: [
    { type: 'route.changed', path: '/', search: '' },
    { type: 'route.changed', path: '/track-trace', search: '?vehicle=5' },
    { type: 'route.changed', path: '/alerts', search: '' },
    { type: 'route.changed', path: '/driving-analysisv2', search: '' },
    { type: 'route.changed', path: '/profile', search: '' },
    { type: 'route.changed', path: '/profiles/dealer', search: '' },
    { type: 'route.changed', path: '/nowhere', search: '' },
    { type: 'route.changed', path: '/liveTrack', search: '?q=of-a-link' },
    { type: 'appearance.read', theme: 'light', mapTheme: null, uiType: 'beta' },
    { type: 'theme.toggled' },
    { type: 'mapTheme.toggled' },
    { type: 'interface.changed', uiType: 'alpha' },
    { type: 'app.retry' },
    { type: 'session.began', user, how: 'loggedIn' },
    { type: 'session.began', user, how: 'restored' },
    { type: 'session.missing' },
    { type: 'identity.returned', savedLocation: '/alerts' },
    { type: 'acting.read', role: 'CUSTOMER', timeZone: 'Europe/Berlin' },
    { type: 'session.ended', why: 'requested' },
    { type: 'session.ended', why: 'expired' },
    { type: 'session.ended', why: 'elsewhere' },
    doneOf('environment', environment),
    errorOf('environment', { name: 'BadReply', message: 'env.json has no apiKey' }),
    { type: 'alerts.enabledChanged', enabled: [] },
    { type: 'alerts.coveredChanged', covered: null },
    doneOf('enabledAlerts', [{ type: 'OVERSPEED', value: 80 }]),
    errorOf('enabledAlerts', { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }),
    doneOf('greeting', { firstName: 'Asha' }),
    errorOf('greeting', { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }),
  ],
  key: ({ path, user, uiType, savedLocation }) => [path, user?.id, uiType, savedLocation],
  unreachable: {},
}
