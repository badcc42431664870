import * as z from 'zod/mini'
import { RPM_BANDS, SPEED_BANDS } from '#domain/bands.ts'
import { COUNTED_STATUSES } from '#domain/dashboard.ts'
import { INCIDENT_CODES, type IncidentCode } from '#domain/driving-incidents.ts'
import { SCORED_ALERTS, SCORED_BY } from '#domain/driving-score.ts'
import type { FigureName } from '#domain/figure-fields.ts'
import { FIGURE_NAMES } from '#domain/figures.ts'
import { PUNCTUALITY } from '#domain/trips.ts'
import { DAY_MS } from '#domain/units.ts'
import { Id } from './ids.ts'
import { FigureScales } from './scaling.ts'
import { Trip } from './trips.ts'

/** What a vehicle did in a time; docs/figures.md defines each figure. */
export const FiguresRecord = z.object(
  Object.fromEntries(FIGURE_NAMES.map((name) => [name, z.number()])) as Record<FigureName, z.ZodMiniNumber>,
)

/** The longest range of figures, ms. */
export const MAX_FIGURES_RANGE_MS = 366 * DAY_MS
/** The most vehicles whose figures are put together, and the most rows of what is behind one. */
export const MAX_FIGURES_VEHICLES = 10_000
export const MAX_FIGURES_ROWS = 10_000

/**
 * What every answer with figures says of itself. `asOf` (ms UTC) is until when fixes are counted; `pendingDays` are stored days that an
 * upgrade has yet to derive again: as long as there are some, figures are absent instead of half old. `waitingDays` of the `rangeDays` days
 * of the range, before today, have fixes that no figure has yet: what is there is right and will rise.
 */
export const FiguresHead = z.object({
  asOf: z.number(),
  pendingDays: z.number(),
  waitingDays: z._default(z.number(), 0),
  rangeDays: z._default(z.number(), 0),
  vehicles: z.number(),
  /** Of the vehicles, those that reported in the range. */
  reporting: z.number(),
  /** The hours selected: of one vehicle, until now in a range that goes on, and in the range before (DSH-12). */
  hours: z.number(),
  /**
   * What is known of the range: of how many of its days anything, and for how many hours, of all vehicles together, whether they moved, idled
   * or stood. Absent where there are no figures.
   */
  known: z.optional(z.object({ days: z.number(), hours: z.number() })),
  /** The scaling factors with which its KPIs are to be shown: of those that have another than 1. The figures themselves are not scaled. */
  scales: z.optional(FigureScales),
})

const maybe = z.nullable(z.number())

/** A day, or the week that begins with it; `YYYY-MM-DD` in the company's zone. */
const DayText = z.string()

/**
 * Fuel economy by day (MILAGE_DAILY): km, litres and km a litre, which is over `meteredKm`, for which the use of fuel is known.
 * `odometerShare` is the part of the distance that odometers tell; `doubtedKm` the km that positions tell although an odometer was
 * reported, because both differed.
 */
const MileageFigures = {
  distanceKm: z.number(),
  meteredKm: z.number(),
  fuelUsed: z.number(),
  mileage: maybe,
  odometerShare: maybe,
  doubtedKm: z.number(),
}
export const MileageReply = z.extend(FiguresHead, {
  days: z.array(z.object({ date: DayText, ...MileageFigures })),
  total: z.nullable(z.object(MileageFigures)),
  before: z.nullable(z.object(MileageFigures)),
})

/**
 * AdBlue used by day, litres (ADBLUE_DAILY); null on a day on which no vehicle reported its level. `average` is what a vehicle used on a day,
 * as a mean of `days` days of vehicles, those that are over and of which it is known, of `ofDays` that are over; null where none is known.
 */
const AdblueFigures = { adblueUsed: z.number() }
const AdblueAverage = z.nullable(z.object({ aDay: z.number(), days: z.number(), ofDays: z.number() }))
export type AdblueAverage = z.infer<typeof AdblueAverage>
export const AdblueReply = z.extend(FiguresHead, {
  days: z.array(z.object({ date: DayText, adblueUsed: maybe })),
  total: z.nullable(z.object(AdblueFigures)),
  before: z.nullable(z.object(AdblueFigures)),
  average: AdblueAverage,
  averageBefore: AdblueAverage,
})

/**
 * Utilisation by day, or by week in a long range (UTILIZATION_DAILY, DSH-11, DSH-12), in percent of the hours selected. `knownS` is for how
 * long it is known what the vehicles did, and `knownUtilization` in percent of that; both percentages are null where nothing is.
 */
const UtilizationFigures = {
  runningS: z.number(),
  idlingS: z.number(),
  knownS: z.number(),
  utilization: maybe,
  knownUtilization: maybe,
}
export const UtilizationReply = z.extend(FiguresHead, {
  days: z.array(z.object({ date: DayText, days: z.number(), ...UtilizationFigures })),
  total: z.nullable(z.object(UtilizationFigures)),
  before: z.nullable(z.object(UtilizationFigures)),
})

/** How a time is divided among bands, slowest first; `share` is 0 to 1. */
const bandReply = (names: readonly string[]) =>
  z.extend(FiguresHead, {
    bands: z.array(
      z.object({
        name: z.enum(names as [string, ...string[]]),
        seconds: z.number(),
        share: z.number(),
        before: maybe,
      }),
    ),
    seconds: z.number(),
  })
export const SpeedBandReply = bandReply(SPEED_BANDS.map(({ name }) => name))
export const RpmBandReply = bandReply(RPM_BANDS.map(({ name }) => name))

/** Fleet status now (FLEET_STATUS): how many vehicles have each status, and their percentage (DSH-07). */
export const PerformanceReply = z.object({
  asOf: z.number(),
  vehicles: z.number(),
  statuses: z.array(
    z.object({
      status: z.enum(COUNTED_STATUSES),
      count: z.number(),
      percent: z.number(),
    }),
  ),
})

/** Trips of the range by how they ended, or how they stand (DSH-08). */
export const TripStatusReply = z.object({
  trips: z.number(),
  buckets: z.array(z.object({ bucket: z.enum(PUNCTUALITY), count: z.number(), percent: z.number() })),
})

/** The trips behind that, the one that was to arrive last first: at most MAX_FIGURES_ROWS of `total`. */
export const TripRowsReply = z.object({ trips: z.array(Trip), total: z.number() })

/** A part of a driving score: a kind of incidents, how it is measured, and what it takes (`domain/driving-score.ts`). */
export const ScorePartRecord = z.object({
  code: z.enum(INCIDENT_CODES as [IncidentCode, ...IncidentCode[]]),
  alert: z.nullable(z.string()),
  count: z.number(),
  seconds: maybe,
  share: maybe,
  excess: maybe,
  perHour: maybe,
  points: z.number(),
})

/** By whose alerts scores are to be: the user's own without it. */
export const ScoredByField = z.optional(z.enum(SCORED_BY))

/**
 * By which alerts the scores of an answer are (DRV-04). `by` is `company` also where the user's enabled alerts are those of the company, so
 * that there is one score; where they differ, `companyScore` stands beside each.
 */
export const ScoringRecord = z.object({
  by: z.enum(SCORED_BY),
  isSame: z.boolean(),
  alerts: z.array(z.enum(SCORED_ALERTS)),
  companyAlerts: z.array(z.enum(SCORED_ALERTS)),
  /** Who chose those of the company last, and when (ms UTC); null while nobody has. `by` is empty for a user who is gone. */
  companySet: z.nullable(z.object({ by: z.string(), at: z.number() })),
})
export type ScoringRecord = z.infer<typeof ScoringRecord>

const ScoreRecord = {
  score: maybe,
  category: z.nullable(z.string()),
  notScored: z.nullable(z.enum(['distance', 'alerts'])),
  parts: z.array(ScorePartRecord),
  companyScore: maybe,
}
/** The driving score of the scope, of the range before, and of each vehicle, best first (DRIVING_SCORE). */
export const DrivingScoreReply = z.extend(FiguresHead, {
  scoring: ScoringRecord,
  fleet: z.nullable(z.object(ScoreRecord)),
  before: maybe,
  rows: z.array(
    z.object({ vehicleId: Id, registration: z.string(), distanceKm: z.number(), ...ScoreRecord }),
  ),
})

/**
 * What stands out, each with how many vehicles show it and with the foremost of them, at most five (FLEET_INSIGHTS). `value` is in the unit
 * of the figure.
 */
export const InsightKind = z.enum(['best', 'worst', 'silent', 'stood', 'fuelUse'])
export const TruckInsightReply = z.extend(FiguresHead, {
  scoring: ScoringRecord,
  insights: z.array(
    z.object({
      kind: InsightKind,
      figure: z.enum(['mileage', 'utilization', 'score', 'lastFix', 'stoppedS']),
      count: z.number(),
      vehicles: z.array(
        z.object({
          vehicleId: Id,
          registration: z.string(),
          value: maybe,
          /** Of a utilisation, which is in percent of the hours that are known: in percent of those selected (DSH-12). */
          ofSelected: z.optional(maybe),
          /** Of a driving score: the one by the company's alerts. */
          companyScore: z.optional(maybe),
          /** Of a fuel use outside of its band: the lowest and the highest usual value. */
          band: z.nullable(z.object({ from: z.number(), to: z.number() })),
        }),
      ),
    }),
  ),
})

/** What a figure is made of: by vehicle, by day, or by hour of one vehicle. */
export const FiguresBy = z.enum(['vehicle', 'day', 'hour'])
export const FigureRows = z.extend(FiguresHead, {
  rows: z.array(
    z.object({
      vehicleId: z.nullable(Id),
      registration: z.nullable(z.string()),
      date: z.nullable(DayText),
      /** The first ms of the hour, or of the part of it in which this driver drove. */
      hour: maybe,
      figures: FiguresRecord,
    }),
  ),
  total: FiguresRecord,
})
