import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, logIn, test } from './portal.ts'

const PROJECT = join(import.meta.dirname, '..', '..')
const REGISTRATION = 'KA 05 GP 1001'

/** A drive of 40 points that ended three hours ago: one every 15 s, 60 m on, with one gap of ten minutes. */
const drive = () => {
  const endsAt = Date.now() - 3 * 3_600_000
  const points = Array.from({ length: 40 }, (_, index) => {
    const time = new Date(endsAt - (40 - index) * 15_000 - (index < 20 ? 600_000 : 0)).toISOString()
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
