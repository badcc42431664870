import { expect, type Locator, type Page } from '@playwright/test'

/** Far more tab stops than any of our screens has. */
const MOST_PRESSES = 120

/** Presses Tab until the focus is there, as a user without a pointer does. */
export const tabTo = async (page: Page, wanted: Locator) => {
  await expect(wanted).toBeEnabled()
  const isThere = () => wanted.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < MOST_PRESSES && !(await isThere()); presses++)
    await page.keyboard.press('Tab')
  await expect(wanted).toBeFocused()
}
