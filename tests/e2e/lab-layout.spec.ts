import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Locator, Page } from '@playwright/test'
import { address, expect, logIn, test } from './portal.fixture.ts'
import { saveRecording } from './recording.driver.ts'

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (box === null) throw new Error('The part is not shown.')
  return box
}
/** Pixels between the lower edge of one part and the upper one of another. */
const gapBetween = async (above: Locator, below: Locator) => {
  const { y, height } = await boxOf(above)
  return (await boxOf(below)).y - y - height
}
const headingSize = (page: Page, name: string) =>
  page
    .getByRole('heading', { level: 1, name })
    .evaluate((heading) => Number.parseFloat(getComputedStyle(heading).fontSize))

/** The file of a recording whose second event leads elsewhere than when it was recorded. */
const diverging = (file: string): Buffer => {
  const recording = JSON.parse(gunzipSync(readFileSync(file)).toString())
  const events: { external: boolean; hash: string | null }[] = recording.segments[0].events
  const compared = events.filter(({ external, hash }) => external && hash !== null)
  if (compared[1] !== undefined) compared[1].hash = 'another'
  return gzipSync(JSON.stringify(recording))
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`the parts of the lab's pages neither touch nor cover each other at ${viewport.width} px`, async ({
    page,
  }, info) => {
    await page.setViewportSize(viewport)
    await logIn(page, 'analytics')
    await page.goto(address('/lab/paths'))
    await expect(page.getByRole('button', { name: 'empty.loading, active' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Paths' }), 'the chart alone is scrolled').toBeInViewport()
    const size = await headingSize(page, 'Paths')

    await page.goto(address('/lab/replay'))
    const file = info.outputPath('lab.recording.gz')
    await saveRecording(page, file, 'It stood still.')
    await page.goto(address('/lab/replay'))
    expect(await headingSize(page, 'Replay')).toBe(size)
    const pick = (buffer: Buffer) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'picked.gz', mimeType: 'application/gzip', buffer })
    await pick(Buffer.from('not a recording'))
    const alert = page.getByRole('alert')
    expect(await gapBetween(alert, alert.locator('xpath=following-sibling::*[1]'))).toBeGreaterThan(8)
    await pick(diverging(file))
    const note = page.getByText('It stood still.')
    expect(await gapBetween(note, alert)).toBeGreaterThan(8)
    expect(await headingSize(page, 'Replay')).toBe(size)
    await page.getByRole('button', { name: 'Next trouble' }).click()
    const names = page.getByRole('region', { name: 'Context' }).locator('dt')
    await names.first().evaluate((name) => {
      name.textContent = 'acknowledgementsOfEveryVehicleOfTheFleet'
    })
    const values = page.getByRole('region', { name: 'Context' }).locator('dd')
    const [name, value, other] = [
      await boxOf(names.first()),
      await boxOf(values.first()),
      await boxOf(values.nth(1)),
    ]
    expect(name.x + name.width).toBeLessThanOrEqual(value.x)
    expect(value.x, 'values stand in a column').toBe(other.x)
    expect(value.width).toBeGreaterThan(name.width)

    await page.goto(address('/lab/faults'))
    await page.route(address('/env.json'), async (route) =>
      route.fulfill({ json: { ...(await (await route.fetch()).json()), lab: true } }),
    )
    await page.reload()
    expect(await headingSize(page, 'Faults')).toBe(size)
    const seed = await boxOf(page.getByRole('spinbutton', { name: 'Seed', exact: true }))
    const button = await boxOf(page.getByRole('button', { name: 'New seed' }))
    expect([button.y, button.height]).toEqual([seed.y, seed.height])
  })
