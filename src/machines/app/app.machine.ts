import { assign, sendTo, setup } from 'xstate'
import type { Environment } from '#contract/records/environment.ts'
import type { SessionUser } from '#contract/records/session.ts'
import type { Role } from '#contract/roles.ts'
import { fleetMachine } from '../fleet/fleet.machine.ts'
import { failureOf } from '../kit/failure.ts'
import type { Notice } from '../kit/notice.ts'
import { actionPort, promisePort } from '../kit/port.ts'
import { maintenanceMachine } from '../maintenance/maintenance.machine.ts'
import { manualMachine } from '../manual/manual.machine.ts'
import { paymentMachine } from '../payment/payment.machine.ts'
import { recoveryMachine } from '../recovery/recovery.machine.ts'
import type { EndReason } from '../session/session.logic.ts'
import { type SessionFact, sessionMachine } from '../session/session.machine.ts'
import { settingsMachine } from '../settings/settings.machine.ts'
import { supportMachine } from '../support/support.machine.ts'
import { tickerMachine } from '../ticker/ticker.machine.ts'
import {
  type AppContext,
  actingRoleOf,
  hereOf,
  otherTheme,
  placeHere,
  redirection,
  themeHere,
  UNKNOWN,
  visitorOf,
} from './app.context.ts'
import { afterLogIn, afterSwitch, headerOf, routeOf, type Theme } from './app.logic.ts'
import { choosesWhose, seenRoleOf, type UiType } from './visitor.ts'

export type { AppContext } from './app.context.ts'

/** What the app can hear. `path` is below the router base; `search` has its leading `?` or is empty. */
export type AppEvent =
  | { type: 'route.changed'; path: string; search: string }
  | { type: 'preferences.read'; theme: Theme | null; uiType: UiType | null }
  | { type: 'acting.read'; role: Role | null }
  | { type: 'identity.returned'; savedLocation: string | null }
  | { type: 'theme.toggled' }
  | { type: 'interface.changed'; uiType: UiType }
  | { type: 'app.retry' }
  | SessionFact

/** A stored choice to keep (SES-05, SES-06). */
export type Preference =
  | { readonly key: 'theme'; readonly value: Theme }
  | { readonly key: 'uiType'; readonly value: UiType }

/** Where to go; `path` may carry a search. */
export type Navigation = { readonly path: string; readonly replace: boolean }

const roleHere = (context: AppContext) => seenRoleOf(visitorOf(context))

const isAt = (context: AppContext, path: string): boolean => {
  const place = placeHere(context)
  return place.kind === 'screen' && place.route.path === path
}

const home: Navigation = { path: '/', replace: true }

/** The root: environment, route guards, theme, and the session and fleet below it (SHL-01 to 17, 24, 42). */
export const appMachine = setup({
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
    fleet: fleetMachine,
    maintenance: maintenanceMachine,
    ticker: tickerMachine,
    settings: settingsMachine,
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
    keepPreferences: assign((_, { theme, uiType }: { theme: Theme | null; uiType: UiType | null }) => ({
      theme,
      uiType,
    })),
    keepTheme: assign((_, { theme }: { theme: Theme }) => ({ theme })),
    keepUiType: assign((_, { uiType }: { uiType: UiType }) => ({ uiType })),
    keepUser: assign((_, { user }: { user: SessionUser }) => ({ user, firstName: user.firstName })),
    keepFirstName: assign(({ context }, { firstName }: { firstName: string }) => ({
      firstName: firstName || context.firstName,
    })),
    keepActingRole: assign((_, { role }: { role: Role | null }) => ({ actingRole: role })),
    forgetUser: assign({ user: null, firstName: '', actingRole: null, theme: null }),
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
    askMaintenance: sendTo('maintenance', { type: 'maintenance.asked' }),
  },
  guards: {
    mustLogIn: ({ context }) => placeHere(context).kind === 'mustLogIn',
    isRedirected: ({ context }) => placeHere(context).kind === 'redirect',
    isOnMap: ({ context }) => {
      const place = placeHere(context)
      return place.kind === 'screen' && place.route.screen === 'track'
    },
    isLogIn: (_, { how }: { how: 'loggedIn' | 'restored' }) => how === 'loggedIn',
    wasWorking: ({ context }, { why }: { why: EndReason }) =>
      why === 'expired' && routeOf(context.path)?.access === 'private',
    hasToggle: ({ context }) => headerOf(context.path, visitorOf(context)).hasThemeToggle,
    hasSwitch: ({ context }) => headerOf(context.path, visitorOf(context)).hasInterfaceSwitch,
  },
}).createMachine({
  id: 'app',
  context: UNKNOWN,
  initial: 'loadingEnvironment',
  on: {
    'route.changed': { actions: { type: 'keepRoute', params: ({ event }) => event } },
    'preferences.read': { actions: { type: 'keepPreferences', params: ({ event }) => event } },
    'identity.returned': { actions: { type: 'keepReturn', params: ({ event }) => event } },
    'acting.read': { actions: { type: 'keepActingRole', params: ({ event }) => event } },
  },
  states: {
    loadingEnvironment: {
      tags: 'loading',
      invoke: {
        id: 'environment',
        src: 'readEnvironment',
        onDone: {
          target: 'running',
          actions: { type: 'keepEnvironment', params: ({ event }) => ({ environment: event.output }) },
        },
        onError: {
          target: 'blocked',
          actions: { type: 'keepFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    blocked: { tags: 'blocked', on: { 'app.retry': 'loadingEnvironment' } },
    running: {
      initial: 'deciding',
      invoke: [
        {
          id: 'session',
          src: 'session',
          input: ({ context }) => ({ isReturning: context.isReturning }),
        },
        { id: 'maintenance', src: 'maintenance' },
      ],
      on: {
        'theme.toggled': {
          guard: 'hasToggle',
          actions: [
            { type: 'keepTheme', params: ({ context }) => ({ theme: otherTheme(context) }) },
            {
              type: 'storePreference',
              params: ({ context }) => ({ key: 'theme', value: themeHere(context) }),
            },
          ],
        },
        'session.began': [
          {
            guard: { type: 'isLogIn', params: ({ event }) => event },
            target: '.member.elsewhere',
            actions: [
              { type: 'keepUser', params: ({ event }) => event },
              'askMaintenance',
              {
                type: 'navigate',
                params: ({ context, event }) => ({
                  path: afterLogIn(visitorOf({ ...context, user: event.user }), context.savedLocation),
                  replace: true,
                }),
              },
              'dropLocation',
            ],
          },
          { target: '.member', actions: { type: 'keepUser', params: ({ event }) => event } },
        ],
        'session.ended': [
          {
            guard: { type: 'wasWorking', params: ({ event }) => event },
            target: '.guest.settled',
            actions: ['saveLocation', 'forgetUser', { type: 'navigate', params: home }],
          },
          {
            target: '.guest.settled',
            actions: ['dropLocation', 'forgetUser', { type: 'navigate', params: home }],
          },
        ],
      },
      states: {
        deciding: { tags: 'loading', on: { 'session.missing': 'guest' } },
        guest: {
          initial: 'looking',
          invoke: { id: 'recovery', src: 'recovery' },
          on: {
            'route.changed': {
              target: '.looking',
              actions: { type: 'keepRoute', params: ({ event }) => event },
            },
          },
          states: {
            looking: {
              always: [
                {
                  guard: 'mustLogIn',
                  target: 'settled',
                  actions: [
                    'saveLocation',
                    { type: 'notify', params: { kind: 'warning', text: 'pleaseLogIn' } },
                    { type: 'navigate', params: home },
                  ],
                },
                { target: 'settled' },
              ],
            },
            settled: {},
          },
        },
        member: {
          tags: 'member',
          initial: 'looking',
          entry: 'clearSavedScreens',
          invoke: [
            {
              id: 'greeting',
              src: 'readFirstName',
              onDone: { actions: { type: 'keepFirstName', params: ({ event }) => event.output } },
              onError: {},
            },
            {
              id: 'fleet',
              src: 'fleet',
              input: ({ context }) => ({
                role: roleHere(context),
                choosesWhose: choosesWhose(visitorOf(context)),
              }),
            },
            { id: 'ticker', src: 'ticker' },
            { id: 'settings', src: 'settings', input: ({ context }) => ({ role: roleHere(context) }) },
            { id: 'manual', src: 'manual' },
            {
              id: 'support',
              src: 'support',
              input: ({ context }) => ({ wasActing: actingRoleOf(context) !== null }),
            },
            {
              id: 'payment',
              src: 'payment',
              input: ({ context }) => ({ hosts: context.environment?.paymentHosts ?? [] }),
            },
          ],
          on: {
            'route.changed': {
              target: '.looking',
              actions: { type: 'keepRoute', params: ({ event }) => event },
            },
            'interface.changed': {
              guard: 'hasSwitch',
              actions: [
                { type: 'keepUiType', params: ({ event }) => event },
                {
                  type: 'storePreference',
                  params: ({ event }) => ({ key: 'uiType', value: event.uiType }),
                },
                {
                  type: 'navigate',
                  params: ({ context }) => ({ path: afterSwitch(visitorOf(context)), replace: false }),
                },
              ],
            },
          },
          states: {
            looking: {
              always: [
                {
                  guard: 'isRedirected',
                  target: 'elsewhere',
                  actions: { type: 'navigate', params: ({ context }) => redirection(context) },
                },
                { guard: 'isOnMap', target: 'onMap' },
                { target: 'elsewhere' },
              ],
            },
            onMap: { entry: ['openMap', 'turnTicker', 'turnSettings'] },
            elsewhere: { entry: ['closeMap', 'turnTicker', 'turnSettings'] },
          },
        },
      },
    },
  },
})
