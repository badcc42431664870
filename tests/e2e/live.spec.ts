import type { BrowserContext, Locator, Page } from '@playwright/test'
import { acknowledge, address, expect, PASSWORD, test } from './portal.fixture.ts'
import { startProxy } from './stream-proxy.ts'

/** Demo trucks report every ten seconds; a slow machine needs a few times that. */
const NEXT_FIX_MS = 45_000

let proxy: Awaited<ReturnType<typeof startProxy>>
test.beforeEach(async () => {
  proxy = await startProxy(address(''))
})
test.afterEach(() => proxy.close())

const logInBehind = async (page: Page) => {
  await page.goto(`${proxy.url}/`)
  await page.getByLabel('User name').fill('customer')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL('**/track-trace')
  await acknowledge(page)
  await expect(page.getByText('260 vehicles')).toBeVisible()
}

/**
 * Further tabs of the same browser. They draw no map: eight maps at once are too much for a machine without a graphics card.
 * They are as small as phones, where a truck's card is beside the map and not on it.
 */
const openTabs = async (context: BrowserContext, count: number): Promise<Page[]> => {
  const tabs: Page[] = []
  while (tabs.length < count) {
    const tab = await context.newPage()
    await tab.setViewportSize({ width: 390, height: 844 })
    await tab.route('**/assets/map-*.js', (route) => route.abort())
    await tab.goto(`${proxy.url}/track-trace`)
    await expect(tab.getByText('260 vehicles')).toBeVisible()
    tabs.push(tab)
  }
  return tabs
}

const cards = (page: Page) => page.getByRole('list', { name: 'Vehicles' }).getByRole('button')
const liveCard = (page: Page) => page.getByRole('region', { name: 'Live tracking' })

/** Follows one of the running trucks through the card's button, and waits for its first position. */
const follow = async (page: Page, place: number) => {
  // A truck in a dead zone reports nothing until it has left it: another one, ten places on, is followed instead.
  for (let at = place; ; at += 10) {
    await page.getByRole('button', { name: /^Running/ }).click()
    await cards(page).nth(at).click()
    await page.getByRole('button', { name: 'Live', exact: true }).click()
    await expect.poll(() => fixOf(liveCard(page))).toBeTruthy()
    if ((await ageOf(liveCard(page))) <= 60) return
    await page.getByRole('button', { name: 'Back to the fleet' }).click()
  }
}

const fixOf = async (card: Locator) =>
  /\d\d-\d\d-\d{4} \d\d:\d\d:\d\d/.exec((await card.textContent()) ?? '')?.[0]
const ageOf = async (card: Locator) =>
  Number(/(\d+) s ago/.exec((await card.textContent()) ?? '')?.[1] ?? Number.NaN)

/** The truck and the time that an event's id names, without what its reader knows besides. */
const pointOf = (id: string): string | undefined => /^v\d+-\d+/.exec(id)?.[0]

/** Reads a truck's stream beside the browser, without any cut, as the reference. */
const readBeside = async (page: Page, vehicleId: string) => {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('grant') ?? '{}').accessToken)
  const control = new AbortController()
  const reply = await fetch(
    address(`/api/v2/onlinefleetmngmt/dicv/livetrack/stream?vehicleId=${vehicleId}`),
    { headers: { authorization: `Bearer ${token}` }, signal: control.signal },
  )
  const ids: string[] = []
  const reading = (async () => {
    let text = ''
    for await (const chunk of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + chunk).split('\n\n')
      text = blocks.pop() ?? ''
      ids.push(...blocks.flatMap((block) => pointOf(/^id: (.*)$/m.exec(block)?.[1] ?? '') ?? []))
    }
  })().catch(() => undefined)
  return {
    ids,
    stop: async () => {
      control.abort()
      await reading
    },
  }
}

/** Ids of one vehicle's points that reached the browser, over all its connections. */
const idsOf = (vehicleId: string) =>
  proxy.streams.flatMap(({ kind, ids }) =>
    kind === 'vehicles'
      ? ids.flatMap((id) => (id.startsWith(`v${vehicleId}-`) ? (pointOf(id) ?? []) : []))
      : [],
  )

test('LIV-01 LIV-02 LIV-05 LIV-06 LIV-08 LIV-09 ST-05 a followed truck moves, ages and survives a cut without lost or doubled points, and the list is restored', async ({
  page,
}) => {
  test.setTimeout(180_000)
  // This machine's clock is an hour ahead: the age of positions is measured by the server's (SE-10).
  await page.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() + 3_600_000
  })
  await logInBehind(page)
  await expect.poll(() => proxy.open()).toBe(1)
  await follow(page, 0)
  const card = liveCard(page)
  await expect(card).toContainText(/Live.*\d+ s ago/)
  await expect.poll(() => proxy.open('vehicles')).toBe(1)
  const vehicleId =
    /^v(\d+)-/.exec(proxy.streams.find(({ kind }) => kind === 'vehicles')?.ids[0] ?? '')?.[1] ?? ''
  const beside = await readBeside(page, vehicleId)

  await test.step('the age of the last fix counts up, and a new fix resets it', async () => {
    const before = await fixOf(card)
    const age = await ageOf(card)
    await expect.poll(async () => (await fixOf(card)) !== before || (await ageOf(card)) > age).toBe(true)
    await expect.poll(() => fixOf(card), { timeout: NEXT_FIX_MS }).not.toBe(before)
    expect(await ageOf(card)).toBeLessThan(45)
  })

  await test.step('the map follows until the user moves it, then offers to follow again', async () => {
    await expect(card.getByRole('button', { name: 'Follow' })).toHaveCount(0)
    const offer = card.getByRole('button', { name: 'Follow' })
    // A map that is not ready yet ignores drags.
    await expect(async () => {
      await page.mouse.move(900, 500)
      await page.mouse.down()
      await page.mouse.move(1000, 560, { steps: 10 })
      await page.mouse.up()
      await expect(offer).toBeVisible({ timeout: 2000 })
    }).toPass()
    await offer.click()
    await expect(offer).toHaveCount(0)
  })

  await test.step('a cut is shown, and missed points are filled in by their ids', async () => {
    const seen = beside.ids.length
    expect(proxy.cut({ down: true })).toBe(2)
    await expect(card).toContainText('Reconnecting')
    await expect.poll(() => beside.ids.length, { timeout: NEXT_FIX_MS }).toBeGreaterThan(seen)
    proxy.mend()
    await expect(card).toContainText(/Live ·|Late ·/, { timeout: NEXT_FIX_MS })
    const last = beside.ids.at(-1) ?? ''
    await expect.poll(() => idsOf(vehicleId), { timeout: NEXT_FIX_MS }).toContain(last)
    const got = idsOf(vehicleId)
    const from = beside.ids.indexOf(got[0] ?? '')
    expect(got, 'every point once, in order').toEqual(
      (from < 0 ? [got[0], ...beside.ids] : beside.ids.slice(from)).slice(0, got.length),
    )
    const resumed = proxy.streams.filter(({ kind, behind }) => kind === 'vehicles' && behind !== null)
    expect(resumed.length).toBeGreaterThan(0)
    await beside.stop()
  })

  await test.step('an ERROR ends the stream and stays readable; back ends the live mode', async () => {
    proxy.say(`event: livePoint\nid: v${vehicleId}-gone\ndata: {"ERROR":"vehicle is gone"}`)
    await expect(card).toContainText('Tracking has ended')
    await expect.poll(() => proxy.open('vehicles')).toBe(0)
    await page.getByRole('button', { name: 'Back to the fleet' }).click()
    await expect(page.getByRole('button', { name: /^Running/ })).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => proxy.open()).toBe(1)
  })

  await test.step('Close ends the stream and restores the list', async () => {
    await cards(page).nth(1).click()
    await page.getByRole('button', { name: 'Live', exact: true }).click()
    await expect.poll(() => proxy.open('vehicles')).toBe(1)
    await card.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('button', { name: /^Running/ })).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => proxy.open('vehicles')).toBe(0)
  })
})

test('ST-16 eight tabs read one stream of the fleet and one of all followed trucks, and handle a cut, a log out and the last tab', async ({
  context,
  page,
}) => {
  test.setTimeout(300_000)
  await logInBehind(page)
  const tabs = await openTabs(context, 7)
  const [first, second] = tabs
  if (first === undefined || second === undefined) throw new Error('no tabs')
  // On a slow machine a stream cut for silence may be handed over meanwhile.
  await expect.poll(() => proxy.open(), { message: 'one stream for eight tabs' }).toBe(1)

  await follow(first, 0)
  await follow(second, 1)
  await expect.poll(() => proxy.open('vehicles')).toBe(1)
  await expect.poll(() => proxy.open()).toBe(2)

  await test.step('after a cut every tab continues, over as many streams as before', async () => {
    const before = await Promise.all([first, second].map((tab) => fixOf(liveCard(tab))))
    expect(proxy.cut()).toBe(2)
    await expect.poll(() => proxy.open('vehicles')).toBe(1)
    await expect.poll(() => proxy.open('fleet')).toBe(1)
    for (const [place, tab] of [first, second].entries())
      await expect.poll(() => fixOf(liveCard(tab)), { timeout: NEXT_FIX_MS }).not.toBe(before[place])
    const resumed = proxy.streams.findLast(({ kind }) => kind === 'vehicles')
    expect(resumed?.behind?.split(','), 'each truck behind its own last point').toHaveLength(2)
    const ids = proxy.streams.flatMap(({ kind, ids }) => (kind === 'vehicles' ? ids : []))
    const newer = resumed?.ids ?? []
    expect(new Set(newer).size, 'no point came twice').toBe(newer.length)
    expect(ids.length).toBeGreaterThan(0)
  })

  await test.step('a closing tab stops following its truck, and the last follower ends the stream', async () => {
    await first.close()
    await expect.poll(() => proxy.open('vehicles')).toBe(1)
    await second.close()
    await expect.poll(() => proxy.open('vehicles')).toBe(0)
    await expect.poll(() => proxy.open('fleet')).toBe(1)
  })

  await test.step('a log out in one tab ends the streams of all', async () => {
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect.poll(() => proxy.open()).toBe(0)
    for (const tab of tabs.slice(2)) await expect(tab.getByRole('button', { name: 'Log in' })).toBeVisible()
    await expect.poll(() => proxy.open()).toBe(0)
  })
})

test('ST-16 without shared workers one tab is elected; when it closes, another takes over', async ({
  context,
  page,
}) => {
  test.setTimeout(180_000)
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'))
  await page.route('**/assets/map-*.js', (route) => route.abort())
  await logInBehind(page)
  const [follower, other] = await openTabs(context, 2)
  if (follower === undefined || other === undefined) throw new Error('no tabs')
  await follow(follower, 0)
  await expect.poll(() => proxy.open('vehicles')).toBe(1)
  await expect.poll(() => proxy.open()).toBe(2)
  // Until a point arrives there is none to resume after.
  await expect.poll(() => proxy.streams.findLast(({ kind }) => kind === 'vehicles')?.ids).not.toEqual([])
  const before = await fixOf(liveCard(follower))
  await page.close()
  await expect.poll(() => fixOf(liveCard(follower)), { timeout: NEXT_FIX_MS }).not.toBe(before)
  await expect.poll(() => proxy.open('vehicles')).toBe(1)
  await expect.poll(() => proxy.open()).toBeLessThanOrEqual(2)
  expect(proxy.streams.findLast(({ kind }) => kind === 'vehicles')?.behind).toMatch(/^v\d+-\d+-/)
})
