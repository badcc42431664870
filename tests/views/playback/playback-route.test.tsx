import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { NO_FIGURES } from '#domain/figures.ts'
import { LONGEST_PLAYBACK_DAYS } from '#domain/playback.ts'
import { DAY_MS } from '#domain/units.ts'
import { selectFleet } from '#src/machines/app/app.selectors.ts'
import { defaultRange } from '#src/machines/date-range/date-range.logic.ts'
import { selectPlayback } from '#src/machines/fleet/fleet.selectors.ts'
import { selectRangeActor } from '#src/machines/playback/playback.selectors.ts'
import { ERROR_TEXTS } from '#src/texts/en/errors.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'
import { type Page, vehicle } from '#tests/kit/views/page.tsx'
import { openPlayback } from '#tests/kit/views/playback.page.ts'

let page: Page
beforeEach(async () => {
  page = await openPlayback()
})
afterEach(() => page.close())

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string) => page.act(() => fireEvent.click(button(name)))

describe('the route of the playback', () => {
  test('OPEN-36 PLB-41 entering loads the default range and says so; GO and Alert wait', async () => {
    expect(page.loadTrack.latest().input).toMatchObject({ vehicleId: 1 })
    expect(screen.getByText('Loading the route…')).toBeTruthy()
    expect(button('Play').disabled).toBe(true)
    expect(screen.getByRole('radio', { name: '4' }).matches(':disabled')).toBe(true)
    await page.answerTrack(makeTrack())
    expect(screen.queryByText('Loading the route…')).toBeNull()
    expect([button('GO').disabled, button('Alert').disabled, button('Play').disabled]).toEqual([
      true,
      true,
      false,
    ])
  })

  test("PLB-21 SE-10 the dates use the server's clock, however wrong this machine's is", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 9, 30), toFake: ['Date'] })
    try {
      page.setClockAhead(2 * DAY_MS)
      await page.answerTrack(makeTrack())
      await press('Back to the fleet')
      await page.answerList([vehicle(1)])
      await page.act(() => page.map.press({ at: [0, 0], vehicleId: 1 }))
      await press('Playback')
      const { from, to } = page.loadTrack.latest().input
      expect({ from, to }).toEqual(
        defaultRange({ now: Date.UTC(2026, 10, 22, 9, 30), timeZone: DEFAULT_TIME_ZONE }),
      )
    } finally {
      vi.useRealTimers()
    }
  })

  test('PLB-15 CR-07 a range too long to play is refused at its end field, with a message, before any request', async () => {
    await page.answerTrack(makeTrack())
    const days = (count: number) =>
      page.act(() => {
        const fleet = selectFleet(page.actor.getSnapshot())
        const playback = fleet && selectPlayback(fleet.getSnapshot())
        const range = playback && selectRangeActor(playback.getSnapshot())
        const now = Date.now()
        range?.send({ type: 'range.chosen', from: now - count * DAY_MS, to: now + DAY_MS, now })
      })
    const to = () => screen.getByRole('textbox', { name: 'To' })
    await days(LONGEST_PLAYBACK_DAYS + 2)
    const note = screen.getByText(ERROR_TEXTS.rangeTooLong)
    expect(to().getAttribute('aria-invalid')).toBe('true')
    expect(to().getAttribute('aria-describedby')).toContain(note.id)
    expect(button('GO').disabled).toBe(true)
    await days(LONGEST_PLAYBACK_DAYS)
    expect(screen.queryByText(ERROR_TEXTS.rangeTooLong)).toBeNull()
    expect(to().getAttribute('aria-invalid')).not.toBe('true')
    expect(button('GO').disabled).toBe(false)
    expect(page.loadTrack.calls).toHaveLength(1)
  })

  test('PLB-01 PLB-15 PLB-20 From and To are chosen by pressing only; a changed range enables GO', async () => {
    await page.answerTrack(makeTrack())
    const to = screen.getByLabelText<HTMLInputElement>('To')
    expect([to.value, to.readOnly]).toEqual([expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d$/), true])
    const from = screen.getByLabelText<HTMLInputElement>('From')
    expect(from.value).toMatch(/^\d\d\/\d\d\/\d{4} \d\d$/)
    expect(from.readOnly).toBe(true)
    await page.act(() => fireEvent.click(from))
    // jsdom has no layout, by which the drop-down would know that it is in view.
    const hours = within(await screen.findByRole('group', { name: 'Hour', hidden: true }))
    expect(hours.getAllByRole('button', { hidden: true })).toHaveLength(24)
    const other = from.value.endsWith(' 05') ? '04' : '05'
    await page.act(() => fireEvent.click(hours.getByRole('button', { name: other, hidden: true })))
    expect(from.value.slice(-2)).toBe(other)
    await press('GO')
    expect(page.loadTrack.calls).toHaveLength(2)
  })

  test('PLB-29 MAP-18 a range without points is reported; after OK, PLB-28 Play answers with a toast', async () => {
    await page.act(() => page.loadTrack.latest().resolve(null))
    expect(await screen.findByText('No data Available for the selected Vehicle')).toBeTruthy()
    await press('OK')
    expect(screen.getByText('No route is loaded. Choose other dates, then select GO.')).toBeTruthy()
    await press('Play')
    expect(await screen.findByText('No playback details available')).toBeTruthy()
  })

  test('PLB-29 a vehicle whose last position is older than the range offers the day of that position', async () => {
    const lastAt = Date.UTC(2015, 8, 6, 10, 20)
    await page.act(() => {
      page.fleetStore.clear()
      page.fleetStore.replaceMembers([vehicle(1, { fixTime: lastAt })])
    })
    await page.act(() => page.loadTrack.latest().resolve(null))
    await screen.findByRole('button', { name: 'Show the last positions, 06-09-2015' })
    await press('Show the last positions, 06-09-2015')
    expect(page.loadTrack.calls).toHaveLength(2)
    expect(page.loadTrack.latest().input).toMatchObject({
      from: Date.UTC(2015, 8, 5, 10, 30),
      to: Date.UTC(2015, 8, 6, 10, 30),
    })
    await waitFor(() => expect(screen.queryByText('No data Available for the selected Vehicle')).toBeNull())
  })

  test('a route that fails to load is reported, with what to do', async () => {
    await page.act(() => page.loadTrack.latest().reject(new Error('down')))
    expect(screen.getByRole('alert').textContent).toContain('could not be loaded')
    expect(screen.getByText('No route is loaded. Select GO to load the chosen dates.')).toBeTruthy()
  })

  test('AC-21 CR-07 a file that cannot be shown gives its own reason', async () => {
    const message = 'The playback file is damaged or was cut short. Try again.'
    await page.act(() =>
      page.loadTrack.latest().reject(Object.assign(new Error(message), { name: 'TrackFileError' })),
    )
    expect(screen.getByRole('alert').textContent).toBe(message)
  })

  test.each([
    [0, null],
    [1, '1 point of the file could not be used.'],
    [7, '7 points of the file could not be used.'],
  ])('CR-07 omitted points are counted: %i', async (dropped, notice) => {
    await page.answerTrack(makeTrack({ dropped }))
    expect(screen.queryByText(/could not be used/)?.textContent ?? null).toBe(notice)
  })

  test('CST-06 the totals of the range show above the list', async () => {
    const ignition = Uint8Array.from([1, 1, 1, 0, 1, 1])
    const fuel = Float32Array.from([41, 40, 39, 38, 37, 29])
    await page.answerTrack(makeTrack({ speed: Float32Array.from([50, 50, 0, 0, 50, 50]), ignition, fuel }))
    const figures = [...document.querySelectorAll('dl[aria-label="Totals of this range"] > div')]
    expect(figures.map(({ textContent }) => textContent)).toEqual([
      'Distance5.42 kms',
      'Driving00:03:00',
      'Idling00:01:00',
      'Stopped00:01:00',
      'Fuel used12.0 % of a tank',
    ])
  })

  test('CST-06 where the tank is known the fuel used is a volume, and the mileage follows from it', async () => {
    const fuel = Float32Array.from([41, 40, 39, 38, 37, 29])
    const totals = () =>
      [...document.querySelectorAll('dl[aria-label="Totals of this range"] > div')].map(
        ({ textContent }) => textContent,
      )
    await page.answerTrack(makeTrack({ fuel, fuelTankLitres: 50 }))
    expect(totals()).toEqual(expect.arrayContaining(['Fuel used6.00 ltrs', 'Mileage0.90 kmpl']))
  })

  test('the totals are the figures of the server where it tells them, and the distance on the way is of theirs', async () => {
    const figures = {
      ...NO_FIGURES,
      distanceKm: 6,
      odometerKm: 4.5,
      meteredKm: 4,
      runningS: 200,
      idlingS: 40,
      stoppedS: 30,
      fuelUsed: 8,
    }
    await page.answerTrack(makeTrack({ fuelTankLitres: 50, figures }))
    const shown = [...document.querySelectorAll('dl[aria-label="Totals of this range"] > div')]
    expect(shown.map(({ textContent }) => textContent)).toEqual([
      'Distance6.00 kms',
      'Driving00:03:20',
      'Idling00:00:40',
      'Stopped00:00:30',
      'No positions00:00:30',
      'Fuel used8.00 ltrs',
      'Mileage0.50 kmpl',
    ])
    expect(screen.getByText('Distance: 75.0 % by odometer, 25.0 % by positions')).toBeTruthy()
    await press('Restart')
    expect(screen.getByText(/0\.00 of 6\.00 kms/)).toBeTruthy()
  })

  test('little fuel says nothing of the mileage', async () => {
    const fuel = Float32Array.from([41, 40, 39, 38, 37, 36])
    await page.answerTrack(makeTrack({ fuel, fuelTankLitres: 50 }))
    expect(screen.getByText('2.50 ltrs')).toBeTruthy()
    expect(screen.queryByText('Mileage')).toBeNull()
  })

  test('the route is downloaded as a file with its own name', async () => {
    const files: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      files.push(this.download)
    })
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} })
    await page.answerTrack(makeTrack())
    for (const form of ['GPX', 'KML', 'CSV']) {
      await press(`Download as ${form}`)
      await waitFor(() =>
        expect(files.at(-1)).toBe(`TN 01 AB 0001 19-11-2026 15-00 to 19-11-2026 15-05.${form.toLowerCase()}`),
      )
    }
    click.mockRestore()
  })
})
