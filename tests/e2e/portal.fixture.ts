import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import type { Environment } from '#contract/records/environment.ts'
import type { LiveDtcs } from '#contract/records/health.ts'
import { discard, startServer } from '../kit/server/server-process.ts'
import { replayed, saveRecording } from './recording.driver.ts'

export const PASSWORD = 'roadbook'

/** A basemap of one colour: drawing the bundled one in software would take most of a browser test's time. */
const PLAIN_BASEMAP = {
  version: 8,
  sources: {},
  layers: [{ id: 'basemap', type: 'background', paint: { 'background-color': '#eef0ec' } }],
}

/**
 * Answers the pages' own requests to addresses that end so, within the pages: a browser whose requests are intercepted keeps no
 * cache, and loads and compiles all code again for every page.
 */
const answerInPages = (context: BrowserContext, answers: Readonly<Record<string, object>>) =>
  context.addInitScript((replies) => {
    const send = window.fetch.bind(window)
    window.fetch = (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
      const reply = Object.entries(replies).find(([end]) => pathname.endsWith(end))?.[1]
      return reply === undefined ? send(input, init) : Promise.resolve(Response.json(reply))
    }
  }, answers)

/** Has the pages of a browser read an environment with these changes. What is no document stays as it is. */
export const changeEnvironment = (context: BrowserContext, changes: Partial<Environment>) =>
  context.addInitScript((changed) => {
    const send = window.fetch.bind(window)
    window.fetch = async (input, init) => {
      const reply = await send(input, init)
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
      if (pathname !== '/env.json' || !reply.ok) return reply
      const text = await reply.text()
      try {
        return Response.json({ ...JSON.parse(text), ...changed })
      } catch {
        return new Response(text, reply)
      }
    }
  }, changes)

/** Gives the maps of a browser the basemap of one colour. */
export const layPlainBasemap = async (context: BrowserContext): Promise<void> => {
  const path = '/plain-basemap.json'
  await answerInPages(context, { [path]: PLAIN_BASEMAP })
  await changeEnvironment(context, { mapStyleUrl: address(path) })
}

/** What the content security policy refuses to the pages and frames of a browser from now on. */
const recordRefused = async (context: BrowserContext): Promise<readonly string[]> => {
  const refused: string[] = []
  await context.exposeFunction('reportRefused', (violation: string) => refused.push(violation))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event
      const report = (window as unknown as { reportRefused(violation: string): void }).reportRefused
      report(
        `${effectiveDirective}: ${blockedURI} ${sample} (${sourceFile}:${lineNumber}) in ${location.pathname}`,
      )
    })
  })
  return refused
}

/** Days of history before today. No test looks further back; thirty take longer than ten tests. */
const DEMO_DAYS = 2

type PortalOptions = {
  basemap: 'plain' | 'bundled'
  alerts: 'none' | 'real'
  dtcs: 'none' | 'real'
  recording: 'left' | 'replayed'
}

/**
 * Starts the built product with its demo and its history, one for each worker. Fails a test on any uncaught error of the page, and on
 * anything that its content security policy refuses.
 * `basemap` sets what lies under the vehicles: nothing, or the map that ships with the portal. The demo's trucks raise alerts at
 * any time, so polls find none unless `alerts` is 'real', and no trouble codes are set unless `dtcs` is. With `recording: 'replayed'` the
 * page's recording is saved at the end of a test, and must lead the machines to the same states again.
 */
export const test = base.extend<
  PortalOptions & {
    plainBasemap: undefined
    noAlerts: undefined
    noDtcs: undefined
    quietPage: undefined
    replayedPage: undefined
  },
  { server: undefined }
>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: what Playwright asks of a fixture that needs no other.
    async ({}, use) => {
      const server = await startServer({ env: { DEMO_DAYS: String(DEMO_DAYS), LOG_LEVEL: 'debug' } })
      // Until then a truck may have no route yet.
      await server.printed(`(${DEMO_DAYS + 1} of ${DEMO_DAYS + 1} days)`)
      process.env['ROADBOOK_URL'] = server.url
      process.env['ROADBOOK_DATA'] = server.dataDir
      await use(undefined)
      await discard(server)
    },
    { scope: 'worker', auto: true, timeout: 1_200_000 },
  ],
  basemap: ['plain', { option: true }],
  alerts: ['none', { option: true }],
  noAlerts: [
    async ({ context, alerts }, use) => {
      if (alerts === 'none')
        await answerInPages(context, { '/getAlertNotificationDetails': { OVERSPEED: [] } })
      await use(undefined)
    },
    { auto: true },
  ],
  dtcs: ['none', { option: true }],
  noDtcs: [
    async ({ context, dtcs }, use) => {
      const none: LiveDtcs = { codes: [], counts: { high: 0, medium: 0, low: 0 }, vehicles: 0 }
      if (dtcs === 'none') await answerInPages(context, { '/getLiveDtc': none })
      await use(undefined)
    },
    { auto: true },
  ],
  plainBasemap: [
    async ({ context, basemap }, use) => {
      if (basemap === 'plain') await layPlainBasemap(context)
      await use(undefined)
    },
    { auto: true },
  ],
  quietPage: [
    async ({ context, page }, use) => {
      const uncaught: string[] = []
      page.on('pageerror', (error) => uncaught.push(error.message))
      const refused = await recordRefused(context)
      await use(undefined)
      expect(uncaught, 'uncaught errors of the page').toEqual([])
      expect(refused, 'what the policy of the pages has refused').toEqual([])
    },
    { auto: true },
  ],
  recording: ['left', { option: true }],
  replayedPage: [
    async ({ page, recording }, use, info) => {
      await use(undefined)
      if (recording === 'left' || info.status !== info.expectedStatus) return
      const file = info.outputPath('end.recording.gz')
      await saveRecording(page, file)
      const { code, printed, complained } = replayed(file)
      expect([code, complained], 'the replay of the recording').toEqual([0, ''])
      expect(printed.split('\n').length).toBeGreaterThan(5)
    },
    { auto: true },
  ],
})

export { expect }

/** The full address of a path on the server under test. */
export const address = (path: string) => `${process.env['ROADBOOK_URL']}${path}`

/** Presses OKAY on the messages that the map shows after a login, unless the user has acknowledged them before (TCK-05). */
export const acknowledge = async (page: Page) => {
  const messages = page.getByRole('dialog', { name: /^(MESSAGES|संदेश)$/ })
  const okay = messages.getByRole('button', { name: /^(OKAY|ठीक है)$/ })
  const isAcknowledged = () =>
    page.evaluate(() => localStorage.getItem('loginTickerAcknowledged') === 'true').catch(() => false)
  await expect.poll(async () => (await okay.isVisible()) || (await isAcknowledged())).toBe(true)
  if (!(await isAcknowledged())) await okay.click()
  await expect(messages).toHaveCount(0)
}

/** Logs in on the way to a private page, and waits until the user is logged in there. */
export const logInAt = async (page: Page, path: string, userName = 'customer') => {
  await page.goto(address(path))
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
}

/** Logs out, and waits until the session is over: a page that is left before finds it again. */
export const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
}

/** Logs in through the form, waits for the map, and acknowledges the operator's messages unless they are to stay. */
export const logIn = async (
  page: Page,
  userName = 'customer',
  { messages = false, password = PASSWORD } = {},
) => {
  await page.goto(address('/'))
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/track-trace')
  if (!messages) await acknowledge(page)
}
