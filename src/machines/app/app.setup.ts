import { assign, sendTo, setup } from 'xstate'
import type { Environment } from '#contract/records/environment.ts'
import type { SessionUser } from '#contract/records/session.ts'
import type { Role } from '#contract/roles.ts'
import type { fleetMachine } from '../fleet/fleet.machine.ts'
import type { Notice } from '../kit/notice.ts'
import { actionPort, machinePort, promisePort } from '../kit/port.ts'
import { maintenanceMachine } from '../maintenance/maintenance.machine.ts'
import { manualMachine } from '../manual/manual.machine.ts'
import { paymentMachine } from '../payment/payment.machine.ts'
import { profileMachine } from '../profile/profile.machine.ts'
import { recoveryMachine } from '../recovery/recovery.machine.ts'
import type { EndReason } from '../session/session.logic.ts'
import { sessionMachine } from '../session/session.machine.ts'
import type { SessionFact } from '../session/session.setup.ts'
import { settingsMachine } from '../settings/settings.machine.ts'
import { supportMachine } from '../support/support.machine.ts'
import { tickerMachine } from '../ticker/ticker.machine.ts'
import { type AppContext, hereOf, placeHere, visitorOf } from './app.context.ts'
import { headerOf, routeOf, type Theme } from './app.logic.ts'
import type { Screen } from './routes.ts'
import type { UiType } from './visitor.ts'

export type { AppContext } from './app.context.ts'

/** What the app can hear. `path` is below the router base; `search` has its leading `?` or is empty. */
export type AppEvent =
  | { type: 'route.changed'; path: string; search: string }
  | { type: 'preferences.read'; theme: Theme | null; mapTheme: Theme | null; uiType: UiType | null }
  | { type: 'acting.read'; role: Role | null }
  | { type: 'identity.returned'; savedLocation: string | null }
  | { type: 'theme.toggled' }
  | { type: 'mapTheme.toggled' }
  | { type: 'interface.changed'; uiType: UiType }
  | { type: 'app.retry' }
  | SessionFact

/** A stored choice to keep (SES-05, SES-06). */
export type Preference =
  | { readonly key: 'theme'; readonly value: Theme }
  /** '' where the map goes with the page. */
  | { readonly key: 'mapTheme'; readonly value: Theme | '' }
  | { readonly key: 'uiType'; readonly value: UiType }

/** Where to go; `path` may carry a search. */
export type Navigation = { readonly path: string; readonly replace: boolean }

const isAt = (context: AppContext, path: string): boolean => {
  const place = placeHere(context)
  return place.kind === 'screen' && place.route.path === path
}

/** What the app machine remembers, asks for and does; its states are in app.machine.ts. */
export const appSetup = setup({
  types: {
    context: {} as AppContext,
    events: {} as AppEvent,
    children: {} as {
      environment: 'readEnvironment'
      session: 'session'
      maintenance: 'maintenance'
      fleet: 'fleet'
      ticker: 'ticker'
      settings: 'settings'
      profile: 'profile'
      manual: 'manual'
      support: 'support'
      recovery: 'recovery'
      payment: 'payment'
      greeting: 'readFirstName'
    },
    tags: {} as 'loading' | 'blocked' | 'member',
  },
  actors: {
    readEnvironment: promisePort<Environment>('app.readEnvironment'),
    /** The first name as it is kept, or fetched once (SHL-31). */
    readFirstName: promisePort<{ firstName: string }>('app.readFirstName'),
    session: sessionMachine,
    fleet: machinePort<typeof fleetMachine>('app.fleet'),
    maintenance: maintenanceMachine,
    ticker: tickerMachine,
    settings: settingsMachine,
    profile: profileMachine,
    manual: manualMachine,
    support: supportMachine,
    recovery: recoveryMachine,
    payment: paymentMachine,
  },
  actions: {
    navigate: actionPort<Navigation>('app.navigate'),
    notify: actionPort<Notice>('app.notify'),
    storePreference: actionPort<Preference>('app.storePreference'),
    /** Empties what screens keep of filters and reports until the next visit (SHL-47). */
    clearSavedScreens: actionPort<undefined>('app.clearSavedScreens'),
    keepEnvironment: assign((_, { environment }: { environment: Environment }) => ({
      environment,
      failure: null,
    })),
    keepFailure: assign((_, { message }: { message: string }) => ({ failure: message })),
    keepRoute: assign((_, { path, search }: { path: string; search: string }) => ({ path, search })),
    keepPreferences: assign(
      (
        _,
        { theme, mapTheme, uiType }: { theme: Theme | null; mapTheme: Theme | null; uiType: UiType | null },
      ) => ({ theme, mapTheme, uiType }),
    ),
    keepTheme: assign((_, { theme }: { theme: Theme }) => ({ theme })),
    keepMapTheme: assign((_, { mapTheme }: { mapTheme: Theme | null }) => ({ mapTheme })),
    keepUiType: assign((_, { uiType }: { uiType: UiType }) => ({ uiType })),
    keepUser: assign((_, { user }: { user: SessionUser }) => ({ user, firstName: user.firstName })),
    keepFirstName: assign(({ context }, { firstName }: { firstName: string }) => ({
      firstName: firstName || context.firstName,
    })),
    keepActingRole: assign((_, { role }: { role: Role | null }) => ({ actingRole: role })),
    forgetUser: assign({ user: null, firstName: '', actingRole: null, theme: null, mapTheme: null }),
    keepReturn: assign((_, { savedLocation }: { savedLocation: string | null }) => ({
      savedLocation,
      isReturning: true,
    })),
    saveLocation: assign(({ context }) => ({ savedLocation: hereOf(context) })),
    dropLocation: assign({ savedLocation: null }),
    openMap: sendTo('fleet', { type: 'map.opened' }),
    closeMap: sendTo('fleet', { type: 'map.closed' }),
    turnTicker: sendTo('ticker', ({ context }) => ({
      type: isAt(context, '/track-trace') ? 'ticker.opened' : 'ticker.closed',
    })),
    turnSettings: sendTo('settings', ({ context }) => ({
      type: isAt(context, '/settings') ? 'settings.opened' : 'settings.closed',
    })),
    askProfile: sendTo('profile', { type: 'request.asked', input: {} }),
    askMaintenance: sendTo('maintenance', { type: 'maintenance.asked' }),
  },
  guards: {
    mustLogIn: ({ context }) => placeHere(context).kind === 'mustLogIn',
    isRedirected: ({ context }) => placeHere(context).kind === 'redirect',
    isOn: ({ context }, { screen }: { screen: Screen }) => {
      const place = placeHere(context)
      return place.kind === 'screen' && place.route.screen === screen
    },
    isLogIn: (_, { how }: { how: 'loggedIn' | 'restored' }) => how === 'loggedIn',
    wasWorking: ({ context }, { why }: { why: EndReason }) =>
      why === 'expired' && routeOf(context.path)?.access === 'private',
    hasToggle: ({ context }) => headerOf(context.path, visitorOf(context)).hasThemeToggle,
    hasSwitch: ({ context }) => headerOf(context.path, visitorOf(context)).hasInterfaceSwitch,
  },
})
