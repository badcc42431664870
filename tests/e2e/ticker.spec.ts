import type { Browser, Page } from '@playwright/test'
import { acknowledge, address, expect, logIn, logOut, PASSWORD, test } from './portal.fixture.ts'

const NOTICE = 'We are updating our portal. Kindly contact us in case of any inconvenience.'
const HOSTILE = [
  '<img src=x onerror="window.pwned=1">',
  '"><svg onload=window.pwned=1>',
  '<script>window.pwned=1</script>',
]

const messages = (page: Page) => page.getByRole('dialog', { name: 'MESSAGES' })

/** The administrator's page on the settings, in a browser context of its own. */
const openSettings = async (browser: Browser) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await logInAsAdmin(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  return page
}

/** Administrators land on a page without a map. */
const logInAsAdmin = async (page: Page) => {
  await page.goto(address('/'))
  await page.getByLabel('User name').fill('superadmin')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/profile')
}

test('TCK-01 TCK-04 TCK-05 the messages wait for OKAY, stay acknowledged until one is changed, and run above the map', async ({
  page,
  browser,
}) => {
  const admin = await openSettings(browser)
  await admin.getByRole('tab', { name: 'Ticker messages' }).click()
  await admin.getByRole('button', { name: 'Add message' }).click()
  await admin.getByLabel('Text').fill('The ghat road is closed.')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByRole('dialog')).toHaveCount(0)

  await logIn(page, 'customer', { messages: true })
  await expect(messages(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(messages(page)).toBeVisible()
  const stored = page.waitForResponse('**/dicvticker/tk3/acknowledgements')
  await acknowledge(page)
  expect((await stored).status()).toBe(200)
  const bar = page.getByRole('region', { name: 'Messages' })
  await expect(bar.getByRole('button')).toBeVisible()
  await page.reload()
  await expect(bar.getByRole('button')).toBeVisible()
  await expect(messages(page)).toHaveCount(0)

  await expect(bar).toContainText('2 of 4')
  await bar.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(messages(page).getByRole('listitem')).toHaveCount(4)
  await page.getByRole('button', { name: 'OKAY' }).click()
  await expect(messages(page)).toHaveCount(0)

  await logOut(page)
  await logIn(page, 'customer', { messages: true })
  // Five seconds after the messages came, long enough for a dialog to open.
  await expect(bar).toContainText('2 of 4')
  await expect(messages(page)).toHaveCount(0)

  await admin.getByRole('button', { name: 'Edit “The ghat road is closed.”' }).click()
  await admin.getByLabel('Text').fill('The ghat road is open again.')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByRole('dialog')).toHaveCount(0)
  await logOut(page)
  await logIn(page, 'customer', { messages: true })
  await expect(messages(page).getByText('The ghat road is open again.')).toBeVisible()
  await acknowledge(page)

  await admin.getByRole('button', { name: 'Delete “The ghat road is open again.”' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(admin.getByRole('dialog')).toHaveCount(0)
  await admin.context().close()
})

test("AC-16 TCK-02 TCK-03 TCK-10 an administrator's message is shown literally, and disappears when deleted", async ({
  page,
  browser,
}) => {
  const admin = await openSettings(browser)
  await admin.getByRole('tab', { name: 'Ticker messages' }).click()
  const list = admin.getByRole('list', { name: 'Ticker messages' })
  for (const text of HOSTILE) {
    await admin.getByRole('button', { name: 'Add message' }).click()
    await admin.getByLabel('Text').fill(text)
    await admin.getByRole('switch', { name: 'Critical (shown in bold)' }).click()
    await admin.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByRole('dialog')).toHaveCount(0)
    await expect(list.getByText(text, { exact: true })).toBeVisible()
  }

  await logIn(page, 'customer', { messages: true })
  for (const text of HOSTILE)
    await expect(messages(page).getByText(text, { exact: true })).toHaveCSS('font-weight', '700')
  await acknowledge(page)
  const bar = page.getByRole('region', { name: 'Messages' })
  await expect(bar).toContainText(HOSTILE.at(-1) ?? '')
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)

  for (const text of HOSTILE) {
    await admin.getByRole('button', { name: `Delete “${text}”` }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(list.getByText(text, { exact: true })).toHaveCount(0)
  }
  expect(await admin.evaluate(() => 'pwned' in window)).toBe(false)
  await admin.context().close()
})

test('TCK-02 TCK-06 CST-10 a long message scrolls, wraps with reduced motion, and changes in 500 ms', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await logIn(page)
  const bar = page.getByRole('region', { name: 'Messages' })
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
  const untilShown = async (text: string) => {
    for (let i = 0; i < 100; i += 1) {
      if ((await bar.textContent())?.includes(text)) return
      await page.clock.runFor(200)
    }
    throw new Error(`'${text}' was not shown within 20 s of the page's clock.`)
  }
  await untilShown('1 of 3')
  const long = page.locator('[data-marquee]')
  await expect(long).not.toHaveCSS('animation-name', 'none')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(long).toHaveCSS('animation-name', 'none')
  await expect(long).toHaveCSS('white-space', 'normal')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await untilShown('2 of 3')
  await expect(bar.locator('[data-leaving] + span')).toHaveCSS('animation-duration', '0.5s')
})

test('TCK-11 TCK-12 OPEN-80 the maintenance notice shows above the login page and disappears again', async ({
  page,
  browser,
}) => {
  const admin = await openSettings(browser)
  await admin.getByRole('tab', { name: 'Maintenance' }).click()
  const toggle = admin.getByRole('switch', { name: 'Show the maintenance notice' })
  await toggle.click()
  const banner = (on: Page) => on.getByRole('status').filter({ hasText: NOTICE })
  await expect(banner(admin)).toBeVisible()

  await page.goto(address('/'))
  await expect(banner(page)).toBeVisible()
  const { y, width } = (await banner(page).boundingBox()) ?? { y: -1, width: 0 }
  expect([y, width]).toEqual([0, page.viewportSize()?.width])
  await logIn(page)
  await expect(banner(page)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Vehicles' }).getByRole('button').first()).toBeVisible()

  await toggle.click()
  await expect(banner(admin)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Messages' })).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
  await admin.context().close()
})

test('FTR-08 API-37 the user manual is downloaded as a file that a browser opens', async ({
  page,
}, testInfo) => {
  await logInAsAdmin(page)
  await page.getByRole('link', { name: 'Help' }).first().click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download user manual' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe('Roadbook user manual.html')
  const path = testInfo.outputPath('manual.html')
  await download.saveAs(path)
  await page.goto(`file://${path}`)
  await expect(page.getByRole('heading', { name: 'Roadbook user manual' })).toBeVisible()
})
