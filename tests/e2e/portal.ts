import { test as base, expect, type Page } from '@playwright/test'

export const PASSWORD = 'roadbook'

/** Names the server that the set-up started, and fails a test on any uncaught error or failed console of the page. */
export const test = base.extend<{ quietPage: undefined }>({
  quietPage: [
    async ({ page }, use) => {
      const uncaught: string[] = []
      page.on('pageerror', (error) => uncaught.push(error.message))
      await use(undefined)
      expect(uncaught, 'uncaught errors of the page').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** The full address of a path on the server under test. */
export const address = (path: string) => `${process.env['ROADBOOK_URL']}${path}`

/** Logs in through the form and waits for the fleet's cards. */
export const logIn = async (page: Page, userName = 'customer') => {
  await page.goto(address('/'))
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/track-trace')
}
