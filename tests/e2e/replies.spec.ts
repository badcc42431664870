import type { Page } from '@playwright/test'
import { alertDeliveries } from '#contract/calls/alerts.ts'
import { BACKEND_BASE } from '#contract/calls/call.ts'
import {
  filterFleet,
  fleetGroups,
  showAllTrucks,
  vehicleList,
  vehicleSearchIds,
} from '#contract/calls/fleet.ts'
import { readGateway } from '#contract/calls/gateway.ts'
import { geofenceEditDetails, geofenceList } from '#contract/calls/geofences.ts'
import { userManual } from '#contract/calls/help.ts'
import { currentImport } from '#contract/calls/import.ts'
import { allCalls } from '#contract/calls/index.ts'
import { liveTrack } from '#contract/calls/live.ts'
import { mailMessage, mailOutbox } from '#contract/calls/mail.ts'
import { alertsPlot, routePlayback, tripRoute } from '#contract/calls/playback.ts'
import { forgotPassword } from '#contract/calls/session.ts'
import {
  getAlertConfiguration,
  getScalingFactor,
  getScoredAlerts,
  getUserAlertPreference,
} from '#contract/calls/settings.ts'
import { supportChanges } from '#contract/calls/support.ts'
import { tickerMessages } from '#contract/calls/ticker.ts'
import { getTripTrack, getTripUpdate } from '#contract/calls/trips.ts'
import {
  currentActing,
  getCompanies,
  getCustomerByCompany,
  getRolesBasedUserList,
  userDetail,
} from '#contract/calls/users.ts'
import { fleetRegions, getGroups, getVehicleIds, vehicleDropdown } from '#contract/calls/vehicle-lists.ts'
import { NOT_BUILT } from '#server/http/not-built.ts'
import { NOT_REQUESTED, REPORTED, SILENT } from './other-queries.fixture.ts'
import { acknowledge, address, expect, logInAt, test } from './portal.fixture.ts'
import { expectReplies, isRequestOf, type Row } from './replies.driver.ts'

const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
const retry = press('Retry')
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name, exact: true }).click()
const visit = (path: string) => (page: Page) => page.goto(address(path))
/** One step after another. */
const steps =
  (...each: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of each) await step(page)
  }
/** A step that can be repeated: it leaves the place before it comes again. */
const reopen = (close: (page: Page) => Promise<unknown>, open: (page: Page) => Promise<unknown>) => ({
  begin: open,
  again: steps(close, open),
})
const closeMenu = (page: Page) => page.keyboard.press('Escape')
let searches = 0
const search = (page: Page) => page.getByLabel('Search registration').fill(`zz ${++searches} 9`)

const choose = (label: string) => async (page: Page) => {
  await page.getByLabel(label).first().click()
  await page.locator('[role=option]').first().click()
}

const openVehicle = (page: Page) =>
  page.getByRole('list', { name: 'Vehicles' }).getByRole('button').first().click()
const openFence = (page: Page) =>
  page.getByRole('list', { name: 'List of geofences' }).getByRole('button').first().click()
const openMail = (page: Page) =>
  page.getByRole('list', { name: 'Mail outbox' }).getByRole('button').first().click()
/** Asks for a mail and reloads the outbox until it is there: it is sent after the reply. */
const awaitMail = async (page: Page) => {
  const path = `${BACKEND_BASE[forgotPassword.backend]}${forgotPassword.path}`
  await expect(await page.request.post(address(path), { data: { account: 'customer' } })).toBeOK()
  await expect(async () => {
    await press('Reload')(page)
    await expect(page.getByRole('list', { name: 'Mail outbox' })).toBeVisible({ timeout: 1000 })
  }).toPass()
}
/** From the next reading on no truck has a running trip. */
const endTrips = (page: Page) =>
  page.route(isRequestOf(vehicleList), async (route) => {
    const response = await route.fetch()
    const list: { vehicles: readonly object[] } = await response.json()
    const vehicles = list.vehicles.map((vehicle) => ({ ...vehicle, tripDetail: null }))
    await route.fulfill({ response, json: { ...list, vehicles } })
  })
const actForOne = async (page: Page) => {
  await page.getByRole('textbox', { name: 'Reason' }).fill('Ticket 4711')
  await press(/^Choose /)(page)
  await page.waitForURL((url) => !url.pathname.startsWith('/cssupport'))
}

/** The queries of the screens by user, in an order in which each begins where the one before has ended. */
const SCREENS: Readonly<Record<string, { readonly at: string; readonly rows: readonly Row[] }>> = {
  manager: {
    at: '/track-trace',
    rows: [
      { call: vehicleList, begin: visit('/track-trace'), again: retry },
      { call: vehicleSearchIds, begin: steps(retry, search), again: search },
      {
        call: showAllTrucks,
        begin: steps((page) => page.getByLabel('Search registration').fill(''), press('Show all trucks')),
        again: retry,
      },
      { call: filterFleet, begin: steps(retry, press(/^Running/)), again: retry },
      { call: fleetGroups, ...reopen(closeMenu, press('Group')) },
      {
        call: fleetRegions,
        begin: steps(visit('/track-trace'), press('Region')),
        again: steps(closeMenu, press('Region')),
      },
      {
        call: vehicleDropdown,
        begin: steps(closeMenu, press('Select vehicles')),
        again: steps(press('Back to the list'), press('Select vehicles')),
      },
      { call: getTripUpdate, begin: steps(press('Back to the list'), tab('Trips')), again: retry },
      {
        call: getTripTrack,
        begin: steps(retry, (page) =>
          page.getByRole('list', { name: 'Running trips' }).getByRole('button').first().click(),
        ),
        again: retry,
      },
      {
        call: tripRoute,
        begin: steps(endTrips, visit('/track-trace'), openVehicle, press('Trip')),
        again: retry,
      },
      {
        call: liveTrack,
        begin: steps(press('Back to the fleet'), openVehicle, press('Live')),
        again: steps(press('Back to the fleet'), openVehicle, press('Live')),
      },
      {
        call: routePlayback,
        begin: steps(press('Back to the fleet'), openVehicle, press('Playback')),
        again: press(/^(GO|Restart)$/),
      },
      { call: alertsPlot, begin: press(/^(GO|Restart)$/), again: retry },
      { call: geofenceList, begin: steps(visit('/track-trace'), press('Geofences')), again: retry },
      {
        call: geofenceEditDetails,
        begin: steps(retry, openFence, press('Edit')),
        again: press('Edit'),
      },
      {
        call: getVehicleIds,
        begin: steps(press('Create geofence'), press('OK'), (page) =>
          page.getByLabel('All vehicles').uncheck(),
        ),
        again: retry,
      },
      { call: getGroups, begin: retry, again: retry },
      { call: userDetail, begin: visit('/profile'), again: retry },
      {
        call: userManual,
        begin: steps(visit('/support'), press('Download user manual')),
        again: press('Download user manual'),
      },
      { call: tickerMessages, begin: visit('/track-trace'), again: visit('/track-trace') },
    ],
  },
  rootadmin: {
    at: '/settings',
    rows: [
      { call: mailOutbox, begin: tab('Mail outbox'), again: press('Reload') },
      { call: mailMessage, begin: steps(awaitMail, openMail), again: openMail },
    ],
  },
  customeradmin: {
    at: '/settings',
    rows: [
      {
        call: readGateway,
        begin: tab('Gateway'),
        again: steps(tab('Change password'), tab('Gateway')),
      },
      {
        call: currentImport,
        begin: tab('Import positions'),
        again: steps(tab('Change password'), tab('Import positions')),
      },
      {
        call: getAlertConfiguration,
        begin: tab('Alert settings'),
        again: retry,
      },
      { call: getUserAlertPreference, begin: steps(retry, tab('Alert preferences')), again: retry },
      { call: getScalingFactor, begin: tab('Scaling factor'), again: retry },
      { call: getScoredAlerts, begin: tab('Driving score'), again: retry },
      { call: alertDeliveries, begin: tab('Undelivered notifications'), again: press('Reload') },
      { call: supportChanges, begin: tab('Support access'), again: press('Reload') },
    ],
  },
  analytics: {
    at: '/track-trace',
    rows: [
      { call: getCompanies, begin: visit('/track-trace'), again: retry },
      { call: getCustomerByCompany, begin: steps(retry, choose('Company')), again: retry },
    ],
  },
  cssupport: {
    at: '/cssupport',
    rows: [
      { call: getRolesBasedUserList, begin: choose('Role'), again: retry },
      {
        call: currentActing,
        begin: steps(retry, actForOne, visit('/profile')),
        again: visit('/profile'),
      },
    ],
  },
}

test('every query of the contract that the server answers has a row, or a reason to have none', () => {
  const queries = allCalls.filter(
    ({ id, isQuery, replyKind }) => isQuery && replyKind !== 'stream' && !NOT_BUILT.includes(id),
  )
  const rows = Object.values(SCREENS).flatMap((screen) => screen.rows.map(({ call }) => call.id))
  const named = [...rows, ...REPORTED, ...Object.keys(SILENT), ...Object.keys(NOT_REQUESTED)]
  expect(named.sort()).toEqual(queries.map(({ id }) => id).sort())
})

for (const [userName, { at, rows }] of Object.entries(SCREENS))
  test(`SES-53 SES-54 SES-55 what ${userName} reads when a server fails a query`, async ({ page }) => {
    await page.clock.install()
    await logInAt(page, at, userName)
    if (at === '/track-trace') await acknowledge(page)
    for (const row of rows) await test.step(row.call.id, () => expectReplies(page, row))
  })
