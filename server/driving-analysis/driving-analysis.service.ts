import type * as z from 'zod/mini'
import {
  COMPARED_COLUMNS,
  type DrivingColumns,
  type DrivingIncidentsReply,
  type DrivingRow,
  type DrivingScores,
  type DrivingTrend,
  MAX_REGISTRATIONS,
} from '#contract/records/driving-analysis.ts'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import { DRIVING_INCIDENTS, type IncidentCode, medianOf, per100Km } from '#domain/driving-incidents.ts'
import type { DrivingSubject, ScoredBy, TrendStep } from '#domain/driving-score.ts'
import type { Figures } from '#domain/figure-fields.ts'
import {
  figuresTogether,
  figuresWithout,
  isComparable,
  knownRpmSecondsOf,
  NO_FIGURES,
} from '#domain/figures.ts'
import type { Caller } from '../access/caller.ts'
import type { FiguresRepository } from '../figures/figures.repository.ts'
import { type FiguresQuestion, type FiguresService, figuresAt } from '../figures/figures.service.ts'
import { notFound } from '../http/errors.ts'
import { type ScoredAlertsService, type Scoring, scoredBy } from '../settings/scored-alerts.service.ts'
import type { DrivingAnalysisRepository } from './driving-analysis.repository.ts'

/** The driving for which nobody was assigned. */
const NOBODY = 0
const WEEK_DAYS = 7

type Of<T> = ReportFilter & { readonly by: DrivingSubject; readonly scoredBy?: ScoredBy | undefined } & T

/** A score of figures, which nobody has for the driving of nobody. */
const scoreOf = (figures: Figures, scoring: Scoring, isNobody: boolean) => {
  const own = scoredBy(figures, scoring)
  const none = { score: null, category: null, notScored: 'nobody' as const, companyScore: null }
  return isNobody ? { ...own, ...none } : own
}

/** The score of the time before a question; null where too little was reported then to compare with it. */
const scoreBeforeOf = (
  { hours, hoursBefore }: Pick<FiguresQuestion, 'hours' | 'hoursBefore'>,
  now: Figures,
  before: Figures,
  scoring: Scoring,
): number | null => (isComparable(now, hours, before, hoursBefore) ? scoredBy(before, scoring).score : null)

/** Whether the level of the fuel was reported: without it there is nothing that was used, but no zero either. */
const isFuelKnown = ({ meteredKm, fuelUsed, fuelFilled, fuelDropped }: Figures): boolean =>
  [meteredKm, fuelUsed, fuelFilled, fuelDropped].some((figure) => figure !== 0)

/** How many harsh manoeuvres there were: unknown where none was found and no truck ever reported one. */
const harshOf = (count: number, isReporter: boolean): number | null =>
  count > 0 || isReporter ? count : null

const columnsOf = (
  figures: Figures,
  registrations: readonly string[],
  isReporter: boolean,
  { score, category }: Pick<ReturnType<typeof scoreOf>, 'score' | 'category'>,
): DrivingColumns => ({
  RegistrationNumber: registrations.join(', '),
  DriverScore: score,
  DriverScoreCategory: category,
  TotalDistance: figures.distanceKm,
  TotalDrivingTime: figures.runningS,
  FuelConsumed: isFuelKnown(figures) ? figures.fuelUsed : null,
  FuelDrop: isFuelKnown(figures) ? figures.fuelDropped : null,
  MaxSpeed: figures.maxSpeed,
  DrivingWithEconomy: knownRpmSecondsOf(figures) > 0 ? figures.economyS : null,
  Overspeed: figures.overspeeds,
  Idling: figures.idlings,
  Neutral: figures.neutrals > 0 || figures.gearKnownS > 0 ? figures.neutrals : null,
  TOTALHA: harshOf(figures.harshAccelerations, isReporter),
  TOTALHB: harshOf(figures.harshBrakings, isReporter),
  TOTALHC: harshOf(figures.harshCornerings, isReporter),
  EngineOverrun: figures.overruns > 0 || knownRpmSecondsOf(figures) > 0 ? figures.overruns : null,
})

const INCIDENT_COLUMNS: ReadonlySet<string> = new Set(DRIVING_INCIDENTS.map(({ column }) => column))

/** What is compared of a row: of incidents, those in 100 km. */
const comparedOf = ({ columns }: DrivingRow, name: (typeof COMPARED_COLUMNS)[number]): number | null =>
  INCIDENT_COLUMNS.has(name) ? per100Km(columns[name], columns.TotalDistance) : columns[name]

const mediansOf = (rows: readonly DrivingRow[]): DrivingScores['median'] => {
  const scored = rows.filter(({ notScored }) => notScored === null)
  return Object.fromEntries(
    COMPARED_COLUMNS.map((name) => [name, medianOf(scored.flatMap((row) => comparedOf(row, name) ?? []))]),
  )
}

const bestFirst = (a: DrivingRow, b: DrivingRow): number =>
  (b.columns.DriverScore ?? -1) - (a.columns.DriverScore ?? -1) ||
  b.columns.TotalDistance - a.columns.TotalDistance ||
  a.id - b.id

type Dependencies = {
  readonly figures: Pick<
    FiguresService,
    'questionOf' | 'summaryOf' | 'byDriver' | 'byVehicleBefore' | 'vehicles'
  >
  readonly days: Pick<FiguresRepository, 'byDayOf' | 'vehiclesByDriver' | 'harshReporters'>
  readonly drivers: DrivingAnalysisRepository
  readonly scoredAlerts: Pick<ScoredAlertsService, 'scoringOf'>
}

/**
 * The driver reports (DRV-02): scores by the caller's enabled alerts (DRV-04) or the company's, their trend, and the incidents behind them.
 */
export const createDrivingAnalysis = ({ figures, days, drivers, scoredAlerts }: Dependencies) => {
  const registrationsOf = async (vehicleIds: readonly number[]): Promise<(id: number) => string> => {
    const known = await figures.vehicles(vehicleIds)
    return (id) => known.get(id)?.registration ?? ''
  }

  /** A row for each driver; one for nobody only where a vehicle without a driver has reported. */
  const driverRows = async (
    question: FiguresQuestion,
    { during, before }: Awaited<ReturnType<FiguresService['byDriver']>>,
    scoring: Scoring,
    signal: AbortSignal,
  ): Promise<DrivingRow[]> => {
    const vehicles = await days.vehiclesByDriver(question.query, signal)
    const names = await drivers.names([...during.keys()])
    const driven = [...new Set([...vehicles.values()].flat())]
    const registrationOf = await registrationsOf(driven)
    const reporters = await days.harshReporters(driven, signal)
    return [...during].flatMap(([id, own]) => {
      if (id === NOBODY && !vehicles.has(id)) return []
      const { parts, notScored, companyScore, ...score } = scoreOf(own, scoring, id === NOBODY)
      const ofDriver = vehicles.get(id) ?? []
      const registrations = ofDriver.slice(0, MAX_REGISTRATIONS).map(registrationOf)
      const isReporter = ofDriver.some((vehicleId) => reporters.has(vehicleId))
      return {
        ...{ id, name: names.get(id) ?? '', registrations, notScored, parts, companyScore },
        columns: columnsOf(own, registrations, isReporter, score),
        before: id === NOBODY ? null : scoreBeforeOf(question, own, figuresAt(before, id), scoring),
      }
    })
  }

  const vehicleRows = async (
    question: FiguresQuestion,
    byVehicle: ReadonlyMap<number, Figures>,
    before: ReadonlyMap<number, Figures>,
    scoring: Scoring,
    signal: AbortSignal,
  ): Promise<DrivingRow[]> => {
    const registrationOf = await registrationsOf([...byVehicle.keys()])
    const reporters = await days.harshReporters([...byVehicle.keys()], signal)
    return [...byVehicle].map(([id, own]) => {
      const { parts, notScored, companyScore, ...score } = scoreOf(own, scoring, false)
      const name = registrationOf(id)
      return {
        ...{ id, name, registrations: [name], notScored, parts, companyScore },
        columns: columnsOf(own, [name], reporters.has(id), score),
        before: scoreBeforeOf(question, own, figuresAt(before, id), scoring),
      }
    })
  }

  return {
    /** Drivers or vehicles with their scores, best first; those that are not scored come last. */
    scores: async (
      caller: Caller,
      { by, scoredBy: requested, ...filter }: Of<unknown>,
      signal: AbortSignal,
    ): Promise<DrivingScores> => {
      const question = await figures.questionOf(caller, filter)
      const [summary, scoring] = await Promise.all([
        figures.summaryOf(question, signal),
        scoredAlerts.scoringOf(caller, requested),
      ])
      const head = { ...summary.head, scoring: scoring.record }
      const none = {
        fleet: null,
        companyFleet: null,
        companyMedian: null,
        before: null,
        median: {},
        rows: [],
      }
      if (head.pendingDays > 0) return { ...head, ...none }
      const byDriver = by === 'driver' ? await figures.byDriver(question, signal) : null
      const rows =
        byDriver === null
          ? await vehicleRows(
              question,
              summary.byVehicle,
              await figures.byVehicleBefore(question, signal),
              scoring,
              signal,
            )
          : await driverRows(question, byDriver, scoring, signal)
      const scored = (all: Figures, of: ReadonlyMap<number, Figures> | undefined) =>
        scoredBy(of === undefined ? all : figuresWithout(all, figuresAt(of, NOBODY)), scoring)
      const fleet = scored(summary.total, byDriver?.during)
      return {
        ...head,
        ...{ fleet: fleet.score, companyFleet: fleet.companyScore },
        before: summary.before === null ? null : scored(summary.before, byDriver?.before).score,
        median: mediansOf(rows),
        companyMedian: medianOf(rows.flatMap(({ companyScore }) => companyScore ?? [])),
        rows: rows.sort(bestFirst),
      }
    },

    /**
     * The score of all together, and of each of these drivers or vehicles, by day, or by week from the first day on. Drivers who did not
     * drive the caller's vehicles in the range have no line, nor have vehicles of others.
     */
    trend: async (
      caller: Caller,
      {
        by,
        subjectIds,
        step,
        scoredBy: requested,
        ...filter
      }: Of<{ subjectIds: readonly number[]; step: TrendStep }>,
      signal: AbortSignal,
    ): Promise<DrivingTrend> => {
      const question = await figures.questionOf(caller, filter)
      const [{ head: of, byDay }, scoring] = await Promise.all([
        figures.summaryOf(question, signal),
        scoredAlerts.scoringOf(caller, requested),
      ])
      const head = { ...of, scoring: scoring.record }
      if (head.pendingDays > 0) return { ...head, dates: [], lines: [] }
      const candidates = subjectIds.filter((id) => by === 'driver' || question.query.vehicleIds.includes(id))
      const read = by === 'driver' ? [...candidates, NOBODY] : candidates
      const found = read.length === 0 ? [] : await days.byDayOf(question.query, by, read, signal)
      const ids = candidates.filter((id) => by === 'vehicle' || found.some((each) => each.id === id))
      const known = new Map(found.map(({ id, day, figures: own }) => [`${id} ${day}`, own]))
      const knownOf = (id: number, day: string): Figures => known.get(`${id} ${day}`) ?? NO_FIGURES
      // By driver, the fleet is that of drivers: the driving of nobody is never scored.
      const fleetOn = (day: string): Figures => {
        const all = figuresAt(byDay, day)
        return by === 'driver' ? figuresWithout(all, knownOf(NOBODY, day)) : all
      }
      const nameOf =
        by === 'vehicle'
          ? await registrationsOf(ids)
          : await drivers.names(ids).then((names) => (id: number) => names.get(id) ?? '')
      const parts: string[][] = []
      for (let at = 0; at < question.days.length; at += step === 'week' ? WEEK_DAYS : 1)
        parts.push(question.days.slice(at, at + (step === 'week' ? WEEK_DAYS : 1)))
      const line = (id: number | null, name: string, on: (day: string) => Figures) => ({
        ...{ id, name },
        points: parts.map((some) => {
          const own = figuresTogether(some.map(on))
          const { score, companyScore, notScored } = scoreOf(own, scoring, by === 'driver' && id === NOBODY)
          return { score, companyScore, notScored, distanceKm: own.distanceKm }
        }),
      })
      return {
        ...head,
        dates: parts.map(([first = '']) => first),
        lines: [line(null, '', fleetOn), ...ids.map((id) => line(id, nameOf(id), (day) => knownOf(id, day)))],
      }
    },

    /**
     * The incidents of one kind that the figures of a driver or a vehicle count.
     * @throws HttpError the common 404 for a vehicle that is not the caller's; of another company's driver there are no incidents.
     */
    incidents: async (
      caller: Caller,
      { by, subjectId, incident, ...filter }: Of<{ subjectId: number; incident: IncidentCode }>,
      signal: AbortSignal,
    ): Promise<z.infer<typeof DrivingIncidentsReply>> => {
      const question = await figures.questionOf(caller, filter)
      const { query, from, to } = question
      if (by === 'vehicle' && !query.vehicleIds.includes(subjectId)) throw notFound()
      const { head } = await figures.summaryOf(question, signal)
      if (head.pendingDays > 0) return { ...head, incidents: [], total: 0 }
      const vehicleIds =
        by === 'vehicle' ? [subjectId] : ((await days.vehiclesByDriver(query, signal)).get(subjectId) ?? [])
      const found = await drivers.incidents({
        ...query,
        ...{ vehicleIds, driverId: by === 'driver' ? subjectId : null, incident, from, to },
      })
      const names = await drivers.names([...new Set(found.incidents.map(({ driverId }) => driverId))])
      return {
        ...head,
        total: found.total,
        incidents: found.incidents.map((row) => ({ ...row, driverName: names.get(row.driverId) ?? '' })),
      }
    },
  }
}

export type DrivingAnalysis = ReturnType<typeof createDrivingAnalysis>
