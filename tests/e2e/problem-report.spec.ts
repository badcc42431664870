import { audit } from './accessibility.driver.ts'
import { expect, logIn, PASSWORD, test } from './portal.fixture.ts'
import { replayed, saveRecording } from './recording.driver.ts'

test('what a user did is saved as a file, and leads the machines to the same states again', async ({
  page,
}, info) => {
  await logIn(page, 'manager')
  const vehicles = page.getByRole('list', { name: 'Vehicles' }).getByRole('button')
  await vehicles.first().press('Enter')
  await page.getByRole('button', { name: 'Live', exact: true }).press('Enter')
  await expect(page.getByRole('region', { name: 'Live tracking' })).toContainText(/\d( s)? ago/)
  await page.getByRole('button', { name: 'Back to the fleet' }).press('Enter')
  await vehicles.filter({ hasText: 'Running' }).first().press('Enter')
  await page.getByRole('button', { name: 'Playback', exact: true }).press('Enter')
  const play = page.getByRole('button', { name: 'Play', exact: true })
  // A key on a button that is disabled is lost.
  await expect(play).toBeEnabled()
  await play.press('Enter')
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()

  await page.keyboard.press('Control+Shift+KeyE')
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  await dialog.getByText(/events since/).press('Enter')
  await expect(dialog.getByText('playback.play', { exact: false }).first()).toBeVisible()
  expect(await audit(page)).toEqual([])
  await expect(dialog.getByLabel('Include places')).not.toBeChecked()
  const file = info.outputPath('problem.recording.gz')
  const name = await saveRecording(page, file, 'The truck <b>drove</b> on its own.')
  expect(name).toMatch(/^roadbook-\d{8}T\d{6}Z\.recording\.gz$/)

  await dialog.getByRole('button', { name: 'Send to support' }).press('Enter')
  await expect(dialog.getByText(/^Sent to support as report \d+\.$/)).toBeVisible()

  const { code, printed, complained } = replayed(file)
  expect([code, complained]).toEqual([0, ''])
  expect(printed).toContain('"The truck <b>drove</b> on its own."')
  expect(printed).toContain('fleet/playback: empty.ready → play')
  expect(printed).not.toMatch(/mohan|[A-Z]{2} \d{2} [A-Z]{1,2} \d{4}/)

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByLabel('User name').fill('cssupport')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Lab' }).click()
  await page.getByRole('link', { name: 'Replay' }).click()
  const reports = page.getByRole('region', { name: 'Reports that users sent' })
  await expect(reports.getByText('The truck <b>drove</b> on its own.')).toBeVisible()
  expect(await audit(page)).toEqual([])
  await reports.getByRole('button', { name: /^Open report \d+ of manager$/ }).press('Enter')
  await expect(page.getByRole('list', { name: 'Events' }).getByRole('button').first()).toBeVisible()
  await expect(page.getByText('Diverged here')).toBeHidden()
})

test('a screen whose code cannot be loaded says so, and lets the user go on and report it', async ({
  page,
}) => {
  await logIn(page, 'manager')
  const isCode = /settings-screen-[^/]*\.js$/
  await page.route(isCode, (route) => route.abort())
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Settings' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'This page has failed' })
  await expect(failure).toBeVisible()
  expect(await audit(page)).toEqual([])
  await failure.getByRole('button', { name: 'Report a problem' }).click()
  await expect(page.getByRole('dialog', { name: 'Report a problem' })).toBeVisible()
  await page.keyboard.press('Escape')

  await menu.getByRole('link', { name: 'Help', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Help' })).toBeVisible()
  await expect(failure).toBeHidden()

  await menu.getByRole('link', { name: 'Settings' }).click()
  await expect(failure).toBeVisible()
  await page.unroute(isCode)
  await failure.getByRole('button', { name: 'Load the page again' }).click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()

  await page.route(/problem-report-dialog-[^/]*\.js$/, (route) => route.abort())
  // Not by its keys: the browser drops those before the first frame of a page.
  await page.getByRole('button', { name: 'Report a problem' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The report could not be opened' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
})
