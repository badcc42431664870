import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { runPaths } from '../../scripts/lab/paths-command.ts'
import { audit } from './accessibility.driver.ts'
import { address, expect, logIn, test } from './portal.fixture.ts'
import { saveRecording } from './recording.driver.ts'

/** ANALYTICSUSER sees the lab and the map, whatever the environment says. */
const openLab = async (page: Page, path: string) => {
  await logIn(page, 'analytics')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Lab' }).click()
  await page.getByRole('navigation', { name: 'Pages of the lab' }).getByRole('link', { name: path }).click()
}

const chartOf = (page: Page, machine: string) => page.getByRole('group', { name: `Chart of ${machine}` })

/** The file that a button saves, as text. */
const savedBy = async (page: Page, press: () => Promise<void>) => {
  const download = page.waitForEvent('download')
  await press()
  const saved = await download
  return { name: saved.suggestedFilename(), text: readFileSync(await saved.path(), 'utf8') }
}

test('the code of the lab is loaded on its pages alone', async ({ page }) => {
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (/\.js$/.test(new URL(response.url()).pathname)) scripts.push(response.text())
  })
  // What walks a machine, and what draws its chart.
  const ofLab = async () => {
    const texts = await Promise.all(scripts)
    return ['Written by npm run paths', 'elk.algorithm'].map((part) =>
      texts.some((text) => text.includes(part)),
    )
  }
  await logIn(page, 'analytics')
  const lab = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Lab' })
  await expect(lab).toBeVisible()
  await expect(page.getByRole('list', { name: 'Vehicles' }).getByRole('button').first()).toBeVisible()
  expect(scripts.length).toBeGreaterThan(5)
  expect(await ofLab()).toEqual([false, false])
  await lab.click()
  await expect(chartOf(page, 'playback').getByRole('button').first()).toBeVisible()
  await expect.poll(ofLab).toEqual([true, true])
})

test('QA finds the paths of a machine, plays one on its chart, and saves them as the command prints them', async ({
  page,
}) => {
  await openLab(page, 'Paths')
  const chart = chartOf(page, 'playback')
  await expect(chart.getByRole('button', { name: 'empty.loading, active' })).toBeVisible()
  const paths = page.getByRole('list', { name: 'Paths' }).getByRole('button')
  expect(await paths.count()).toBeGreaterThan(10)
  await expect(page.getByText(`${await paths.count()} paths`)).toBeVisible()
  expect(await audit(page)).toEqual([])

  const test = await savedBy(page, async () => {
    await page.getByRole('button', { name: 'Download' }).press('Enter')
    await page.getByRole('menuitem', { name: 'playback.test.ts' }).press('Enter')
  })
  expect(test.name).toBe('playback.test.ts')
  let printed = ''
  const terminal = { complain: () => undefined, isTerminal: false, folder: '/' }
  runPaths(['playback', '--format', 'vitest'], {
    ...terminal,
    print: (text) => {
      printed += text
    },
  })
  expect(test.text).toBe(printed)

  // From state to state by the keyboard, to the nearest one in each direction.
  await chart.getByRole('button', { name: 'empty.loading, active' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(chart.getByRole('button', { name: 'empty.failed' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  const ready = chart.getByRole('button', { name: 'empty.ready' })
  await expect(ready).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(ready).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('3 paths')).toBeVisible()
  await page.getByRole('button', { name: 'Step on' }).click()
  await expect(chart.getByRole('button', { name: 'empty.ready, active' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Context' }).locator('ins').first()).toBeVisible()
  await page.getByRole('button', { name: 'Step back' }).click()
  await expect(chart.getByRole('button', { name: 'empty.loading, active' })).toBeVisible()

  await page.getByRole('combobox', { name: 'Machine' }).fill('manual')
  await page.getByRole('option', { name: 'manual' }).click()
  await expect(chartOf(page, 'manual').getByRole('button', { name: 'resting, active' })).toBeVisible()
  const countOf = (event: string) =>
    chartOf(page, 'manual').locator('text', { hasText: new RegExp(`${event}\\d$`) })
  await page.getByText('Tests', { exact: true }).click()
  await expect(countOf('download').filter({ hasText: /[1-9]$/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^(\d+) of \1 transitions taken$/ })).toBeVisible()
  // Nobody has downloaded the manual in this session.
  await page.getByText('This session', { exact: true }).click()
  await expect(countOf('download').filter({ hasText: /0$/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^0 of \d+ transitions taken$/ })).toBeVisible()
  // What leads to no other state is in the list alone.
  await page.getByRole('combobox', { name: 'Machine' }).fill('playback')
  await page.getByRole('option', { name: 'playback', exact: true }).click()
  await expect(chartOf(page, 'playback').getByRole('button').first()).toBeVisible()
  await page.getByText('Tests', { exact: true }).click()
  const taken = page.getByRole('list', { name: 'Transitions' }).getByRole('button')
  await expect(taken.filter({ hasText: /^playback: playback\.panelToggled[1-9]/ })).toBeVisible()
  expect(await audit(page)).toEqual([])

  // The target of an address is of its machine.
  await page.goto(address('/lab/paths?machine=playback&to=play'))
  const target = page.getByRole('combobox', { name: 'To' })
  await expect(target).toHaveValue('play')
  await page.getByRole('combobox', { name: 'Machine' }).fill('manual')
  await page.getByRole('option', { name: 'manual' }).click()
  await expect(chartOf(page, 'manual')).toBeVisible()
  await expect(target).toHaveValue('')
})

test('support opens the file of a user whose login was lost in playback, and takes the way there as a test', async ({
  page,
}, info) => {
  await logIn(page, 'manager')
  const vehicles = page.getByRole('list', { name: 'Vehicles' }).getByRole('button')
  await vehicles.filter({ hasText: 'Running' }).first().press('Enter')
  await page.getByRole('button', { name: 'Playback', exact: true }).press('Enter')
  const play = page.getByRole('button', { name: 'Play', exact: true })
  await expect(play).toBeEnabled()
  await play.press('Enter')
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  // The server takes neither the token nor the one that renews it any more.
  await page.route(/\/identity\/token$/, (route) =>
    route.fulfill({ status: 400, json: { error: 'invalid_grant' } }),
  )
  await page.route(/\/api\//, (route) =>
    route.fulfill({ status: 401, json: { status: 401, error: true, message: 'no', code: 'tokenInvalid' } }),
  )
  await page.getByRole('button', { name: 'Restart', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  const file = info.outputPath('lost.recording.gz')
  await saveRecording(page, file, 'I was thrown out while I watched a route.')
  await page.unrouteAll()

  await page.goto(address('/'))
  await openLab(page, 'Replay')
  await page.locator('input[type=file]').setInputFiles({
    name: 'other.gz',
    mimeType: 'application/gzip',
    buffer: Buffer.from('not a recording'),
  })
  await expect(page.getByRole('alert')).toContainText('This is not a recording')
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByText('I was thrown out while I watched a route.')).toBeVisible()
  expect(await audit(page)).toEqual([])

  const events = page.getByRole('list', { name: 'Events' }).getByRole('button')
  await page.getByRole('searchbox', { name: 'Filter by event' }).fill('refreshGrant')
  await events.last().press('Enter')
  await page.getByRole('combobox', { name: 'Machine', exact: true }).click()
  await page.getByRole('option', { name: 'session', exact: true }).click()
  const session = chartOf(page, 'session')
  await expect(session).toBeVisible()
  await expect(page.getByText('Diverged here')).toBeHidden()
  const test = await savedBy(page, () => page.getByRole('button', { name: 'Export as test' }).press('Enter'))
  expect(test.name).toMatch(/^session-.*\.test\.ts$/)
  expect(test.text).toContain('leadsTo')
  expect(test.text.match(/^ {2}\{"to"/gm)?.length).toBeLessThanOrEqual(10)
  expect(test.text).toContain('refreshGrant')

  // The screen that the user had then, a step on, and before.
  const screen = page.frameLocator('iframe[title="Screen"]')
  await page.getByText('Screen', { exact: true }).click()
  await expect(screen.getByText('Loading the route…')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Filter by event' }).fill('no such event')
  await expect(page.getByText('No event matches.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(events.and(page.locator('[aria-current=true]'))).toContainText('refreshGrant done')
  const place = page.getByRole('slider', { name: 'Place in the events' })
  await place.press('End')
  await expect(screen.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  await expect(place, 'the screen takes no focus').toBeFocused()
  await page.getByRole('searchbox', { name: 'Filter by event' }).fill('playback.play')
  await events.first().press('Enter')
  await expect(screen.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await expect(screen.getByRole('heading', { name: /^Stops and events/ })).toBeVisible()
  // Looking at it changes nothing.
  await screen.getByRole('button', { name: 'Pause', exact: true }).press('Enter')
  await expect(screen.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
})
