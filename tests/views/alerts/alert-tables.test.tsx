import { waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ALERT_COLUMNS, VEHICLE_WISE_COLUMNS } from '#contract/records/alert-columns.ts'
import { COUNT_COLUMNS } from '#contract/records/alerts.ts'
import { ALERT_NAME, type AlertCode } from '#domain/alerts.ts'
import type { ListedAlert } from '#src/services/alerts/alert-store.ts'
import { addCatalogues } from '#src/texts/catalogues.ts'
import { ALERT_COLUMN } from '#src/texts/en/alerts.ts'
import { ENGLISH, showLanguage } from '#src/texts/language.ts'
import { alertColumns, vehicleColumns } from '#src/views/alerts/alert-columns.ts'
import {
  closePageAfterEach,
  headings,
  listed,
  page,
  press,
  requested,
  rowsShown,
  show,
} from '#tests/kit/views/alerts.page.ts'

closePageAfterEach()

const ROWS_OF: ReadonlyArray<[string, AlertCode]> = [
  ['ALR-17', 'STOPPAGE'],
  ['ALR-18', 'IDLING'],
  ['ALR-16 ALR-19', 'OVERSPEED'],
  ['ALR-21', 'ENGINEOVERRUN'],
  ['ALR-23', 'NEUTRALDRIVING'],
  ['ALR-25', 'FUELDROP'],
  ['ALR-26', 'FUELFILL'],
  ['ALR-27', 'GEOFENCEINOUT'],
  ['ALR-28', 'ADBLUELOW'],
  ['ALR-29', 'ADBLUEFAULT'],
  ['ALR-30', 'ADBLUEZONE'],
  ['ALR-31', 'DPFREGEN'],
]

describe('tables of one type', () => {
  test.each(ROWS_OF)(
    '%s the table of %s has the columns of its report, each with a heading',
    async (_, type) => {
      const columns = Object.fromEntries(Object.keys(ALERT_COLUMNS[type]).map((name) => [name, null]))
      await show([listed(1, { type, columns })], { filter: { reportType: type } })
      const titles: Readonly<Record<string, string>> = ALERT_COLUMN
      const names = Object.keys(ALERT_COLUMNS[type])
      expect(alertColumns(type).map(({ name }) => name)).toEqual(names)
      expect(headings().slice(1, -1)).toEqual(names.map((name) => titles[name]))
      expect(rowsShown()).toHaveLength(1)
    },
  )

  test('ALR-16 ALR-27 figures have units, places their town, and unknown values a dash', async () => {
    const columns = {
      ...{ RegistrationNumber: 'MH 01', Vin: null, Model: 'Tipper', GEOFENCE_NAME: 'Depot', EntrySpeed: 22 },
      ...{ EntryDate: '20-11-2026 10:00:00', ExitSpeed: null, ExitDate: null, DurationWithinGeofence: 3600 },
      ...{ RunningDuration: 60, IdlingDuration: 0, STOPPAGE_DURATION: 3540, FUEL_DROP: 1.25 },
      ...{ Entry_Address: '21,79', Exit_Address: null },
    }
    await show([listed(1, { type: 'GEOFENCEINOUT', columns })], { filter: { reportType: 'GEOFENCEINOUT' } })
    await waitFor(() => expect(rowsShown()[0]?.textContent).toContain('Near 79.00, 21.00'))
    const cells = within(rowsShown()[0] as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(cells.slice(2, -1)).toEqual([
      ...['N/A', 'Tipper', 'Depot', '22.00 kmph', '20-11-2026 10:00:00', 'N/A', 'N/A'],
      ...['01:00:00', '00:01:00', '00:00:00', '00:59:00', '1.25 ltrs', 'Near 79.00, 21.00', 'N/A'],
    ])
  })
})

describe('descriptions', () => {
  const DESCRIBED: ReadonlyArray<
    [Pick<ListedAlert, 'type'> & Partial<ListedAlert>, ListedAlert['columns'], string, string]
  > = [
    [
      { type: 'ADBLUEFAULT', codes: ['3364/18', 'P20EE', 'SPN 4364 FMI 2'] },
      { AdblueFaultDescription: 'AdBlue quality, Catalyst efficiency' },
      'AdBlue quality, Catalyst efficiency',
      'AdBlue की क्वालिटी, कैटेलिस्ट की कार्यक्षमता',
    ],
    [
      { type: 'ADBLUEZONE', value: 3 },
      { ALERT_DESC: 'AdBlue zone 3: between 2 and 5' },
      'AdBlue zone 3: between 2 and 5',
      'AdBlue ज़ोन 3: 2 से 5 के बीच',
    ],
    [
      { type: 'DPFREGEN', regeneration: 2 },
      { DpfRegenAlertDescription: 'Regeneration needed' },
      'Regeneration needed',
      'रीजनरेशन की ज़रूरत है',
    ],
    [
      { type: 'DPFREGEN' },
      { DpfRegenAlertDescription: 'Told by an older server' },
      'Told by an older server',
      'Told by an older server',
    ],
  ]

  test.each(DESCRIBED)(
    'ALR-29 ALR-30 ALR-31 of %j are in the language of the page',
    async (alert, columns, english, hindi) => {
      await show([listed(1, { ...alert, columns })], { filter: { reportType: alert.type } })
      expect(rowsShown()[0]?.textContent).toContain(english)
      addCatalogues()
      await page.act(() => showLanguage('hi'))
      const shown = rowsShown()[0]?.textContent
      await page.act(() => showLanguage(ENGLISH))
      expect(shown).toContain(hindi)
    },
  )
})

describe('vehicles', () => {
  test('ALR-32 ALR-33 a table of vehicles counts the alerts of each type; a press lists those of the vehicle', async () => {
    await show([], { filter: { alerts: 'Vehicle Wise' } })
    expect(
      vehicleColumns(null)
        .slice(3)
        .map(({ name }) => name),
    ).toEqual(Object.keys(COUNT_COLUMNS))
    expect(headings().slice(3)).toEqual(Object.values(COUNT_COLUMNS).map((type) => ALERT_NAME[type]))
    expect(rowsShown().map(({ textContent }) => textContent)).toEqual([
      'MH 01 AB 0001VIN 1Tipper000000002000',
      'MH 01 AB 0002VIN 2Tipper000000000100',
    ])
    await press('MH 01 AB 0002')
    expect(requested()).toMatchObject({ alerts: 'Alert Wise', alertsFor: 'Vehicle', alertsForId: 2 })
  })

  test.each([
    ['ALR-20', 'OVERSPEED'],
    ['ALR-22', 'ENGINEOVERRUN'],
    ['ALR-24', 'NEUTRALDRIVING'],
  ] as const)('%s of %s, vehicles have their own columns', async (_, type) => {
    await show([], { filter: { alerts: 'Vehicle Wise', reportType: type } })
    const names = vehicleColumns(type).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(Object.keys(VEHICLE_WISE_COLUMNS[type])))
    expect(names.filter((name) => /count$/i.test(name))).toHaveLength(1)
  })

  test('ALR-20 only vehicles with alerts of the type are listed', async () => {
    await show([], { filter: { alerts: 'Vehicle Wise', reportType: 'OVERSPEED' } })
    expect(rowsShown().map(({ textContent }) => textContent)).toEqual([
      'MH 01 AB 0001VIN 1Tipper22.50 kms00:01:3000:00:14',
    ])
  })
})
