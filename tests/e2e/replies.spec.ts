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

/** Queries of the client that no row makes, and why. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  maintenanceStatus: 'a read of the shell, which shows nothing (SES-51)',
  paymentRedirection: 'has sentences of its own (SHL-38)',
  problemReports: 'has a note of its own on the page of replays (report-list.test.tsx)',
  problemReportFile: 'is opened by a press, and its failure shows in the place of the recording',
  alertBackTest: 'has a note of its own beside the setting that is edited (alert-settings.test.tsx)',
  alertChanges: 'a poll of the list, which asks again ten seconds later (alert-list.test.ts)',
  alertCounts: 'has the place of the list for its failure, with Retry (alert-list.test.tsx)',
  adblueByDate: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  dashboardFunctions: 'has the places of its widgets for its failure, with Retry (tests/views/dashboard)',
  drivingScore: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  figureRows: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  getPerformance: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  mileageVsDate: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  rpmBand: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  speedBand: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  tripRows: 'has the place of the rows for its failure, with Retry (tests/views/dashboard)',
  tripStatusForDashboard: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  truckInsight: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  utilizationVsDate: 'has the place of its widget for its failure, with Retry (tests/views/dashboard)',
  fleetDtcData: 'has the place of the list for its failure, with Retry (tests/views/health)',
  getLiveDtc: 'has the place of the list for its failure, with Retry (tests/views/health)',
  serviceReminders: 'has the place of the list for its failure, with Retry (tests/views/health)',
  fluidHistory: 'has the place of the levels in their panel for its failure, with Retry (tests/views/health)',
  vehicleFluids: 'has the place of the list for its failure, with Retry (tests/views/health)',
  serviceDone: 'has the place of the list for its failure, with Retry (tests/views/health)',
  driverScores: 'has the place of the report for its failure, with Retry (driving-reports.test.tsx)',
  driverScoreTrend: 'has the place of the trend for its failure, with Retry (driving-reports.test.tsx)',
  drivingIncidents: 'has the place of the list for its failure, with Retry (score-panel.test.tsx)',
  alertsByImei: 'has the place of the list for its failure, with Retry (alert-list.test.tsx)',
  liveNotifications: 'has the place of the list for its failure, with Retry (alert-list.test.tsx)',
  getAlertType: 'has a note with Retry beside the filter (alert-list.test.tsx)',
  alertEvidence: 'has the place of the panel for its failure, with Retry (alert-panel.test.tsx)',
  getAlertNotificationDetails: 'a poll of the shell, which shows nothing (SES-51)',
  validateShare: 'has a banner of its own on the shared page (SHR-04, share-screen.test.tsx)',
  listLiveShares: 'has the place of the list for its failure, with Retry (live-links.test.tsx)',
  retrieveSettings: 'a read of the shell, which shows nothing (SES-51): all alerts count as enabled',
  readPreferences: 'a read of the shell, which shows nothing (SES-51): what this browser keeps is shown',
  sessionUser: 'is made for a guest who returns from an identity provider, and fails in identity.spec.ts',
}

/** Queries of the contract that the built client makes by other means than the request builder, or not at all. */
const NOT_REQUESTED: Readonly<Record<string, string>> = {
  environment: 'is read before there is a request builder, and its failure is a page of its own',
  playbackFile: 'is read by a worker, whose failure the playback shows',
  dashboardServiceCount: 'is for other clients (CONFLICT-24)',
  dashboardServiceDone: 'is for other clients (CONFLICT-24)',
  dashboardServiceDueSoon: 'is for other clients (CONFLICT-24)',
  dashboardServiceOverdue: 'is for other clients (CONFLICT-24)',
  serviceCount: 'is for other clients (CONFLICT-24)',
  serviceDueSoon: 'is for other clients (CONFLICT-24)',
  serviceOverdue: 'is for other clients (CONFLICT-24)',
  getActiveVehicles: 'is for other clients (decision 0020)',
  geofenceDetail: 'is for other clients (decision 0020)',
}

test('every query of the contract that the server answers has a row, or a reason to have none', () => {
  const queries = allCalls.filter(
    ({ id, isQuery, replyKind }) => isQuery && replyKind !== 'stream' && !NOT_BUILT.includes(id),
  )
  const rows = Object.values(SCREENS).flatMap((screen) => screen.rows.map(({ call }) => call.id))
  const named = [...rows, ...Object.keys(ELSEWHERE), ...Object.keys(NOT_REQUESTED)]
  expect(named.sort()).toEqual(queries.map(({ id }) => id).sort())
})

for (const [userName, { at, rows }] of Object.entries(SCREENS))
  test(`SES-53 SES-54 SES-55 what ${userName} reads when a server fails a query`, async ({ page }) => {
    await page.clock.install()
    await logInAt(page, at, userName)
    if (at === '/track-trace') await acknowledge(page)
    for (const row of rows) await test.step(row.call.id, () => expectReplies(page, row))
  })
