import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { DashboardEvidence } from '#contract/links/dashboard.ts'
import { parsePlaybackLink } from '#contract/links/playback.ts'
import type { Trip } from '#contract/records/trips.ts'
import { NO_FIGURES } from '#domain/figures.ts'
import { istDateTime } from '#domain/ist.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import type { EvidenceRow, FigureAnswers } from '#src/services/dashboard/figure-store.ts'
import {
  ANSWERS,
  answer,
  callOf,
  closePageAfterEach,
  HOURS,
  NOW,
  open,
  page,
  press,
  requestsOf,
  show,
  widget,
} from '#tests/kit/views/dashboard.page.ts'

closePageAfterEach()

const HOURS_OF_2: DashboardEvidence = {
  ...{ widget: 'UTILIZATION_DAILY', day: '2026-11-19', days: 1, part: null, vehicleId: 2 },
}
const away = { name: 'NetworkFailure', message: '' }

describe('what is behind a figure', () => {
  test('DSH-01 a bar opens its vehicles, a vehicle its hours, and an hour its playback', async () => {
    await show()
    const bars = widget('Utilisation').getByRole('group', { name: 'Utilisation, bar by bar' })
    await press(/^19 Nov: 16\.7 %, 10 hr running, 2 hr idling/, within(bars))
    expect(callOf('rows').input).toMatchObject({
      by: 'vehicle',
      range: { to: Date.UTC(2026, 10, 19, 18, 30) },
    })
    await answer('rows')
    const dialog = within(screen.getByRole('dialog', { name: 'Utilisation, 19 Nov' }))
    const rows = dialog.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows[0]).toBe('VehicleRunningIdlingStopped')
    expect(rows[1], 'the most first').toContain('KA 01 AB 00022 hr')
    await press('Show the hours of KA 01 AB 0002', dialog)
    expect(callOf('rows').input).toMatchObject({ by: 'hour', scope: { selectedVehicleIds: [2] } })
    await answer('rows', HOURS)
    expect(screen.getByRole('dialog', { name: 'KA 01 AB 0002, Utilisation, 19 Nov' })).toBeTruthy()
    expect(document.activeElement, 'what was pressed is gone').toBe(
      dialog.getByRole('button', { name: 'All vehicles' }),
    )
    expect(dialog.getAllByRole('row')[1]?.textContent).toContain('08:0030 min')
    const link = dialog.getByRole('link', { name: 'Play back KA 01 AB 0002, 19 Nov, 08:00' })
    const [path, search] = link.getAttribute('href')?.split('?') ?? []
    expect(path).toBe('/track-trace')
    const at = Date.UTC(2026, 10, 19, 2, 30)
    expect(parsePlaybackLink(`?${search}`)).toMatchObject({
      ...{ vehicleId: 2, range: { from: at, to: at + 3_600_000 }, camera: null },
    })
    await press('All vehicles', dialog)
    expect(callOf('rows').input.by).toBe('vehicle')
    await press('Close', dialog)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(page.shell.keptPlace.done.at(-1)?.place.evidence).toBeNull()
  })

  test('a band opens who drove in it', async () => {
    await show()
    await press(/^above 80/, widget('Speed band'))
    await answer('rows')
    expect(screen.getByRole('dialog', { name: 'Speed band, last 7 days' })).toBeTruthy()
    expect(page.shell.keptPlace.done.at(-1)?.place.evidence).toMatchObject({ part: 'overspeedS', day: null })
  })

  describe('a status of the fleet', () => {
    const NOW_RUNNING: FigureAnswers['rows'] = {
      ...ANSWERS.rows,
      rows: ANSWERS.rows.rows.map((row, i) => ({
        ...row,
        latest: { time: NOW - i * 60_000, speed: 40 + i },
      })),
    }
    const opens = [
      ['its line', async () => press(/^Running: 2, 66\.7 %/, widget('Fleet status'))],
      [
        'its part of the bar',
        async () => {
          const part = document.querySelector('[data-widget="FLEET_STATUS"] button[data-tone="running"]')
          await page.act(() => fireEvent.click(part as Element))
        },
      ],
      [
        'its row of the table',
        async () => {
          await press('Table: Fleet status', widget('Fleet status'))
          await press(/^Running: 2/, widget('Fleet status'))
        },
      ],
    ] as const

    test.each(opens)(
      'DSH-07 %s opens the vehicles that have it now, and a vehicle its hours',
      async (_, openIt) => {
        await show()
        await openIt()
        expect(callOf('rows').input).toMatchObject({ by: 'vehicle', status: 'RUNNING' })
        await answer('rows', NOW_RUNNING)
        const dialog = within(screen.getByRole('dialog', { name: 'Fleet status: Running, now' }))
        expect(dialog.getByRole('status').textContent).toBe('Fleet, now')
        const rows = dialog.getAllByRole('row').map(({ textContent }) => textContent)
        expect(rows).toEqual([
          'VehicleLast positionSpeed (kmph)',
          'KA 01 AB 000120-11-2026 10:45:0040.00',
          'KA 01 AB 000220-11-2026 10:44:0041.00',
        ])
        await press('Show the hours of KA 01 AB 0002', dialog)
        expect(callOf('rows').input).toMatchObject({ by: 'hour', scope: { selectedVehicleIds: [2] } })
        expect(callOf('rows').input).not.toHaveProperty('status')
        await answer('rows', HOURS)
        expect(dialog.getAllByRole('link', { name: /^Play back KA 01 AB 0002/ })).toHaveLength(2)
      },
    )
  })

  describe('a punctuality of trips', () => {
    const trip = (tripId: number, lateMinutes: number, over: Partial<Trip> = {}): EvidenceRow => ({
      ...{ vehicleId: 2, registration: 'KA 01 AB 0002', date: null, hour: null, figures: NO_FIGURES },
      trip: {
        ...{ tripId, vehicleId: 2, truck: 'KA 01 AB 0002', driver: 'Asha Rao', status: 'COMPLETED' },
        ...{ fromCity: 'Pune', toCity: 'Nagpur', fromPlace: null, toPlace: null, punctuality: 'Delayed' },
        ...{ scheduledStartDate: istDateTime(NOW - 9 * HOUR_MS), scheduledEndDate: istDateTime(NOW) },
        actualStartDate: istDateTime(NOW - 8.5 * HOUR_MS),
        actualEndDate: istDateTime(NOW + lateMinutes * MINUTE_MS),
        ...{
          eta: null,
          silentSince: null,
          progressPercent: null,
          distanceTravelledInkms: null,
          fuelConsumedInLtrs: null,
        },
        ...{ adblueConsumedInLtrs: null, roadType: null, loadType: null, tripEndType: null },
        ...over,
      },
    })
    const TRIPS: FigureAnswers['rows'] = {
      all: 2,
      rows: [
        trip(1, 20),
        trip(2, 0, { actualEndDate: null, eta: istDateTime(NOW + 2 * HOUR_MS), driver: null }),
      ],
    }

    test.each(['its line', 'its row of the table'])(
      'DSH-08 %s opens the trips, furthest off their schedule first, each with its playback',
      async (which) => {
        await show()
        if (which !== 'its line') await press('Table: Trip status', widget('Trip status'))
        await press(/^Delayed: 1/, widget('Trip status'))
        expect(callOf('rows').input).toMatchObject({ by: 'trip', punctuality: 'Delayed' })
        await answer('rows', TRIPS)
        const dialog = within(screen.getByRole('dialog', { name: 'Trip status: Delayed, last 7 days' }))
        const rows = dialog.getAllByRole('row').map(({ textContent }) => textContent)
        expect(rows).toEqual([
          'VehicleStatusRouteScheduled endArrivalDriverPlayback',
          'KA 01 AB 0002Delayed by 2 hrPune → Nagpur20-11-2026 10:45:00expected 20-11-2026 12:45:00',
          'KA 01 AB 0002Delayed by 20 minPune → Nagpur20-11-2026 10:45:0020-11-2026 11:05:00Asha Rao',
        ])
        const links = dialog.getAllByRole('link', { name: 'Play back KA 01 AB 0002, 20 Nov, 02:15' })
        const from = Date.UTC(2026, 10, 19, 20, 30)
        expect(
          links.map((link) => parsePlaybackLink(`?${link.getAttribute('href')?.split('?')[1]}`)),
        ).toMatchObject([
          { vehicleId: 2, range: { from, to: NOW }, at: NOW - 8.5 * HOUR_MS },
          { vehicleId: 2, range: { from, to: NOW + 20 * MINUTE_MS } },
        ])
        await press('Show the hours of KA 01 AB 0002', within(dialog.getAllByRole('row')[1] as HTMLElement))
        expect(callOf('rows').input).toMatchObject({ by: 'hour', scope: { selectedVehicleIds: [2] } })
        await answer('rows', HOURS)
        await press('All trips', dialog)
        expect(callOf('rows').input).toMatchObject({ by: 'trip', punctuality: 'Delayed' })
      },
    )

    test('a trip that has not begun has no playback, and one of months plays its first 28 days', async () => {
      await open({
        place: { evidence: { ...HOURS_OF_2, widget: 'TRIP_STATUS', day: null, vehicleId: null } },
      })
      const rows = [
        trip(1, 0, { actualStartDate: null }),
        trip(2, 20, { actualStartDate: istDateTime(NOW - 60 * DAY_MS) }),
      ]
      await answer('rows', { all: 10_001, rows })
      const dialog = within(screen.getByRole('dialog', { name: 'Trip status, last 7 days' }))
      const links = dialog.getAllByRole('link', { name: /^Play back/ })
      const played = parsePlaybackLink(`?${links[0]?.getAttribute('href')?.split('?')[1]}`)
      expect([links.length, (played?.range.to ?? 0) - (NOW - 60 * DAY_MS)]).toEqual([1, 28 * DAY_MS])
      expect(dialog.getByText('The first 250 of 10,001 are listed. The download has 2.')).toBeTruthy()
    })
  })

  test('arrow keys lead from bar to bar', async () => {
    await show()
    const bars = within(widget('Mileage').getByRole('group')).getAllByRole('button')
    expect(bars.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, -1, -1, -1, -1, 0])
    await page.act(() => bars[6]?.focus())
    await page.act(() => fireEvent.keyDown(bars[6] as HTMLElement, { key: 'ArrowLeft' }))
    expect(document.activeElement).toBe(bars[5])
    await page.act(() => fireEvent.keyDown(bars[5] as HTMLElement, { key: 'Home' }))
    expect(document.activeElement).toBe(bars[0])
  })

  const nothing = { ...ANSWERS.rows, rows: [] }
  const pending = { ...nothing, pendingDays: 2 }

  test('B12 says that days are still being added up, and so does its file', async () => {
    await open({ place: { evidence: HOURS_OF_2 } })
    const text = '1 of 7 days is still being added up. Figures will rise.'
    await answer('rows', { ...ANSWERS.rows, waitingDays: 1, rangeDays: 7 })
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText(text)).toBeTruthy()
    await press('Download as CSV', dialog)
    expect(await page.savedFiles.at(-1)?.file.text()).toContain(text)
  })

  test('hours name their truck also where there are none, and say why there are none', async () => {
    await open({ place: { evidence: HOURS_OF_2 } })
    page.keepOptions([
      {
        ...{ vehicleId: 2, registrationId: 'KA 01 AB 0002', vehicleStatus: 'OFFLINE' },
        ...{ lastUpdatedDate: '', lastUpdatedTime: '', tripDetail: null },
      },
    ])
    await page.act(() => page.shell.dashboardChoices.latest().resolve({ groups: [] }))
    const dialog = within(screen.getByRole('dialog', { name: 'KA 01 AB 0002, Utilisation, 19 Nov' }))
    await answer('rows', { ...nothing, reporting: 0 })
    expect(dialog.getByText('No truck has reported in this period.')).toBeTruthy()
    expect(dialog.queryByRole('table')).toBeNull()
  })

  test.each([
    ['fleet', { ...HOURS_OF_2, vehicleId: null }, { ...nothing, vehicles: 0 }, 'There is no truck yet.'],
    ['truck', HOURS_OF_2, { ...nothing, vehicles: 0 }, 'This truck is gone.'],
    ['fleet', { ...HOURS_OF_2, vehicleId: null }, pending, /^2 stored days are still being worked out/],
  ] as const)('rows of a %s that has none say why: %o', async (_, evidence, reply, why) => {
    await open({ place: { evidence } })
    await answer('rows', reply)
    expect(within(screen.getByRole('dialog')).getByText(why)).toBeTruthy()
  })

  test('hours of a truck that is gone say so instead of an error', async () => {
    await open({ place: { evidence: HOURS_OF_2 } })
    await page.act(() => callOf('rows').reject({ name: 'CallRefused', message: '', code: 'notFound' }))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText('This truck is gone.')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  const OF_MILEAGE: DashboardEvidence = {
    ...{ widget: 'MILAGE_DAILY', day: '2020-01-01', days: 1, part: null, vehicleId: null },
  }

  test('a day of another year has its year, no period beside it, and no note of rows where there are none', async () => {
    await open({ place: { evidence: OF_MILEAGE } })
    const many = Array.from({ length: 260 }, () => ANSWERS.rows.rows[0]).flatMap((row, i) =>
      row === undefined ? [] : { ...row, vehicleId: i + 1 },
    )
    await answer('rows', { ...ANSWERS.rows, rows: many, reporting: 0 })
    const dialog = within(screen.getByRole('dialog', { name: 'Mileage, 1 Jan 2020' }))
    expect(dialog.getByRole('status').textContent).toBe('Fleet')
    expect(dialog.getByText('No truck has reported in this period.')).toBeTruthy()
    expect(dialog.queryByText(/are listed/)).toBeNull()
    await page.act(() => page.shell.figureRefreshes.latest().emit({ type: 'dashboard.refreshDue', now: NOW }))
    await answer('rows', { ...ANSWERS.rows, rows: many })
    expect(dialog.getByText(/^The first 250 of 260 are listed/)).toBeTruthy()
  })

  test('the figure that was asked for is next to the name, and rows are by what makes most of it', async () => {
    await open({ place: { evidence: { ...OF_MILEAGE, day: null } } })
    const [first, second] = ANSWERS.rows.rows
    if (first === undefined || second === undefined) throw new Error('Two rows are needed.')
    await answer('rows', {
      ...ANSWERS.rows,
      rows: [
        { ...first, figures: { ...first.figures, meteredKm: 100, fuelUsed: 10 } },
        { ...second, figures: { ...second.figures, meteredKm: 100, fuelUsed: 50, odometerKm: 82 } },
      ],
    })
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      ...['Vehicle', 'Fuel economy (kmpl)', 'Fuel (ltrs)', 'Distance (kms)', 'By odometer (%)'],
    ])
    const rows = dialog.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows[1]).toBe('KA 01 AB 00022.0050.00100.0082.0')
  })

  test.each(['MILAGE_DAILY', 'TRIP_STATUS'] as const)(
    'rows of %s that could not be loaded are loaded again',
    async (name) => {
      const evidence = { widget: name, day: null, days: 1, part: null, vehicleId: null } as const
      await open({ place: { evidence } })
      await page.act(() => callOf('rows').reject(away))
      const dialog = within(screen.getByRole('dialog'))
      expect(dialog.getByRole('alert').textContent).toContain('The server cannot be reached.')
      await press('Retry', dialog)
      expect(requestsOf('rows')).toHaveLength(2)
    },
  )
})
