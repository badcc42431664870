import { BAND_NAMES, type BandName } from '#domain/bands.ts'
import {
  COUNTED_STATUSES,
  type CountedStatus,
  DASHBOARD_WIDGETS,
  type DashboardPeriod,
  type DashboardWidget,
} from '#domain/dashboard.ts'
import { SCORED_BY, type ScoredBy } from '#domain/driving-score.ts'
import { FILTER_BY, type FilterBy } from '#domain/report-filter.ts'
import { PUNCTUALITY, type Punctuality } from '#domain/trips.ts'
import { isCalendarDay } from '#domain/zone-time.ts'
import { idField, linkFields, oneOf, type PeriodValidity, periodFields, wholeNumber } from './link-fields.ts'

/** The order in which widgets are shown until a user chooses another. */
const FIRST_ORDER: readonly DashboardWidget[] = [
  ...([
    'FLEET_STATUS',
    'MILAGE_DAILY',
    'ADBLUE_DAILY',
    'UTILIZATION_DAILY',
    'SPEED_BAND',
    'RPM_BAND',
  ] as const),
  ...(['DRIVING_SCORE', 'TRIP_STATUS', 'FLEET_INSIGHTS', 'SERVICE_REMINDERS'] as const),
]

/** The period of each choice of the screen (DSH-04), in its order. */
export const SELECTED_PERIODS = {
  last7Days: '7days',
  last30Days: '30days',
  last60Days: '60days',
  last90Days: '90days',
} as const satisfies Readonly<Record<string, DashboardPeriod>>
export type SelectedPeriod = keyof typeof SELECTED_PERIODS

/** What the figures are of (DSH-04, RPT-05). No vehicle and no group chosen means all of them. */
export type DashboardFilter = {
  readonly selectedPeriod: SelectedPeriod
  readonly filterBy: FilterBy
  readonly selectedVehicleIds: readonly number[]
  readonly groupId: number | null
  /** By whose alerts driving scores are. */
  readonly scoredBy: ScoredBy
}

/** Which widgets are shown, in their order, and which are hidden. Together they are all widgets, each once. */
export type DashboardLayout = {
  readonly shown: readonly DashboardWidget[]
  readonly hidden: readonly DashboardWidget[]
}

/** What is behind a figure: of the whole period, or of `days` (1 or more) from `day` (`YYYY-MM-DD`) on; of all vehicles, or hour by hour of one. */
export type DashboardEvidence = {
  readonly widget: DashboardWidget
  readonly day: string | null
  readonly days: number
  /** The part of the figure: a band, a status of now, or the punctuality of trips. */
  readonly part: BandName | CountedStatus | Punctuality | null
  readonly vehicleId: number | null
}

/** What the dashboard shows. `layout` null: the one that the user keeps. */
export type DashboardPlace = {
  readonly filter: DashboardFilter
  readonly layout: DashboardLayout | null
  /** The widget whose figures are shown as a table. */
  readonly table: DashboardWidget | null
  readonly evidence: DashboardEvidence | null
}

/** The dashboard as it opens first (DSH-04, DSH-05, RPT-05, CONFLICT-11). */
export const DEFAULT_DASHBOARD_FILTER: DashboardFilter = {
  selectedPeriod: 'last7Days',
  filterBy: 'Fleet',
  selectedVehicleIds: [],
  groupId: null,
  scoredBy: 'own',
}

/** A layout with every widget once: unknown and repeated names are dropped, and widgets that neither list names are shown last. */
export const completeLayout = ({
  shown,
  hidden,
}: {
  readonly shown: readonly string[]
  readonly hidden: readonly string[]
}): DashboardLayout => {
  const known = (names: readonly string[]) =>
    [...new Set(names)].flatMap((name) => oneOf(DASHBOARD_WIDGETS, name) ?? [])
  const first = known(shown)
  const away = known(hidden).filter((name) => !first.includes(name))
  const others = FIRST_ORDER.filter((name) => !first.includes(name) && !away.includes(name))
  return { shown: [...first, ...others], hidden: away }
}

/** All widgets, in the order that holds until a user chooses another. */
export const DEFAULT_DASHBOARD_LAYOUT: DashboardLayout = completeLayout({ shown: [], hidden: [] })

/** The most vehicles that an address names. */
const MOST_VEHICLES = 250
const LONGEST_SEARCH = 4000
/** No period is longer. */
const MOST_DAYS = 90

const calendarDay = (text: string | null): string | null =>
  text !== null && isCalendarDay(text) ? text : null

/** The search part of a dashboard's address, with its leading `?`; empty for the dashboard as it opens first. */
export const dashboardSearch = ({ filter, layout, table, evidence }: DashboardPlace): string => {
  const { selectedPeriod, filterBy, selectedVehicleIds, groupId, scoredBy } = filter
  const isFirst =
    layout === null || (layout.hidden.length === 0 && layout.shown.join() === FIRST_ORDER.join())
  const fields: ReadonlyArray<readonly [string, string | number | null]> = [
    ['period', selectedPeriod === 'last7Days' ? null : SELECTED_PERIODS[selectedPeriod]],
    ['filterBy', filterBy === 'Fleet' ? null : filterBy],
    ['vehicles', filterBy === 'Vehicle' && selectedVehicleIds.length > 0 ? selectedVehicleIds.join() : null],
    ['group', filterBy === 'Group' ? groupId : null],
    ['scoredBy', scoredBy === 'own' ? null : scoredBy],
    ['dashboardFunctionNames', isFirst ? null : layout.shown.join()],
    ['table', table],
    ['open', evidence?.widget ?? null],
    ['band', evidence?.part ?? null],
    ['day', evidence?.day ?? null],
    ['days', evidence !== null && evidence.days > 1 ? evidence.days : null],
    ['vehicle', evidence?.vehicleId ?? null],
  ]
  const given = fields.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]))
  return given.length === 0 ? '' : `?${given.join('&')}`
}

const PARTS = [...BAND_NAMES, ...COUNTED_STATUSES, ...PUNCTUALITY]

const evidenceOf = (fields: URLSearchParams): DashboardEvidence | null => {
  const widget = oneOf(DASHBOARD_WIDGETS, fields.get('open'))
  if (widget === null) return null
  const day = calendarDay(fields.get('day'))
  return {
    ...{ widget, day, part: oneOf(PARTS, fields.get('band')) },
    days: day === null ? 1 : (wholeNumber(fields.get('days'), MOST_DAYS) ?? 1),
    vehicleId: idField(fields.get('vehicle')),
  }
}

/** Reads the search part of an address. What is missing or malformed is as at first; widgets that a given list does not name are hidden. */
export const readDashboardLink = (search: string): DashboardPlace & PeriodValidity => {
  const fields = linkFields(search, LONGEST_SEARCH)
  const { period, isPeriodInvalid } = periodFields(
    fields,
    'period',
    Object.values(SELECTED_PERIODS),
    SELECTED_PERIODS[DEFAULT_DASHBOARD_FILTER.selectedPeriod],
  )
  const filterBy = oneOf(FILTER_BY, fields.get('filterBy')) ?? 'Fleet'
  const named = fields.get('dashboardFunctionNames')?.split(',')
  return {
    filter: {
      selectedPeriod:
        (Object.keys(SELECTED_PERIODS) as SelectedPeriod[]).find(
          (each) => SELECTED_PERIODS[each] === period,
        ) ?? DEFAULT_DASHBOARD_FILTER.selectedPeriod,
      filterBy,
      selectedVehicleIds:
        filterBy === 'Vehicle'
          ? [...new Set((fields.get('vehicles') ?? '').split(','))]
              .flatMap((id) => idField(id) ?? [])
              .slice(0, MOST_VEHICLES)
          : [],
      groupId: filterBy === 'Group' ? idField(fields.get('group')) : null,
      scoredBy: oneOf(SCORED_BY, fields.get('scoredBy')) ?? DEFAULT_DASHBOARD_FILTER.scoredBy,
    },
    layout:
      named === undefined
        ? null
        : completeLayout({ shown: named, hidden: FIRST_ORDER.filter((name) => !named.includes(name)) }),
    table: oneOf(DASHBOARD_WIDGETS, fields.get('table')),
    evidence: evidenceOf(fields),
    isPeriodInvalid,
  }
}
