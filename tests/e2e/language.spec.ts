import type { Page } from '@playwright/test'
import { audit, auditShown } from './accessibility.driver.ts'
import { cutOff } from './cut-off.driver.ts'
import { acknowledge, address, expect, logInAt, PASSWORD, test } from './portal.fixture.ts'

const choose = (page: Page, language: string) =>
  page.getByRole('combobox', { name: /^(Language|भाषा)$/ }).selectOption(language)
/** The user's preferences are on the server. */
const saved = (page: Page) =>
  page.waitForResponse((reply) => reply.url().endsWith('/preferences') && reply.request().method() === 'PUT')
const lang = (page: Page) => page.locator('html')
const shot = async (page: Page, name: string) => {
  const folder = process.env['SHOTS']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

test('the language is chosen on the login and in the header, and stays chosen', async ({ page }) => {
  await page.goto(address('/login'))
  await page.getByLabel('User name').fill('customer')
  await choose(page, 'hi')
  await expect(lang(page)).toHaveAttribute('lang', 'hi')
  await expect(page.getByRole('heading', { name: 'लॉग इन' })).toBeVisible()
  await expect(page.getByLabel('उपयोगकर्ता नाम'), 'what was typed').toHaveValue('customer')
  await shot(page, 'login')
  await page.getByLabel('पासवर्ड', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'लॉग इन करें' }).click()
  await acknowledge(page)
  await expect(page.getByText('260 वाहन')).toBeVisible()
  await expect(page).toHaveTitle('ट्रैक और ट्रेस | Roadbook')
  await shot(page, 'fleet')
  expect(
    await page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => /devanagari.*\.woff2$/i.test(name)),
    ),
    'the font that has the letters was fetched',
  ).toBe(true)

  const search = page.getByLabel('रजिस्ट्रेशन खोजें')
  await search.fill('MH 12')
  await choose(page, 'en')
  await expect(page.getByLabel('Search registration')).toHaveValue('MH 12')
  await choose(page, 'hi')
  await page.reload()
  await expect(lang(page)).toHaveAttribute('lang', 'hi')
  await expect(page.getByText('260 वाहन')).toBeVisible()
  // The tests that follow read English.
  const save = saved(page)
  await choose(page, 'en')
  await save
})

test('language and units follow the user to another browser', async ({ page, browser }) => {
  await logInAt(page, '/profiles/my-profile', 'manager')
  const save = saved(page)
  await page.getByLabel('Distance and speed').selectOption({ label: 'Miles' })
  await save
  await page.goto(address('/track-trace'))
  await acknowledge(page)
  await expect(page.getByRole('region', { name: 'Fleet' }).getByText('mph').first()).toBeVisible()
  await expect(page.locator('.maplibregl-ctrl-scale')).toHaveText(/^\d+\smi$/)
  const elsewhere = await browser.newPage()
  await logInAt(elsewhere, '/track-trace', 'manager')
  await expect(elsewhere.getByRole('region', { name: 'Fleet' }).getByText('mph').first()).toBeVisible()
  const restore = saved(elsewhere)
  await elsewhere.goto(address('/profiles/my-profile'))
  await elsewhere.getByLabel('Distance and speed').selectOption({ label: 'Kilometres' })
  await restore
  await elsewhere.context().close()
})

test.describe('a browser that prefers Hindi', () => {
  test.use({ locale: 'hi-IN' })
  test('is shown Hindi, and English where its address says so', async ({ page }) => {
    await page.goto(address('/login'))
    await expect(page.getByRole('heading', { name: 'लॉग इन' })).toBeVisible()
    expect(await audit(page)).toEqual([])
    await page.goto(address('/login?lang=en'))
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  })
})

test('a language that nobody speaks here is no error', async ({ page }) => {
  await page.goto(address('/login'))
  await page.evaluate(() => localStorage.setItem('preferences', '{"preferences":{"language":"tlh-../../x"}}'))
  await page.goto(address('/login?lang=xx'))
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await expect(lang(page)).toHaveAttribute('lang', 'en')
})

test('catalogues that do not load leave English, and it is said once', async ({ page }) => {
  await page.route(/assets\/(page|fleet)-hi-.*\.js/, (route) => route.abort())
  await logInAt(page, '/track-trace?lang=hi')
  await acknowledge(page)
  await expect(page.getByText('260 vehicles')).toBeVisible()
  await expect(page.getByText(/^Some texts could not be loaded in your language/)).toHaveCount(1)
})

/** The page has had the frames in which it takes another size. */
const laidOut = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
const problemsOf = async (page: Page, where: string) =>
  [...(await auditShown(page)), ...(await cutOff(page))].map((problem) => `${where}: ${problem}`)

for (const language of ['hi', 'ta'])
  test(`the screens in ${language} are accessible and cut nothing off, on a desk and on a phone`, async ({
    page,
  }) => {
    const found: string[] = []
    await logInAt(page, '/track-trace', 'customeradmin')
    await acknowledge(page)
    for (const path of [
      'track-trace',
      'profiles/my-profile',
      'settings',
      'support',
      'alerts',
      'privacy-policy',
    ]) {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(address(`/${path}?lang=${language}`))
      await expect(lang(page)).toHaveAttribute('lang', language)
      await expect(page.getByRole('heading').first()).toBeAttached()
      found.push(...(await problemsOf(page, `${path} on a phone`)))
      await page.setViewportSize({ width: 1440, height: 900 })
      await laidOut(page)
      found.push(...(await problemsOf(page, `${path} on a desk`)))
    }
    expect(found).toEqual([])
  })

test('ALR-15 the alert list in Tamil tells in full what happened and where, on a desk', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await logInAt(page, '/alerts', 'customeradmin')
  await page.goto(address('/alerts?lang=ta'))
  const texts = page.locator('td:is([data-kind="alert"], [data-kind="what"], [data-kind="place"])')
  await expect(texts.filter({ hasText: 'இலிருந்து' }).first()).toBeVisible()
  const cut = await texts.evaluateAll((cells) =>
    cells.flatMap((cell) =>
      cell.scrollWidth > cell.clientWidth + 1 || cell.scrollHeight > cell.clientHeight + 1
        ? [cell.textContent]
        : [],
    ),
  )
  expect(cut).toEqual([])
})

test('what is cut off or higher inside than outside is found, and what ends in an ellipsis is not', async ({
  page,
}) => {
  const box = 'width: 60px; overflow: hidden; white-space: nowrap'
  await page.setContent(`
    <div style="${box}">a text that is cut off</div>
    <div style="${box}; text-overflow: ellipsis">a text that ends early</div>
    <ul><li style="height: 20px; width: 60px">a row that runs into the next</li><li>whole</li></ul>`)
  expect(await cutOff(page)).toEqual([
    'cut off: a text that is cut off',
    'too high: a row that runs into the next',
  ])
})
