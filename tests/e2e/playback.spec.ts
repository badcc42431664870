import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { audit } from './audit.ts'
import { acknowledge, expect, logIn, PASSWORD, test } from './portal.ts'

const PROJECT = join(import.meta.dirname, '..', '..')
const REGISTRATION = 'KA 05 GP 1001'

/** A drive of 40 points that ended three hours ago: one every 5 s, 60 m on, with one gap of ten minutes. At speed 10 it plays for seven seconds. */
const drive = () => {
  const endsAt = Date.now() - 3 * 3_600_000
  const points = Array.from({ length: 40 }, (_, index) => {
    const time = new Date(endsAt - (40 - index) * 5_000 - (index < 20 ? 600_000 : 0)).toISOString()
    return `<trkpt lat="${(12.97 + index * 0.0005).toFixed(6)}" lon="${(77.59 + index * 0.0002).toFixed(6)}"><ele>920</ele><time>${time}</time></trkpt>`
  })
  return `<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>${REGISTRATION}</name><trkseg>${points.join('')}</trkseg></trk></gpx>`
}

const folder = mkdtempSync(join(tmpdir(), 'roadbook-gpx-'))

test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('PLB-10 PLB-12 PLB-14 a file of one’s own is imported, played to its end, restarted and closed', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const file = join(folder, 'my drive.gpx')
  writeFileSync(file, drive())
  const importFile = () =>
    promisify(execFile)(
      process.execPath,
      [join(PROJECT, 'scripts', 'run.mjs'), 'import', file, '--vehicle', REGISTRATION],
      {
        env: { ...process.env, DATA_DIR: process.env['ROADBOOK_DATA'] },
      },
    )
  expect((await importFile()).stdout).toMatch(/stored +40\n/)
  expect((await importFile()).stdout).toMatch(/stored +0\n/)

  await logIn(page)
  await page.getByLabel('Search registration').fill('GP 1001')
  await page.getByRole('list', { name: 'Vehicles' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Playback', exact: true }).click()
  const dock = page.getByRole('region', { name: 'Playback controls' })
  await expect(dock.getByRole('button', { name: 'Play', exact: true })).toBeEnabled({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'GO' })).toBeDisabled()
  await expect(dock).toContainText(/0\.00 of 2\.\d\d kms/)

  await dock.getByText('10', { exact: true }).click()
  await dock.getByRole('button', { name: 'Play', exact: true }).click()
  await dock.getByRole('button', { name: 'Pause' }).click()
  await expect(dock.getByRole('button', { name: 'Continue' })).toBeVisible()
  await dock.getByRole('button', { name: 'Continue' }).click()
  await expect(dock.getByRole('button', { name: 'Restart' })).toBeVisible()
  await expect(dock.getByRole('button', { name: 'Play', exact: true })).toBeDisabled({ timeout: 60_000 })
  await expect(dock).toContainText(/2\.(\d\d) of 2\.\1 kms/)

  await dock.getByRole('button', { name: 'Restart' }).click()
  await expect(
    dock.getByRole('button', { name: 'Pause' }).or(dock.getByRole('button', { name: 'Play', exact: true })),
  ).toBeEnabled()
  await dock.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByLabel('Search registration')).toHaveValue('GP 1001')
})

test('PLB-29 a truck without points in the range shows the no-data popup', async ({ page }) => {
  await logIn(page)
  await page.getByRole('button', { name: /^Offline/ }).click()
  await page.getByRole('list', { name: 'Vehicles' }).getByRole('button').last().click()
  await page.getByRole('button', { name: 'Playback', exact: true }).click()
  await expect(page.getByText('No data Available for the selected Vehicle')).toBeVisible()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(page.getByText('No data Available for the selected Vehicle')).toBeHidden()
})

const GOOD = { gpsTime: Date.UTC(2026, 10, 19, 9, 30), lat: 13, lng: 77 }
const packed = (file: unknown) => gzipSync(JSON.stringify(file))
/** Files as they must not be, and what is said of each. */
const FAULTS: readonly (readonly [string, Buffer, RegExp])[] = [
  ['cut short', packed({ data: [GOOD] }).subarray(0, -9), /damaged or was cut short/],
  ['no JSON', gzipSync('<html>'), /no readable JSON/],
  ['no list', packed({ points: [] }), /no list named 'data'/],
  ['too large', gzipSync(Buffer.alloc(64 * 1024 * 1024 + 1, ' '), { level: 1 }), /more than 64 MiB/],
  ['no places', packed({ data: [{ gpsTime: GOOD.gpsTime }] }), /None of the 1 points/],
]

/** Opens the playback of a running truck and waits for its route. */
const openPlayback = async (page: Page) => {
  await page.getByRole('button', { name: /^Running/ }).click()
  await page.getByRole('list', { name: 'Vehicles' }).getByRole('button').first().click()
  await page.getByRole('button', { name: 'Playback', exact: true }).click()
  return routeShown(page)
}

const routeShown = async (page: Page) => {
  const dock = page.getByRole('region', { name: 'Playback controls' })
  await expect(dock.getByRole('button', { name: 'Play', exact: true })).toBeEnabled({ timeout: 30_000 })
  return dock
}

/** The link to the shown moment, as it is offered where the browser does not let us copy. */
const linkOf = async (page: Page) => {
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  await page.getByRole('button', { name: 'Copy link to this moment' }).click()
  return page.getByLabel(/Copy this link yourself/).inputValue()
}

test('PLB-17 PLB-06 alerts from the keyboard, a link to the very moment, and files that cannot be played', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  await logIn(page)
  const dock = await openPlayback(page)

  const toggle = page.getByRole('button', { name: 'Alert', exact: true })
  await expect(toggle).toBeEnabled()
  await toggle.press('Enter')
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  const moments = page.getByRole('list', { name: 'Stops, events and alerts' })
  const alert = moments.getByRole('button', { name: /Alert:/ }).first()
  await alert.press('Enter')
  const popup = page.getByRole('region', { name: 'Alert', exact: true })
  await expect(popup).toContainText(/Time\d\d-\d\d-\d{4} \d\d:\d\d:\d\dAddress.+/)
  expect(await audit(page)).toEqual([])
  await alert.press('Escape')
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
  for (const [name, bytes, said] of FAULTS) {
    file = bytes
    const again = page.getByRole('button', { name: /^(GO|Restart)$/ }).and(page.locator(':enabled'))
    await again.first().press('Enter')
    await expect(alerts.filter({ hasText: said }), name).toBeVisible({ timeout: 30_000 })
  }
})
