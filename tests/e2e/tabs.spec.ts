import type { BrowserContext, Page } from '@playwright/test'
import { faultRounds } from '../kit/server/fault-rounds.ts'
import { discard, type ServerProcess, startServer } from '../kit/server/server-process.ts'
import { address, expect, PASSWORD, test } from './portal.fixture.ts'

const TABS = 8
const EXPIRIES = faultRounds(2, 100)
/** The shortest life the server allows: clients renew such a token after ten seconds. */
const TOKEN_LIFE_S = 12

/** The help page of a logged-in user: once `OPENING_CALLS` are replied, nothing on it calls the server until it is pressed. */
const PAGE = '/support'

/** The last calls of a page that opens: later, they would meet a spoilt token before the tab that is to. */
const OPENING_CALLS = ['**/maintenancestatus', '**/settings/tk3/retrieve']

const openingCalls = (page: Page) =>
  Promise.all(OPENING_CALLS.map((call) => page.waitForResponse(call).then((response) => response.finished())))

const openTabs = async (context: BrowserContext, page: Page, count: number, base = address('')) => {
  await page.goto(`${base}${PAGE}`)
  await page.getByLabel('User name').fill('manager')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const opened = openingCalls(page)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(logOutButton(page)).toBeVisible()
  await opened
  const tabs = [page]
  while (tabs.length < count) {
    const tab = await context.newPage()
    const tabOpened = openingCalls(tab)
    await tab.goto(`${base}${PAGE}`)
    await expect(logOutButton(tab)).toBeVisible()
    await tabOpened
    tabs.push(tab)
  }
  return tabs
}

const logOutButton = (page: Page) => page.getByRole('button', { name: 'Log out' })
const logInButton = (page: Page) => page.getByRole('button', { name: 'Log in' })

/** Every refresh token sent by any tab, in order. */
const renewalsOf = (context: BrowserContext) => {
  const sent: string[] = []
  context.on('request', (request) => {
    if (!request.url().endsWith('/identity/token')) return
    sent.push(new URLSearchParams(request.postData() ?? '').get('refresh_token') ?? '')
  })
  return sent
}

const storedToken = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('grant') ?? '{}').accessToken)

/** Replaces the stored access token by one that the server refuses; returns the good one. */
const spoilToken = (page: Page) =>
  page.evaluate(() => {
    const grant = JSON.parse(localStorage.getItem('grant') ?? '{}')
    localStorage.setItem('grant', JSON.stringify({ ...grant, accessToken: `${grant.accessToken}x` }))
    return String(grant.accessToken)
  })

/** Requests something from the server that the help page offers. */
const ask = (page: Page) => page.getByRole('button', { name: 'User manual' }).click()

const signal = () => {
  let give: () => void = () => undefined
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { give, given }
}

/** Lets the next renewal of `page` reach the server and holds the reply back until it is called. */
const holdRenewal = async (page: Page) => {
  const reached = signal()
  const goOn = signal()
  await page.route('**/identity/token', async (route) => {
    const response = await route.fetch()
    reached.give()
    await goOn.given
    // The page may have cancelled the request meanwhile.
    await route.fulfill({ response }).catch(() => undefined)
  })
  return { reached: reached.given, letGo: goOn.give }
}

/** The operating system's process that runs a page: the one that becomes busy with it. */
const processOf = async (page: Page): Promise<number> => {
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page has no browser of its own.')
  const session = await browser.newBrowserCDPSession()
  const read = async () => (await session.send('SystemInfo.getProcessInfo')).processInfo
  const before = new Map((await read()).map(({ id, cpuTime }) => [id, cpuTime]))
  await page.evaluate(() => {
    const end = performance.now() + 500
    while (performance.now() < end);
  })
  const busy = (await read())
    .filter(({ type }) => type === 'renderer')
    .map(({ id, cpuTime }) => ({ id, spent: cpuTime - (before.get(id) ?? 0) }))
    .toSorted((a, b) => b.spent - a.spent)[0]
  await session.detach()
  if (busy === undefined) throw new Error('The browser names no renderer.')
  return busy.id
}

test.describe('with tokens that live for seconds', () => {
  let server: ServerProcess
  test.beforeAll(async () => {
    server = await startServer({ env: { ACCESS_TOKEN_LIFE_S: String(TOKEN_LIFE_S) } })
  })
  test.afterAll(() => discard(server))

  test('SE-02 SES-20 eight tabs renew an expiring token once for all, and nobody is logged out', async ({
    context,
    page,
  }) => {
    test.setTimeout(60_000 + EXPIRIES * 20_000)
    const tabs = await openTabs(context, page, TABS, server.url)
    const before = await storedToken(page)
    const sent = renewalsOf(context)
    await expect.poll(() => sent.length, { timeout: EXPIRIES * 20_000 }).toBeGreaterThanOrEqual(EXPIRIES)
    expect(new Set(sent).size, 'each refresh token was sent once').toBe(sent.length)
    await expect.poll(() => storedToken(page)).not.toBe(before)
    for (const tab of tabs) await expect(logOutButton(tab)).toBeVisible()
  })
})

test('SES-20 SE-01 eight tabs refused at the same time renew once and get their replies', async ({
  context,
  page,
}) => {
  const tabs = await openTabs(context, page, TABS)
  let refused = 0
  context.on('response', (response) => {
    if (response.status() === 401) refused += 1
  })
  const sent = renewalsOf(context)
  await spoilToken(page)
  const downloads = tabs.map((tab) => tab.waitForEvent('download'))
  await Promise.all(tabs.map(ask))
  await Promise.all(downloads)
  expect(refused, 'the server refused the spoilt token').toBeGreaterThan(0)
  expect(new Set(sent).size, 'each refresh token was sent once').toBe(sent.length)
})

test('SE-11 a log out in one tab ends all, including one that is renewing', async ({ context, page }) => {
  const [leaver, renewer, idle] = await openTabs(context, page, 3)
  if (leaver === undefined || renewer === undefined || idle === undefined) throw new Error('no tabs')
  const { reached, letGo } = await holdRenewal(renewer)
  const good = await spoilToken(renewer)
  await ask(renewer)
  await reached
  await renewer.evaluate((token) => {
    const grant = JSON.parse(localStorage.getItem('grant') ?? '{}')
    localStorage.setItem('grant', JSON.stringify({ ...grant, accessToken: token }))
  }, good)
  await idle.goto(address('/openapi.json'))
  await logOutButton(leaver).click()
  for (const tab of [leaver, renewer]) await expect(logInButton(tab)).toBeVisible()
  letGo()
  expect(await renewer.evaluate(() => [localStorage.getItem('grant'), localStorage.getItem('user')])).toEqual(
    [null, null],
  )
  await idle.goBack()
  await expect(logInButton(idle)).toBeVisible()
})

test("SE-12 a tab frozen during a renewal delays the others for seconds and ends nobody's session", async ({
  context,
  page,
}) => {
  const [frozen, second, third] = await openTabs(context, page, 3)
  if (frozen === undefined || second === undefined || third === undefined) throw new Error('no tabs')
  const pid = await processOf(frozen)
  const { reached, letGo } = await holdRenewal(frozen)
  await spoilToken(frozen)
  const answered = frozen.waitForEvent('download')
  await ask(frozen)
  await reached
  process.kill(pid, 'SIGSTOP')
  try {
    const answers = frozen.evaluate(() => true)
    const downloads = [second, third].map((tab) => tab.waitForEvent('download'))
    await Promise.all([second, third].map(ask))
    await Promise.all(downloads)
    const state = await Promise.race([answers.then(() => 'runs'), second.evaluate(() => 'is frozen')])
    expect(state, 'the tab was frozen all the time').toBe('is frozen')
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  const kept = await storedToken(second)
  letGo()
  await answered
  expect(await storedToken(frozen)).toBe(kept)
  for (const tab of [frozen, second, third]) await expect(logOutButton(tab)).toBeVisible()
})
