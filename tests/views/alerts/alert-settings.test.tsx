import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  ALERT_SETTINGS,
  type AlertChoice,
  type BackTest,
  PREFERENCE_PAIRS,
} from '#contract/records/alert-settings.ts'
import { DEFAULT_UNITS, UNIT } from '#domain/units.ts'
import { showConventions } from '#src/texts/conventions.ts'
import { refusedCall } from '#tests/kit/builders/refused-calls.ts'
import { chooseTab, closePageAfterEach, openSettings, page, press } from '#tests/kit/views/settings.page.ts'
import '#src/views/alerts/alert-preferences-tab.tsx'
import '#src/views/alerts/alert-settings-tab.tsx'

closePageAfterEach()

const CHOICES: Readonly<Record<string, AlertChoice>> = Object.fromEntries(
  ALERT_SETTINGS.map(({ id, initial }) => [id, { selected: true, value: initial }]),
)
const away = { name: 'NetworkFailure', message: 'not reached', retryAfterMs: null }

const openAlertSettings = async () => {
  await openSettings('MANAGER')
  await chooseTab('Alert settings')
  await page.act(() => page.shell.alertChoices.latest().resolve(CHOICES))
}
const FUEL_DROP = 'Fuel Drop: Fuel loss while parked, at least'
const OVERSPEED = 'Overspeed: A truck is faster than'
const threshold = (label: string | RegExp) => screen.getByLabelText<HTMLSelectElement>(label)
const choose = (label: string, value: number) =>
  page.act(() => fireEvent.change(threshold(label), { target: { value: String(value) } }))
const switchOf = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('switch', { name })
const flip = (name: string) => page.act(() => fireEvent.click(switchOf(name)))
const isOff = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled')
const resultOf = (counts: BackTest['counts'], more: Partial<BackTest> = {}): BackTest => ({
  ...{ id: 'overspeedAlert', days: 30, vehicles: 3, ofVehicles: 3, counts, ...more },
})

describe('the alert settings', () => {
  test('ALR-01 ALR-03 ALR-04 ALR-05 ALR-06 show twelve settings in four groups, with thresholds and units', async () => {
    await openAlertSettings()
    const groups = ['Productivity', 'Safety', 'Cost', 'Compliance'].map((name) =>
      within(screen.getByRole('region', { name }))
        .getAllByRole<HTMLInputElement>('switch')
        .map((each) => each.labels?.[0]?.textContent),
    )
    expect(groups).toEqual([
      ['Geofence', 'Vehicle Stoppage', 'Vehicle Idling', 'Adblue Low'],
      ['Overspeed', 'Engine Overrun', 'Neutral Driving'],
      ['Fuel Drop', 'Fuel Fill'],
      ['Adblue Fault', 'Adblue Zone', 'DPF Regen'],
    ])
    const labels = [...threshold(OVERSPEED).options].map(({ text }) => text)
    expect(labels).toEqual(['50 kmph', '60 kmph', '70 kmph', '80 kmph', '90 kmph', '100 kmph'])
    expect(threshold(OVERSPEED).value).toBe('80')
    expect([...threshold(/Stoppage:/).options].map(({ text }) => text)[0]).toBe('15 mins')
    expect([...threshold(/Neutral Driving:/).options][0]?.text).toBe('10 seconds')
    expect([...threshold(/Fuel Drop:/).options][0]?.text).toBe('5 ltrs')
  })

  test('ALR-10 ALR-11 the labels of engine overrun and AdBlue zone give their limits', async () => {
    await openAlertSettings()
    const describedBy = (name: string) =>
      document.getElementById(switchOf(name).getAttribute('aria-describedby') ?? '')?.textContent
    expect(describedBy('Engine Overrun')).toMatch(/2850 for heavy-duty trucks \(HDT\), 3100 for medium-duty/)
    expect(describedBy('Adblue Zone')).toBe('The zone value is between 2 and 5')
  })

  test('CST-06 ADM-10 a speed is shown in the user’s unit and saved in the specification’s', async () => {
    showConventions({ ...DEFAULT_UNITS, distance: 'mi', volume: 'usGallon' })
    await openAlertSettings()
    expect([...threshold(OVERSPEED).options].map(({ text }) => text)[1]).toBe('37 mph')
    expect([...threshold(/Fuel Drop:/).options][0]?.text).toBe('1.32 gal (US)')
    await choose(OVERSPEED, 60)
    await press('Save')
    const changes = { overspeedAlert: { selected: true, value: 60 } }
    expect(page.shell.saveAlertChoices.latest().input).toEqual({ changes })
    showConventions(DEFAULT_UNITS)
  })

  test('ALR-09 ADM-10 changes wait for Save, can be discarded, and are confirmed by the server', async () => {
    await openAlertSettings()
    expect([isOff('Save'), isOff('Discard')]).toEqual(['true', 'true'])
    await flip('DPF Regen')
    await choose(OVERSPEED, 60)
    expect(screen.getByText('Unsaved changes')).toBeTruthy()
    await press('Discard')
    expect([switchOf('DPF Regen').checked, threshold(OVERSPEED).value]).toEqual([true, '80'])
    await flip('Overspeed')
    expect(threshold(OVERSPEED).disabled).toBe(true)
    await press('Save')
    await page.act(() => page.shell.saveAlertChoices.latest().reject(refusedCall('roleNotAllowed')))
    expect(screen.getByRole('alert').textContent).toBe('Your role may not do this.')
    expect(switchOf('Overspeed').checked).toBe(false)
    await press('Save')
    const values = { ...CHOICES, overspeedAlert: { selected: false, value: 80 } }
    await page.act(() =>
      page.shell.saveAlertChoices.latest().resolve({ values, message: 'Alert settings saved' }),
    )
    expect(await screen.findByText('Alert settings saved')).toBeTruthy()
    expect(screen.getByText('No unsaved changes')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('SHL-49 loading is said, and what could not be loaded can be loaded again', async () => {
    await openSettings('MANAGER')
    await chooseTab('Alert settings')
    expect(screen.getByText('Loading...')).toBeTruthy()
    await page.act(() => page.shell.alertChoices.latest().reject(away))
    await press('Retry')
    await page.act(() => page.shell.alertChoices.latest().resolve(CHOICES))
    expect(switchOf('Geofence').checked).toBe(true)
  })
})

describe('the back-test while a threshold is edited', () => {
  test('ADM-10 says how many alerts the chosen and the saved threshold would have raised, and those of all others', async () => {
    await openAlertSettings()
    await page.act(() => fireEvent.focus(threshold(OVERSPEED)))
    expect(screen.getByText('Counting the alerts of the last 30 days…')).toBeTruthy()
    const counts = [50, 60, 70, 80, 90, 100].map((value, at) => ({
      value,
      count: [9000, 1204, 700, 312, 1, 0][at] ?? 0,
    }))
    await page.act(() => page.shell.backTest.latest().resolve(resultOf(counts)))
    expect(screen.getByText('80 kmph: 312 alerts in the last 30 days')).toBeTruthy()
    await choose(OVERSPEED, 60)
    expect(
      screen.getByText('60 kmph: 1,204 alerts in the last 30 days, 285.9 % more than with 80 kmph (312)'),
    ).toBeTruthy()
    const rows = within(screen.getByRole('list', { name: 'Overspeed: alerts by threshold' })).getAllByRole(
      'listitem',
    )
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      ...['50 kmph9,000', '60 kmph1,204', '70 kmph700', '80 kmph (now)312', '90 kmph1', '100 kmph0'],
    ])
    expect(page.shell.backTest.calls).toHaveLength(1)
  })

  test.each([
    [313, '313 alerts in the last 30 days, 0.3 % more than with 80 kmph (312)'],
    [312, '312 alerts in the last 30 days, as many as with 80 kmph (312)'],
    [1, '1 alert in the last 30 days, 99.7 % fewer than with 80 kmph (312)'],
    [0, '0 alerts in the last 30 days, 100.0 % fewer than with 80 kmph (312)'],
  ])('ADM-10 compares the chosen threshold with the saved one: %i', async (count, sentence) => {
    await openAlertSettings()
    await choose(OVERSPEED, 90)
    const counts = [
      { value: 80, count: 312 },
      { value: 90, count },
    ]
    await page.act(() => page.shell.backTest.latest().resolve(resultOf(counts)))
    expect(screen.getByText(`90 kmph: ${sentence}`)).toBeTruthy()
  })

  test('ADM-10 has nothing to compare with where the saved threshold would have raised no alert', async () => {
    await openAlertSettings()
    await choose(OVERSPEED, 60)
    const counts = [
      { value: 60, count: 5 },
      { value: 80, count: 0 },
    ]
    await page.act(() => page.shell.backTest.latest().resolve(resultOf(counts)))
    expect(screen.getByText('60 kmph: 5 alerts in the last 30 days, 80 kmph: 0')).toBeTruthy()
  })

  test('ADM-10 says how many trucks have fuel levels that move too much for the chosen litres', async () => {
    await openAlertSettings()
    await choose(FUEL_DROP, 10)
    const leastLitres = [2, 4.5, 9, 12.4, 13.2, 14.8]
    const result = resultOf([{ value: 10, count: 5 }], { id: 'fuelDropAlert', vehicles: 24, leastLitres })
    await page.act(() => page.shell.backTest.latest().resolve(result))
    const sentence = new RegExp(
      `^The fuel levels of 3 trucks of 24 move too much for 10 ${UNIT.volume}: they are reported from about 14 ${UNIT.volume} on.$`,
    )
    expect(screen.getByText(sentence)).toBeTruthy()
    await choose(FUEL_DROP, 15)
    expect(screen.queryByText(/move too much|moves too much/)).toBeNull()
  })

  test('ADM-10 a failure is said and can be repeated; a sample and no trucks are stated', async () => {
    await openAlertSettings()
    await choose(OVERSPEED, 60)
    await page.act(() => page.shell.backTest.latest().reject(away))
    expect(screen.getByRole('alert').textContent).toContain('could not be counted')
    await press('Retry')
    const counts = [
      { value: 60, count: 1240, range: { from: 1100, to: 1380 } },
      { value: 80, count: 620 },
    ]
    const sample = resultOf(counts, { vehicles: 50, ofVehicles: 412 })
    await page.act(() => page.shell.backTest.latest().resolve(sample))
    const estimate = 'about 1,240 alerts (95 % range 1,100 to 1,380, estimated from 50 of 412 trucks)'
    const changed = 'in the last 30 days, 100.0 % more than with 80 kmph (620)'
    expect(screen.getByText(`60 kmph: ${estimate} ${changed}`)).toBeTruthy()
    expect(screen.getByText('≈ 1,240')).toBeTruthy()
    expect(screen.getByText(/^≈ is an estimate from 50 of your 412 trucks/)).toBeTruthy()
    await choose(OVERSPEED, 80)
    expect(screen.getByText('80 kmph: 620 alerts in the last 30 days')).toBeTruthy()
    await flip('DPF Regen')
    const none = resultOf([{ value: null, count: 0 }], { vehicles: 0, ofVehicles: 0 })
    await page.act(() => page.shell.backTest.latest().resolve(none))
    expect(screen.getByText('0 alerts in the last 30 days')).toBeTruthy()
    expect(screen.getByText('None of your trucks reported in this time.')).toBeTruthy()
  })
})

describe('unsaved changes', () => {
  test('the portal asks before another tab or screen is shown', async () => {
    await openAlertSettings()
    await flip('DPF Regen')
    await chooseTab('Change password')
    const dialog = () => screen.findByRole('dialog', { name: 'Discard unsaved changes?' })
    await dialog()
    await press('Keep editing')
    expect(switchOf('DPF Regen').checked).toBe(false)
    await page.act(() => page.location.visit('/profile'))
    await dialog()
    expect(window.location.pathname).toBe('/settings')
    await press('Keep editing')
    await page.act(() => page.location.visit('/profile'))
    const buttons = within(await dialog())
    await page.act(() => fireEvent.click(buttons.getByRole('button', { name: 'Discard' })))
    expect(window.location.pathname).toBe('/profile')
  })

  test('after Save nothing is asked', async () => {
    await openAlertSettings()
    await flip('DPF Regen')
    await press('Save')
    const values = { ...CHOICES, dpfRegenAlert: { selected: false, value: null } }
    await page.act(() => page.shell.saveAlertChoices.latest().resolve({ values, message: 'Saved' }))
    await page.act(() => page.location.visit('/profile'))
    expect(window.location.pathname).toBe('/profile')
  })
})

describe('the alert preferences', () => {
  const FLAGS = Object.fromEntries(
    PREFERENCE_PAIRS.flatMap(({ email, sms }) => [email, sms]).map((name) => [name, name === 'idleSms']),
  )
  const openPreferences = async (contact: { emailId: string; mobileNumber: string }) => {
    await openSettings('MANAGER')
    await chooseTab('Alert preferences')
    await page.act(() => page.shell.alertPreferences.latest().resolve(FLAGS))
    await page.act(() =>
      page.shell.contact.answer({
        ...{
          userId: 7,
          userName: 'asha',
          firstName: 'Asha',
          companyName: '',
          roles: ['MANAGER'],
          ...contact,
        },
      }),
    )
  }

  test('ALR-12 ADM-09 CONFLICT-28 nine pairs are fields by the specification’s names; only changes are sent', async () => {
    await openPreferences({ emailId: 'asha@fleet.example', mobileNumber: '98450' })
    const table = within(screen.getByRole('table'))
    const names = table.getAllByRole<HTMLInputElement>('switch').map(({ name }) => name)
    expect(names).toEqual([
      ...['idleEmail', 'idleSms', 'stoppageEmail', 'stoppageSms', 'fuelDropEmail', 'fuelDropSms'],
      ...['geofenceInEmail', 'geofenceInSms', 'geofenceOutEmail', 'geofenceOutSms'],
      ...['overSpeedEmail', 'overSpeedSms', 'neutralDrivingEmail', 'neutralDrivingSms'],
      ...['dtcEmail', 'dtcSms', 'adBlueEmail', 'adblueSms'],
    ])
    expect(switchOf('Idling: SMS').checked).toBe(true)
    expect(screen.queryByRole('note')).toBeNull()
    await flip('AdBlue: SMS')
    await flip('Idling: SMS')
    await press('Save')
    expect(page.shell.saveAlertPreferences.latest().input).toEqual({
      changes: { adblueSms: true, idleSms: false },
    })
  })

  test('ADM-09 who has no e-mail address or mobile number is told that nothing can be sent there', async () => {
    await openPreferences({ emailId: '', mobileNumber: '' })
    const notes = screen.getAllByRole('note').map(({ textContent }) => textContent)
    expect(notes).toHaveLength(2)
    expect(notes[0]).toContain('no e-mail address')
    expect(notes[1]).toContain('no mobile number')
  })

  test('SHL-49 what could not be loaded can be loaded again', async () => {
    await openSettings('MANAGER')
    await page.act(() => page.shell.alertPreferences.latest().reject(away))
    await press('Retry')
    await page.act(() => page.shell.alertPreferences.latest().resolve(FLAGS))
    expect(switchOf('Idling: SMS').checked).toBe(true)
  })
})
