import { failureOf } from '../kit/failure.ts'
import {
  type AppContext,
  actingRoleOf,
  currentTheme,
  currentTimeZone,
  INITIAL_CONTEXT,
  otherMapTheme,
  otherTheme,
  redirection,
  visitorOf,
} from './app.context.ts'
import { afterLogIn, afterSwitch } from './app.logic.ts'
import type { Navigation } from './app.ports.ts'
import { appSetup } from './app.setup.ts'
import { choosesDataOwner, effectiveRoleOf } from './visitor.logic.ts'

const currentRole = (context: AppContext) => effectiveRoleOf(visitorOf(context))

const home: Navigation = { path: '/', replace: true }

/** The root: environment, route guards, theme, and the session and fleet below it (SHL-01 to 17, 24, 42). */
export const appMachine = appSetup.createMachine({
  id: 'app',
  context: INITIAL_CONTEXT,
  initial: 'loadingEnvironment',
  on: {
    'route.changed': { actions: { type: 'setRoute', params: ({ event }) => event } },
    'appearance.read': { actions: { type: 'setAppearance', params: ({ event }) => event } },
    'identity.returned': { actions: { type: 'setReturn', params: ({ event }) => event } },
    'acting.read': { actions: { type: 'setActing', params: ({ event }) => event } },
  },
  states: {
    loadingEnvironment: {
      tags: 'loading',
      invoke: {
        id: 'environment',
        src: 'readEnvironment',
        onDone: {
          target: 'running',
          actions: { type: 'setEnvironment', params: ({ event }) => ({ environment: event.output }) },
        },
        onError: {
          target: 'blocked',
          actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
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
        { id: 'liveShare', src: 'liveShare' },
        {
          id: 'faults',
          src: 'faults',
          input: ({ context }) => ({ isAvailable: context.environment?.lab ?? false }),
        },
      ],
      on: {
        'theme.toggled': {
          guard: 'hasToggle',
          actions: [
            { type: 'setTheme', params: ({ context }) => ({ theme: otherTheme(context) }) },
            {
              type: 'storePreference',
              params: ({ context }) => ({ key: 'theme', value: currentTheme(context) }),
            },
          ],
        },
        'mapTheme.toggled': {
          actions: [
            { type: 'setMapTheme', params: ({ context }) => ({ mapTheme: otherMapTheme(context) }) },
            {
              type: 'storePreference',
              params: ({ context }) => ({ key: 'mapTheme', value: context.mapTheme ?? '' }),
            },
          ],
        },
        'session.began': [
          {
            guard: { type: 'isLogIn', params: ({ event }) => event },
            target: '.member.elsewhere',
            actions: [
              { type: 'setUser', params: ({ event }) => event },
              'requestMaintenanceCheck',
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
          { target: '.member', actions: { type: 'setUser', params: ({ event }) => event } },
        ],
        'session.ended': [
          {
            guard: 'isOnOpenPage',
            target: '.guest.settled',
            actions: ['dropLocation', 'forgetUser'],
          },
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
              actions: { type: 'setRoute', params: ({ event }) => event },
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
            settled: { entry: 'syncShare' },
          },
        },
        member: {
          tags: 'member',
          initial: 'looking',
          entry: 'clearSavedScreens',
          exit: 'closeMap',
          invoke: [
            {
              id: 'greeting',
              src: 'readFirstName',
              onDone: { actions: { type: 'setFirstName', params: ({ event }) => event.output } },
              onError: {},
            },
            {
              id: 'enabledAlerts',
              src: 'readEnabledAlerts',
              onDone: {
                actions: { type: 'setEnabledAlerts', params: ({ event }) => ({ enabled: event.output }) },
              },
              onError: {},
            },
            {
              id: 'fleet',
              src: 'fleet',
              input: ({ context }) => ({
                role: currentRole(context),
                choosesDataOwner: choosesDataOwner(visitorOf(context)),
                timeZone: currentTimeZone(context),
              }),
            },
            { id: 'ticker', src: 'ticker' },
            { id: 'settings', src: 'settings', input: ({ context }) => ({ role: currentRole(context) }) },
            {
              id: 'alertList',
              src: 'alertList',
              input: ({ context }) => ({ timeZone: currentTimeZone(context), role: currentRole(context) }),
            },
            {
              id: 'health',
              src: 'health',
              input: ({ context }) => ({ timeZone: currentTimeZone(context), role: currentRole(context) }),
            },
            { id: 'dtcPopup', src: 'dtcPopup', input: ({ context }) => ({ role: currentRole(context) }) },
            {
              id: 'drivingAnalysis',
              src: 'drivingAnalysis',
              input: ({ context }) => ({ timeZone: currentTimeZone(context) }),
            },
            {
              id: 'dashboard',
              src: 'dashboard',
              input: ({ context }) => ({ timeZone: currentTimeZone(context) }),
            },
            { id: 'manual', src: 'manual' },
            { id: 'profile', src: 'profile' },
            {
              id: 'support',
              src: 'support',
              input: ({ context }) => ({ wasActing: actingRoleOf(context) !== null }),
            },
            {
              id: 'alertPopup',
              src: 'alertPopup',
              input: ({ context }) => ({ role: currentRole(context) }),
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
              actions: { type: 'setRoute', params: ({ event }) => event },
            },
            'alerts.enabledChanged': {
              actions: { type: 'setEnabledAlerts', params: ({ event }) => event },
            },
            'alerts.coveredChanged': { actions: { type: 'reportCovered', params: ({ event }) => event } },
            'interface.changed': {
              guard: 'hasSwitch',
              actions: [
                { type: 'setUiType', params: ({ event }) => event },
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
                { guard: { type: 'isOn', params: { screen: 'track' } }, target: 'onMap' },
                { guard: { type: 'isOn', params: { screen: 'profile' } }, target: 'onProfile' },
                { target: 'elsewhere' },
              ],
            },
            onMap: {
              entry: [
                'openMap',
                'syncTicker',
                'syncSettings',
                'syncAlertList',
                'syncHealth',
                'syncDriving',
                'syncDashboard',
                'syncShare',
              ],
            },
            onProfile: {
              entry: [
                'closeMap',
                'syncTicker',
                'syncSettings',
                'syncAlertList',
                'syncHealth',
                'syncDriving',
                'syncDashboard',
                'syncShare',
                'requestProfile',
              ],
            },
            elsewhere: {
              entry: [
                'closeMap',
                'syncTicker',
                'syncSettings',
                'syncAlertList',
                'syncHealth',
                'syncDriving',
                'syncDashboard',
                'syncShare',
              ],
            },
          },
        },
      },
    },
  },
})
