import { ROLES } from '#contract/roles.ts'
import { foundIn, type KnownData, openFile, watchKnownData } from './known-data.driver.ts'
import { expect, logIn, test } from './portal.fixture.ts'
import { saveRecording } from './recording.driver.ts'
import { demoUser, logInAs, visitorOf, walkMenu } from './role-pages.driver.ts'

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  // Many pages, each drawn in software, so small ones.
  viewport: { width: 1024, height: 640 },
  ...({ alerts: 'real', dtcs: 'real' } as const),
})

/** Moved numbers may be those of another truck by chance, so few: without a move all or half are found. */
const expectFew = ({ odometers, degrees }: ReturnType<typeof foundIn>, known: KnownData) => {
  expect(odometers.length).toBeLessThanOrEqual(2)
  expect(degrees.length).toBeLessThanOrEqual(known.degrees.size / 50)
}

for (const role of ROLES) {
  test(`the recording of ${role}, who opens every page of the menu, holds nothing by which a truck or a person is known`, async ({
    page,
  }, info) => {
    const watched = watchKnownData(page)
    const user = demoUser((each) => each.role === role)
    const visitor = visitorOf(user)
    await logInAs(page, user, visitor)
    await walkMenu(page, new URL(page.url()).pathname, visitor)
    const file = info.outputPath('walk.recording.gz')
    await saveRecording(page, file)
    const known = await watched.known()
    const found = foundIn(openFile(file), known)
    expect(found).toMatchObject({ names: [], times: [], places: [], plainIds: [] })
    expectFew(found, known)
    // The same replies without masks: all is found.
    const { plainIds, ...all } = foundIn(watched.replies(), known)
    expect(all).toEqual({
      names: [...known.names],
      times: [...known.times],
      places: [...known.places],
      odometers: [...known.odometers],
      degrees: [...known.degrees],
    })
    expect(plainIds.length).toBeGreaterThan(0)
  })
}

test('the recording of a live truck and a route holds nothing of them, but their places where the user includes these', async ({
  page,
}, info) => {
  const watched = watchKnownData(page)
  await logIn(page, 'manager')
  const vehicles = page.getByRole('list', { name: 'Vehicles' }).getByRole('button')
  await vehicles.first().press('Enter')
  await page.getByRole('button', { name: 'Live', exact: true }).press('Enter')
  await expect(page.getByRole('region', { name: 'Live tracking' })).toContainText(/\d( s)? ago/)
  await page.getByRole('button', { name: 'Back to the fleet' }).press('Enter')
  await vehicles.filter({ hasText: 'Running' }).first().press('Enter')
  await page.getByRole('button', { name: 'Playback', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled()
  const [masked, withPlaces] = [info.outputPath('masked.gz'), info.outputPath('places.gz')]
  await saveRecording(page, masked)
  await page.getByRole('dialog', { name: 'Report a problem' }).getByLabel('Include places').check()
  await saveRecording(page, withPlaces)
  const known = await watched.known()
  expect(known.places.size).toBeGreaterThan(50)
  expect(known.odometers.size).toBeGreaterThan(50)
  const found = foundIn(openFile(masked), known)
  expect(found).toMatchObject({ names: [], times: [], places: [], plainIds: [] })
  expectFew(found, known)
  const included = foundIn(openFile(withPlaces), known)
  expect(included.places.length).toBeGreaterThan(known.places.size / 2)
  expect(included).toMatchObject({ names: [], times: [], plainIds: [] })
})
