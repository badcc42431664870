import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  answerIncidents,
  answerScores,
  BY_OWN,
  closePageAfterEach,
  incidentAt,
  NOW,
  notScored,
  page,
  panel,
  press,
  rowsOf,
  scored,
  scoresOf,
  showDriving,
} from '#tests/kit/views/driving.page.ts'

closePageAfterEach()

const SCORES = scoresOf([
  scored(1, 'Asha', { registrations: ['MH 01 AB 0001', 'MH 01 AB 0002'] }),
  notScored(3, 'Chitra'),
])

describe('why this score', () => {
  test('DSH-13 DRV-04 a score opens into its parts: incident, count, how it was measured, points and what it takes', async () => {
    await showDriving(SCORES)
    await press('Why this score: Asha')
    expect(rowsOf('Incidents').map(({ textContent }) => textContent)).toEqual([
      'Overspeed00:11:15, 3.8 % of the driving time with a measured speed, 1.0 kmph too fast as a mean of it26.003.00',
      'Neutral1its alert does not count',
      'Engine overrun0its alert does not count',
      'Idling00:00:00, 0.0 % of the engine’s time00.000.00',
      'Harsh accelerationnone reported by the truck00.000.00',
      'Harsh braking2 reported, 0.40 in a driving hour34.002.00',
      'Harsh corneringnone reported by the truck00.000.00',
    ])
    expect(panel().textContent).toContain('Score = 100 − (10.00) ÷ 2 alerts = 95.00')
    expect(panel().textContent).toContain('Overspeed takes the most. Keep to 80 kmph')
    expect(panel().textContent).toContain(
      'Points: above 80 kmph 0.4 for each percent of the driving time with a measured speed and 4.50 for each kmph of mean excess;',
    )
    expect(panel().textContent).toContain('Distance 200.00 kms · Before: 90.00')
    expect(panel().textContent, 'there is one number').not.toContain('ompany')
    expect(within(panel()).getByRole('list', { name: 'Trucks driven' }).textContent).toBe(
      'MH 01 AB 0001MH 01 AB 0002',
    )
    expect(within(panel()).getByRole('link', { name: 'Alert settings' }).getAttribute('href')).toBe(
      '/settings?tab=drivingScore',
    )
    await page.act(() => fireEvent.keyDown(panel(), { key: 'Escape' }))
    expect(screen.queryByRole('region', { name: 'Why this score' })).toBeNull()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Category and score')
  })

  test.each([
    ['OS', 'OVERSPEED', '5 sec', 'the driving time with a measured speed'],
    ['EO', 'ENGINEOVERRUN', '2 sec', 'the time with a reported engine speed'],
    ['ND', 'NEUTRALDRIVING', '10 sec', 'the driving time with a reported gear'],
    ['ID', 'IDLING', '5 min', 'the engine’s time'],
  ] as const)(
    'DRV-03 a time says what it is a part of, and without an incident when it is one: %s',
    async (code, alert, after, of) => {
      const { parts } = scored(1, 'Asha')
      const others = parts.filter((each) => each.code !== code)
      const short = { ...parts[0], code, alert, count: 0, seconds: 8, excess: null } as (typeof parts)[number]
      const says = `no incident: one lasts ${after} or more, and is counted where it began`
      await showDriving(scoresOf([scored(1, 'Asha', { parts: [...others, short] })]), {
        open: { subjectId: 1, incident: null },
      })
      expect(panel().textContent?.split(says)).toHaveLength(2)
      expect(panel().textContent).toMatch(new RegExp(`00:00:08, [\\d.]+ % of ${of}${says}`))
      expect(panel().textContent).toContain('KindIncidentsPointsTakes')
    },
  )

  test('DRV-04 by the user’s own alerts it has the company’s score beside it, and who chose its alerts, and can be by those', async () => {
    const asha = scored(1, 'Asha', { companyScore: 97.25 })
    await showDriving(scoresOf([asha], { scoring: BY_OWN }), { open: { subjectId: 1, incident: null } })
    expect(panel().textContent).toContain('Before: 90.00 · company: 97.25')
    expect(panel().textContent).toContain('By your alerts: Overspeed, Vehicle Idling')
    expect(panel().textContent).toContain('mira chose your company’s alerts on 03-11-2026.')
    const show = within(panel()).getByRole('button', { name: 'Show the company’s score' })
    await page.act(() => fireEvent.click(show))
    expect(page.shell.drivingScores.latest().input.scope.scoredBy).toBe('company')
  })

  test.each([
    ['OS', 'Overspeed'],
    ['ND', 'Neutral'],
    ['EO', 'Engine overrun'],
    ['ID', 'Idling'],
    ['HA', 'Harsh acceleration'],
    ['HB', 'Harsh braking'],
    ['HC', 'Harsh cornering'],
  ] as const)('what takes the most is said first how to improve: %s', async (code, name) => {
    const { parts } = scored(1, 'Asha')
    const others = parts.filter((each) => each.code !== code)
    const most = { ...parts[0], code, alert: null, points: 50 } as (typeof parts)[number]
    await showDriving(scoresOf([scored(1, 'Asha', { parts: [...others, most] })]), {
      open: { subjectId: 1, incident: null },
    })
    expect(panel().textContent).toContain(`${name} takes the most. `)
  })

  test('where nothing is taken, it says so', async () => {
    const parts = scored(1, 'Asha').parts.map((each) => ({ ...each, points: 0, share: null }))
    await showDriving(scoresOf([scored(1, 'Asha', { parts })]), { open: { subjectId: 1, incident: null } })
    expect(panel().textContent).toContain('Nothing is taken. Go on like this.')
    expect(panel().textContent).toContain('not known: no speed was measured')
  })

  test('DRV-03 what no truck reported is neither 0 nor a button', async () => {
    const row = scored(1, 'Asha')
    const unmeasured = { count: 0, seconds: 0, share: null, excess: null, perHour: null, points: 0 }
    const parts = [
      { code: 'ND', alert: 'NEUTRALDRIVING', ...unmeasured } as const,
      { code: 'EO', alert: 'ENGINEOVERRUN', ...unmeasured } as const,
      { code: 'HB', alert: null, ...unmeasured } as const,
    ]
    const columns = { ...row.columns, Neutral: null, EngineOverrun: null, TOTALHB: null }
    await showDriving(scoresOf([{ ...row, parts, columns }]), { open: { subjectId: 1, incident: null } })
    const rowOf = (column: string) => panel().querySelector(`[data-column=${column}]`)
    expect(rowOf('Neutral')?.textContent).toBe('Neutralnot known: the gear was not reportedN/A0.000.00')
    expect(rowOf('EngineOverrun')?.textContent).toBe(
      'Engine overrunnot known: the engine speed was not reportedN/A0.000.00',
    )
    expect(rowOf('TOTALHB')?.textContent).toBe('Harsh brakingnone reported by the truckN/A0.000.00')
    expect(rowOf('Neutral')?.querySelector('button')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Neutral:/ })).toBeNull()
  })

  test('a part opens its incidents, each with its place on the map and its playback at that second', async () => {
    await showDriving(SCORES)
    await press('Why this score: Asha')
    await page.act(() => fireEvent.click(within(panel()).getByRole('button', { name: 'Overspeed' })))
    expect(panel().textContent).toContain('Loading...')
    await answerIncidents([
      incidentAt(10),
      incidentAt(50, { lng: 80, vehicleId: 2, registration: 'MH 01 AB 0002' }),
    ])
    expect(within(panel()).getByRole('heading', { name: 'Overspeed: 2 times' })).toBeDefined()
    const listed = within(within(panel()).getByRole('list', { name: 'Overspeed' })).getAllByRole('listitem')
    expect(listed.map(({ textContent }) => textContent)).toEqual([
      '20-11-2026 10:35:00MH 01 AB 0001at most 92.0 kmph · limit 80 kmph · 1 min',
      '20-11-2026 09:55:00MH 01 AB 0002at most 92.0 kmph · limit 80 kmph · 1 min',
    ])
    const map = page.incidentMaps[0]
    expect(map?.drawn().alerts).toBe(2)
    await press('Show on the map: 20-11-2026 09:55:00, MH 01 AB 0002')
    expect(map?.drawn().camera.centre.map(Math.round)).toEqual([80, 21])
    expect(listed.map((each) => each.getAttribute('aria-current'))).toEqual(['false', 'true'])
    const link = within(panel()).getByRole('link', { name: 'Play the route at 20-11-2026 10:35:00' })
    const fields = new URL(link.getAttribute('href') ?? '', 'http://localhost').searchParams
    expect([fields.get('play'), fields.get('at')]).toEqual(['1', String(NOW - 600_000)])
    await press('All incidents')
    expect(rowsOf('Incidents').length).toBe(7)
    page.incidentMap.clear()
    expect(map?.drawn().alerts).toBe(0)
  })

  test('the focus goes with the part that is opened to the way back, and from there to the heading', async () => {
    await showDriving(SCORES)
    await press('Why this score: Asha')
    const pressFocused = (name: string) =>
      page.act(() => {
        const button = within(panel()).getByRole('button', { name })
        button.focus()
        fireEvent.click(button)
      })
    await pressFocused('Overspeed')
    expect(document.activeElement?.textContent).toBe('All incidents')
    await pressFocused('All incidents')
    expect(document.activeElement).toBe(within(panel()).getByRole('heading', { name: 'Why this score' }))
  })

  test('a press in the table leaves the focus there', async () => {
    await showDriving(SCORES)
    const count = screen.getByRole('button', { name: 'Harsh braking: 3, Asha' })
    count.focus()
    await page.act(() => fireEvent.click(count))
    expect(document.activeElement).toBe(count)
  })

  test.each([
    ['HB', 'Harsh braking', { value: 12.5, limit: null, durationS: null }, '12.50 kmph/s'],
    [
      'EO',
      'Engine overrun',
      { value: 3200, limit: 2850, durationS: 30 },
      '3,200 rpm · limit 2,850 rpm · 30 sec',
    ],
    ['ID', 'Idling', { value: 900, limit: null, durationS: 900 }, '15 min'],
    ['ND', 'Neutral', { value: 54, limit: null, durationS: 20 }, '54.00 kmph · 20 sec'],
  ] as const)('an incident of %s says what happened', async (code, name, change, text) => {
    await showDriving(SCORES, { open: { subjectId: 1, incident: code } })
    await answerIncidents([incidentAt(5, { code, ...change })])
    expect(within(panel()).getByRole('list', { name }).textContent).toContain(text)
  })

  test('a count in the table opens the list at once, and one that is longer says so', async () => {
    await showDriving(SCORES)
    await press('Harsh braking: 3, Asha')
    expect(page.shell.drivingIncidents.latest().input).toMatchObject({ subjectId: 1, incident: 'HB' })
    await answerIncidents([incidentAt(5, { code: 'HB', value: null, limit: null, durationS: null })], 3)
    expect(panel().textContent).toContain('The newest 1 of 3 are listed.')
    await press('Close')
    await press('Harsh braking: 3, Asha')
    await page.act(() => page.shell.drivingIncidents.latest().reject({ name: 'NetworkFailure', message: '' }))
    expect(panel().textContent).toContain('The incidents could not be loaded.')
    await press('Retry')
    await answerIncidents([])
    expect(panel().textContent).toContain('No Records Found')
  })

  test('who is not scored reads why, and sees the figures of it without a formula', async () => {
    await showDriving(SCORES, { open: { subjectId: 3, incident: null } })
    expect(panel().textContent).toContain('Not scored: less than 50 kms driven')
    expect(panel().textContent).not.toContain('Score = 100')
  })

  test('scores that could not be loaded, or are still being derived, have no panel', async () => {
    await showDriving(SCORES)
    await press('Why this score: Asha')
    const panels = () => screen.queryAllByRole('region', { name: 'Why this score' }).length
    const choose = (dates: string) =>
      page.act(() =>
        fireEvent.change(screen.getByRole('combobox', { name: 'Dates' }), { target: { value: dates } }),
      )
    await choose('yesterday')
    expect(panel().textContent).toContain('Loading...')
    await page.act(() => page.shell.drivingScores.latest().reject({ name: 'NetworkFailure', message: '' }))
    expect(panels()).toBe(0)
    await press('Retry')
    await answerScores(scoresOf([], { pendingDays: 12 }))
    expect(panels()).toBe(0)
    await choose('last30Days')
    await answerScores(SCORES)
    expect(panel().textContent).toContain('Asha')
  })

  test('a link to somebody who has no figures in these dates says so', async () => {
    await showDriving(SCORES, { open: { subjectId: 99, incident: null } })
    expect(panel().textContent).toContain('No data for this selection in this period.')
  })
})
