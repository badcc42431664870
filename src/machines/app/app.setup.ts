import { assign, sendTo, setup } from 'xstate'
import type { EnabledAlert } from '#contract/records/alert-settings.ts'
import type { Environment } from '#contract/records/environment.ts'
import type { SessionUser } from '#contract/records/session.ts'
import type { Role } from '#contract/roles.ts'
import type { alertPopupMachine } from '../alert-popup/alert-popup.machine.ts'
import type { CoveredAlerts } from '../alert-popup/alert-popup.ports.ts'
import type { alertListMachine } from '../alerts/alert-list.machine.ts'
import type { dashboardMachine } from '../dashboard/dashboard.machine.ts'
import type { drivingAnalysisMachine } from '../driving-analysis/driving-analysis.machine.ts'
import { faultsMachine } from '../faults/faults.machine.ts'
import type { fleetMachine } from '../fleet/fleet.machine.ts'
import type { dtcPopupMachine } from '../health/dtc-popup.machine.ts'
import type { healthMachine } from '../health/health.machine.ts'
import { manualMachine } from '../help/manual.machine.ts'
import type { Notice } from '../kit/notice.ts'
import { actionPort, machinePort, promisePort } from '../kit/port.ts'
import type { Screen } from '../kit/screens.ts'
import { liveShareMachine } from '../live-share/live-share.machine.ts'
import { maintenanceMachine } from '../maintenance/maintenance.machine.ts'
import { paymentMachine } from '../payment/payment.machine.ts'
import { profileMachine } from '../profile/profile.machine.ts'
import { recoveryMachine } from '../session/recovery.machine.ts'
import { sessionMachine } from '../session/session.machine.ts'
import type { EndReason } from '../session/session.ports.ts'
import type { SessionStatusEvent } from '../session/session.setup.ts'
import type { settingsMachine } from '../settings/settings.machine.ts'
import { supportMachine } from '../support/support.machine.ts'
import { tickerMachine } from '../ticker/ticker.machine.ts'
import { type AppContext, currentAddressOf, currentMatch, visitorOf } from './app.context.ts'
import { headerOf, routeOf, type Theme } from './app.logic.ts'
import type { Navigation, Preference } from './app.ports.ts'
import type { UiType } from './visitor.logic.ts'

export type { AppContext } from './app.context.ts'

/** Events of the app. `path` is below the router base; `search` has its leading `?` or is empty. */
export type AppEvent =
  | { type: 'route.changed'; path: string; search: string }
  | { type: 'appearance.read'; theme: Theme | null; mapTheme: Theme | null; uiType: UiType | null }
  | { type: 'acting.read'; role: Role | null; timeZone: string }
  | { type: 'identity.returned'; savedLocation: string | null }
  | { type: 'theme.toggled' }
  | { type: 'mapTheme.toggled' }
  | { type: 'interface.changed'; uiType: UiType }
  | { type: 'app.retry' }
  | { type: 'alerts.enabledChanged'; enabled: readonly EnabledAlert[] }
  | { type: 'alerts.coveredChanged'; covered: CoveredAlerts | null }
  | SessionStatusEvent
const isAt = (context: AppContext, path: string): boolean => {
  const match = currentMatch(context)
  return match.kind === 'screen' && match.route.path === path
}

const isOnScreen = (context: AppContext, screen: Screen): boolean => {
  const match = currentMatch(context)
  return match.kind === 'screen' && match.route.screen === screen
}

/** Context, ports, actions and guards of the app machine; its states are in app.machine.ts. */
export const appSetup = setup({
  types: {
    context: {} as AppContext,
    events: {} as AppEvent,
    children: {} as {
      environment: 'readEnvironment'
      session: 'session'
      maintenance: 'maintenance'
      liveShare: 'liveShare'
      faults: 'faults'
      fleet: 'fleet'
      ticker: 'ticker'
      settings: 'settings'
      alertList: 'alertList'
      health: 'health'
      dtcPopup: 'dtcPopup'
      drivingAnalysis: 'drivingAnalysis'
      dashboard: 'dashboard'
      profile: 'profile'
      manual: 'manual'
      support: 'support'
      recovery: 'recovery'
      payment: 'payment'
      alertPopup: 'alertPopup'
      greeting: 'readFirstName'
      enabledAlerts: 'readEnabledAlerts'
    },
    tags: {} as 'loading' | 'blocked' | 'member',
  },
  actors: {
    readEnvironment: promisePort<Environment>('app.readEnvironment'),
    /** The stored first name, else fetched once (SHL-31). */
    readFirstName: promisePort<{ firstName: string }>('app.readFirstName'),
    /** The alert types that the user has selected (API-99, ALR-45). */
    readEnabledAlerts: promisePort<readonly EnabledAlert[]>('app.readEnabledAlerts'),
    session: sessionMachine,
    fleet: machinePort<typeof fleetMachine>('app.fleet'),
    maintenance: maintenanceMachine,
    liveShare: liveShareMachine,
    faults: faultsMachine,
    ticker: tickerMachine,
    settings: machinePort<typeof settingsMachine>('app.settings'),
    alertList: machinePort<typeof alertListMachine>('app.alertList'),
    health: machinePort<typeof healthMachine>('app.health'),
    dtcPopup: machinePort<typeof dtcPopupMachine>('app.dtcPopup'),
    drivingAnalysis: machinePort<typeof drivingAnalysisMachine>('app.drivingAnalysis'),
    dashboard: machinePort<typeof dashboardMachine>('app.dashboard'),
    profile: profileMachine,
    manual: manualMachine,
    support: supportMachine,
    recovery: recoveryMachine,
    payment: paymentMachine,
    alertPopup: machinePort<typeof alertPopupMachine>('app.alertPopup'),
  },
  actions: {
    navigate: actionPort<Navigation>('app.navigate'),
    notify: actionPort<Notice>('app.notify'),
    storePreference: actionPort<Preference>('app.storePreference'),
    /** Clears the filters and reports that screens keep for the next visit (SHL-47). */
    clearSavedScreens: actionPort<undefined>('app.clearSavedScreens'),
    setEnvironment: assign((_, { environment }: { environment: Environment }) => ({
      environment,
      failure: null,
    })),
    setFailure: assign((_, { message }: { message: string }) => ({ failure: message })),
    setRoute: assign((_, { path, search }: { path: string; search: string }) => ({ path, search })),
    setAppearance: assign(
      (
        _,
        { theme, mapTheme, uiType }: { theme: Theme | null; mapTheme: Theme | null; uiType: UiType | null },
      ) => ({ theme, mapTheme, uiType }),
    ),
    setTheme: assign((_, { theme }: { theme: Theme }) => ({ theme })),
    setMapTheme: assign((_, { mapTheme }: { mapTheme: Theme | null }) => ({ mapTheme })),
    setUiType: assign((_, { uiType }: { uiType: UiType }) => ({ uiType })),
    setUser: assign((_, { user }: { user: SessionUser }) => ({ user, firstName: user.firstName })),
    setFirstName: assign(({ context }, { firstName }: { firstName: string }) => ({
      firstName: firstName || context.firstName,
    })),
    setEnabledAlerts: assign((_, { enabled }: { enabled: readonly EnabledAlert[] }) => ({
      enabledAlerts: enabled,
    })),
    setActing: assign((_, { role, timeZone }: { role: Role | null; timeZone: string }) => ({
      actingRole: role,
      actingTimeZone: timeZone,
    })),
    forgetUser: assign({
      ...{ user: null, firstName: '', enabledAlerts: null, actingRole: null, theme: null, mapTheme: null },
    }),
    setReturn: assign((_, { savedLocation }: { savedLocation: string | null }) => ({
      savedLocation,
      isReturning: true,
    })),
    saveLocation: assign(({ context }) => ({ savedLocation: currentAddressOf(context) })),
    dropLocation: assign({ savedLocation: null }),
    openMap: sendTo('fleet', { type: 'map.opened' }),
    closeMap: sendTo('fleet', { type: 'map.closed' }),
    syncTicker: sendTo('ticker', ({ context }) => ({
      type: isAt(context, '/track-trace') ? 'ticker.opened' : 'ticker.closed',
    })),
    syncSettings: sendTo('settings', ({ context }) => ({
      type: isAt(context, '/settings') ? 'settings.opened' : 'settings.closed',
    })),
    reportCovered: sendTo('alertPopup', (_, { covered }: { covered: CoveredAlerts | null }) => ({
      type: 'alertPopup.listChanged',
      covered,
    })),
    syncAlertList: sendTo('alertList', ({ context }) => ({
      type: isAt(context, '/alerts') ? 'alertList.opened' : 'alertList.closed',
    })),
    syncHealth: sendTo('health', ({ context }) => ({
      type: isAt(context, '/fleet-health') ? 'health.opened' : 'health.closed',
    })),
    syncDriving: sendTo('drivingAnalysis', ({ context }) => ({
      type: isOnScreen(context, 'driving') ? 'driving.opened' : 'driving.closed',
    })),
    syncDashboard: sendTo('dashboard', ({ context }) => ({
      type: isOnScreen(context, 'dashboard') ? 'dashboard.opened' : 'dashboard.closed',
    })),
    syncShare: sendTo('liveShare', ({ context }) => ({
      type: isAt(context, '/liveTrack') ? 'share.opened' : 'share.closed',
    })),
    requestProfile: sendTo('profile', { type: 'request.load', input: {} }),
    requestMaintenanceCheck: sendTo('maintenance', { type: 'maintenance.checkDue' }),
  },
  guards: {
    mustLogIn: ({ context }) => currentMatch(context).kind === 'mustLogIn',
    isRedirected: ({ context }) => currentMatch(context).kind === 'redirect',
    isOn: ({ context }, { screen }: { screen: Screen }) => isOnScreen(context, screen),
    isLogIn: (_, { how }: { how: 'loggedIn' | 'restored' }) => how === 'loggedIn',
    wasWorking: ({ context }, { why }: { why: EndReason }) =>
      why === 'expired' && routeOf(context.path)?.access === 'private',
    /** A page that guests may see too stays when the session ends. */
    isOnOpenPage: ({ context }) => routeOf(context.path)?.access === 'open',
    hasToggle: ({ context }) => headerOf(context.path, visitorOf(context)).hasThemeToggle,
    hasSwitch: ({ context }) => headerOf(context.path, visitorOf(context)).hasInterfaceSwitch,
  },
})
