import type { BrowserContext, Locator, Page } from '@playwright/test'
import { userDetail } from '#contract/calls/users.ts'
import { audit } from './accessibility.driver.ts'
import { address, changeEnvironment, expect, logIn, test } from './portal.fixture.ts'
import { RETRY_MS, TOAST_MS } from './replies.driver.ts'

/** Has the environment set `lab`. */
const openLab = (context: BrowserContext) => changeEnvironment(context, { lab: true })

const badgeOf = (page: Page) => page.getByRole('complementary', { name: 'Faults' })
const kindRow = (page: Page, kind: string) => page.getByRole('row', { name: new RegExp(`^${kind}`) })
const happened = (page: Page, kind: string) => kindRow(page, kind).getByRole('cell').last()
const profileLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Profile' })

/** Turns on faults of one kind, all the time, on their panel. */
const turnOn = async (page: Page, kind: string, seed = '42') => {
  await page.goto(address('/lab/faults'))
  await page.getByLabel('Seed', { exact: true }).fill(seed)
  await kindRow(page, kind).getByRole('spinbutton').fill('100')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(badgeOf(page)).toContainText(`Faults on · seed ${seed}`)
}

/** A failed query is made again, and shown as failed then. */
const failedTwice = (page: Page, shown: Locator) =>
  expect(async () => {
    await page.clock.fastForward(RETRY_MS)
    await expect(shown).toBeVisible({ timeout: 1000 })
  }).toPass()

/** How many requests of the user's record have left the page. */
const recordRequests = (page: Page) => {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(userDetail.path)) count += 1
  })
  return () => count
}

test('500s on demand meet every screen, are counted, and end when they are turned off', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await openLab(context)
  await logIn(page, 'manager')
  await turnOn(page, '500')
  expect(await audit(page)).toEqual([])
  const requests = recordRequests(page)

  await profileLink(page).click()
  const failure = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Retry' }) })
  await failedTwice(page, failure)
  await expect(failure).toContainText('Something went wrong on our side')
  expect(requests(), 'no request left the page').toBe(0)
  await expect(badgeOf(page)).toContainText(/[1-9]\d* (has|have) happened/)
  expect(await audit(page)).toEqual([])

  await badgeOf(page).getByRole('link').click()
  await expect(happened(page, '500')).toHaveText(/^[1-9]/)
  await expect(happened(page, '204')).toHaveText('0')
  // The toasts of the first failure go.
  await page.clock.fastForward(TOAST_MS)
  await profileLink(page).click()
  await failedTwice(page, failure)
  await badgeOf(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(badgeOf(page)).toHaveCount(0)
  await failure.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('E-mail', { exact: true })).toBeVisible()
  expect(requests()).toBeGreaterThan(0)
})

test('faults last over a reload, in this tab alone', async ({ page, context }) => {
  await page.clock.install()
  await openLab(context)
  await logIn(page, 'manager')
  await turnOn(page, 'Request lost', '7')
  const opened = context.waitForEvent('page')
  await page.evaluate((to) => void window.open(to), address('/profile'))
  const requests = recordRequests(page)
  await page.goto(address('/profile'))
  await expect(badgeOf(page)).toContainText('Faults on · seed 7')
  await failedTwice(page, page.getByText('Your profile could not be loaded.'))
  expect(requests()).toBe(0)

  for (const other of [await opened, await context.newPage()]) {
    await other.goto(address('/profile'))
    await expect(other.getByText('E-mail', { exact: true })).toBeVisible()
    await expect(badgeOf(other)).toHaveCount(0)
  }

  await page.goto(address('/lab/faults'))
  await expect(page.getByLabel('Seed', { exact: true })).toHaveValue('7')
  await badgeOf(page).getByRole('button', { name: 'Turn off' }).click()
  await page.goto(address('/profile'))
  await expect(page.getByText('E-mail', { exact: true })).toBeVisible()
  await expect(badgeOf(page)).toHaveCount(0)
})

test('streams are dropped on the map, whose controls the badge does not cover, also on a phone', async ({
  page,
  context,
}) => {
  await openLab(context)
  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page, 'manager')
  await turnOn(page, 'Answer lost', '4294967295')
  expect(await audit(page)).toEqual([])
  await kindRow(page, 'Answer lost').getByRole('spinbutton').fill('0')
  await page.getByRole('button', { name: 'Start anew with these settings' }).click()
  await page.goto(address('/track-trace'))
  const badge = badgeOf(page)
  // The stream opens when the map has loaded.
  await expect(async () => {
    await badge.getByRole('button', { name: 'Drop the stream now' }).click()
    await expect(badge).toContainText(/[1-9]\d* (has|have) happened/, { timeout: 500 })
  }).toPass()
  expect(await audit(page)).toEqual([])
  const [below, main] = await Promise.all([badge.boundingBox(), page.getByRole('main').boundingBox()])
  expect((main?.y ?? 0) + (main?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  expect((below?.y ?? 0) + (below?.height ?? 0)).toBeLessThanOrEqual(844)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('where the environment does not set `lab`, nothing of the faults is loaded or can be turned on', async ({
  page,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const rates = Object.fromEntries(
    [
      ...['late', 'requestLost', 'answerLost', 'doubled', 'reordered', 'unauthorized', 'serverError'],
      ...['noContent', 'malformed', 'streamDropped'],
    ].map((kind) => [kind, 1]),
  )
  await page.addInitScript(
    (text) => sessionStorage.setItem('faults', text),
    JSON.stringify({ seed: 1, rates, lateMs: 60_000, clockSkewMs: 3_600_000 }),
  )
  await logIn(page, 'manager')
  await profileLink(page).click()
  await expect(page.getByText('E-mail', { exact: true })).toBeVisible()
  await expect(badgeOf(page)).toHaveCount(0)
  expect(loaded.filter((path) => /fault/.test(path))).toEqual([])
  await page.goto(address('/lab/faults'))
  await expect(page.getByLabel('Seed', { exact: true })).toHaveCount(0)
})
