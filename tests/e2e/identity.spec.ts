import type { Page } from '@playwright/test'
import { address, expect, PASSWORD, test } from './portal.fixture.ts'

const grantOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('grant') ?? 'null') as Record<string, string> | null)

const chooseSingleSignOn = async (page: Page) => {
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}
const signIn = async (page: Page, userName: string, password = PASSWORD) => {
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
const signInAs = async (page: Page, userName: string, landing: string) => {
  await page.goto(address('/'))
  await chooseSingleSignOn(page)
  await signIn(page, userName)
  await page.waitForURL(`**${landing}`)
}

test('SES-61 OPEN-02 SES-18 a login with the identity provider: landing, reload, refresh, log out', async ({
  page,
}) => {
  const seen: string[] = []
  page.on('request', (request) => seen.push(request.url()))
  await signInAs(page, 'rootadmin', '/profile')
  await expect(page.getByText('Welcome back,')).toBeVisible()

  await test.step('code and state leave the address, id token and verifier are stored', async () => {
    expect(new URL(page.url()).search).toBe('')
    const grant = await grantOf(page)
    expect(grant?.['codeVerifier']).toMatch(/^[\w-]{43}$/)
    const idToken = await page.evaluate(() => localStorage.getItem('id_token'))
    expect(idToken?.split('.')).toHaveLength(3)
    expect(await page.evaluate(() => sessionStorage.getItem('forReturn'))).toBeNull()
  })

  await test.step('a reload stays logged in', async () => {
    await page.reload()
    await expect(page.getByText('Welcome back,')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/profile')
  })

  await test.step('SES-23 a refresh sends the verifier and works', async () => {
    const before = await grantOf(page)
    const refreshed = page.waitForRequest((request) => request.url().endsWith('/identity/token'))
    await page.evaluate(() => {
      const grant = JSON.parse(localStorage.getItem('grant') ?? '{}')
      localStorage.setItem('grant', JSON.stringify({ ...grant, expiresOn: 1 }))
    })
    await page.reload()
    const sent = new URLSearchParams((await refreshed).postData() ?? '')
    expect(sent.get('grant_type')).toBe('refresh_token')
    expect(sent.get('code_verifier')).toBe(before?.['codeVerifier'])
    await expect.poll(async () => (await grantOf(page))?.['refreshToken']).not.toBe(before?.['refreshToken'])
    await expect(page.getByText('Welcome back,')).toBeVisible()
  })

  await test.step('SES-18 logging out goes through the provider and ends at the login screen', async () => {
    const goodbye = page.waitForRequest((request) => request.url().endsWith('/identity/logout'))
    await page.getByRole('button', { name: 'Log out' }).click()
    const sent = new URLSearchParams((await goodbye).postData() ?? '')
    expect(sent.get('id_token_hint')?.split('.')).toHaveLength(3)
    expect(sent.get('post_logout_redirect_uri')).toBe('/login')
    await page.waitForURL('**/login')
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(/token/i)
  })

  await test.step('the provider does not log in again by itself', async () => {
    await chooseSingleSignOn(page)
    await expect(page.getByLabel('Password')).toHaveValue('')
  })

  await test.step('SE-14 no token was in any address', async () => {
    for (const url of seen) expect(url).not.toMatch(/eyJ|token_hint|refresh_token|access_token/)
  })
})

test('SES-19 each role lands where its password login lands; a requested page takes precedence', async ({
  page,
}) => {
  await signInAs(page, 'configmanager', '/settings')
  await page.goto(address('/'))
  await page.waitForURL('**/settings')
  await page.evaluate(() => localStorage.clear())
  await page.goto(address('/trip-management'))
  await expect(page.getByText('Please login to continue.')).toBeVisible()
  await chooseSingleSignOn(page)
  await signIn(page, 'customer')
  await page.waitForURL('**/trip-management')
})

test("SES-26 the provider's page shows the error, and returning without signing in is reported", async ({
  page,
}) => {
  await page.goto(address('/login'))
  await chooseSingleSignOn(page)
  await signIn(page, 'customer', 'not the password')
  await expect(page.getByRole('alert')).toHaveText('Enter Valid Credentials')
  await expect(page.getByLabel('User name')).toHaveValue('customer')
  await page.getByRole('link', { name: 'Back without signing in' }).click()
  await expect(page.getByRole('alert')).toHaveText('You returned without signing in.')
  expect(new URL(page.url()).search).toBe('')
  await page.reload()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('SE-13 a return that this tab did not start logs no one in', async ({ page }) => {
  await page.goto(address('/login?code=somebody-elses&state=somebody-elses'))
  await expect(page.getByRole('alert')).toContainText('not started in this tab')
  expect(page.url()).toBe(address('/login'))
  expect(await grantOf(page)).toBeNull()
})

test('a code that the provider no longer accepts is reported', async ({ page }) => {
  await page.route('**/identity/token', (route) =>
    route.fulfill({ status: 400, json: { error: 'invalid_grant', error_description: 'too late' } }),
  )
  await page.goto(address('/'))
  await chooseSingleSignOn(page)
  await signIn(page, 'customer')
  await expect(page.getByRole('alert')).toContainText('took too long')
})

test("the provider's page works without scripts", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: 'roadbook', redirect_uri: '/login', scope: 'openid', state: 's' },
    ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
  })
  await page.goto(address(`/identity/authorize?${query}`))
  await signIn(page, 'customer')
  await page.waitForURL('**/login?code=*')
  await context.close()
})
