import * as z from 'zod/mini'
import { INCIDENT_CODES, type IncidentCode } from '#domain/driving-incidents.ts'
import { DRIVING_SUBJECTS, TREND_STEPS } from '#domain/driving-score.ts'
import { FiguresHead, ScorePartRecord, ScoringRecord } from './figures.ts'
import { Id } from './ids.ts'

/** The most incidents of one answer; `total` counts all. */
export const MAX_INCIDENTS = 1000
/** The most registrations that are named of one driver. */
export const MAX_REGISTRATIONS = 50

/** Whose score it is. */
export const DrivingSubject = z.enum(DRIVING_SUBJECTS)

/** The id of a driver or a vehicle; 0 is the driving for which no driver was assigned. */
export const DrivingSubjectId = z.union([z.literal(0), Id])

export const IncidentCodeField = z.enum(INCIDENT_CODES as [IncidentCode, ...IncidentCode[]])

const maybe = z.nullable(z.number())
const NotScored = z.nullable(z.enum(['distance', 'alerts', 'nobody']))

/**
 * The columns of the driver reports (DRV-03). Distance in km, times in s, volumes in litres, speed in km/h; the others are counts. Null: no
 * score, or a level of fuel, an engine speed or a gear that nobody reported.
 */
const COLUMNS = {
  RegistrationNumber: z.string(),
  DriverScore: maybe,
  DriverScoreCategory: z.nullable(z.string()),
  TotalDistance: z.number(),
  TotalDrivingTime: z.number(),
  FuelConsumed: maybe,
  FuelDrop: maybe,
  MaxSpeed: z.number(),
  DrivingWithEconomy: maybe,
  Overspeed: z.number(),
  Idling: z.number(),
  Neutral: maybe,
  TOTALHA: maybe,
  TOTALHB: maybe,
  TOTALHC: maybe,
  EngineOverrun: maybe,
} as const
export type DrivingColumn = keyof typeof COLUMNS
const DrivingColumns = z.object(COLUMNS)
export type DrivingColumns = z.infer<typeof DrivingColumns>

/**
 * A driver or a vehicle with its score, why there is none, and the parts of it (DSH-13). `name` is empty where no driver was assigned;
 * `registrations` are the vehicles that were driven. `before` is the score of the same length of time before,
 * null where too little was reported then to compare with it. `companyScore` is the one by the company's alerts.
 */
export const DrivingRow = z.object({
  id: DrivingSubjectId,
  name: z.string(),
  registrations: z.array(z.string()),
  columns: DrivingColumns,
  notScored: NotScored,
  parts: z.array(ScorePartRecord),
  before: maybe,
  companyScore: maybe,
})
export type DrivingRow = z.infer<typeof DrivingRow>

/** The columns that are compared with a median: scores, totals, and incidents in 100 km. */
export const COMPARED_COLUMNS = [
  'DriverScore',
  'TotalDistance',
  'TotalDrivingTime',
  'FuelConsumed',
  'MaxSpeed',
  'DrivingWithEconomy',
  'Overspeed',
  'Neutral',
  'EngineOverrun',
  'Idling',
  'TOTALHA',
  'TOTALHB',
  'TOTALHC',
] as const satisfies readonly DrivingColumn[]
export type ComparedColumn = (typeof COMPARED_COLUMNS)[number]

/**
 * The scores of drivers or vehicles, best first. `fleet` is the score of all together, by driver without the driving of nobody; `median`
 * that in the middle of those who are scored, of incidents in 100 km. No rows as long as days are pending.
 */
export const DrivingScores = z.extend(FiguresHead, {
  scoring: ScoringRecord,
  fleet: maybe,
  companyFleet: maybe,
  companyMedian: maybe,
  before: maybe,
  median: z.record(z.string(), maybe),
  rows: z.array(DrivingRow),
})
export type DrivingScores = z.infer<typeof DrivingScores>

/** Scores by day, or by the week that begins with it. */
export const TrendStep = z.enum(TREND_STEPS)

/** A line of a trend: of all together (`id` null), or of one driver or vehicle. A point for each date. */
export const TrendLine = z.object({
  id: z.nullable(DrivingSubjectId),
  name: z.string(),
  points: z.array(
    z.object({ score: maybe, companyScore: maybe, distanceKm: z.number(), notScored: NotScored }),
  ),
})
export type TrendLine = z.infer<typeof TrendLine>
export const DrivingTrend = z.extend(FiguresHead, {
  scoring: ScoringRecord,
  dates: z.array(z.string()),
  lines: z.array(TrendLine),
})
export type DrivingTrend = z.infer<typeof DrivingTrend>

/** An incident: when (ms UTC) and where, for how long in s, and its figure in km/h, rpm or km/h a second, as its code says. */
export const IncidentRecord = z.object({
  vehicleId: Id,
  registration: z.string(),
  driverId: DrivingSubjectId,
  driverName: z.string(),
  code: IncidentCodeField,
  time: z.number(),
  lng: z.number(),
  lat: z.number(),
  value: maybe,
  durationS: maybe,
  limit: maybe,
})
export type IncidentRecord = z.infer<typeof IncidentRecord>
export const DrivingIncidentsReply = z.extend(FiguresHead, {
  incidents: z.array(IncidentRecord),
  total: z.number(),
})
