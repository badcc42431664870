import type { Page } from '@playwright/test'
import type { Environment } from '#contract/records/environment.ts'
import { pageGuard, withStyleNonce } from '#server/http/security.ts'
import { buildFakeGoogle } from './fake-google.driver.ts'
import { address, expect, logIn, test } from './portal.fixture.ts'

/** Gives the portal a key for Google Maps, with the matching content security policy for its pages. */
const configureGoogle = async (page: Page) => {
  const served: Environment = await (await page.request.get(address('/env.json'))).json()
  const mapStyleUrl = address('/plain-basemap.json')
  const environment: Environment = { ...served, mapStyleUrl, googleMapsKey: 'a-key', googleMapId: 'our-map' }
  const { policy, referrer } = pageGuard(environment, false)
  const name = 'content-security-policy'
  await page.route(address('/**'), async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback()
    const response = await route.fetch()
    const headers = response.headers()
    const nonce = /'nonce-([^']+)'/.exec(headers[name] ?? '')?.[1] ?? ''
    const guard = { [name]: withStyleNonce(policy, nonce), 'referrer-policy': referrer }
    return route.fulfill({ response, headers: { ...headers, ...guard } })
  })
  await page.route(address('/env.json'), (route) => route.fulfill({ json: environment }))
}

test("MAP-47 MAP-48 MAP-50 the fleet is on Google Maps, and on the bundled map if Google's script fails or its key is refused", async ({
  page,
}) => {
  test.slow()
  const written: string[] = []
  page.on('console', (message) => written.push(message.text()))
  let script: string | undefined
  await configureGoogle(page)
  await page.route('https://maps.googleapis.com/**', (route) =>
    script === undefined ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  const failed = page.getByRole('heading', { name: 'Load error: Google Maps' })
  const bundled = page.locator('.maplibregl-canvas')
  const truck = page.getByRole('list', { name: 'Vehicles' }).getByRole('listitem').first()
  const popup = page.locator('.map-popup')
  const takeBundled = async () => {
    await expect(failed).toBeVisible()
    await page.getByRole('button', { name: 'Show the bundled map' }).click()
    await expect(failed).toHaveCount(0)
    await expect(bundled).toBeVisible()
  }

  await logIn(page)
  await takeBundled()
  expect(written).toContain('Load error: Google Maps')
  await truck.getByRole('button').first().click()
  await expect(popup).toContainText('N/A')

  script = await buildFakeGoogle()
  await page.reload()
  await expect(page.getByRole('button', { name: /^\d+ vehicles$/ }).first()).toBeVisible()
  await expect(bundled).toHaveCount(0)
  const made = await page.evaluate(() => window.fakeGoogle?.maps.map(({ options }) => options.mapId))
  expect(made).toEqual(['our-map'])
  await page.evaluate(() => {
    window.fakeGoogle?.answerWith([{ address_components: [{ long_name: 'Nashik', types: ['locality'] }] }])
  })
  await truck.getByRole('button').first().click()
  await expect(popup).toContainText('Nashik')

  await page.evaluate(() => window.fakeGoogle?.refuseKey())
  await takeBundled()
  await expect(page.locator('gmp-advanced-marker')).toHaveCount(0)
  await expect(popup).toContainText('Nashik')
})
