import type { Locator, Page } from '@playwright/test'
import { audit } from './accessibility.driver.ts'
import { expect, logIn, logInAt, PASSWORD, test } from './portal.fixture.ts'

test.use({ alerts: 'real' })

const POLL = '**/alerts/tk3/getAlertNotificationDetails'

type Alert = { readonly alertId: number; readonly type: string; readonly registration: string }

/** 8:15 in India. */
const TIME = Date.parse('2026-11-25T02:45:00Z')

const detailOf = ({ alertId, type, registration }: Alert) => ({
  ...{
    alertId,
    vehicleId: 1,
    type,
    time: TIME + alertId,
    lat: 12.9,
    lng: 77.6,
    value: null,
    durationS: null,
  },
  ...{
    threshold: 0,
    fence: null,
    isOpen: false,
    lastSeen: null,
    acknowledgement: null,
    Date: '25-11-2026 08:15:00',
  },
  RegistrationNumber: registration,
})

/** The page's clock goes on until it has polled so often. A request that is under way when it stops has no time to run out. */
const untilPolled = async (page: Page, requests: readonly unknown[], count: number) => {
  for (let step = 0; step < 70 && requests.length < count; step += 1) await page.clock.runFor(5000)
  expect(requests).toHaveLength(count)
}

/** The server's polls find these alerts from now on; what they request is kept. */
const answerPolls = async (page: Page, alerts: readonly Alert[]) => {
  const requests: { vehicleIds: number[]; fromTsInIST: string; toTsInIST: string }[] = []
  let found = alerts
  await page.route(POLL, (route) => {
    requests.push(route.request().postDataJSON())
    const types = [...new Set(['OVERSPEED', ...found.map(({ type }) => type)])]
    return route.fulfill({
      json: Object.fromEntries(
        types.map((type) => [type, found.filter((alert) => alert.type === type).map(detailOf)]),
      ),
    })
  })
  return {
    requests,
    find: (next: readonly Alert[]) => {
      found = next
    },
  }
}

const SPEEDING: Alert = { alertId: 11, type: 'OVERSPEED', registration: 'KA 01 AB 1234' }
const DROP: Alert = { alertId: 12, type: 'FUELDROP', registration: 'MH 12 CD 5678' }
const FENCE: Alert = { alertId: 13, type: 'GEOFENCEINOUT', registration: 'TN 09 EF 9012' }

const popup = (page: Page) => page.getByRole('region', { name: 'New alerts' })
const sentence = (page: Page, name: string, { registration }: Alert) =>
  popup(page).getByText(`${name} alert occurred for ${registration} on Nov 25th 2026, 8:15 am`)

test('ALR-39 to ALR-43 OPEN-84 new alerts show on the map, one or all, and lead to the alert list', async ({
  page,
}) => {
  const { requests } = await answerPolls(page, [SPEEDING, DROP, FENCE])
  await logIn(page)
  await expect(sentence(page, 'Geofence', FENCE)).toBeVisible()
  await expect(popup(page).getByRole('listitem')).toHaveCount(1)
  const [{ vehicleIds, fromTsInIST, toTsInIST } = { vehicleIds: [], fromTsInIST: '', toTsInIST: '' }] =
    requests
  expect(Date.parse(`${toTsInIST}Z`) - Date.parse(`${fromTsInIST}Z`)).toBe(300_000)
  expect(vehicleIds).toEqual([])

  await popup(page).getByRole('button', { name: 'Show all alerts' }).click()
  await expect(popup(page).getByRole('listitem')).toHaveCount(3)
  await expect(sentence(page, 'Overspeed', SPEEDING)).toBeVisible()
  expect(await audit(page)).toEqual([])
  await popup(page).getByRole('button', { name: 'Show one alert' }).click()
  await expect(popup(page).getByRole('listitem')).toHaveCount(1)

  await popup(page).getByRole('button', { name: 'Show all alerts' }).click()
  await popup(page)
    .getByRole('listitem')
    .filter({ hasText: 'Fuel Drop' })
    .getByRole('button', { name: 'Go to alert' })
    .click()
  await page.waitForURL(/\/alerts\?(?=.*\bdata=12\b)(?=.*\btype=FUELDROP\b)/)
  await expect(popup(page)).toHaveCount(0)
})

test('ALR-36 ALR-44 CR-10 polls come every five minutes, and the popup closes a minute after the last mouse move', async ({
  page,
}) => {
  await page.clock.install()
  const { requests, find } = await answerPolls(page, [SPEEDING])
  await logInAt(page, '/settings')
  await expect(popup(page)).toBeVisible()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await page.mouse.move(200, 200)
  await page.clock.runFor(1000)
  await page.mouse.move(220, 200)
  await page.clock.runFor(59_000)
  await expect(popup(page)).toBeVisible()
  await page.clock.runFor(2000)
  await expect(popup(page)).toHaveCount(0)

  find([SPEEDING, DROP])
  await untilPolled(page, requests, 2)
  await expect(sentence(page, 'Fuel Drop', DROP)).toBeVisible()
  await expect(popup(page).getByRole('heading', { name: '1 new alert' })).toBeVisible()
})

test('ALR-41 the popup can be used and closed by keyboard, at the size of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await answerPolls(page, [SPEEDING])
  await logIn(page)
  await expect(popup(page)).toBeVisible()
  const box = await popup(page).boundingBox()
  expect([box?.x, box?.width, Math.round((box?.y ?? 0) + (box?.height ?? 0))]).toEqual([0, 390, 844])
  expect(await audit(page)).toEqual([])
  await popup(page).getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Enter')
  await expect(popup(page)).toHaveCount(0)
})

/** The names of those controls that something lies over: in their middle, another element would take the press. */
const coveredOf = (region: Locator) =>
  region.evaluate((element) =>
    [...element.querySelectorAll('button, label, [role="slider"]')]
      .filter((control) => {
        const { x, y, width, height } = control.getBoundingClientRect()
        return !control.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent),
  )

test('PLB-02 ALR-39 the popup leaves the controls of a playback free, on a desk and on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await answerPolls(page, [SPEEDING, DROP, FENCE])
  await logIn(page)
  await page.getByRole('list', { name: 'Vehicles' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Playback', exact: true }).click()
  const dock = page.getByRole('region', { name: 'Playback controls' })
  const isFree = async () => {
    await expect(dock.getByRole('slider', { name: 'Playback position' })).toBeVisible()
    await expect.poll(() => coveredOf(dock)).toEqual([])
    await expect(popup(page)).toBeInViewport({ ratio: 1 })
    await expect.poll(() => coveredOf(popup(page))).toEqual([])
  }
  await isFree()
  await popup(page).getByRole('button', { name: 'Show all alerts' }).click()
  await isFree()

  await page.setViewportSize({ width: 390, height: 844 })
  await isFree()
  await popup(page).getByRole('button', { name: 'Show one alert' }).click()
  await isFree()
  expect(await audit(page)).toEqual([])
  await page.getByRole('button', { name: 'Open Playback' }).click()
  await expect.poll(() => coveredOf(dock)).toEqual([])
  await expect(popup(page).getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })

  await dock.getByRole('button', { name: 'Close' }).click()
  await expect(dock).toHaveCount(0)
  await expect(popup(page)).toBeVisible()
  const box = await popup(page).boundingBox()
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0)), 'at the bottom again').toBe(844)
})

test('ALR-39 the popup leaves the buttons of unsaved settings free, on a desk and on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await answerPolls(page, [SPEEDING])
  await logInAt(page, '/settings')
  const settings = page.getByRole('tabpanel', { name: 'Alert preferences' })
  const idling = settings
    .getByRole('row', { name: /^Idling/ })
    .getByRole('switch')
    .first()
  await idling.click()
  await expect(settings.getByRole('status')).toHaveText('Unsaved changes')
  const save = settings.getByRole('button', { name: 'Save' })
  const isFree = async () => {
    await expect(popup(page)).toBeInViewport({ ratio: 1 })
    await expect.poll(() => coveredOf(save.locator('..'))).toEqual([])
  }
  await isFree()
  await page.setViewportSize({ width: 390, height: 844 })
  await isFree()
})

test('ST-19 SHL-55 what was polled for one user is not shown to the next, and other roles do not poll', async ({
  page,
}) => {
  const { requests } = await answerPolls(page, [SPEEDING])
  let isReleased = (): void => {}
  const released = new Promise<void>((resolve) => {
    isReleased = resolve
  })
  await page.route(POLL, async (route) => {
    await released
    await route.fallback().catch(() => undefined)
  })
  await logIn(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByLabel('User name').fill('superadmin')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/profile')
  isReleased()
  await expect(page.getByRole('heading', { name: 'My profile' })).toBeVisible()
  await expect(popup(page)).toHaveCount(0)
  expect(requests.length).toBeLessThanOrEqual(1)
  await expect(page.getByRole('region', { name: 'Alerts in this browser' })).toHaveCount(0)
})

test('a hidden page notifies once the user allows it, and a press opens the alert', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'])
  await page.addInitScript(() => {
    const shown: { title: string; body: string; press: () => void }[] = []
    Object.assign(window, { shown })
    class Recorded {
      static permission = 'default'
      static requestPermission = async () => {
        Recorded.permission = 'granted'
        return 'granted'
      }
      onclick: () => void = () => {}
      constructor(title: string, { body = '' }: NotificationOptions) {
        shown.push({ title, body, press: () => this.onclick() })
      }
      close() {}
    }
    Object.assign(window, { Notification: Recorded })
  })
  await page.clock.install()
  const { requests, find } = await answerPolls(page, [])
  await logInAt(page, '/profile')
  const notify = page.getByRole('switch', { name: 'Notify me while this page is hidden' })
  await expect(notify).not.toBeChecked()
  await notify.click()
  await expect(notify).toBeChecked()
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  find([SPEEDING])
  await untilPolled(page, requests, 2)
  await expect(popup(page)).toBeVisible()
  const shown = () =>
    page.evaluate(() =>
      (window as unknown as { shown: { title: string; body: string }[] }).shown.map(({ title, body }) => [
        title,
        body,
      ]),
    )
  expect(await shown()).toEqual([
    ['Overspeed', 'Overspeed alert occurred for KA 01 AB 1234 on Nov 25th 2026, 8:15 am'],
  ])
  await page.evaluate(() => (window as unknown as { shown: { press: () => void }[] }).shown[0]?.press())
  await page.waitForURL(/\/alerts\?(?=.*\bdata=11\b)(?=.*\btype=OVERSPEED\b)/)
})
