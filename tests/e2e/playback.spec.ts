import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { PLAYBACK_LINK_PATH, playbackLinkSearch } from '#contract/links/playback.ts'
import { DEFAULT_TIME_ZONE, dayBounds, dayOf, shiftDay } from '#domain/company-time.ts'
import { HOUR_MS } from '#domain/units.ts'
import { audit } from './accessibility.driver.ts'
import { AT, importedDrive, REGISTRATION, STOP_S } from './imported-drive.fixture.ts'
import { tabTo } from './keyboard.driver.ts'
import { acknowledge, address, expect, logIn, PASSWORD, test } from './portal.fixture.ts'
import { storedTypes } from './stored-alerts.fixture.ts'

test.use({ recording: 'replayed' })

const PROJECT = join(import.meta.dirname, '..', '..')
/** Where the pointer drags the map: right of the panel, beside the route. */
const FREE = { x: 480, y: 160 }

const folder = mkdtempSync(join(tmpdir(), 'roadbook-gpx-'))

const drive = importedDrive()

/** Imports the drive as an operator does, twice, and counts what is stored the second time. */
test.beforeAll(async () => {
  const file = join(folder, 'my drive.gpx')
  writeFileSync(file, drive.gpx)
  const importFile = () =>
    promisify(execFile)(
      process.execPath,
      [join(PROJECT, 'scripts', 'run.mjs'), 'import', file, '--vehicle', REGISTRATION],
      { env: { ...process.env, DATA_DIR: process.env['ROADBOOK_DATA'] } },
    )
  await importFile()
  expect((await importFile()).stdout).toMatch(/stored +0\n/)
  // The rules run after the import, behind what else is new.
  await expect.poll(() => storedTypes(REGISTRATION), { timeout: 60_000 }).toContain('OVERSPEED')
})

test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Downloads the route as a file, and reads it. */
const download = async (page: Page, format: 'GPX' | 'KML' | 'CSV') => {
  const begun = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download as ${format}` }).press('Enter')
  const file = await begun
  expect(file.suggestedFilename()).toMatch(new RegExp(`^KA 05 GP 1001 .+\\.${format.toLowerCase()}$`))
  return readFileSync(await file.path(), 'utf8')
}

/** The elements of an XML text with this name, as their texts. */
const elementsOf = (page: Page, xml: string, name: string) =>
  page.evaluate(
    ([text, wanted]) => {
      const parsed = new DOMParser().parseFromString(text, 'application/xml')
      return [...parsed.getElementsByTagName(wanted)].map(({ textContent }) => textContent ?? '')
    },
    [xml, name] as const,
  )

/** The clock in India at a time in ms. */
const clockOf = (at = 0) => new Date(at + 5.5 * 3_600_000).toISOString().slice(11, 19)

/** A user's pointer on the timeline of a drive. */
const seekByMouse = async (page: Page, slider: Locator, times: readonly number[]) => {
  const box = await slider.boundingBox()
  if (box === null) throw new Error('There is no timeline.')
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const moveTo = (at: number) =>
    page.mouse.move(box.x + (box.width * (at - first)) / (last - first), box.y + box.height / 2)
  return { moveTo, beyondTheEnd: () => page.mouse.move(box.x + box.width + 60, box.y - 80) }
}

test('PLB-10 PLB-12 PLB-14 PLB-33 an imported file is viewed, downloaded, played to its end, restarted and closed', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const { times } = drive
  await logIn(page)
  await page.getByLabel('Search registration').fill('GP 1001')
  await page.getByRole('list', { name: 'Vehicles' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Playback', exact: true }).click()
  const dock = await routeShown(page)
  const slider = page.getByRole('slider', { name: 'Playback position' })
  const isAt = (place: number) => expect(slider).toHaveAttribute('aria-valuenow', String(place))
  const button = (name: string) => dock.getByRole('button', { name, exact: true })
  await expect(page.getByRole('button', { name: 'GO' })).toBeDisabled()
  await expect(dock).toContainText('0.00 of 3.36 kms')
  await expect(page.getByLabel('Totals of this range')).toHaveText(
    'Distance3.36 kmsDriving00:15:00Idling00:00:00Stopped00:18:05',
  )

  await test.step('stops and events lead to their points', async () => {
    const routeEvents = page.getByRole('list', { name: 'Stops and events' })
    await expect(routeEvents.getByRole('button')).toHaveCount(2)
    // On a screen of 720 px, without scrolling.
    for (const routeEvent of await routeEvents.getByRole('button').all())
      await expect(routeEvent).toBeInViewport({ ratio: 1 })
    await routeEvents.getByRole('button', { name: /Overspeeding 97\.3 kmph/ }).click()
    await isAt(AT.tooFast)
    await expect(page.getByRole('region', { name: 'Event', exact: true })).toContainText(
      /Time.+Speed9\d\.\d\d/,
    )
    await routeEvents.getByRole('button', { name: /Stop for 18 min/ }).click()
    await isAt(AT.stop)
    const popup = page.getByRole('region', { name: 'Stop', exact: true })
    await expect(popup).toContainText(clockOf(times[AT.stop]))
    await expect(popup).toContainText(clockOf((times[AT.stop] ?? 0) + STOP_S * 1000))
    await page.keyboard.press('Escape')
    await expect(popup).toHaveCount(0)
  })

  await test.step('the downloaded route has each of its points', async () => {
    const saved = await download(page, 'GPX')
    expect(await elementsOf(page, saved, 'trkseg')).toHaveLength(2)
    expect((await elementsOf(page, saved, 'time')).map((time) => Date.parse(time))).toEqual(times)
    const lines = await elementsOf(page, await download(page, 'KML'), 'LineString')
    expect(lines.flatMap((line) => line.match(/[\d.]+,[\d.]+,0/g) ?? [])).toHaveLength(times.length)
    const [, ...rows] = (await download(page, 'CSV')).trimEnd().split('\r\n')
    expect(rows.map((row) => Date.parse(row.split(',')[1] ?? ''))).toEqual(times)
  })

  await test.step('the map follows the marker, stops when the user moves it and offers to follow again', async () => {
    const follow = button('Follow')
    await expect(follow).toHaveAttribute('aria-pressed', 'true')
    const marker = page.locator('.map-head:not([hidden])')
    await page.mouse.move(FREE.x, FREE.y)
    await page.mouse.down()
    await page.mouse.move(FREE.x + 500, FREE.y, { steps: 5 })
    await page.mouse.up()
    await expect(follow).toHaveAttribute('aria-pressed', 'false')
    await expect(marker).not.toBeInViewport()
    await follow.click()
    await expect(follow).toHaveAttribute('aria-pressed', 'true')
    await expect(marker).toBeInViewport()
  })

  await test.step('the timeline is dragged', async () => {
    const timelineMouse = await seekByMouse(page, slider, times)
    await timelineMouse.moveTo((times[AT.beforeGap] ?? 0) + 300_000)
    await page.mouse.down()
    await isAt(AT.beforeGap)
    await timelineMouse.beyondTheEnd()
    await isAt(AT.last)
    await timelineMouse.moveTo((times[AT.standing] ?? 0) + 30_000)
    await isAt(AT.standing)
    await page.mouse.up()
    await timelineMouse.beyondTheEnd()
    await page.keyboard.press('ArrowRight')
    await isAt(AT.standing + 1)
    await page.keyboard.press('ArrowLeft')
    await isAt(AT.standing)
  })

  await test.step('keys play it, skip standing time, and make it faster', async () => {
    await page.keyboard.press('Space')
    await expect(button('Pause')).toBeVisible()
    // At speed 1 it stands here for more than a minute.
    expect(await audit(page)).toEqual([])
    await page.keyboard.press('Space')
    await expect(button('Continue')).toBeVisible()
    await page.keyboard.press('Space')
    await expect(button('Pause')).toBeVisible()
    await page.keyboard.press('s')
    await expect(button('Skip standing time')).toHaveAttribute('aria-pressed', 'true')
    await expect(slider).toHaveAttribute('aria-valuenow', /^6\d$/)
    for (const [key, speed] of [
      ['9', '9'],
      ['1', '1'],
      ['0', '10'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(dock.getByRole('radio', { name: speed, exact: true })).toBeChecked()
    }
    await expect(button('Play')).toBeDisabled({ timeout: 60_000 })
    await expect(dock).toContainText('3.36 of 3.36 kms')
  })

  await button('Restart').click()
  await expect(button('Pause').or(button('Play'))).toBeEnabled()
  await button('Close').click()
  await expect(page.getByLabel('Search registration')).toHaveValue('GP 1001')
})

test('PLB-29 a truck without points in the range shows the no-data popup', async ({ page }) => {
  await logIn(page)
  // Long before the history of the demo.
  const from = dayBounds(shiftDay(dayOf(Date.now(), DEFAULT_TIME_ZONE), -20), DEFAULT_TIME_ZONE).from
  const range = { from, to: from + 6 * HOUR_MS }
  const link = playbackLinkSearch({ vehicleId: 1, range, at: from, speed: 1, camera: null, alerts: false })
  await page.goto(address(`${PLAYBACK_LINK_PATH}${link}`))
  await expect(page.getByText('No data Available for the selected Vehicle')).toBeVisible()
  expect(await audit(page)).toEqual([])
  await expect(page.getByRole('button', { name: 'OK', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('No data Available for the selected Vehicle')).toBeHidden()
})

const GOOD = { gpsTime: Date.UTC(2026, 10, 19, 9, 30), lat: 13, lng: 77 }
const packed = (file: unknown) => gzipSync(JSON.stringify(file))
/** Unusable files, and the message for each. */
const FAULTS: readonly (readonly [string, Buffer, RegExp])[] = [
  ['cut short', packed({ data: [GOOD] }).subarray(0, -9), /damaged or was cut short/],
  ['no JSON', gzipSync('<html>'), /no readable JSON/],
  ['no list', packed({ points: [] }), /no list of points/],
  ['too large', gzipSync(Buffer.alloc(64 * 1024 * 1024 + 1, ' '), { level: 1 }), /more than 64 MiB/],
  ['no places', packed({ data: [{ gpsTime: GOOD.gpsTime }] }), /None of the 1 points/],
]

/** Opens the playback of the truck of the drive from the keyboard, and waits for its route. */
const openPlayback = async (page: Page) => {
  // The popup is anchored on the map.
  await page.locator('.map-markers').waitFor({ state: 'attached' })
  const cards = page.getByRole('list', { name: 'Vehicles' }).getByRole('button')
  await tabTo(page, page.getByLabel('Search registration'))
  await page.keyboard.type(REGISTRATION)
  await expect(cards).toHaveCount(1)
  await tabTo(page, cards)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: REGISTRATION })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(cards).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Playback', exact: true }))
  await page.keyboard.press('Enter')
  return routeShown(page)
}

const routeShown = async (page: Page) => {
  const dock = page.getByRole('region', { name: 'Playback controls' })
  await expect(dock.getByRole('button', { name: 'Play', exact: true })).toBeEnabled({ timeout: 30_000 })
  return dock
}

/** The link to the current position, as offered where the browser does not allow copying. */
const linkOf = async (page: Page) => {
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  await page.getByRole('button', { name: 'Copy link to this moment' }).click()
  return page.getByLabel(/Copy this link yourself/).inputValue()
}

test('PLB-17 PLB-06 alerts from the keyboard, a link to an exact position, and files that cannot be played', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  await logIn(page)
  const dock = await openPlayback(page)

  const toggle = page.getByRole('button', { name: 'Alert', exact: true })
  await tabTo(page, toggle)
  await page.keyboard.press('Enter')
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  const routeEvents = page.getByRole('list', { name: 'Stops, events and alerts' })
  const alert = routeEvents.getByRole('button', { name: /Alert:/ }).first()
  await tabTo(page, alert)
  await page.keyboard.press('Enter')
  const popup = page.getByRole('region', { name: 'Alert', exact: true })
  await expect(popup).toContainText(/Time\d\d-\d\d-\d{4} \d\d:\d\d:\d\dAddress.+/)
  expect(await audit(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()

  await page.keyboard.press('7')
  const slider = page.getByRole('slider', { name: 'Playback position' })
  await slider.press('End')
  await slider.press('PageDown')
  await page.getByRole('button', { name: 'Zoom in' }).press('Enter')
  await expect(dock.getByRole('radio', { name: '7' })).toBeChecked()
  const link = await linkOf(page)
  const other = await browser.newPage()
  await other.goto(link)
  await other.getByLabel('User name').fill('customer')
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.getByRole('button', { name: 'Log in' }).click()
  await acknowledge(other)
  await routeShown(other)
  await expect.poll(() => linkOf(other)).toBe(link)
  await other.close()

  let file: Buffer = Buffer.alloc(0)
  await page.route('**/routeplayback', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), points: 1 } })
  })
  await page.route('**/files/playback/**', (route) =>
    route.fulfill({ body: file, contentType: 'application/gzip' }),
  )
  await dock.getByRole('button', { name: 'Play', exact: true }).press('Enter')
  const alerts = page.getByRole('alert')
  for (const [name, bytes, messageText] of FAULTS) {
    file = bytes
    const again = page.getByRole('button', { name: /^(GO|Restart)$/ }).and(page.locator(':enabled'))
    await again.first().press('Enter')
    await expect(alerts.filter({ hasText: messageText }), name).toBeVisible({ timeout: 30_000 })
  }
})
