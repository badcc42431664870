import type { Browser, Page } from '@playwright/test'
import { audit, auditShown } from './accessibility.driver.ts'
import { address, expect, layPlainBasemap, logIn, test } from './portal.fixture.ts'

const BANNER = 'Link is either Inactive, Expired or is Invalid !'
const NEXT_FIX_MS = 45_000

/** A browser of its own that has never seen the portal, as a customer's phone. */
const openViewer = async (browser: Browser, size: { width: number; height: number }) => {
  const context = await browser.newContext({ viewport: size, locale: 'en-IN', reducedMotion: 'reduce' })
  await layPlainBasemap(context)
  return { context, viewer: await context.newPage() }
}

/** Submits the open form, and returns the address that it made. */
const createLink = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Create link' }).click()
  return page.getByRole('textbox', { name: 'Live link' }).inputValue()
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('SHR-01 to SHR-04 SHR-10 SHR-11 SHR-13 SHR-14 API-120 OPEN-43 AC-07 a truck is shared, watched by a second browser, and cut off when the link is revoked', async ({
  browser,
  page,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1440, height: 900 })
  await logIn(page)
  await page.getByRole('button', { name: /^Running/ }).click()
  const card = page.getByRole('list', { name: 'Vehicles' }).getByRole('button').first()
  await card.click()
  const { context, viewer } = await openViewer(browser, { width: 390, height: 844 })
  const requests: string[] = []
  viewer.on('request', (request) => requests.push(`${request.url()} ${request.headers()['referer'] ?? ''}`))

  const link = await test.step('the owner makes a link and copies it', async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    const form = dialog(page, 'Share a live link')
    await form.getByLabel('How long').selectOption('1 hour')
    await form.getByLabel('Note for viewers').fill('Order 12 to Pune')
    expect(await audit(page), 'the form').toEqual([])
    const made = await createLink(page)
    expect(made).toMatch(/\/liveTrack\?q=[\w-]{32}$/)
    expect(await auditShown(page), 'the new link').toEqual([])
    await page.screenshot({ path: test.info().outputPath('made.png') })
    return made
  })
  const shareId = new URL(link).searchParams.get('q') ?? ''

  await test.step('a browser without a login follows it on a phone, in both themes', async () => {
    const checking = viewer.waitForRequest('**/api/v2/dicvlivelocation/validateurl/*')
    await viewer.goto(link)
    const check = await checking
    expect([check.method(), new URL(check.url()).pathname.split('/').at(-1)]).toEqual(['GET', shareId])
    const headers = await check.allHeaders()
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-api-key': expect.any(String) })
    expect(headers).not.toHaveProperty('authorization')
    const shared = viewer.getByRole('list', { name: 'Shared trucks' })
    await expect(shared).toContainText(/Live ·.*\d+ s ago/, { timeout: NEXT_FIX_MS })
    await expect(viewer.getByText('Order 12 to Pune')).toBeVisible()
    await expect(viewer.getByText(/^Shared until \d\d-\d\d-\d{4}/)).toBeVisible()
    expect(await audit(viewer), 'the shared page on a phone').toEqual([])
    await viewer.screenshot({ path: test.info().outputPath('phone.png') })
    await viewer.getByRole('button', { name: 'Dark theme' }).click()
    await expect(viewer.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await viewer.screenshot({ path: test.info().outputPath('phone-dark.png') })
    expect(await viewer.title(), 'the title names no link').toBe('Roadbook')
    const foreign = requests.filter((each) => !each.startsWith(new URL(link).origin))
    expect(foreign, 'no other host is asked').toEqual([])
    const referred = requests.filter((each) => (each.split(' ')[1] ?? '').includes(shareId))
    expect(referred, 'no request names the address it came from').toEqual([])
  })

  await test.step('the stored token of who is logged in goes with the check', async () => {
    const own = await page.context().newPage()
    const checking = own.waitForRequest('**/api/v2/dicvlivelocation/validateurl/*')
    await own.goto(link)
    expect(await (await checking).headerValue('authorization')).toMatch(/^Bearer /)
    await own.close()
  })

  await test.step('closing the info window ends the stream, and following begins again', async () => {
    await viewer.setViewportSize({ width: 1440, height: 900 })
    const info = viewer.getByRole('region', { name: /^Last position of/ })
    await expect(info).toBeVisible()
    expect((await info.boundingBox())?.width).toBeLessThanOrEqual(300)
    expect(await auditShown(viewer), 'the shared page on a wide screen').toEqual([])
    await viewer.screenshot({ path: test.info().outputPath('wide-dark.png') })
    await viewer.getByRole('button', { name: 'Dismiss popup' }).click()
    await expect(info).toHaveCount(0)
    await viewer.getByRole('button', { name: 'Follow live' }).click()
    await expect(info).toBeVisible({ timeout: NEXT_FIX_MS })
  })

  await test.step('the owner sees the visit, moves the end, and revokes the link', async () => {
    await dialog(page, 'The link is ready').getByRole('button', { name: 'Live links' }).click()
    const links = dialog(page, 'Live links')
    await expect(links).toContainText('1 visit')
    await expect(links).toContainText('Open')
    expect(await audit(page), 'the list of links').toEqual([])
    await page.screenshot({ path: test.info().outputPath('links.png') })
    await links.getByRole('button', { name: 'Change end' }).click()
    const end = dialog(page, 'Change the end')
    await end.getByRole('combobox').selectOption('24 hours')
    await end.getByRole('button', { name: 'Save' }).click()
    await expect(end).toHaveCount(0)
    await links.getByRole('button', { name: 'Revoke' }).click()
    const question = dialog(page, 'Revoke the link?')
    await expect(question).toBeVisible()
    expect(await auditShown(page), 'the question').toEqual([])
    const banner = viewer.getByText(BANNER).first()
    await question.getByRole('button', { name: 'Revoke' }).click()
    await expect(banner).toBeVisible()
    await expect(links).toContainText('Revoked')
  })

  await test.step('the open page shows the banner, and so does the address from now on', async () => {
    expect(await auditShown(viewer), 'the banner').toEqual([])
    await viewer.reload()
    const banner = viewer.getByRole('alert').filter({ hasText: BANNER }).first()
    await expect(banner).toBeVisible()
    await viewer.screenshot({ path: test.info().outputPath('broken.png') })
  })

  await test.step('sharing again makes a new link', async () => {
    await dialog(page, 'Live links').getByRole('button', { name: 'Share again' }).click()
    const again = await createLink(page)
    expect(again).not.toBe(link)
    await viewer.goto(again)
    await expect(viewer.getByRole('list', { name: 'Shared trucks' })).toContainText(/Live ·|Late ·/, {
      timeout: NEXT_FIX_MS,
    })
  })

  await test.step('AC-07 of two trucks none is followed: the page holds a stream that tells of the end', async () => {
    await dialog(page, 'The link is ready').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Select vehicles' }).click()
    for (const at of [0, 1])
      await page.getByRole('list', { name: 'Vehicles to select' }).getByRole('checkbox').nth(at).check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'Share the selected trucks' }).click()
    const both = await createLink(page)
    const streaming = viewer.waitForRequest('**/dicvlivelocation/stream?*')
    await viewer.goto(both)
    expect(new URL((await streaming).url()).searchParams.has('imei')).toBe(false)
    await expect(viewer.getByRole('button', { name: 'Follow live' })).toHaveCount(2)
    // From now on the link cannot be checked again: only the stream can tell.
    await viewer.route('**/dicvlivelocation/validateurl/*', (route) => route.abort())
    await dialog(page, 'The link is ready').getByRole('button', { name: 'Live links' }).click()
    await dialog(page, 'Live links').getByRole('button', { name: 'Revoke' }).first().click()
    await dialog(page, 'Revoke the link?').getByRole('button', { name: 'Revoke' }).click()
    await expect(viewer.getByRole('alert').filter({ hasText: BANNER })).toBeVisible()
  })
  await context.close()
})

test('TRP-13 OPEN-43 SHR-08 a running trip is shared until it ends, from a phone, and an unknown link is refused', async ({
  browser,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page)
  await page.getByRole('tab', { name: 'Trips' }).click()
  await page
    .getByRole('button', { name: /^Share the trip of/ })
    .first()
    .click()
  const form = dialog(page, 'Share a live link')
  await expect(form.getByLabel('The link ends')).toHaveValue('trip')
  expect(await audit(page), 'the form of a trip').toEqual([])
  await page.screenshot({ path: test.info().outputPath('trip-form.png') })
  const link = await createLink(page)
  const { context, viewer } = await openViewer(browser, { width: 390, height: 844 })
  await viewer.goto(link)
  await expect(viewer.getByText(/^Shared until the trip ends/)).toBeVisible()
  await viewer.goto(address('/liveTrack?q=unknown'))
  await expect(viewer.getByRole('alert').filter({ hasText: BANNER })).toHaveCount(2)
  await context.close()
})
