import type { Page } from '@playwright/test'
import { audit } from './accessibility.driver.ts'
import { acknowledge, address, expect, logInAt, PASSWORD, test } from './portal.fixture.ts'

const choose = (page: Page, language: string) =>
  page.getByRole('combobox', { name: /^(Language|भाषा)$/ }).selectOption(language)
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
  await page.getByRole('button', { name: 'ठीक है' }).click()
  await expect(page.getByText('260 वाहन')).toBeVisible()
  await expect(page).toHaveTitle('ट्रैक और ट्रेस | Roadbook')
  await shot(page, 'fleet')
  expect(
    await page.evaluate(() => document.fonts.check('16px Barlow', 'वाहन')),
    'a font that has the letters',
  ).toBe(true)

  const search = page.getByLabel('रजिस्ट्रेशन खोजें')
  await search.fill('MH 12')
  await choose(page, 'en')
  await expect(page.getByLabel('Search registration')).toHaveValue('MH 12')
  await choose(page, 'hi')
  await page.reload()
  await expect(lang(page)).toHaveAttribute('lang', 'hi')
  await expect(page.getByText('260 वाहन')).toBeVisible()
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
  await page.evaluate(() => localStorage.setItem('language', 'tlh-../../x'))
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
