import { address, expect, logIn, logInAt, test } from './portal.fixture.ts'

test.use({ recording: 'replayed' })

test('SES-26 wrong credentials are reported in the form and nothing else happens', async ({ page }) => {
  await page.goto(address('/'))
  await page.getByLabel('User name').fill('customer')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Enter Valid Credentials').first()).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('SES-19 a customer logs in, lands on the fleet map and stays logged in after a reload', async ({
  page,
}) => {
  await logIn(page)
  await expect(page).toHaveTitle('Track And Trace | Roadbook')
  await expect(page.getByText('Welcome back,')).toBeVisible()
  await page.reload()
  await expect(
    page.getByRole('region', { name: 'Live fleet' }).or(page.getByLabel('Search registration')),
  ).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/track-trace')
})

test('SHL-14 a private page asks for a login first, then opens', async ({ page }) => {
  await page.goto(address('/trip-management'))
  await expect(page.getByText('Please login to continue.')).toBeVisible()
  await page.getByLabel('User name').fill('customer')
  await page.getByLabel('Password', { exact: true }).fill('roadbook')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/trip-management')
})

test('SHL-15 an unknown page shows the fallback', async ({ page }) => {
  await logIn(page)
  await page.goto(address('/no-such-page'))
  await expect(page.getByText('Component Not Found')).toBeVisible()
})

test('SES-20 SES-24 the user does not notice a 401', async ({ page }) => {
  await logIn(page)
  await expect(page.getByText(/^\d+ vehicles$/)).toBeVisible()
  const refused: string[] = []
  let refreshes = 0
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(response.url())
    if (response.url().endsWith('/identity/token')) refreshes += 1
  })
  // The access token expires while the page is open, as it does after five minutes.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) {
      const value = localStorage.getItem(key) ?? ''
      if (value.includes('accessToken')) {
        const grant = JSON.parse(value)
        localStorage.setItem(key, JSON.stringify({ ...grant, accessToken: `${grant.accessToken}stale` }))
      }
    }
  })
  await page.getByRole('button', { name: /^Running/ }).click()
  await expect(page.getByRole('button', { name: /^Running/ })).toHaveAttribute('aria-pressed', 'true')
  await expect
    .poll(() => refused.length, { message: 'the server refused the stale token' })
    .toBeGreaterThan(0)
  await expect.poll(() => refreshes).toBe(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe('/track-trace')
})

test('SES-15 SES-17 logging out clears the session and shows the login', async ({ page }) => {
  await logInAt(page, '/support')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('token')
  await page.goto(address('/track-trace'))
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
})

test('OPEN-06 SHL-48 a missing or malformed environment document blocks the page with its reason; Retry continues', async ({
  page,
}) => {
  await page.route('**/env.json', (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"productName":' }),
  )
  await page.goto(address('/'))
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(page.getByText(/env\.json/).first()).toBeVisible()
  await page.unroute('**/env.json')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  let answer = () => {}
  await page.route('**/env.json', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.continue()
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  const overlay = page.getByRole('status').filter({ has: page.locator('svg') })
  const moving = () =>
    overlay.evaluate((element) => element.getAnimations({ subtree: true }).map((each) => each.playState))
  await expect
    .poll(moving, 'SHL-48 the road, the body and three wheels move')
    .toEqual(Array(5).fill('running'))
  const delays = await overlay.evaluate((element) =>
    [...element.children].map((child) => getComputedStyle(child).animationDelay),
  )
  expect(delays, 'short waits show no truck').toEqual(['0.5s', '0.5s'])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await moving()).toEqual([])
  answer()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
})

test('SES-60 below a router base the portal opens, follows links and logs out', async ({ page }) => {
  await page.route(address('/portal/**'), async (route) =>
    route.fulfill({ response: await route.fetch({ url: address('/') }) }),
  )
  await page.route(address('/env.json'), async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: { ...(await response.json()), routerBase: '/portal' } })
  })
  const pathname = () => new URL(page.url()).pathname
  await logInAt(page, '/portal/support')
  expect(pathname()).toBe('/portal/support')
  const settings = page.getByRole('link', { name: 'Settings' })
  await expect(settings).toHaveAttribute('href', '/portal/settings')
  await settings.click()
  await expect(page.getByRole('tab', { name: 'Change password' })).toBeVisible()
  expect(pathname()).toBe('/portal/settings')
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Change password' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Questions and answers' })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  expect(pathname()).toBe('/portal/')
})
