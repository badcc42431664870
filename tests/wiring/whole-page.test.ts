// @vitest-environment jsdom
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { type AnyActor, type AnyStateMachine, waitFor } from 'xstate'
import { vehicleList } from '#contract/calls/fleet.ts'
import { maintenanceStatus } from '#contract/calls/maintenance.ts'
import { readPreferences } from '#contract/calls/preferences.ts'
import { tickerMessages } from '#contract/calls/ticker.ts'
import { getTripUpdate } from '#contract/calls/trips.ts'
import { userDetail } from '#contract/calls/users.ts'
import { vehicleDropdown } from '#contract/calls/vehicle-lists.ts'
import { DEFAULT_PREFERENCES } from '#contract/records/preferences.ts'
import { DEFAULT_UNITS } from '#domain/units.ts'
import { alertPopupMachine } from '#src/machines/alert-popup/alert-popup.machine.ts'
import { appMachine } from '#src/machines/app/app.machine.ts'
import {
  selectBlockingFailure,
  selectMapTheme,
  selectPath,
  selectScreen,
  selectTheme,
  selectTicker,
  selectUser,
} from '#src/machines/app/app.selectors.ts'
import { fleetMachine } from '#src/machines/fleet/fleet.machine.ts'
import { selectTab } from '#src/machines/settings/settings.selectors.ts'
import { firstTabOf } from '#src/machines/settings/settings.tabs.ts'
import { selectMustAcknowledge } from '#src/machines/ticker/ticker.selectors.ts'
import type { VehicleOptions } from '#src/services/fleet-filter/vehicle-options.ts'
import { SAVED_SCREENS, STORED } from '#src/services/storage/storage.ts'
import type { TripList } from '#src/services/trips/trip-list.ts'
import { currentConventions, showConventions } from '#src/texts/conventions.ts'
import { showLanguage } from '#src/texts/language.ts'
import { mapVehicle } from '#tests/kit/builders/map-scene.ts'
import { trip } from '#tests/kit/builders/trips.ts'
import { GOOGLE, openPortal, startPortal } from './whole-page.fixture.ts'

const mapCode = vi.hoisted(() => ({ loads: 0 }))
vi.mock('#src/services/map/maplibre/engine.ts', () => {
  mapCode.loads += 1
  return {}
})

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

test('SES-15 the next user to log in on the same page sees nothing of the previous vehicles', async () => {
  const answers = {
    [getTripUpdate.path]: { trips: [trip(4)], total: 1 },
    [vehicleDropdown.path.replace(':userId', '7')]: {
      vehicles: [{ ...mapVehicle(7), lastUpdatedDate: '', lastUpdatedTime: '', tripDetail: null }],
    },
  }
  const { actor, services } = await openPortal({ answers })
  await (services.vehicleOptions as VehicleOptions).load()
  expect(services.vehicleOptions.list()).toHaveLength(1)
  services.fleetStore.replaceMembers([mapVehicle(7)])
  await (services.tripList as TripList).load({ search: '', dataOwner: null, punctuality: null })
  expect(services.tripList.getSnapshot()).toHaveLength(1)
  actor.getSnapshot().children.session?.send({ type: 'session.logOut' })
  await waitFor(actor, (snapshot) => selectUser(snapshot) === null)
  expect(services.fleetStore.size).toBe(0)
  expect(services.tripList.getSnapshot()).toEqual([])
  expect(services.vehicleOptions.list()).toEqual([])
})

test('SES-15 the next user sees nothing that a screen of the previous one had loaded', async () => {
  const { actor, services } = await openPortal()
  const { alertStore, drivingStore, healthStore, figureStore, tripList } = services
  const emptied = new Set<string>()
  for (const [name, store] of Object.entries({
    alertStore,
    drivingStore,
    healthStore,
    figureStore,
    tripList,
  }))
    onTestFinished(store.subscribe(() => void emptied.add(name)))
  actor.getSnapshot().children.session?.send({ type: 'session.logOut' })
  await waitFor(actor, (snapshot) => selectUser(snapshot) === null)
  expect([...emptied].sort()).toEqual([
    'alertStore',
    'drivingStore',
    'figureStore',
    'healthStore',
    'tripList',
  ])
})

test('SES-18 a log-out in another tab ends the session in this one', async () => {
  const { actor } = await openPortal()
  for (const key of [STORED.grant, STORED.user]) localStorage.removeItem(key)
  window.dispatchEvent(new StorageEvent('storage', { key: STORED.user, storageArea: localStorage }))
  await waitFor(actor, (snapshot) => selectUser(snapshot) === null)
})

test('SES-18 a page that the browser kept while another logged out shows no session when it is shown again', async () => {
  const { actor } = await openPortal()
  for (const key of [STORED.grant, STORED.user]) localStorage.removeItem(key)
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
  expect(selectUser(actor.getSnapshot())).not.toBeNull()
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await waitFor(actor, (snapshot) => selectUser(snapshot) === null)
})

test('the preferences of the user are read once there is a session, and those of the page are theirs', async () => {
  onTestFinished(() => showConventions(DEFAULT_UNITS))
  const requested: string[] = []
  const answers = { [readPreferences.path]: { ...DEFAULT_PREFERENCES, distance: 'mi' } }
  await openPortal({ answers, requested })
  await vi.waitFor(() => expect(currentConventions().distance).toBe('mi'))
  expect(requested.filter((address) => address.includes(readPreferences.path))).toHaveLength(1)
})

test('times are those of the company of the user', async () => {
  const { actor } = await openPortal({ timeZone: 'Europe/Berlin' })
  expect(currentConventions().timeZone).toBe('Europe/Berlin')
  actor.getSnapshot().children.session?.send({ type: 'session.logOut' })
  await waitFor(actor, (snapshot) => selectUser(snapshot) === null)
  expect(currentConventions().timeZone).toBe('Asia/Kolkata')
})

test('the page opens in the language of its address, else in the one that was chosen here', async () => {
  onTestFinished(() => showLanguage('en'))
  localStorage.setItem(
    STORED.preferences,
    JSON.stringify({ preferences: { ...DEFAULT_PREFERENCES, language: 'hi' } }),
  )
  const shownAt = async (address: string) => {
    await (await startPortal({ address })).languageShown
    return document.documentElement.lang
  }
  expect(await shownAt('/login')).toBe('hi')
  expect(await shownAt('/login?lang=en')).toBe('en')
})

const lists = (requested: readonly string[]) =>
  requested.filter((url) => url.includes(vehicleList.path)).length

test('an early list that fails is not repeated: the screen requests it when it is there', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const requested: string[] = []
  await startPortal({ address: '/track-trace', requested, loadFirstScreen: () => new Promise(() => {}) })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(lists(requested)).toBe(1)
})

test('SES-19 the landing replaces the address that led to it, so that Back does not return there', async () => {
  const entries = window.history.length
  const { actor } = await openPortal({ address: '/' })
  await waitFor(actor, (snapshot) => selectPath(snapshot) !== '/')
  expect(window.history.length).toBe(entries)
})

test('the first list and the code of the map are requested while the code of the screen is on its way', async () => {
  let arrive = () => {}
  const loadFirstScreen = () =>
    new Promise<void>((resolve) => {
      arrive = resolve
    })
  const start = async (googleMapsKey: string) => {
    const requested: string[] = []
    const portal = await startPortal({ address: '/track-trace', requested, loadFirstScreen, googleMapsKey })
    await vi.waitUntil(() => lists(requested) > 0)
    await vi.dynamicImportSettled()
    portal.actor.stop()
    arrive()
    return lists(requested)
  }
  expect(await start(GOOGLE)).toBe(1)
  expect(mapCode.loads, 'Google draws the map').toBe(0)
  expect(await start('')).toBe(1)
  expect(mapCode.loads).toBe(1)
})

test("SE-10 OPEN-40 trucks age by the server's clock, not by that of a machine an hour ahead", async () => {
  const clockAheadMs = -3_600_000
  const { services } = await openPortal({ clockAheadMs })
  const serverNow = services.serverNow()
  expect(Math.abs(serverNow - Date.now() - clockAheadMs)).toBeLessThan(60_000)
  services.fleetStore.replaceMembers([
    mapVehicle(7, { fixTime: serverNow - 1000 }),
    mapVehicle(8, { fixTime: serverNow - 60_000 }),
  ])
  expect([...services.fleetStore.columns.late]).toEqual([0, 1])
  expect(services.fleetStore.counts()).toMatchObject({ RUNNING: 2, OFFLINE: 0 })
})

test('OPEN-40 a truck that reports no more becomes late while the page stands', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { services } = await openPortal()
  services.fleetStore.replaceMembers([mapVehicle(7, { fixTime: services.serverNow() - 1000 })])
  expect([...services.fleetStore.columns.late]).toEqual([0])
  await vi.advanceTimersByTimeAsync(120_000)
  expect([...services.fleetStore.columns.late]).toEqual([1])
})

test("SE-10 OPEN-40 the first list after a login is aged by the server's clock, which arrived with the tokens", async () => {
  const { services } = await openPortal()
  services.fleetStore.age(Date.now())
  const clockAheadMs = -3_600_000
  const grant = JSON.parse(localStorage.getItem(STORED.grant) ?? '{}')
  localStorage.setItem(STORED.grant, JSON.stringify({ ...grant, clockAheadMs }))
  window.dispatchEvent(new StorageEvent('storage', { key: STORED.grant, storageArea: localStorage }))
  services.fleetStore.replaceMembers([mapVehicle(7, { fixTime: Date.now() + clockAheadMs - 1000 })])
  expect([...services.fleetStore.columns.late]).toEqual([0])
  expect(services.fleetStore.counts()).toMatchObject({ RUNNING: 1, OFFLINE: 0 })
})

test('data for logged-in users is fetched before the environment has loaded; if that fails the page reports it, and Retry fetches it again', async () => {
  const fetched: string[] = []
  const { actor } = await startPortal({
    onEnvironment: () => fetched.push('environment'),
    loadFirstScreen: async () => {
      fetched.push('screen')
      if (fetched.length === 1) throw new TypeError('Failed to fetch dynamically imported module')
    },
  })
  const { context } = await waitFor(actor, (snapshot) => selectBlockingFailure(snapshot) !== null)
  expect(context.failure).toBe(
    'Part of the page could not be loaded. Check the connection and reload the page.',
  )
  expect(fetched).toEqual(['screen', 'environment'])
  actor.send({ type: 'app.retry' })
  await waitFor(actor, (snapshot) => selectUser(snapshot) !== null)
  expect(fetched).toEqual(['screen', 'environment', 'screen', 'environment'])
})

test('SES-60 below a router base the addresses of the page are those of the routes', async () => {
  const { actor, services } = await openPortal({ address: '/portal/alerts?of=7', routerBase: '/portal' })
  expect([selectPath(actor.getSnapshot()), selectScreen(actor.getSnapshot())]).toEqual(['/alerts', 'alerts'])
  expect(services.location.href('/settings')).toBe('/portal/settings')
  services.location.visit('/settings')
  expect(window.location.pathname).toBe('/portal/settings')
  expect(selectScreen(actor.getSnapshot())).toBe('settings')
  actor.getSnapshot().children.session?.send({ type: 'session.logOut' })
  await waitFor(actor, (snapshot) => selectUser(snapshot) === null)
  expect(window.location.pathname).toBe('/portal/')
})

test('the address names the tab of the settings: a reload keeps it, and the back button leads to the one before', async () => {
  const { actor } = await openPortal({ address: '/settings?tab=changePassword' })
  const settings = () => actor.getSnapshot().children.settings
  const shown = () => {
    const open = settings()?.getSnapshot()
    return [open && selectTab(open), window.location.search]
  }
  await vi.waitFor(() => expect(shown()).toEqual(['changePassword', '?tab=changePassword']), 20_000)
  settings()?.send({ type: 'settings.tabChosen', tab: 'alertSettings' })
  expect(shown()).toEqual(['alertSettings', '?tab=alertSettings'])
  window.history.back()
  await vi.waitFor(() => expect(shown()).toEqual(['changePassword', '?tab=changePassword']), 20_000)
  settings()?.send({ type: 'settings.tabChosen', tab: firstTabOf('MANAGER') })
  expect(shown()).toEqual([firstTabOf('MANAGER'), ''])
})

test('SHL-47 a user who comes in finds the saved screens empty', async () => {
  for (const key of SAVED_SCREENS) sessionStorage.setItem(key, '"kept"')
  await openPortal()
  expect(SAVED_SCREENS.filter((key) => sessionStorage.getItem(key) !== null)).toEqual([])
})

test('the profile shows the record of the logged-in user', async () => {
  const requested: string[] = []
  await openPortal({ address: '/profile', requested })
  const record = await vi.waitUntil(() => requested.find((url) => url.includes(userDetail.path)), {
    timeout: 20_000,
  })
  expect(new URL(record).search).toBe('?userId=7')
})

test('SES-59 analytics receive each screen that opens, by its name', async () => {
  const shown = vi.spyOn(console, 'debug').mockReturnValue()
  const { services } = await openPortal()
  services.location.visit('/alerts')
  const screens = shown.mock.calls.flatMap(([, event]) => (event.category === 'screen' ? [event.label] : []))
  expect(screens).toEqual(['loading', 'settings', 'alerts'])
})

/** Stores a value as another tab does. */
const storeInOtherTab = (key: string, value: string) => {
  localStorage.setItem(key, value)
  window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))
}

test('SES-05 MAP-09 the themes chosen in another tab are shown in this one', async () => {
  const { actor } = await openPortal({ address: '/alerts' })
  const themes = () => [selectTheme(actor.getSnapshot()), selectMapTheme(actor.getSnapshot())]
  storeInOtherTab(STORED.uiType, 'beta')
  expect(themes()).toEqual(['light', 'light'])
  storeInOtherTab(STORED.theme, 'dark')
  storeInOtherTab(STORED.mapTheme, 'light')
  expect(themes()).toEqual(['dark', 'light'])
  storeInOtherTab(STORED.mapTheme, 'dark')
  storeInOtherTab(STORED.theme, 'light')
  expect(themes()).toEqual(['light', 'dark'])
})

const MESSAGES = {
  messages: [{ messageId: 1, messageContent: 'The portal is updated tonight.', messageCriticality: 0 }],
}

/** The portal with its ticker on screen. */
const openTicker = async (requested: string[] = []) => {
  const answers = { [tickerMessages.path]: MESSAGES, [maintenanceStatus.path]: { maintenance: false } }
  const { actor } = await openPortal({ answers, requested })
  const ticker = selectTicker(actor.getSnapshot())
  if (ticker === undefined) throw new Error('The ticker is not there.')
  ticker.send({ type: 'ticker.opened' })
  await waitFor(ticker, ({ context }) => context.isKnown)
  return { actor, ticker }
}

test('TCK-05 messages that were acknowledged are so after a reload', async () => {
  const { actor, ticker } = await openTicker()
  expect(selectMustAcknowledge(ticker.getSnapshot())).toBe(true)
  ticker.send({ type: 'ticker.acknowledged' })
  actor.stop()
  const reloaded = await openTicker()
  expect(selectMustAcknowledge(reloaded.ticker.getSnapshot())).toBe(false)
})

test('TCK-01 TCK-12 the maintenance status is requested every minute, the messages every five', async () => {
  vi.useFakeTimers()
  const requested: string[] = []
  await openTicker(requested)
  const counts = () =>
    [maintenanceStatus, tickerMessages].map(
      ({ path }) => requested.filter((url) => url.includes(path)).length,
    )
  const [maintenance = 0, messages = 0] = counts()
  await vi.advanceTimersByTimeAsync(299_000)
  expect(counts()).toEqual([maintenance + 4, messages])
  await vi.advanceTimersByTimeAsync(2000)
  expect(counts()).toEqual([maintenance + 5, messages + 1])
})

const isMachine = (logic: unknown): logic is AnyStateMachine =>
  typeof logic === 'object' && logic !== null && 'implementations' in logic

/** Machines that are loaded when they are needed, by what they replace. */
const LOADED: Readonly<Record<string, AnyStateMachine>> = {
  fleet: fleetMachine,
  alertPopup: alertPopupMachine,
}

/** The ports of a machine, and of those below it, that still are what they were before the wiring. */
const unwired = (before: AnyStateMachine, after: AnyStateMachine, path: string): string[] => {
  const actors = Object.entries(before.implementations.actors).flatMap(([name, logic]) => {
    const given = after.implementations.actors[name]
    const own = LOADED[name] ?? logic
    if (isMachine(own) && isMachine(given)) return unwired(own, given, `${path}.${name}`)
    return given === logic ? [`${path}.${name}`] : []
  })
  const actions = Object.entries(before.implementations.actions).flatMap(([name, action]) => {
    // What XState made is the machine's own; a plain function is a port.
    const isPort = typeof action === 'function' && !('type' in action)
    return isPort && after.implementations.actions[name] === action ? [`${path}.${name}()`] : []
  })
  return [...actions, ...actors]
}

test('every port of every machine is wired', async () => {
  const { actor } = await openPortal()
  expect(unwired(appMachine, (actor as unknown as AnyActor).logic as AnyStateMachine, 'app')).toEqual([])
})

test('a recording has the events of the timers of the page as ones from outside, for a replay has no timers', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { services } = await openPortal()
  // Long enough for the tokens to be renewed.
  await vi.advanceTimersByTimeAsync(3_600_000)
  const { events } = services.problemReport.contents()
  const ofTimers = events.filter(({ event }) => event.type.startsWith('xstate.after.'))
  expect(ofTimers.length).toBeGreaterThan(0)
  expect(ofTimers.filter(({ external }) => !external)).toEqual([])
})

test.each([
  ['another user', false, 8],
  ['the same user', true, 7],
])('after a log-in of %s on the same page, what was recorded before is kept: %s', async (_, isKept, id) => {
  const { actor, services } = await openPortal()
  const vehicles = () =>
    services.problemReport
      .recording()
      .segments.flatMap(({ lists = [] }) => lists)
      .flatMap((list) => list.vehicles).length
  const types = () => services.problemReport.contents().events.map(({ event }) => event.type)
  services.fleetStore.replaceMembers([mapVehicle(7)])
  actor.send({ type: 'theme.toggled' })
  actor.getSnapshot().children.session?.send({ type: 'session.logOut' })
  await waitFor(actor, (snapshot) => selectUser(snapshot) === null)
  // Who was thrown out can report what led to it.
  expect([vehicles(), types().includes('theme.toggled')]).toEqual([1, true])
  const grant = { accessToken: 'b', refreshToken: 'r', expiresOn: Date.now() / 1000 + 3600, clockAheadMs: 0 }
  localStorage.setItem(STORED.grant, JSON.stringify(grant))
  storeInOtherTab(
    STORED.user,
    JSON.stringify({ id, roles: ['MANAGER'], firstName: 'Ravi', betaAccess: true, alphaAccess: true }),
  )
  await waitFor(actor, (snapshot) => selectUser(snapshot)?.id === id)
  expect([vehicles(), types().includes('theme.toggled')]).toEqual([isKept ? 1 : 0, isKept])
})
