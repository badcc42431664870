import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sessionUser } from '#contract/calls/session.ts'
import {
  OUTSIDE_CLIENT,
  type OutsideProvider,
  startOutsideProvider,
} from '#tests/kit/server/outside-provider.ts'
import { audit } from './accessibility.driver.ts'
import { expect, PASSWORD, test } from './portal.fixture.ts'
import { expectReplies } from './replies.driver.ts'

/** The server names itself localhost where PUBLIC_URL is not set, and the provider returns users there. */
const address = (path: string) => `${process.env['ROADBOOK_URL']?.replace('127.0.0.1', 'localhost')}${path}`
const ownEnvironment = () => join(process.env['ROADBOOK_DATA'] ?? '', 'env.json')
let outside: OutsideProvider

test.beforeAll(async () => {
  outside = await startOutsideProvider(address('/login'), { host: 'localhost', isPublic: true })
  for (const name of ['rootadmin', 'configmanager', 'customer'])
    outside.addAccount(name, `${name}@roadbook.example`)
  outside.addAccount('stranger', 'stranger@elsewhere.example')
  writeFileSync(
    ownEnvironment(),
    JSON.stringify({ identityProvider: { issuer: outside.issuer, clientId: OUTSIDE_CLIENT.id } }),
  )
})
test.afterAll(async () => {
  rmSync(ownEnvironment())
  await outside.stop()
})

const grantOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('grant') ?? 'null') as Record<string, string> | null)

const chooseSingleSignOn = async (page: Page) => {
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
  await expect(page.getByRole('heading', { name: 'Company account' })).toBeVisible()
  expect(new URL(page.url()).origin).toBe(outside.issuer)
}
const signIn = async (page: Page, name: string) => {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password').fill('any')
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('SES-61 OPEN-02 SES-18 a login with the identity provider: landing, reload, refresh, log out', async ({
  page,
}) => {
  const seen: string[] = []
  page.on('request', (request) => seen.push(request.url()))
  await page.goto(address('/'))
  await chooseSingleSignOn(page)
  await signIn(page, 'rootadmin')
  await page.waitForURL('**/profile')
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

  await test.step('SES-18 logging out ends the session at the provider too, and returns to the login screen', async () => {
    const goodbye = page.waitForRequest((request) => request.url() === `${outside.issuer}/session/end`)
    await page.getByRole('button', { name: 'Log out' }).click()
    const sent = new URLSearchParams((await goodbye).postData() ?? '')
    expect(sent.get('id_token_hint')?.split('.')).toHaveLength(3)
    expect(sent.get('post_logout_redirect_uri')).toBe(address('/login'))
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/login')
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(/token/i)
  })

  await test.step('the provider asks again who it is', async () => {
    await chooseSingleSignOn(page)
    await expect(page.getByLabel('Name')).toHaveValue('')
  })

  await test.step('SE-14 no token was in any address', async () => {
    for (const url of seen) expect(url).not.toMatch(/eyJ|token_hint|refresh_token|access_token/)
  })
})

test('SES-19 each role lands where its password login lands; a requested page takes precedence', async ({
  page,
}) => {
  await page.goto(address('/'))
  await chooseSingleSignOn(page)
  await signIn(page, 'configmanager')
  await page.waitForURL('**/settings')
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  await page.goto(address('/trip-management'))
  await expect(page.getByText('Please login to continue.')).toBeVisible()
  await chooseSingleSignOn(page)
  await signIn(page, 'customer')
  await page.waitForURL('**/trip-management')
})

test('SES-53 SES-54 SES-55 what a guest reads when the server fails to say who has returned', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto(address('/login'))
  await expectReplies(page, {
    call: sessionUser,
    begin: async () => {
      await chooseSingleSignOn(page)
      await signIn(page, 'customer')
    },
    // The provider knows who it is and returns at once.
    again: () => page.getByRole('button', { name: 'Continue with single sign-on' }).click(),
  })
})

test('somebody without an account is told so, can sign in as somebody else, and may turn back', async ({
  page,
}) => {
  await page.goto(address('/login'))
  await chooseSingleSignOn(page)
  await signIn(page, 'stranger')
  await expect(page.getByRole('alert')).toContainText('there is no account here with your e-mail address')
  expect(await grantOf(page)).toBeNull()
  expect(new URL(page.url()).search).toBe('')
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    expect(await audit(page)).toEqual([])
  }
  await chooseSingleSignOn(page)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toHaveText('You returned without signing in.')
  await page.reload()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a provider that is down is reported, and the password logs in', async ({ page }) => {
  outside.setDown(true)
  // Another scope is another configuration, of which the server knows nothing yet.
  const document = { issuer: outside.issuer, clientId: OUTSIDE_CLIENT.id, scope: 'email openid' }
  writeFileSync(ownEnvironment(), JSON.stringify({ identityProvider: document }))
  await page.goto(address('/login'))
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click()
  await expect(page.getByRole('alert')).toContainText('cannot be reached')
  await page.getByLabel('User name').fill('customer')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/track-trace')
  outside.setDown(false)
})

test('SE-13 a return that this tab did not start logs no one in', async ({ page }) => {
  await page.goto(address('/login?code=somebody-elses&state=somebody-elses'))
  await expect(page.getByRole('alert')).toContainText('not started in this tab')
  expect(page.url()).toBe(address('/login'))
  expect(await grantOf(page)).toBeNull()
})

test('without a provider only the password is offered', async ({ page }) => {
  writeFileSync(ownEnvironment(), '{}')
  await page.goto(address('/login'))
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue with single sign-on' })).toHaveCount(0)
})
