import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach } from 'vitest'
import { type DashboardPlace, DEFAULT_DASHBOARD_FILTER } from '#contract/links/dashboard.ts'
import type { ScoringRecord } from '#contract/records/figures.ts'
import { NO_FIGURES } from '#domain/figures.ts'
import type { FiguresRequest, FiguresSource } from '#src/machines/dashboard/dashboard.ports.ts'
import type { FigureAnswers } from '#src/services/dashboard/figure-store.ts'
import { openPage, type Page, USER } from './page.tsx'

/** The time of the dashboard, ms UTC: 10:45 in India. */
export const NOW = Date.UTC(2026, 10, 20, 5, 15)

/** The page that was opened last. */
export let page: Page
/** Closes it after each test of a file. */
export const closePageAfterEach = (): void => {
  afterEach(() => page?.close())
}

const HEAD = {
  asOf: NOW,
  pendingDays: 0,
  waitingDays: 0,
  rangeDays: 7,
  vehicles: 3,
  reporting: 3,
  hours: 154.75,
  known: { days: 6, hours: 300 },
}
const DAYS = Array.from({ length: 7 }, (_, i) => `2026-11-${14 + i}`)
const band = (name: string, share: number) => ({ name, seconds: share * 10_000, share, before: share / 2 })
/** A day of which not all hours are known. */
const UTILISED = { runningS: 36_000, idlingS: 7200, knownS: 86_400, knownUtilization: 50 }
const unscored = { category: null, notScored: 'distance' as const, parts: [], companyScore: null }
const scored = { category: 'Good', notScored: null, parts: [], companyScore: 88 }
/** The user has selected the alerts that the company's score counts. */
const scoring: ScoringRecord = {
  ...{ by: 'company', isSame: true, companySet: null },
  ...{ alerts: ['OVERSPEED', 'IDLING'], companyAlerts: ['OVERSPEED', 'IDLING'] },
}
const named = (
  vehicleId: number,
  value: number | null,
  usual: { from: number; to: number } | null = null,
) => ({
  ...{ vehicleId, registration: `KA 01 AB 000${vehicleId}`, value, band: usual },
})

const serviced = (vehicleId: number, state: 'overdue' | 'dueSoon', lastDoneAt: number) => ({
  ...{ vehicleId, registrationId: `KA 01 AB 000${vehicleId}`, model: '', state, left: [], lastDoneAt },
  ...{ interval: { km: null, hours: null, days: 180 }, hasOwnInterval: false, odo: null, engineHours: null },
})
const done = (serviceId: number, undone: { by: string; at: number } | null) => ({
  ...{ serviceId, vehicleId: 3, registrationId: 'KA 01 AB 0003', model: '', doneAt: NOW },
  ...{ odo: null, engineHours: null, note: '', recorded: { by: 'mira', at: NOW }, undone },
})

/** An answer for each widget, of three trucks in seven days. */
export const ANSWERS: FigureAnswers = {
  MILAGE_DAILY: {
    ...HEAD,
    days: DAYS.map((date, i) => ({
      ...{ date, distanceKm: 110, meteredKm: 100, fuelUsed: 25, odometerShare: 0.5, doubtedKm: 0 },
      mileage: i === 0 ? null : 4,
    })),
    total: { distanceKm: 770, meteredKm: 700, fuelUsed: 175, mileage: 4, odometerShare: 0.5, doubtedKm: 0 },
    before: {
      distanceKm: 770,
      meteredKm: 700,
      fuelUsed: 200,
      mileage: 3.5,
      odometerShare: 0.5,
      doubtedKm: 0,
    },
  },
  ADBLUE_DAILY: {
    ...HEAD,
    days: DAYS.map((date) => ({ date, adblueUsed: 2 })),
    total: { adblueUsed: 14 },
    before: { adblueUsed: 14 },
    average: { aDay: 0.8, days: 15, ofDays: 18 },
    averageBefore: { aDay: 0.5, days: 21, ofDays: 21 },
  },
  UTILIZATION_DAILY: {
    ...HEAD,
    days: DAYS.map((date) => ({ date, days: 1, ...UTILISED, utilization: 16.67 })),
    total: {
      ...{ runningS: 252_000, idlingS: 50_400, knownS: 1_080_000 },
      ...{ utilization: 18.09, knownUtilization: 28 },
    },
    before: {
      ...{ runningS: 252_000, idlingS: 50_400, knownS: 1_814_400 },
      ...{ utilization: 20.56, knownUtilization: 31.82 },
    },
  },
  FLEET_STATUS: {
    ...{ asOf: NOW, vehicles: 3 },
    statuses: [
      { status: 'RUNNING', count: 2, percent: 66.667 },
      { status: 'IDLING', count: 0, percent: 0 },
      { status: 'STOPPED', count: 1, percent: 33.333 },
      { status: 'KEYON', count: 0, percent: 0 },
      { status: 'OFFLINE', count: 0, percent: 0 },
    ],
  },
  DRIVING_SCORE: {
    ...HEAD,
    scoring,
    fleet: { score: 82.4, ...scored },
    before: 80,
    rows: [
      { ...named(1, null), distanceKm: 400, score: 94, ...scored },
      { ...named(2, null), distanceKm: 300, score: 71, ...scored },
      { ...named(3, null), distanceKm: 10, score: null, ...unscored },
    ].map(({ value: _, band: __, ...row }) => row),
  },
  SPEED_BAND: {
    ...{ ...HEAD, seconds: 10_000 },
    bands: [
      ...[band('speedTo20S', 0.1), band('speedTo40S', 0.2), band('speedTo60S', 0.46)],
      ...[band('speedTo80S', 0.2), band('overspeedS', 0.04)],
    ],
  },
  RPM_BAND: {
    ...{ ...HEAD, seconds: 10_000 },
    bands: [
      ...[band('rpmTo900S', 0.1), band('rpmTo1200S', 0.2), band('rpmTo1600S', 0.5)],
      ...[band('rpmTo2500S', 0.18), band('rpmAbove2500S', 0.02)],
    ],
  },
  FLEET_INSIGHTS: {
    ...HEAD,
    scoring,
    insights: [
      { kind: 'best', figure: 'mileage', count: 1, vehicles: [named(1, 4.5)] },
      { kind: 'worst', figure: 'score', count: 1, vehicles: [named(2, 71)] },
      { kind: 'silent', figure: 'lastFix', count: 7, vehicles: [named(3, NOW)] },
      { kind: 'stood', figure: 'stoppedS', count: 1, vehicles: [named(2, 400_000)] },
      { kind: 'fuelUse', figure: 'mileage', count: 1, vehicles: [named(1, 2.5, { from: 3.8, to: 4.2 })] },
    ],
  },
  TRIP_STATUS: {
    trips: 4,
    buckets: [
      { bucket: 'Early', count: 1, percent: 25 },
      { bucket: 'Ontime', count: 2, percent: 50 },
      { bucket: 'Delayed', count: 1, percent: 25 },
    ],
  },
  SERVICE_REMINDERS: {
    vehicles: 4,
    counts: { overdue: 1, dueSoon: 1, upToDate: 1, notCounted: 1, notRecorded: 1, done: 1 },
    overdue: [serviced(1, 'overdue', Date.UTC(2026, 3, 1))],
    dueSoon: [serviced(2, 'dueSoon', Date.UTC(2026, 4, 31))],
    done: [done(8, null), done(7, { by: 'mira', at: NOW })],
  },
  rows: {
    ...HEAD,
    total: NO_FIGURES,
    rows: [1, 2].map((vehicleId) => ({
      ...{ vehicleId, registration: `KA 01 AB 000${vehicleId}`, date: null, hour: null },
      figures: { ...NO_FIGURES, runningS: vehicleId * 3600, distanceKm: 100 },
    })),
  },
}

/** The hours of a truck, as the rows behind a figure. */
export const HOURS: FigureAnswers['rows'] = {
  ...ANSWERS.rows,
  rows: [8, 9].map((hour) => ({
    ...{ vehicleId: 2, registration: 'KA 01 AB 0002', date: '2026-11-19' },
    hour: Date.UTC(2026, 10, 19, hour, -330),
    figures: { ...NO_FIGURES, runningS: 1800 },
  })),
}

const FIRST: DashboardPlace = { filter: DEFAULT_DASHBOARD_FILTER, layout: null, table: null, evidence: null }

/** The page's address is read, and the layout that the user keeps. */
export const readAddress = (place: Partial<DashboardPlace> = {}) =>
  page.act(() =>
    page.shell.dashboardAddress
      .latest()
      .resolve({ place: { ...FIRST, ...place }, keptLayout: null, now: NOW, isPeriodInvalid: false }),
  )

/** Opens the dashboard; its first replies are still awaited. */
export const open = async ({
  place = {},
  path = '/owner-suite',
  isPhone = false,
  isRead = true,
}: {
  place?: Partial<DashboardPlace>
  path?: string
  isPhone?: boolean
  /** Whether its address can be read. */
  isRead?: boolean
} = {}) => {
  page = openPage({ path, isPhone })
  // After the stubs: uPlot looks at the browser as it is loaded.
  await import('#src/views/dashboard/dashboard-screen.tsx')
  await page.signIn({ ...USER, roles: ['MANAGER'] })
  if (isRead) await readAddress(place)
  else await page.act(() => page.shell.dashboardAddress.latest().reject(new Error('not read')))
}

type FiguresCall = Page['shell']['figures']['calls'][number]

/** The latest request of a widget. Throws if there was none. */
export const callOf = (source: FiguresSource): FiguresCall => {
  const call = page.shell.figures.calls.findLast(({ input }) => input.source === source)
  if (call === undefined) throw new Error(`Nothing was asked of ${source}.`)
  return call
}
export const requestsOf = (source: FiguresSource): readonly FiguresRequest[] =>
  page.shell.figures.calls.map(({ input }) => input).filter((input) => input.source === source)

/** Answers a request as the service does: what was ended meanwhile leaves the store as it is. */
export const answer = <TSource extends FiguresSource>(
  source: TSource,
  reply: FigureAnswers[TSource] = ANSWERS[source],
  call: FiguresCall = callOf(source),
) =>
  page.act(() => {
    if (call.signal.aborted) return call.resolve({ answeredAt: 0, pendingDays: 0, waitingDays: 0 })
    page.figureStore.put(source, reply)
    return call.resolve({
      answeredAt: 'asOf' in reply ? reply.asOf : NOW,
      pendingDays: 'pendingDays' in reply ? reply.pendingDays : 0,
      waitingDays: ('waitingDays' in reply ? reply.waitingDays : undefined) ?? 0,
    })
  })

/** Opens the dashboard and answers all its widgets. */
export const show = async (options: Parameters<typeof open>[0] = {}) => {
  await open(options)
  for (const { input } of [...page.shell.figures.calls]) await answer(input.source)
}

/** The card of a widget. */
export const widget = (name: string) => within(screen.getByRole('region', { name }))
/** Presses a button, or what has another role, of a widget or of the page, once it is there. */
export const press = async (
  name: string | RegExp,
  around: Pick<typeof screen, 'findByRole'> = screen,
  role = 'button',
) => {
  const found = await around.findByRole(role, { name })
  await page.act(() => fireEvent.click(found))
}

/** Opens the menu of a widget and presses an entry of it. */
export const pressInMenu = async (widgetName: string, entry: string) => {
  const name = `More on ${widgetName}`
  await press(name)
  // jsdom has no place for a popover, so sooner or later it counts as out of sight.
  const menu = within(await screen.findByRole('menu', { name, hidden: true }))
  const found = await menu.findByRole('menuitem', { name: entry, hidden: true })
  await page.act(() => fireEvent.click(found))
}
