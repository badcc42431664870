import { INCIDENT_CODES, type IncidentCode } from '#domain/driving-incidents.ts'
import {
  DRIVING_SUBJECTS,
  type DrivingSubject,
  MAX_COMPARED,
  SCORED_BY,
  type ScoredBy,
  TREND_STEPS,
  type TrendStep,
} from '#domain/driving-score.ts'
import { FILTER_BY, type FilterBy, PERIODS, type Period } from '#domain/report-filter.ts'
import { idField, linkFields, oneOf, type PeriodValidity, periodFields } from './link-fields.ts'

/** The driver reports (DRV-02), verbatim. */
export const DRIVER_REPORTS = [
  'DRIVER_CATEGORY_AND_SCORE',
  'DRIVER_SCORE_AND_COMPARISON',
  'DRIVING_INCIDENTS',
  'DRIVER_SCORE_TREND',
  'VEHICLE_SUMMARY_ALERT_COUNT',
] as const
export type DriverReport = (typeof DRIVER_REPORTS)[number]

/** A column that rows are sorted by. */
export type DrivingSort = { readonly column: string; readonly isDescending: boolean }

/**
 * What the driving analysis shows (RPT-05). `ownerId` is the vehicle or group, null for all; `range`, in ms UTC, `to` not included, is of a
 * custom period alone; `compared` are drivers or vehicles, 0 the driving without a driver; `sort` null is the order of the reply.
 */
export type DrivingFilter = {
  readonly report: DriverReport
  readonly by: DrivingSubject
  readonly filterBy: FilterBy
  readonly ownerId: number | null
  readonly dateType: Period
  readonly range: { readonly from: number; readonly to: number } | null
  readonly step: TrendStep
  /** By whose alerts scores are. */
  readonly scoredBy: ScoredBy
  readonly compared: readonly number[]
  readonly sort: DrivingSort | null
}

/** Whose score is opened into its parts, and the kind of incidents that are listed of it. */
export type OpenScore = { readonly subjectId: number; readonly incident: IncidentCode | null }

/** The analysis as it opens first. */
export const DEFAULT_DRIVING_FILTER: DrivingFilter = {
  report: 'DRIVER_CATEGORY_AND_SCORE',
  by: 'driver',
  filterBy: 'Fleet',
  ownerId: null,
  dateType: 'last7Days',
  range: null,
  step: 'day',
  scoredBy: 'own',
  compared: [],
  sort: null,
}

/** Where the portal opens the driving analysis (DRV-05): the newer interface's address first. */
export const DRIVING_PATHS = ['/driving-analysisv2', '/driving-analysis'] as const

const LONGEST_SEARCH = 500

/** The search part of an address of the analysis, with its leading `?`; empty for the default without an opened score. */
export const drivingLinkSearch = (filter: DrivingFilter, open: OpenScore | null): string => {
  const { report, by, filterBy, ownerId, dateType, range, step, scoredBy, compared, sort } = filter
  const fields = new URLSearchParams()
  const set = (name: string, value: string | number | null, usual: string | null = null) => {
    if (value !== null && value !== usual) fields.set(name, String(value))
  }
  set('report', report, DEFAULT_DRIVING_FILTER.report)
  set('by', by, DEFAULT_DRIVING_FILTER.by)
  set('filterBy', filterBy, DEFAULT_DRIVING_FILTER.filterBy)
  set('id', ownerId)
  set('dateType', dateType, DEFAULT_DRIVING_FILTER.dateType)
  set('from', range?.from ?? null)
  set('to', range?.to ?? null)
  set('step', step, DEFAULT_DRIVING_FILTER.step)
  set('scoredBy', scoredBy, DEFAULT_DRIVING_FILTER.scoredBy)
  set('compare', compared.join('.'), '')
  set('sort', sort?.column ?? null)
  set('desc', sort?.isDescending ? 1 : null)
  set('open', open?.subjectId ?? null)
  set('incident', open?.incident ?? null)
  const search = fields.toString()
  return search === '' ? '' : `?${search}`
}

/** The id of a driver or a vehicle; 0 is the driving without a driver. */
const subjectField = (text: string | null): number | null => (text === '0' ? 0 : idField(text))

const comparedOf = (text: string | null): readonly number[] => {
  const ids = (text ?? '').split('.').flatMap((each) => subjectField(each) ?? [])
  return [...new Set(ids)].slice(0, MAX_COMPARED)
}

/** Reads the search part of an address; what is missing, unknown or malformed counts as in the default. */
export const readDrivingLink = (
  search: string,
): PeriodValidity & { readonly filter: DrivingFilter; readonly open: OpenScore | null } => {
  const fields = linkFields(search, LONGEST_SEARCH)
  const usual = DEFAULT_DRIVING_FILTER
  const filterBy = oneOf(FILTER_BY, fields.get('filterBy')) ?? usual.filterBy
  const { period, range, isPeriodInvalid } = periodFields(fields, 'dateType', PERIODS, usual.dateType)
  const column = fields.get('sort')
  const subjectId = subjectField(fields.get('open'))
  return {
    filter: {
      report: oneOf(DRIVER_REPORTS, fields.get('report')) ?? usual.report,
      by: oneOf(DRIVING_SUBJECTS, fields.get('by')) ?? usual.by,
      filterBy,
      ownerId: filterBy === 'Fleet' ? null : idField(fields.get('id')),
      dateType: period,
      range,
      step: oneOf(TREND_STEPS, fields.get('step')) ?? usual.step,
      scoredBy: oneOf(SCORED_BY, fields.get('scoredBy')) ?? usual.scoredBy,
      compared: comparedOf(fields.get('compare')),
      sort:
        column !== null && /^\w{1,40}$/.test(column)
          ? { column, isDescending: fields.get('desc') === '1' }
          : null,
    },
    open: subjectId === null ? null : { subjectId, incident: oneOf(INCIDENT_CODES, fields.get('incident')) },
    isPeriodInvalid,
  }
}
