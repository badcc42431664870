import {
  type DashboardEvidence,
  type DashboardFilter,
  type DashboardLayout,
  DEFAULT_DASHBOARD_LAYOUT,
  dashboardSearch,
  SELECTED_PERIODS,
} from '#contract/links/dashboard.ts'
import { dayBounds, lastDays, shiftDay } from '#domain/company-time.ts'
import {
  COUNTED_STATUSES,
  type CountedStatus,
  DASHBOARD_PERIODS,
  type DashboardWidget,
} from '#domain/dashboard.ts'
import { PUNCTUALITY, type Punctuality } from '#domain/trips.ts'
import type { Clock, Range } from '../date-range/date-range.logic.ts'
import type { DashboardAddress, FiguresRequest, FiguresSource } from './dashboard.ports.ts'

/** The days of a filter's period: 7, 30, 60 or 90 (DSH-03). */
export const daysOf = ({ selectedPeriod }: DashboardFilter): number =>
  DASHBOARD_PERIODS[SELECTED_PERIODS[selectedPeriod]]

/** Whole days of the company, from this one on; ms UTC, `to` not included. */
const rangeFrom = (day: string, days: number, timeZone: string): Range => ({
  from: dayBounds(day, timeZone).from,
  to: dayBounds(shiftDay(day, days - 1), timeZone).to,
})

/** The range of a filter's period at a time: today and the days before it, as whole days of the company. */
export const rangeOf = (filter: DashboardFilter, clock: Clock): Range => lastDays(daysOf(filter), clock)

/** The widgets that have driving scores; no other is loaded again when they are to be by other alerts. */
const SCORED_SOURCES: ReadonlySet<FiguresSource> = new Set(['DRIVING_SCORE', 'FLEET_INSIGHTS'])

/** What a widget asks for, for this filter at this time. */
export const requestOf = (source: FiguresSource, filter: DashboardFilter, clock: Clock): FiguresRequest => {
  const { selectedPeriod, scoredBy, ...scope } = filter
  return {
    ...{ source, scope, by: null },
    ...(source === 'rows' ? {} : { period: SELECTED_PERIODS[selectedPeriod] }),
    ...(SCORED_SOURCES.has(source) && scoredBy !== 'own' ? { scoredBy } : {}),
    range: rangeOf(filter, clock),
    timeDiffGreaterThan7Days: daysOf(filter) > 7,
  }
}

/** The status whose vehicles are behind a figure; null behind all others. */
export const statusBehind = ({ widget, part, vehicleId }: DashboardEvidence): CountedStatus | null =>
  widget === 'FLEET_STATUS' && vehicleId === null
    ? (COUNTED_STATUSES.find((status) => status === part) ?? null)
    : null

/** Whether trips are behind a figure. */
export const areTripsBehind = ({ widget, vehicleId }: DashboardEvidence): boolean =>
  widget === 'TRIP_STATUS' && vehicleId === null

/** The punctuality of the trips behind a figure; null behind all others, and for trips of each. */
export const punctualityBehind = (evidence: DashboardEvidence): Punctuality | null =>
  areTripsBehind(evidence) ? (PUNCTUALITY.find((each) => each === evidence.part) ?? null) : null

/** The vehicles or trips behind a figure, or the hours of one vehicle. */
export const rowsRequestOf = (
  evidence: DashboardEvidence,
  filter: DashboardFilter,
  clock: Clock,
): FiguresRequest => {
  const { day, days, vehicleId } = evidence
  const status = statusBehind(evidence)
  const punctuality = punctualityBehind(evidence)
  const rows = areTripsBehind(evidence) ? 'trip' : 'vehicle'
  const { scope, ...request } = requestOf('rows', filter, clock)
  return {
    ...request,
    scope:
      vehicleId === null ? scope : { filterBy: 'Vehicle', selectedVehicleIds: [vehicleId], groupId: null },
    range: day === null ? request.range : rangeFrom(day, days, clock.timeZone),
    by: vehicleId === null ? rows : 'hour',
    ...(status === null ? {} : { status }),
    ...(punctuality === null ? {} : { punctuality }),
  }
}

/** A change of a filter with what follows from it: only a scope of vehicles has vehicles, and only one of a group has a group. */
export const changedFilter = (filter: DashboardFilter, change: Partial<DashboardFilter>): DashboardFilter => {
  const next = { ...filter, ...change }
  return {
    ...next,
    selectedVehicleIds: next.filterBy === 'Vehicle' ? next.selectedVehicleIds : [],
    groupId: next.filterBy === 'Group' ? next.groupId : null,
  }
}

type ShownAddress = Pick<DashboardAddress, 'place' | 'keptLayout'>

/** What is shown: the layout of the address, else the one that the user keeps. */
export const layoutOf = ({ place, keptLayout }: ShownAddress): DashboardLayout =>
  place.layout ?? keptLayout ?? DEFAULT_DASHBOARD_LAYOUT

const searchOf = (shown: ShownAddress): string => dashboardSearch({ ...shown.place, layout: layoutOf(shown) })

/** Whether two addresses show the same. */
export const isSameAddress = (a: ShownAddress, b: ShownAddress): boolean => searchOf(a) === searchOf(b)

/** A layout with a widget put away. */
export const withHidden = ({ shown, hidden }: DashboardLayout, widget: DashboardWidget): DashboardLayout => ({
  shown: shown.filter((each) => each !== widget),
  hidden: hidden.includes(widget) ? hidden : [...hidden, widget],
})

/** A layout with a widget shown again, after the others. */
export const withShown = ({ shown, hidden }: DashboardLayout, widget: DashboardWidget): DashboardLayout => ({
  shown: shown.includes(widget) ? shown : [...shown, widget],
  hidden: hidden.filter((each) => each !== widget),
})

/** A layout with a shown widget at another place, 0 for the first; the others keep their order. */
export const withMoved = (
  { shown, hidden }: DashboardLayout,
  widget: DashboardWidget,
  place: number,
): DashboardLayout => {
  const others = shown.filter((each) => each !== widget)
  return shown.includes(widget)
    ? { shown: [...others.slice(0, Math.max(0, place)), widget, ...others.slice(Math.max(0, place))], hidden }
    : { shown, hidden }
}

/** Whether two values of plain data are the same. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
