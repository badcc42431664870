import { KMPH_PER } from '#domain/units.ts'
import { addUserOfOwnCompany } from './own-company.fixture.ts'
import { acknowledge, address, expect, test } from './portal.fixture.ts'
import { addTruck, storedTypes } from './stored-alerts.fixture.ts'

const TRUCK = 'KA 18 AL 0018'

/** Sends one fix as a tracker does. Speeds go out in knots. */
const send = async (time: number, kmph: number, lat: number) => {
  const query = new URLSearchParams({
    ...{ id: `imei ${TRUCK}`, key: `key ${TRUCK}`, timestamp: String(Math.round(time / 1000)) },
    ...{ lat: lat.toFixed(6), lon: '77.590000', speed: String(kmph / KMPH_PER.knots), ignition: 'true' },
  })
  const reply = await fetch(address(`/ingest/osmand?${query}`), { method: 'POST' })
  expect(reply.status).toBe(200)
}

test.use({ alerts: 'real' })

test('ALR-14 ALR-15 ALR-39 ALR-40 ALR-42 a fix sent over HTTP becomes an alert in the popup, which leads to its row', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { userName, password } = await addUserOfOwnCompany('storied', 'CUSTOMERADMIN', 'Story Roads')
  await addTruck(userName, TRUCK)
  const began = Date.now() - 80_000
  for (const [i, kmph] of [60, 92, 96, 93, 60].entries())
    await send(began + i * 15_000, kmph, 12.9 + i * 0.0035)
  // It is evaluated right after the fix was acknowledged.
  await expect.poll(() => storedTypes(TRUCK)).toEqual(['OVERSPEED'])

  await page.addInitScript(() => localStorage.setItem('uiType', 'beta'))
  await page.goto(address('/track-trace'))
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await acknowledge(page)
  const popup = page.getByRole('region', { name: 'New alerts' })
  await expect(popup).toContainText(`Overspeed alert occurred for ${TRUCK} on `)
  await popup.getByRole('button', { name: 'Go to alert' }).click()

  await expect(page).toHaveURL(/\/alerts\?.*data=\d+/)
  await expect(popup).toHaveCount(0)
  const row = page.getByRole('table', { name: 'Alerts' }).locator('tbody').getByRole('row')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(TRUCK)
  const panel = page.getByRole('region', { name: 'Alert', exact: true })
  await expect(panel).toContainText('96.0')
})
