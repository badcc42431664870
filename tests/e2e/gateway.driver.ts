import { expect, type Page } from '@playwright/test'
import { audit } from './accessibility.driver.ts'
import { address } from './portal.fixture.ts'

const DEVICE = '867000000000017'
const VEHICLE = 'KA 17 GW 0017'

/** Forwards a position as a Traccar server does, and answers what the door says. */
const forward = async (url: string, key: string, at: number) => {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      position: {
        protocol: 'teltonika',
        fixTime: new Date(at).toISOString(),
        valid: true,
        latitude: 18.52,
        longitude: 73.85,
        speed: 0,
        attributes: { ignition: false },
      },
      device: { uniqueId: DEVICE, name: 'Truck 17' },
    }),
  })
  return { status: reply.status, ...(await reply.json()) }
}

/** Makes a key in the settings, reports with it, accepts the device for a new vehicle and sees its position arrive (OWN-03). */
export const reportThroughGateway = async (page: Page) => {
  await page.getByRole('tab', { name: 'Gateway' }).click()
  await page.getByRole('button', { name: 'Make a key' }).click()
  await expect(page.getByRole('definition')).toHaveCount(2)
  const [key = '', url = ''] = await page.getByRole('definition').allTextContents()
  expect(new URL(url).pathname).toBe('/ingest/traccar')
  expect(await audit(page)).toEqual([])
  expect(await forward(url, key, Date.now() - 2_000)).toMatchObject({ status: 200, stored: 0, pending: 1 })
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('button', { name: `Accept ${DEVICE}` }).click()
  const dialog = page.getByRole('dialog', { name: `Accept ${DEVICE}` })
  await dialog.getByRole('combobox').fill(VEHICLE)
  expect(await audit(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add vehicle and accept' }).click()
  await expect(page.getByRole('region', { name: 'Accepted devices' })).toContainText(VEHICLE)
  await page.getByRole('button', { name: 'I have copied it' }).click()
  expect(await audit(page)).toEqual([])
  for (const name of ['Replace the key', 'Revoke the key', `Release ${DEVICE}`]) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await audit(page), name).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
  }
  expect(await forward(url, key, Date.now())).toMatchObject({ status: 200, stored: 1, pending: 0 })
  await page.goto(address('/track-trace'))
  await expect(page.getByText(VEHICLE, { exact: true }).first()).toBeVisible()
  await page.goto(address('/settings'))
}
