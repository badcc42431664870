import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { App } from '#src/views/app.tsx'
import FaultsPanel from '#src/views/lab/faults-panel.tsx'
import '#src/views/lab/faults-badge.tsx'
import { faultSettings } from '#tests/kit/builders/fault-settings.ts'
import { openPage, type Page } from '#tests/kit/views/page.tsx'

let page: Page
afterEach(() => page.close())

const open = async ({ lab = true, screens = <FaultsPanel /> } = {}) => {
  page = openPage({ path: '/support', screens })
  await page.start({ lab })
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const write = (label: string, value: string) =>
  page.act(() => fireEvent.change(field(label), { target: { value } }))
const press = (name: string) => page.act(() => fireEvent.click(screen.getByRole('button', { name })))
const apply = () => page.act(() => page.shell.applyFaults.latest().resolve())
const happened = (kind: string) =>
  within(screen.getByRole('row', { name: new RegExp(`^${kind}`) }))
    .getAllByRole('cell')
    .at(-1)?.textContent

test('faults are turned on with what is entered, counted as they happen, and turned off', async () => {
  await open()
  await page.act(() => page.shell.restoreFaults.latest().resolve(null))
  await press('New seed')
  await write('Seed', '42')
  await write('500: probability in %', '12.5')
  await write('Late: probability in %', '100')
  await write('Longest delay in ms', '300')
  await write('Clock ahead by, in seconds', '-90')
  await press('Turn on')
  const settings = faultSettings({ serverError: 0.125, late: 1 }, { lateMs: 300, clockSkewMs: -90_000 })
  expect(page.shell.applyFaults.latest().input).toEqual(settings)
  await apply()

  expect(happened('500')).toBe('0')
  await page.act(() => page.faults.count('serverError'))
  expect([happened('500'), happened('Late')]).toEqual(['1', '0'])

  await write('Seed', '43')
  await press('Start anew with these settings')
  expect(page.shell.applyFaults.latest().input).toEqual({ ...settings, seed: 43 })
  await apply()
  await press('Turn off')
  expect(page.shell.faultsTurnedOff.done).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Turn on' })).toBeTruthy()
})

test('the settings that were on before a reload are in the form', async () => {
  await open()
  const settings = faultSettings({ malformed: 0.07 }, { seed: 7 })
  await page.act(() => page.shell.restoreFaults.latest().resolve(settings))
  expect([field('Seed').value, field('Cut in half: probability in %').value]).toEqual(['7', '7'])
  expect(screen.getByRole('button', { name: 'Start anew with these settings' })).toBeTruthy()
})

test.each([
  ['Seed', '-1', 'Enter a whole number from 0 to 4294967295.'],
  ['Seed', '1.5', 'Enter a whole number from 0 to 4294967295.'],
  ['Overtaken: probability in %', '100.01', 'Enter a number from 0 to 100.'],
  ['Longest delay in ms', '60001', 'Enter a whole number from 0 to 60000.'],
  ['Clock ahead by, in seconds', '86401', 'Enter a whole number from -86400 to 86400.'],
])('%s: %s is not accepted, with the reason', async (label, value, reason) => {
  await open()
  await page.act(() => page.shell.restoreFaults.latest().resolve(null))
  await write(label, value)
  expect(screen.getByText(reason)).toBeTruthy()
  await press('Turn on')
  expect(page.shell.applyFaults.calls).toEqual([])
  expect(document.activeElement).toBe(field(label))
})

test('where the environment does not set `lab`, there is no form', async () => {
  await open({ lab: false })
  expect(screen.getByRole('heading', { name: 'Faults are not available here' })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('while they are on, every screen says so, leads to them and turns them off', async () => {
  await open({ screens: <App /> })
  await page.act(() => page.shell.restoreFaults.latest().resolve(faultSettings()))
  const badge = await screen.findByRole('complementary', { name: 'Faults' })
  expect(within(badge).getByRole('link', { name: 'Faults on · seed 42' }).getAttribute('href')).toBe(
    '/lab/faults',
  )
  expect(badge.textContent).toContain('0 have happened')
  expect(badge.textContent).not.toContain('Clock')
  await page.act(() => page.faults.count('streamDropped'))
  expect(badge.textContent).toContain('1 has happened')
  await press('Drop the stream now')
  expect(page.shell.streamDropped.done).toHaveLength(1)
  await press('Turn off')
  expect(page.shell.faultsTurnedOff.done).toHaveLength(1)
  expect(screen.queryByRole('complementary', { name: 'Faults' })).toBeNull()
})

test.each([
  [-90_000, 'Clock 90 s behind'],
  [5_400_000, 'Clock 5400 s ahead'],
])('a clock that is wrong by %d ms alone is told, until it is right again', async (clockSkewMs, text) => {
  await open({ screens: <App /> })
  const settings = faultSettings({}, { clockSkewMs })
  await page.faults.apply(settings)
  await page.act(() => page.shell.restoreFaults.latest().resolve(settings))
  const badge = within(await screen.findByRole('complementary', { name: 'Faults' }))
  expect(badge.getByText(text)).toBeTruthy()
  await page.act(() => page.faults.correctClock())
  expect(badge.getByText('Clock right again')).toBeTruthy()
})
