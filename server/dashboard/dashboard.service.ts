import type * as z from 'zod/mini'
import type {
  AdblueReply,
  DrivingScoreReply,
  FigureRows,
  FiguresBy,
  MileageReply,
  PerformanceReply,
  UtilizationReply,
} from '#contract/records/figures.ts'
import { MAX_FIGURES_ROWS } from '#contract/records/figures.ts'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import type { Band } from '#domain/bands.ts'
import { dayBounds, shiftDay } from '#domain/company-time.ts'
import { COUNTED_STATUSES } from '#domain/dashboard.ts'
import type { ScoredBy } from '#domain/driving-score.ts'
import type { FigureName, Figures } from '#domain/figure-fields.ts'
import {
  figuresTogether,
  knownSecondsOf,
  knownUtilizationOf,
  mileageOf,
  odometerShareOf,
  utilizationOf,
} from '#domain/figures.ts'
import { HOUR_MS } from '#domain/units.ts'
import type { Caller } from '../access/caller.ts'
import {
  type FiguresQuestion,
  type FiguresService,
  type FiguresSummary,
  figuresAt,
} from '../figures/figures.service.ts'
import type { FleetService } from '../fleet/fleet.service.ts'
import { type ScoredAlertsService, scoredBy } from '../settings/scored-alerts.service.ts'
import { adblueAverage, finishedDays } from './adblue-average.ts'

/** Days in a part of a long range (OPEN-50). */
const WEEK_DAYS = 7

const mileageFigures = (figures: Figures) => ({
  distanceKm: figures.distanceKm,
  meteredKm: figures.meteredKm,
  fuelUsed: figures.fuelUsed,
  mileage: mileageOf(figures),
  odometerShare: odometerShareOf(figures),
  doubtedKm: figures.doubtedKm,
})

type Dependencies = {
  readonly figures: FiguresService
  readonly fleet: Pick<FleetService, 'statusesOf'>
  readonly scoredAlerts: Pick<ScoredAlertsService, 'scoringOf'>
  readonly now: () => number
}

/** The figures of the dashboard (DSH-01): each call has the same summary behind it. */
export const createDashboard = ({ figures, fleet, scoredAlerts, now }: Dependencies) => {
  const answered = async (
    caller: Caller,
    filter: ReportFilter,
    signal: AbortSignal,
  ): Promise<{ question: FiguresQuestion; summary: FiguresSummary }> => {
    const question = await figures.questionOf(caller, filter)
    return { question, summary: await figures.summaryOf(question, signal) }
  }

  /** As long as days are pending, there is nothing but the head. */
  const unlessPending = <T>({ head }: FiguresSummary, value: T): T | null =>
    head.pendingDays > 0 ? null : value

  const series = <T>(
    { days }: FiguresQuestion,
    summary: FiguresSummary,
    of: (figures: Figures) => T,
  ): Array<{ date: string } & T> =>
    summary.head.pendingDays > 0 ? [] : days.map((date) => ({ date, ...of(figuresAt(summary.byDay, date)) }))

  /** What the time before says; null where it cannot be compared with. */
  const beforeOf = <T>({ before, head }: FiguresSummary, of: (figures: Figures) => T): T | null =>
    before === null || head.pendingDays > 0 ? null : of(before)

  const bandsOf = async <TBand extends Band & { readonly name: FigureName }>(
    bands: readonly TBand[],
    caller: Caller,
    filter: ReportFilter,
    signal: AbortSignal,
  ) => {
    const { summary } = await answered(caller, filter, signal)
    const secondsOf = (all: Figures) => bands.reduce((sum, { name }) => sum + all[name], 0)
    const seconds = secondsOf(summary.total)
    const before = beforeOf(summary, (all) => ({ all, seconds: secondsOf(all) }))
    return {
      ...summary.head,
      seconds: summary.head.pendingDays > 0 ? 0 : seconds,
      bands:
        summary.head.pendingDays > 0
          ? []
          : bands.map(
              ({ name }): { name: TBand['name']; seconds: number; share: number; before: number | null } => ({
                name,
                seconds: summary.total[name],
                share: seconds > 0 ? summary.total[name] / seconds : 0,
                before: before !== null && before.seconds > 0 ? before.all[name] / before.seconds : null,
              }),
            ),
    }
  }

  return {
    mileage: async (
      caller: Caller,
      filter: ReportFilter,
      signal: AbortSignal,
    ): Promise<z.infer<typeof MileageReply>> => {
      const { question, summary } = await answered(caller, filter, signal)
      return {
        ...summary.head,
        days: series(question, summary, mileageFigures),
        total: unlessPending(summary, mileageFigures(summary.total)),
        before: beforeOf(summary, mileageFigures),
      }
    },

    adblue: async (
      caller: Caller,
      filter: ReportFilter,
      signal: AbortSignal,
    ): Promise<z.infer<typeof AdblueReply>> => {
      const { question, summary } = await answered(caller, filter, signal)
      const { pendingDays, vehicles } = summary.head
      const of = ({ adblueUsed }: Figures) => ({ adblueUsed })
      const { during, before } =
        pendingDays > 0 ? { during: [], before: [] } : await figures.adblueDays(question, signal)
      const reported = new Set(during.map(({ day }) => day))
      const { days, timeZone } = question
      const daysBefore = days.map((day) => shiftDay(day, -days.length))
      const clock = { timeZone, now: now() }
      return {
        ...summary.head,
        days: series(question, summary, of).map(({ date, adblueUsed }) => ({
          ...{ date, adblueUsed: reported.has(date) || adblueUsed !== 0 ? adblueUsed : null },
        })),
        total: unlessPending(summary, of(summary.total)),
        before: beforeOf(summary, of),
        average: adblueAverage(during, finishedDays(days, question.query.range, clock), vehicles),
        averageBefore: beforeOf(summary, () =>
          adblueAverage(before, finishedDays(daysBefore, question.before.range, clock), vehicles),
        ),
      }
    },

    /** By day, or by week from the first day on. The hours selected are those of all vehicles, reporting or not (DSH-12). */
    utilization: async (
      caller: Caller,
      {
        timeDiffGreaterThan7Days: isLong = false,
        ...filter
      }: ReportFilter & { timeDiffGreaterThan7Days?: boolean | undefined },
      signal: AbortSignal,
    ): Promise<z.infer<typeof UtilizationReply>> => {
      const { question, summary } = await answered(caller, filter, signal)
      const { vehicles, hours, pendingDays } = summary.head
      const of = (all: Figures, selected: number) => ({
        runningS: all.runningS,
        idlingS: all.idlingS,
        knownS: knownSecondsOf(all),
        utilization: utilizationOf(all, selected * vehicles),
        knownUtilization: knownUtilizationOf(all),
      })
      const hoursOfDay = (day: string): number => {
        const { from, to } = dayBounds(day, question.timeZone)
        return Math.max(0, Math.min(to, question.to, now()) - Math.max(from, question.from)) / HOUR_MS
      }
      const parts: string[][] = []
      for (let at = 0; at < question.days.length; at += isLong ? WEEK_DAYS : 1)
        parts.push(question.days.slice(at, at + (isLong ? WEEK_DAYS : 1)))
      return {
        ...summary.head,
        days:
          pendingDays > 0
            ? []
            : parts.map((days) => ({
                date: days[0] ?? '',
                days: days.length,
                ...of(
                  figuresTogether(days.map((day) => figuresAt(summary.byDay, day))),
                  days.reduce((sum, day) => sum + hoursOfDay(day), 0),
                ),
              })),
        total: unlessPending(summary, of(summary.total, hours)),
        before: beforeOf(summary, (all) => of(all, question.hoursBefore)),
      }
    },

    bandsOf,

    /** The score of all vehicles together, and of each, best first; those that are not scored come last. */
    score: async (
      caller: Caller,
      { scoredBy: requested, ...filter }: ReportFilter & { scoredBy?: ScoredBy | undefined },
      signal: AbortSignal,
    ): Promise<z.infer<typeof DrivingScoreReply>> => {
      const [{ summary }, scoring] = await Promise.all([
        answered(caller, filter, signal),
        scoredAlerts.scoringOf(caller, requested),
      ])
      const head = { ...summary.head, scoring: scoring.record }
      if (head.pendingDays > 0) return { ...head, fleet: null, before: null, rows: [] }
      const names = await figures.vehicles([...summary.byVehicle.keys()])
      return {
        ...head,
        fleet: scoredBy(summary.total, scoring),
        before: beforeOf(summary, (all) => scoredBy(all, scoring).score),
        rows: [...summary.byVehicle]
          .map(([vehicleId, own]) => ({
            vehicleId,
            registration: names.get(vehicleId)?.registration ?? '',
            distanceKm: own.distanceKm,
            ...scoredBy(own, scoring),
          }))
          .sort((a, b) => (b.score ?? -1) - (a.score ?? -1) || b.distanceKm - a.distanceKm),
      }
    },

    /** How many vehicles have each status now, with percentages of all of them (DSH-07). */
    performance: async (caller: Caller, filter: ReportFilter): Promise<z.infer<typeof PerformanceReply>> => {
      const counts = await fleet.statusesOf(caller, new Set(await figures.idsOf(caller, filter)))
      const vehicles = Object.values(counts).reduce((sum, count) => sum + count, 0)
      return {
        asOf: now(),
        vehicles,
        statuses: COUNTED_STATUSES.map((status) => ({
          status,
          count: counts[status],
          percent: vehicles === 0 ? 0 : (counts[status] / vehicles) * 100,
        })),
      }
    },

    /** What makes the answer with the vehicles, days or hours behind a figure. */
    rows: async (
      caller: Caller,
      { by, ...filter }: ReportFilter & { by: z.infer<typeof FiguresBy> },
      signal: AbortSignal,
    ): Promise<() => z.infer<typeof FigureRows>> => {
      const { question, summary } = await answered(caller, filter, signal)
      const { head, total } = summary
      if (head.pendingDays > 0) return () => ({ ...head, rows: [], total: figuresTogether([]) })
      const names = await figures.vehicles(question.query.vehicleIds)
      const nameOf = (vehicleId: number) => names.get(vehicleId)?.registration ?? ''
      if (by === 'hour') {
        const hours = await figures.hoursOf(question, signal)
        return () => ({
          ...head,
          total,
          rows: hours.map(({ vehicleId, hour, day, figures: own }) => ({
            ...{ vehicleId, registration: nameOf(vehicleId), date: day, hour },
            figures: own,
          })),
        })
      }
      return () => ({
        ...head,
        total,
        rows:
          by === 'day'
            ? question.days.map((date) => ({
                ...{ vehicleId: null, registration: null, date, hour: null },
                figures: figuresAt(summary.byDay, date),
              }))
            : question.query.vehicleIds.slice(0, MAX_FIGURES_ROWS).map((vehicleId) => ({
                ...{ vehicleId, registration: nameOf(vehicleId), date: null, hour: null },
                figures: figuresAt(summary.byVehicle, vehicleId),
              })),
      })
    },
  }
}

export type Dashboard = ReturnType<typeof createDashboard>
