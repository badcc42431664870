import { type Page, test } from '@playwright/test'
import { CONTRACT } from './contract/contract.ts'
import { openGooglePage, openPlainBasemapPage } from './open-page.ts'

type Adapter = { readonly open: (page: Page) => Promise<unknown>; readonly behaviours: readonly string[] }

const ALL = Object.keys(CONTRACT)
const ADAPTERS: Readonly<Record<string, Adapter>> = {
  MapLibre: { open: openPlainBasemapPage, behaviours: ALL },
  'Google Maps': { open: openGooglePage, behaviours: ALL },
}

for (const [adapter, { open, behaviours }] of Object.entries(ADAPTERS))
  test.describe(`the map on ${adapter}`, () => {
    let page: Page
    test.beforeAll(async ({ browser }) => {
      page = await browser.newPage()
      await open(page)
    })
    test.afterAll(() => page.close())

    // One page for all: each behaviour has its own map on it.
    for (const name of behaviours)
      test(name, () => page.evaluate((behaviour) => window.page.run(behaviour), name))
  })
