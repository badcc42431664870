import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach } from 'vitest'
import {
  DEFAULT_DRIVING_FILTER,
  type DrivingFilter,
  type OpenScore,
} from '#contract/links/driving-analysis.ts'
import type { DrivingRow, DrivingScores, IncidentRecord } from '#contract/records/driving-analysis.ts'
import type { ScoringRecord } from '#contract/records/figures.ts'
import { DAY_MS } from '#domain/units.ts'
import { openPage, type Page, USER } from './page.tsx'

/** The time of the analysis, ms UTC: 10:45 in India. */
export const NOW = Date.UTC(2026, 10, 20, 5, 15)

/** The page that was opened last. */
export let page: Page
/** Closes it after each test of a file. */
export const closePageAfterEach = (): void => {
  afterEach(() => page?.close())
}

/** By the company's alerts, which the user has selected too. */
export const BY_COMPANY: ScoringRecord = {
  ...{ by: 'company', isSame: true, companySet: null },
  ...{ alerts: ['OVERSPEED', 'IDLING'], companyAlerts: ['OVERSPEED', 'IDLING'] },
}
/** By the user's alerts, of which the company counts more. */
export const BY_OWN: ScoringRecord = {
  ...{ by: 'own', isSame: false, alerts: ['OVERSPEED', 'IDLING'] },
  companyAlerts: ['OVERSPEED', 'NEUTRALDRIVING', 'ENGINEOVERRUN', 'IDLING'],
  companySet: { by: 'mira', at: Date.UTC(2026, 10, 3) },
}

type Part = DrivingRow['parts'][number]
const part = (code: Part['code'], change: Partial<Part> = {}): Part => ({
  ...{ code, alert: null, count: 0, seconds: null, share: null, excess: null, perHour: null, points: 0 },
  ...change,
})

/** A driver with two incidents of overspeed in 200 km, of whom the alerts of overspeed and idling are enabled. */
export const scored = (id: number, name: string, change: Partial<DrivingRow> = {}): DrivingRow => ({
  ...{ id, name, registrations: [`MH 01 AB 000${id}`], notScored: null, before: 90 },
  columns: {
    ...{ RegistrationNumber: `MH 01 AB 000${id}`, DriverScore: 95, DriverScoreCategory: 'Excellent' },
    ...{ TotalDistance: 200, TotalDrivingTime: 3600 * 5, FuelConsumed: 60, FuelDrop: 0, MaxSpeed: 92 },
    ...{ DrivingWithEconomy: 3600, Overspeed: 2, Idling: 0, Neutral: 1, EngineOverrun: 0 },
    ...{ TOTALHA: 0, TOTALHB: 3, TOTALHC: 0 },
  },
  companyScore: 95,
  parts: [
    part('OS', { alert: 'OVERSPEED', count: 2, seconds: 675, share: 0.0375, excess: 1, points: 6 }),
    part('ID', { alert: 'IDLING', seconds: 0, share: 0, excess: null }),
    part('HA', { perHour: 0 }),
    part('HB', { count: 2, perHour: 0.4, points: 4 }),
    part('HC', { perHour: 0 }),
  ],
  ...change,
})

/** A driver of 20 km, who is not scored. */
export const notScored = (id: number, name: string): DrivingRow => {
  const row = scored(id, name)
  const none = { DriverScore: null, DriverScoreCategory: null, TotalDistance: 20 }
  return { ...row, notScored: 'distance', before: null, columns: { ...row.columns, ...none } }
}

/** Scores with these rows. */
export const scoresOf = (
  rows: readonly DrivingRow[],
  change: Partial<DrivingScores> = {},
): DrivingScores => ({
  ...{
    asOf: NOW,
    pendingDays: 0,
    waitingDays: 0,
    rangeDays: 7,
    vehicles: 2,
    reporting: 2,
    hours: 24,
    fleet: 95,
    before: 90,
  },
  ...{ scoring: BY_COMPANY, companyFleet: 95, companyMedian: 95 },
  median: { DriverScore: 95, Overspeed: 1.5 },
  rows: [...rows],
  ...change,
})

/** An incident so many minutes before the time of the analysis. */
export const incidentAt = (minutes: number, change: Partial<IncidentRecord> = {}): IncidentRecord => ({
  ...{ vehicleId: 1, registration: 'MH 01 AB 0001', driverId: 1, driverName: 'Asha', code: 'OS' },
  ...{ time: NOW - minutes * 60_000, lng: 79, lat: 21, value: 92, durationS: 60, limit: 80 },
  ...change,
})

type Options = {
  filter?: Partial<DrivingFilter>
  open?: OpenScore | null
  isPhone?: boolean
  path?: string
}

/** Opens the analysis; its first reply is still awaited. */
export const openDriving = async ({
  filter = {},
  open = null,
  isPhone = false,
  path = '/driving-analysisv2',
}: Options = {}) => {
  page = openPage({ path, isPhone })
  await page.signIn({ ...USER, roles: ['MANAGER'] })
  await page.act(() =>
    page.shell.drivingAddress
      .latest()
      .resolve({ filter: { ...DEFAULT_DRIVING_FILTER, ...filter }, open, now: NOW, isPeriodInvalid: false }),
  )
  await page.act(() =>
    page.shell.drivingChoices.latest().resolve({ groups: [{ groupId: 4, groupName: 'North' }] }),
  )
}

/** Answers the latest request of scores. */
export const answerScores = (scores: DrivingScores) =>
  page.act(() => {
    page.drivingStore.show({ scores })
    return page.shell.drivingScores.latest().resolve({
      shown: scores.rows.length,
      pendingDays: scores.pendingDays,
      waitingDays: scores.waitingDays ?? 0,
      range: { from: NOW - DAY_MS, to: NOW },
      absent: [],
    })
  })

/** Opens the analysis and answers it. */
export const showDriving = async (scores: DrivingScores, options: Options = {}) => {
  await openDriving(options)
  await answerScores(scores)
}

/** Answers the latest request of incidents. */
export const answerIncidents = (incidents: readonly IncidentRecord[], total = incidents.length) =>
  page.act(() => {
    page.drivingStore.show({ incidents: { incidents, total } })
    return page.shell.drivingIncidents.latest().resolve()
  })

/** Presses a button, or what has another role. */
export const press = (name: string | RegExp, role = 'button') =>
  page.act(() => fireEvent.click(screen.getByRole(role, { name })))
/** The rows of a table, without its headings. */
export const rowsOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
/** The names of the columns, as the specification gives them. */
export const columnIds = () =>
  screen.getAllByRole('columnheader').flatMap((heading) => heading.getAttribute('data-column') ?? [])
/** The panel of the opened score. */
export const panel = () => screen.getByRole('region', { name: 'Why this score' })
