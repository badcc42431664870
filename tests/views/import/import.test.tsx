import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { ImportQuestion, PositionImport } from '#contract/records/position-import.ts'
import { UPLOAD } from '#contract/records/position-import.ts'
import { addCatalogues } from '#src/texts/catalogues.ts'
import { ENGLISH, showLanguage } from '#src/texts/language.ts'
import { importResult, positionImport } from '#tests/kit/builders/position-import.ts'
import { refusedCall } from '#tests/kit/builders/refused-calls.ts'
import { openPage, USER } from '#tests/kit/views/page.tsx'
import {
  chooseTab,
  closePageAfterEach,
  openSettings,
  page,
  press,
  write,
} from '#tests/kit/views/settings.page.ts'

closePageAfterEach()

const openTab = async (upload: PositionImport | null) => {
  await openSettings('CUSTOMERADMIN')
  await chooseTab('Import positions')
  await page.act(() => page.shell.currentImport.latest().resolve(upload))
}
const file = (name: string, bytes = 10) => {
  const picked = new File(['x'], name)
  Object.defineProperty(picked, 'size', { value: bytes })
  return picked
}
const zone = () => {
  const found = screen.getByText('Drop a file here').parentElement
  if (found === null) throw new Error('There is no area for files.')
  return found
}
const drop = (dropped: File) => page.act(() => fireEvent.drop(zone(), { dataTransfer: { files: [dropped] } }))
const preview: PositionImport['preview'] = {
  format: 'csv',
  columns: [
    { header: 'Plate', field: 'vehicle', unit: null },
    { header: 'Speed (mph)', field: 'speed', unit: 'mph' },
    { header: 'Driver', field: null, unit: null },
  ],
  rows: [{ vehicle: 'KA 01 AB 1', time: Date.UTC(2026, 10, 10, 6), lat: 18.5, lng: 73.8, speed: null }],
}
const figures = () =>
  screen
    .getAllByRole('term')
    .map(({ textContent, nextSibling }) => `${textContent} ${nextSibling?.textContent}`)

describe('OWN-01 the import of positions', () => {
  test('a dropped file is sent with its progress, checked, and imported when the user says so', async () => {
    await openTab(null)
    await drop(file('drives.csv'))
    expect(page.shell.beginImport.latest().input).toEqual({ fileId: '1', fileName: 'drives.csv', bytes: 10 })
    await page.act(() => page.shell.beginImport.latest().resolve(positionImport()))
    await page.act(() =>
      page.shell.importParts.latest().emit({ type: 'import.partSent', received: 1_500_000 }),
    )
    expect(screen.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('50')
    expect(screen.getByText('1.5 MB of 3.0 MB')).toBeTruthy()
    await page.act(() => page.shell.importParts.latest().end())
    expect(page.shell.runImport.latest().input).toMatchObject({ dryRun: true })
    const result = importResult()
    await page.act(() =>
      page.shell.runImport.latest().resolve(positionImport({ state: 'checked', result, preview })),
    )
    expect(figures()).toEqual(['Read 3', 'To be stored 2', 'There already 0', 'Not usable 1'])
    expect(screen.getByText(/1 vehicle, 1 of them new, on 1 vehicle-day/).textContent).toContain(
      'New: KA 01 AB 1',
    )
    expect(screen.getByText('Line 4: the time “yesterday” is not readable')).toBeTruthy()
    const columns = within(screen.getByRole('list', { name: 'Columns' })).getAllByRole('listitem')
    expect(columns.map(({ textContent }) => textContent)).toEqual([
      'PlateVehicle',
      'Speed (mph)Speed (mph)',
      'DriverNot read',
    ])
    expect(
      screen.getByRole('row', { name: /^KA 01 AB 1 10-11-2026 11:30:00 18.50000 73.80000 N\/A$/ }),
    ).toBeTruthy()
    await press('Import 2 positions')
    expect(page.shell.runImport.latest().input).toMatchObject({ dryRun: false })
    await page.act(() => page.shell.runImport.latest().resolve(positionImport({ state: 'done', result })))
    expect(screen.getByRole('heading', { name: 'Imported in less than a second' })).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Play the first drive' }).getAttribute('href')
    expect(link).toMatch(/^\/track-trace\?play=7&from=1794288600000&to=1794294000000&at=1794290400000&/)
    await press('Import another file')
    expect(zone()).toBeTruthy()
  })

  test('other choices have to be checked before the import, and are sent', async () => {
    await openTab(positionImport({ state: 'checked', result: importResult(), preview }))
    await write('Registration for all positions', 'KA 02')
    expect(screen.queryByRole('button', { name: /^Import 2/ })).toBeNull()
    await press('Check again')
    expect(page.shell.runImport.latest().input.choices).toEqual({
      vehicle: 'KA 02',
      timeZone: null,
      speedUnit: null,
      gallon: null,
      dateOrder: null,
      placeOrder: null,
    })
    const error = refusedCall('importsFull')
    await page.act(() => page.shell.runImport.latest().reject(error))
    expect(screen.getByRole('alert').textContent).toBe(
      'The server is importing for other companies. Try again in a few minutes.',
    )
    expect(screen.getByLabelText<HTMLInputElement>(/^Registration/).value).toBe('KA 02')
  })

  test('B8 what a file leaves open is asked for, answered, checked again and then imported', async () => {
    const questions = [
      { kind: 'gallon', column: 'Fuel (gal)' },
      { kind: 'speed', ratio: 3.6, readAs: 'kmph', looksLike: 'mps', vehicle: null },
    ] as const
    const result = importResult({ questions: [...questions] })
    await openTab(positionImport({ state: 'checked', result, preview }))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import 2 positions' }).disabled).toBe(true)
    const speeds = screen.getByRole('radiogroup', {
      name: 'Speeds are about 3.6 times lower than the positions say. They were read as km/h and look like m/s. What are they?',
    })
    await page.act(() => fireEvent.click(within(speeds).getByRole('radio', { name: 'm/s' })))
    await page.act(() => fireEvent.click(screen.getByRole('radio', { name: 'Imperial gallons (4.546 l)' })))
    await press('Check again')
    expect(page.shell.runImport.latest().input).toMatchObject({
      dryRun: true,
      choices: { speedUnit: 'mps', gallon: 'imperialGallon' },
    })
    const { choices } = page.shell.runImport.latest().input
    await page.act(() =>
      page.shell.runImport
        .latest()
        .resolve(positionImport({ state: 'checked', choices, result: importResult() })),
    )
    await press('Import 2 positions')
    expect(page.shell.runImport.latest().input).toMatchObject({ dryRun: false, choices })
  })

  test('which number of a date is the day is asked with both dates in words, and sent', async () => {
    const question: ImportQuestion = {
      kind: 'dates',
      example: '02/01/2026 09:00',
      readings: [
        { order: 'dayFirst', day: '2026-01-02' },
        { order: 'monthFirst', day: '2026-02-01' },
      ],
    }
    const result = importResult({ questions: [question] })
    await openTab(positionImport({ state: 'checked', result, preview }))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import 2 positions' }).disabled).toBe(true)
    const group = screen.getByRole('radiogroup', {
      name: 'The file does not tell whether the day or the month comes first in “02/01/2026 09:00”. Which date is it?',
    })
    expect(within(group).getByRole('radio', { name: '2 Jan 2026 (day first)' })).toBeTruthy()
    const monthFirst = within(group).getByRole('radio', { name: '1 Feb 2026 (month first)' })
    await page.act(() => fireEvent.click(monthFirst))
    await press('Check again')
    expect(page.shell.runImport.latest().input).toMatchObject({
      dryRun: true,
      choices: { dateOrder: 'monthFirst' },
    })
  })

  test('which number of a place is the latitude is asked, and sent', async () => {
    const result = importResult({ questions: [{ kind: 'places', example: '13.4, 52.5' }] })
    await openTab(positionImport({ state: 'checked', result, preview }))
    const group = screen.getByRole('radiogroup', {
      name: 'The file does not tell whether the latitude or the longitude comes first in “13.4, 52.5”. Which one does?',
    })
    await page.act(() => fireEvent.click(within(group).getByRole('radio', { name: 'Longitude first' })))
    await press('Check again')
    expect(page.shell.runImport.latest().input).toMatchObject({ choices: { placeOrder: 'lngFirst' } })
  })

  test('a file that is named by a date asks for its vehicle, in one field', async () => {
    const result = importResult({ questions: [{ kind: 'vehicle' }] })
    await openTab(positionImport({ state: 'checked', result, preview }))
    expect(screen.queryByLabelText(/^Registration for all/)).toBeNull()
    await write('The file names no vehicle, and its own name is a date. Which vehicle drove?', 'KA 05')
    await press('Check again')
    expect(page.shell.runImport.latest().input).toMatchObject({ choices: { vehicle: 'KA 05' } })
  })

  test('a file that cannot be read says why, and there is nothing to import', async () => {
    const unreadable = [{ line: 1, code: 'fileEmpty' }]
    const lines = [
      { line: 7, code: 'fromTheFuture' },
      { line: 8, code: 'vehiclesTooMany', params: { limit: 5 } },
    ]
    const result = importResult({
      lines,
      read: 0,
      stored: 0,
      rejected: 0,
      vehicles: 0,
      unreadable,
      firstDrive: null,
    })
    await openTab(positionImport({ state: 'checked', result }))
    expect(screen.getByRole('alert').textContent).toBe('Line 1: the file is empty')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Nothing to import' }).disabled).toBe(true)
  })

  test('why lines cannot be used is said in the language of the page', async () => {
    await openTab(positionImport({ state: 'checked', result: importResult() }))
    addCatalogues()
    await page.act(() => showLanguage('hi'))
    const hindi = screen.queryByText('पंक्ति 4: समय “yesterday” पढ़ा नहीं जा सकता')
    await page.act(() => showLanguage(ENGLISH))
    expect(hindi).not.toBeNull()
    expect(screen.getByText('Line 4: the time “yesterday” is not readable')).toBeTruthy()
  })

  test('a problem that only a newer server knows is named by its code', async () => {
    const result = importResult({
      lines: [
        { line: 7, code: 'fromTheFuture' },
        { line: 8, code: 'vehiclesTooMany', params: { limit: 5 } },
      ],
      leftOut: [{ line: null, code: 'rowsMissing' }],
    })
    await openTab(positionImport({ state: 'checked', result }))
    expect(screen.getByText('Line 7: fromTheFuture')).toBeTruthy()
    expect(screen.getByText('Line 8: vehiclesTooMany')).toBeTruthy()
    expect(screen.getByText('there is nothing below the header line')).toBeTruthy()
  })

  test('an empty file and one that is too large are not sent', async () => {
    await openTab(null)
    await drop(file('empty.csv', 0))
    expect(screen.getByRole('alert').textContent).toBe('“empty.csv” is empty. Choose another file.')
    await drop(file('large.csv', UPLOAD.maxBytes + 1))
    expect(screen.getByRole('alert').textContent).toMatch(
      /^“large\.csv” has 268\.4 MB; at most 256 MB can be sent/,
    )
    expect(page.shell.beginImport.calls).toHaveLength(0)
  })

  test('sending that broke off goes on where it was; cancelling ends it', async () => {
    await openTab(null)
    await drop(file('drives.csv'))
    await page.act(() => page.shell.beginImport.latest().resolve(positionImport()))
    await page.act(() =>
      page.shell.importParts.latest().emit({ type: 'import.partSent', received: 1_000_000 }),
    )
    await page.act(() =>
      page.shell.importParts.latest().fail({ name: 'NetworkFailure', message: '', retryAfterMs: null }),
    )
    expect(screen.getByRole('alert').textContent).toMatch(/^The server cannot be reached/)
    await press('Continue')
    expect(page.shell.importParts.latest().input).toMatchObject({ received: 1_000_000, fileId: '1' })
    await press('Cancel import')
    expect(page.shell.importParts.latest().isOpen()).toBe(false)
    await page.act(() => page.shell.cancelImport.latest().resolve(positionImport({ state: 'cancelled' })))
    expect(zone()).toBeTruthy()
  })

  test('AC-02 of the import of a colleague who sees other vehicles it is said that it is in work, and nobody is offered to cancel it', async () => {
    for (const state of ['uploading', 'checking'] as const) {
      await openTab(positionImport({ isOwn: false, startedBy: 'Ravi', importId: '', fileName: '…', state }))
      expect(screen.getByRole('heading', { name: 'Ravi is importing a file' })).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Cancel import' })).toBeNull()
      expect(screen.queryByText(/…/)).toBeNull()
      cleanup()
    }
  })

  test("a colleague's import is shown instead of a second one", async () => {
    await openTab(positionImport({ isOwn: false, startedBy: 'Ravi' }))
    expect(screen.getByRole('heading', { name: 'Ravi is sending “drives.csv”' })).toBeTruthy()
    await press('Look again')
    const storing = positionImport({
      ...{ isOwn: false, state: 'storing' },
      progress: { phase: 'storing', done: 1, of: 4 },
    })
    await page.act(() => page.shell.currentImport.latest().resolve(storing))
    expect(screen.getByText('Storing: 25.0 %')).toBeTruthy()
  })

  test('a part that was stored, and a fault, are told', async () => {
    const fault = { code: 'importTooSlow', params: { minutes: 15 } } as const
    const result = importResult({ isWhole: false })
    await openTab(positionImport({ state: 'done', fault, result }))
    expect(screen.getByRole('alert').textContent).toMatch(/^The import took longer than 15 minutes/)
    expect(screen.getByRole('heading', { name: 'Cancelled: a part was imported' })).toBeTruthy()
  })

  test('an import that a restart of the server ended says how far it came, and offers the file again', async () => {
    const fault = { code: 'importRestartedPartly', params: { stored: '1,200' } } as const
    await openTab(positionImport({ state: 'failed', fault }))
    expect(screen.getByRole('alert').textContent).toBe(
      'The server was restarted while this import was under way. At least 1,200 of its positions had been stored by then. Choose the file again: they are not stored twice.',
    )
    await press('Choose the file again')
    expect(zone()).toBeTruthy()
  })

  test('an empty fleet offers it to those who may', async () => {
    for (const role of ['CUSTOMERADMIN', 'CUSTOMER'] as const) {
      const fleet = openPage()
      await fleet.signIn({ ...USER, roles: [role] })
      await fleet.answerList([])
      const link = screen.queryByRole('link', { name: 'Import positions' })
      expect(link?.getAttribute('href') ?? null, role).toBe(
        role === 'CUSTOMERADMIN' ? '/settings?tab=importPositions' : null,
      )
      if (link !== null) {
        await fleet.act(() => fireEvent.click(link))
        expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('Import positions')
      }
      fleet.close()
    }
  })
})
