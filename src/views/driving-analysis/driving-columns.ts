import type { DriverReport, DrivingSort } from '#contract/links/driving-analysis.ts'
import type { DrivingColumn, DrivingRow } from '#contract/records/driving-analysis.ts'
import { DRIVING_INCIDENTS, type IncidentCode } from '#domain/driving-incidents.ts'
import { type DrivingSubject, LEAST_SCORED_KM, type ScoredBy } from '#domain/driving-score.ts'
import { DRIVING, DRIVING_COLUMN, NOT_SCORED, SCORE_CATEGORY } from '#src/texts/en/driving-analysis.ts'
import { formatDuration } from '../kit/formats.ts'
import { formatDistance, formatFigure, formatNumber, formatWithUnit, NOT_KNOWN } from '../kit/measures.ts'
import { sortedBy } from '../kit/sort.ts'

type ColumnName = DrivingColumn | 'DriverName' | 'CompanyScore'
type ColumnKind =
  | 'name'
  | 'registration'
  | 'score'
  | 'category'
  | 'distance'
  | 'duration'
  | 'volume'
  | 'speed'
  | 'count'

/** A column of a driver report: its name (DRV-03), its heading, what it holds, and its least width in px. */
export type TableColumn = {
  readonly name: ColumnName
  readonly title: string
  readonly kind: ColumnKind
  readonly width: number
}

const KIND: Readonly<Record<ColumnName, ColumnKind>> = {
  DriverName: 'name',
  RegistrationNumber: 'registration',
  DriverScore: 'score',
  CompanyScore: 'score',
  DriverScoreCategory: 'category',
  TotalDistance: 'distance',
  TotalDrivingTime: 'duration',
  FuelConsumed: 'volume',
  FuelDrop: 'volume',
  MaxSpeed: 'speed',
  DrivingWithEconomy: 'duration',
  Overspeed: 'count',
  Idling: 'count',
  Neutral: 'count',
  TOTALHA: 'count',
  TOTALHB: 'count',
  TOTALHC: 'count',
  EngineOverrun: 'count',
}

const WIDTH: Readonly<Record<ColumnKind, number>> = {
  name: 170,
  registration: 160,
  score: 112,
  category: 160,
  distance: 120,
  duration: 110,
  volume: 114,
  speed: 110,
  count: 108,
}

const INCIDENTS = [
  'Overspeed',
  'Neutral',
  'EngineOverrun',
  'Idling',
  'TOTALHA',
  'TOTALHB',
  'TOTALHC',
] as const

/** The columns of each report after the driver and the vehicle; OPEN-79 gives all reports those of the driver score. */
const COLUMNS: Readonly<Record<DriverReport, readonly DrivingColumn[]>> = {
  DRIVER_CATEGORY_AND_SCORE: [
    ...['DriverScore', 'DriverScoreCategory', 'TotalDistance', 'TotalDrivingTime', 'FuelConsumed'],
    ...['FuelDrop', 'MaxSpeed', 'DrivingWithEconomy', 'Overspeed', 'Idling', 'Neutral'],
    ...['TOTALHA', 'TOTALHB', 'TOTALHC', 'EngineOverrun'],
  ] as DrivingColumn[],
  DRIVER_SCORE_AND_COMPARISON: ['DriverScore', 'DriverScoreCategory', 'TotalDistance', 'TotalDrivingTime'],
  DRIVING_INCIDENTS: ['TotalDistance', ...INCIDENTS, 'DriverScore'],
  DRIVER_SCORE_TREND: ['DriverScore', 'DriverScoreCategory', 'TotalDistance', 'TotalDrivingTime'],
  VEHICLE_SUMMARY_ALERT_COUNT: [
    ...(['TotalDistance', 'TotalDrivingTime', 'MaxSpeed', 'FuelConsumed', 'FuelDrop'] as const),
    ...INCIDENTS,
  ],
}

const column = (name: ColumnName): TableColumn => ({
  name,
  title: DRIVING_COLUMN[name],
  kind: KIND[name],
  width: WIDTH[KIND[name]],
})

/**
 * The columns of a report (DRV-02, DRV-03): the driver and the vehicles driven, or the vehicle, come first. Scores by the user's own alerts
 * have the company's beside them.
 */
export const reportColumns = (
  report: DriverReport,
  by: DrivingSubject,
  scoredBy: ScoredBy,
): readonly TableColumn[] => [
  ...(by === 'driver' ? [column('DriverName')] : []),
  column('RegistrationNumber'),
  ...COLUMNS[report].flatMap((name) =>
    name === 'DriverScore' && scoredBy === 'own' ? [column(name), column('CompanyScore')] : [column(name)],
  ),
]

const INCIDENT_OF = new Map<string, IncidentCode>(
  DRIVING_INCIDENTS.map(({ column: name, code }) => [name, code]),
)
/** The kind of incidents that a column counts; undefined for another column. */
export const incidentOf = (name: string): IncidentCode | undefined => INCIDENT_OF.get(name)

/** The name of a driver or a vehicle. */
export const nameOf = ({ name }: Pick<DrivingRow, 'name'>): string => (name === '' ? DRIVING.nobody : name)

/** A score, and that there is none as OPEN-60 spells it. */
export const scoreText = (score: number | null): string =>
  score === null ? NOT_SCORED.value : formatFigure('score', score)

/** Why there is no score, in a sentence. */
export const notScoredText = (why: NonNullable<DrivingRow['notScored']>): string =>
  why === 'distance'
    ? NOT_SCORED.distance({ distance: formatWithUnit('distanceLimit', LEAST_SCORED_KM) })
    : NOT_SCORED[why]

export const categoryText = (category: string): string => {
  const names: Readonly<Record<string, string>> = SCORE_CATEGORY
  return names[category] ?? category
}

const FORMATS: Readonly<Partial<Record<ColumnKind, (value: number) => string>>> = {
  score: scoreText,
  distance: formatDistance,
  duration: (seconds) => formatDuration(seconds * 1000),
  volume: (litres) => formatWithUnit('volume', litres),
  speed: (kmph) => formatWithUnit('maxSpeed', kmph),
  count: formatNumber,
}

/** A value of a column with its unit; `N/A` where there is none. */
export const valueText = (name: DrivingColumn, value: string | number | null): string => {
  if (value === null) return KIND[name] === 'score' ? scoreText(value) : NOT_KNOWN
  if (typeof value === 'string') return name === 'DriverScoreCategory' ? categoryText(value) : value
  return FORMATS[KIND[name]]?.(value) ?? String(value)
}

const keyOf = (row: DrivingRow, name: string): string | number | null => {
  if (name === 'DriverName') return row.name === '' ? null : row.name
  // By the score that makes it: the names of categories have no order.
  if (name === 'CompanyScore') return row.companyScore
  const known: Readonly<Record<string, string | number | null>> = row.columns
  return known[name === 'DriverScoreCategory' ? 'DriverScore' : name] ?? null
}

/** Rows in the order of a column, or as they are without one. */
export const sortedRows = (rows: readonly DrivingRow[], sort: DrivingSort | null): readonly DrivingRow[] =>
  sort === null ? rows : sortedBy(rows, (row) => keyOf(row, sort.column), sort.isDescending)
