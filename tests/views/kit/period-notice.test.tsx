import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { readAlertLink } from '#contract/links/alerts.ts'
import { readDashboardLink } from '#contract/links/dashboard.ts'
import { readDrivingLink } from '#contract/links/driving-analysis.ts'
import { readHealthLink } from '#contract/links/health.ts'
import { ALERTS } from '#src/texts/en/events.ts'
import { openPage, type Page, USER } from '#tests/kit/views/page.tsx'

const NOW = Date.UTC(2026, 10, 20, 5, 15)
const NOTICE = /^The link’s period could not be read/
const REVERSED = 'custom&from=1700100000000&to=1700000000000'
let page: Page

afterEach(() => page.close())

const dashboardSays = (search: string) => {
  const { isPeriodInvalid, ...place } = readDashboardLink(search)
  return page.shell.dashboardAddress.latest().resolve({ place, isPeriodInvalid, keptLayout: null, now: NOW })
}
const drivingSays = (search: string) =>
  page.shell.drivingAddress.latest().resolve({ ...readDrivingLink(search), now: NOW })
const healthSays = (search: string) =>
  page.shell.healthAddress.latest().resolve({ ...readHealthLink(search), now: NOW })
const alertsSay = (search: string) =>
  page.shell.alertAddress.latest().resolve({ ...readAlertLink(search), hidden: [], now: NOW })
const choosePeriod = () =>
  fireEvent.change(screen.getByRole('combobox', { name: 'Dates' }), { target: { value: 'yesterday' } })
const chooseDays = () =>
  fireEvent.click(
    within(screen.getByRole('radiogroup', { name: 'Period' })).getByRole('radio', { name: '30 days' }),
  )
/** The other field of each link: what it chose is shown as pressed, selected or by name. */
const isGroup = () => screen.getByRole<HTMLInputElement>('radio', { name: 'Group' }).checked
const isByVehicle = () => screen.getByRole<HTMLInputElement>('radio', { name: 'Vehicles' }).checked
const isHigh = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Severity' }).value === 'high'
const isIdling = () => screen.queryByRole('button', { name: `${ALERTS.IDLING} –`, pressed: true }) !== null

const dashboard = {
  ...{ path: '/owner-suite', other: '?filterBy=Group', field: 'period', known: '30days' },
  ...{ shown: 'last 7 days', says: dashboardSays, choose: chooseDays, isOtherKept: isGroup },
}
const driving = {
  ...{ path: '/driving-analysisv2', other: '?by=vehicle', field: 'dateType', known: 'last30Days' },
  ...{ shown: 'Last 7 days', says: drivingSays, choose: choosePeriod, isOtherKept: isByVehicle },
}
const health = {
  ...{ path: '/fleet-health', other: '?tab=history&severity=high', field: 'period', known: 'last7Days' },
  ...{ shown: 'Last 30 days', says: healthSays, choose: choosePeriod, isOtherKept: isHigh },
}
const alerts = {
  ...{ path: '/alerts', other: '?type=IDLING', field: 'period', known: 'last7Days' },
  ...{ shown: 'Last 24 hrs', says: alertsSay, choose: choosePeriod, isOtherKept: isIdling },
}
const isGone = () => expect(screen.queryByText(NOTICE)).toBeNull()
type Screen = typeof dashboard
const open = async ({ path, other, field, says }: Screen, period: string) => {
  page = openPage({ path })
  // After the stubs: uPlot looks at the browser as it is loaded.
  await import('#src/views/dashboard/dashboard-screen.tsx')
  await page.signIn({ ...USER, roles: ['MANAGER'] })
  await page.act(() => says(`${other}&${field}=${period}`))
}

describe.each(Object.entries({ dashboard, driving, health, alerts }))('%s', (_, shownScreen) => {
  test.each(['5days', REVERSED])(
    'RPT-19 a link with the period %s says which one is shown instead, and keeps all else',
    async (period) => {
      await open(shownScreen, period)
      expect(screen.getByText(NOTICE).textContent).toBe(
        `The link’s period could not be read. Shown instead: ${shownScreen.shown}.`,
      )
      expect(shownScreen.isOtherKept()).toBe(true)
    },
  )

  test('a link whose period is known says nothing', async () => {
    await open(shownScreen, shownScreen.known)
    expect(screen.queryByText(NOTICE)).toBeNull()
  })

  test('the notice stays until it is closed, and comes back with the next such link alone', async () => {
    await open(shownScreen, '5days')
    await page.act(() => fireEvent.click(screen.getByRole('button', { name: 'Dismiss message' })))
    isGone()
    expect(document.activeElement, 'the button is gone').not.toBe(document.body)
    await page.act(() => page.location.visit(`${shownScreen.path}?x=1`))
    await page.act(() => shownScreen.says(shownScreen.other))
    expect(screen.queryByText(NOTICE)).toBeNull()
    await page.act(() => page.location.visit(`${shownScreen.path}?x=2`))
    await page.act(() => shownScreen.says(`${shownScreen.other}&${shownScreen.field}=5days`))
    expect(screen.getByText(NOTICE)).toBeTruthy()
  })

  test('the next choice closes it', async () => {
    await open(shownScreen, '5days')
    await page.act(shownScreen.choose)
    isGone()
  })

  test('it goes with its screen, and is not there when that is opened again', async () => {
    await open(shownScreen, '5days')
    await page.act(() => page.location.visit('/settings'))
    isGone()
    await page.act(() => page.location.visit(shownScreen.path))
    await page.act(() => shownScreen.says(shownScreen.other))
    expect(shownScreen.isOtherKept()).toBe(true)
    expect(screen.queryByText(NOTICE)).toBeNull()
  })
})
