import { test } from '@playwright/test'
import { CONTRACT } from './contract.ts'
import { FENCE_CONTRACT } from './fence-contract.ts'
import { openGooglePage, openPage } from './open-page.ts'

test.describe('the map on MapLibre', () => {
  for (const name of Object.keys(CONTRACT))
    test(name, async ({ page }) => {
      await openPage(page)
      await page.evaluate((behaviour) => window.page.run(behaviour), name)
    })
})

test.describe('the map on Google Maps', () => {
  // Drawing needs parts of Google's map that its stand-in does not have.
  for (const name of Object.keys(CONTRACT).filter((each) => !Object.hasOwn(FENCE_CONTRACT, each)))
    test(name, async ({ page }) => {
      await openGooglePage(page)
      await page.evaluate((behaviour) => window.page.run(behaviour), name)
    })
})
