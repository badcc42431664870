import type { FrameLocator, Page } from '@playwright/test'
import type { AnyEventObject } from 'xstate'
import { startSilentApp } from '#src/lab/fed-events.ts'
import { appModel } from '#src/machines/app/app.model.ts'
import { MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import type { FleetContext } from '#src/machines/fleet/fleet.machine.ts'
import type { GeofencesContext } from '#src/machines/geofences/geofences.context.ts'
import { geofencesModel } from '#src/machines/geofences/geofences.model.ts'
import { createRecordedSession, settled } from '#tests/services/recorder/recorded-session.fixture.ts'
import { buildFakeGoogle } from './fake-google.driver.ts'
import { persisted, type Seen, walkOnScreen } from './path-screen.driver.ts'
import { changeEnvironment, expect, logIn, test } from './portal.fixture.ts'

type Session = ReturnType<typeof createRecordedSession>

/** The model's event of a type. */
const ofModel = ({ stimuli }: { readonly stimuli: readonly AnyEventObject[] }, type: string) => {
  const event = stimuli.find((each) => each.type === type)
  if (event === undefined) throw new Error(`The model has no event '${type}'.`)
  return event
}

/** The portal that has read its environment, and does not know yet whether somebody is logged in. */
const portalAtStart = () => {
  const root = startSilentApp()
  for (const type of ['route.changed', 'xstate.done.actor.environment']) root.send(ofModel(appModel, type))
  const portal = persisted(root)
  root.stop()
  return portal
}

/** The portal as recorded after these steps, of a user who has just opened the page. */
const portalAfter = async (...steps: readonly ((session: Session) => void)[]) => {
  const session = createRecordedSession()
  session.actor.start()
  await settled()
  for (const step of steps) {
    step(session)
    await settled()
    await settled()
  }
  const portal = persisted(session.actor)
  session.actor.stop()
  return portal
}

const openAddress = ({ actor }: Session) =>
  actor.send({ type: 'route.changed', path: '/track-trace', search: '' })
const logInOnMap = [
  ({ actor }: Session) =>
    actor.send({ type: 'appearance.read', theme: 'light', mapTheme: null, uiType: 'beta' }),
  openAddress,
  (session: Session) =>
    session.session()?.send({ type: 'session.logIn', userName: 'asha', password: 'not a real one' }),
] as const

const button = (screen: FrameLocator, name: string | RegExp) =>
  screen.getByRole('button', { name, exact: typeof name === 'string' })
const isShown = (text: string | RegExp) => (screen: FrameLocator) =>
  expect(screen.getByText(text)).toBeVisible()
const hasButtons =
  (...names: readonly string[]) =>
  async (screen: FrameLocator) => {
    for (const name of names) await expect(button(screen, name)).toBeEnabled()
  }

/** The fleet's own page, with no mode over it. */
const isFleet = (screen: FrameLocator) =>
  expect(screen.getByRole('tab', { name: 'Live fleet' })).toBeVisible()

const PLAYBACK: Seen = {
  'empty.idle': async (screen) => {
    await expect(screen.getByText(/^No route is loaded/)).toBeVisible()
    await expect(screen.getByRole('dialog')).toBeHidden()
    await expect(screen.getByRole('alert')).toBeHidden()
  },
  'empty.loading': async (screen) => {
    await expect(screen.getByText('Loading the route…').or(button(screen, 'Show panel'))).toBeVisible()
    await expect(button(screen, 'Play')).toBeDisabled()
  },
  'empty.noData': (screen) =>
    expect(screen.getByRole('dialog', { name: 'No data Available for the selected Vehicle' })).toBeVisible(),
  'empty.failed': (screen) =>
    expect(screen.getByRole('alert')).toContainText('The route could not be loaded'),
  'empty.ready': async (screen) => {
    await expect(button(screen, 'Play')).toBeEnabled()
    await expect(button(screen, 'Restart')).toBeDisabled()
    await expect(screen.getByRole('slider', { name: 'Playback position' })).toBeVisible()
  },
  play: hasButtons('Pause', 'Restart'),
  pause: hasButtons('Continue', 'Restart'),
  continue: hasButtons('Pause', 'Restart'),
  'restart.reloading': async (screen) => {
    await expect(button(screen, 'Restart')).toBeDisabled()
    await expect(button(screen, 'Play')).toBeDisabled()
    await expect(screen.getByText(/^No route is loaded/)).toBeHidden()
  },
  'restart.atEnd': async (screen) => {
    await expect(button(screen, 'Play')).toBeDisabled()
    await expect(button(screen, 'Restart')).toBeEnabled()
  },
  gone: isFleet,
}

const isLoginForm = (screen: FrameLocator) => expect(button(screen, 'Log in')).toBeEnabled()
const isSignedIn = (screen: FrameLocator) => expect(button(screen, 'Log out')).toBeEnabled()

const SESSION: Seen = {
  // Where another tab has logged in, the form stays until that is read.
  restoring: async (screen) => {
    await expect(screen.getByText('Starting…').or(button(screen, 'Log in'))).toBeVisible()
    await expect(button(screen, 'Log out')).toBeHidden()
  },
  returning: isShown('Starting…'),
  'signedOut.idle': isLoginForm,
  'signedOut.loggingIn': (screen) => expect(button(screen, 'Log in')).toBeDisabled(),
  'signedOut.leaving': isLoginForm,
  'signedIn.fresh': isSignedIn,
  'signedIn.rereading': isSignedIn,
  'signedIn.refreshing.asking': isSignedIn,
  'signedIn.refreshing.waiting': isSignedIn,
  // The page stays until the server has heard of it.
  loggingOut: isSignedIn,
}

const card = (screen: FrameLocator) =>
  screen.getByRole('list', { name: 'Vehicles' }).getByRole('button', { name: /^TN 01 AB 0001/ })

const LISTS: Readonly<Record<string, (screen: FrameLocator) => Promise<void>>> = {
  // Chosen vehicles come in batches: the first ones are shown while the others load.
  loading: (screen) => expect(screen.getByText('Loading vehicles…').or(card(screen))).toBeVisible(),
  shown: (screen) => expect(card(screen)).toBeVisible(),
  refreshing: (screen) => expect(card(screen)).toBeVisible(),
  failed: (screen) => expect(screen.getByRole('alert')).toContainText('The vehicles could not be loaded'),
  unasked: isShown('Nothing is loaded until you select vehicles.'),
}
const showAll = (screen: FrameLocator) => button(screen, 'Show all trucks').first()
/** Which list is shown, by the controls that choose it. */
const MODES: Readonly<Record<string, (screen: FrameLocator, context: FleetContext) => Promise<void>>> = {
  normalFleet: async (screen) => {
    await expect(showAll(screen)).toHaveAttribute('aria-pressed', 'false')
    await expect(screen.getByRole('region', { name: /selected$/ })).toBeHidden()
  },
  showAll: (screen) => expect(showAll(screen)).toHaveAttribute('aria-pressed', 'true'),
  statusFilter: (screen) =>
    expect(
      screen.getByRole('group', { name: 'Filter by status' }).locator('[aria-pressed=true]'),
    ).toHaveCount(1),
  appliedFilter: hasButtons('Apply', 'Clear'),
  checkedVehicles: (screen) => expect(screen.getByRole('region', { name: /selected$/ })).toBeVisible(),
}

const FLEET: Seen = {
  ...Object.fromEntries(
    Object.entries(MODES).flatMap(([mode, isMode]) =>
      Object.entries(LISTS)
        // Chosen vehicles, and all of them, are choices themselves.
        .filter(([list]) => list !== 'unasked' || (mode !== 'showAll' && mode !== 'checkedVehicles'))
        .map(([list, isList]) => [
          `open.${mode}.${list}`,
          async (screen: FrameLocator, context: FleetContext) => {
            await isFleet(screen)
            await isMode(screen, context)
            await isList(screen)
          },
        ]),
    ),
  ),
  closed: isFleet,
  'open.live.following': (screen) =>
    expect(
      screen.getByRole('region', { name: 'Live tracking' }).getByText(/^Tracking has ended/),
    ).toBeHidden(),
  'open.live.ended': (screen) =>
    expect(
      screen.getByRole('region', { name: 'Live tracking' }).getByText(/^Tracking has ended/),
    ).toBeVisible(),
  'open.playback.shown': (screen) =>
    expect(screen.getByRole('region', { name: 'Playback controls' })).toBeVisible(),
  'open.tripPlot': (screen) => expect(screen.getByRole('region', { name: 'Trip' })).toBeVisible(),
  'open.gridMap': (screen) => expect(screen.getByRole('region', { name: 'Grid map' })).toBeVisible(),
  'open.geofences': (screen) => expect(screen.getByRole('region', { name: 'Geofences' })).toBeVisible(),
}

const isForm = (screen: FrameLocator) => screen.getByRole('form', { name: /geofence$/ })
const isDialog = (name: string | RegExp) => (screen: FrameLocator) =>
  expect(screen.getByRole('dialog', { name })).toBeVisible()
/** What the list of vehicles of a form shows, which is hidden as long as a fence watches all. */
const choices =
  (text: string | null) =>
  async (screen: FrameLocator, { form }: GeofencesContext) => {
    const all = isForm(screen).getByRole('switch', { name: 'All vehicles' })
    await expect(all).toBeChecked({ checked: form?.fields.appliesToAll ?? true })
    for (const each of ['Loading vehicles…', 'The vehicles could not be loaded. Your selection is kept.'])
      await expect(isForm(screen).getByText(each)).toBeVisible({
        visible: each === text && form?.fields.appliesToAll === false,
      })
  }

const GEOFENCES: Seen = {
  loading: isShown('Loading geofences…'),
  failed: (screen) => expect(screen.getByRole('alert')).toContainText('The geofences could not be loaded'),
  browsing: async (screen) => {
    await expect(button(screen, 'Create geofence')).toBeEnabled()
    await expect(screen.getByRole('dialog')).toBeHidden()
  },
  hinting: isDialog('CREATE GEOFENCE'),
  importing: isDialog('Geofences of “yards.kml”'),
  opening: isShown('Opening…'),
  confirming: async (screen) => {
    await expect(screen.getByRole('dialog', { name: 'Delete geofence' })).toBeVisible()
    await expect(button(screen, 'OK')).toBeEnabled()
  },
  deleting: async (screen) => {
    await expect(screen.getByRole('dialog', { name: 'Delete geofence' })).toBeVisible()
    await expect(button(screen, 'OK')).toBeDisabled()
  },
  'form.draft.drawing': (screen) =>
    expect(isForm(screen).getByRole('radio', { name: 'Polygon' })).toBeAttached(),
  'form.draft.shaping': (screen) => expect(button(screen, 'Draw again')).toBeEnabled(),
  'form.draft.saving': (screen) => expect(button(screen, 'Save')).toBeDisabled(),
  'form.draft.reloading': (screen) => expect(isForm(screen).getByLabel('Name')).toBeDisabled(),
  'form.choices.loading': choices('Loading vehicles…'),
  'form.choices.failed': choices('The vehicles could not be loaded. Your selection is kept.'),
  'form.choices.loaded': choices(null),
  'form.leaving.staying': (screen) => expect(screen.getByRole('dialog')).toBeHidden(),
  'form.leaving.askingToList': isDialog('Discard changes?'),
  'form.leaving.askingToFleet': isDialog('Discard changes?'),
  gone: isFleet,
}

/** The list of vehicles is only seen for a fence that does not watch all of them, which no transition depends on. */
const SOME_VEHICLES = [
  ofModel(geofencesModel, 'xstate.done.actor.list'),
  ofModel(geofencesModel, 'fence.create'),
  ofModel(geofencesModel, 'hint.acknowledged'),
  { type: 'fence.fieldChanged', fields: { appliesToAll: false } },
  ofModel(geofencesModel, 'xstate.error.actor.choices'),
  ofModel(geofencesModel, 'choices.retry'),
  ofModel(geofencesModel, 'xstate.done.actor.choices'),
]

/** Opens the lab of a portal whose maps are the fake of Google's: no look is about the map, which takes half of a page's time to draw. */
const openLab = async (page: Page) => {
  await page.addInitScript(await buildFakeGoogle())
  await changeEnvironment(page.context(), { googleMapsKey: 'a-key', googleMapId: 'our-map' })
  await logIn(page, 'analytics')
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Lab' }).click()
}

test('every path through playback and session shows on the page what its states are', async ({ page }) => {
  await openLab(page)
  await walkOnScreen(page, {
    ...{ name: 'playback', path: 'fleet/playback', seen: PLAYBACK },
    portal: await portalAfter(...logInOnMap, (session) =>
      session.fleetActor()?.send({ type: 'playback.opened', vehicleId: 5, now: MODEL_NOW }),
    ),
  })
  await walkOnScreen(page, { name: 'session', path: 'session', seen: SESSION, portal: portalAtStart() })
})

test('every path through map modes and geofences shows on the page what its states are', async ({ page }) => {
  await openLab(page)
  const portal = await portalAfter(...logInOnMap)
  await walkOnScreen(page, { name: 'fleet', path: 'fleet', seen: FLEET, portal })
  await walkOnScreen(page, {
    ...{ name: 'geofences', path: 'fleet/geofences', seen: GEOFENCES, more: [SOME_VEHICLES] },
    portal: await portalAfter(...logInOnMap, (session) =>
      session.fleetActor()?.send({ type: 'geofences.opened' }),
    ),
  })
})
