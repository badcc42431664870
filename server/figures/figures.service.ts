import { MAX_FIGURES_RANGE_MS, MAX_FIGURES_ROWS, MAX_FIGURES_VEHICLES } from '#contract/records/figures.ts'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import type { FigureScales } from '#contract/records/scaling.ts'
import { DEFAULT_TIME_ZONE, dayBounds, dayOf, lastDays, shiftDay } from '#domain/company-time.ts'
import type { Figures } from '#domain/figure-fields.ts'
import { figuresTogether, isComparable, knownSecondsOf, NO_FIGURES } from '#domain/figures.ts'
import { HOUR_MS, HOUR_S } from '#domain/units.ts'
import { USUAL_DAYS } from '#domain/usual-band.ts'
import type { Caller } from '../access/caller.ts'
import { keyOfVehicles } from '../access/visible-vehicles.repository.ts'
import { type FilteredVehicles, filterRange } from '../fleet/report-filters.ts'
import { HttpError } from '../http/errors.ts'
import { createFairQueue, type WorkOwner } from '../http/fair-queue.ts'
import type { FiguresQuery, FiguresRepository } from './figures.repository.ts'
import type { FiguresBacklog } from './figures-backlog.ts'
import { createSharedAnswers } from './shared-answers.ts'

/** Answers computed at once, each by queries of the database, and those of a user that wait or are computed: a page has twelve. */
const WORK = { atOnce: 3, atOnceOfUser: 2, mostOfUser: 48 } as const

/** The km with a known use of fuel that a day must have to count for a vehicle's usual fuel economy. */
const LEAST_METERED_KM = 20

/** What is asked: whose figures, of which time, and of the same length of time before it. Days are `YYYY-MM-DD` in `timeZone`. */
export type FiguresQuestion = {
  readonly owner: WorkOwner
  readonly query: FiguresQuery
  readonly before: FiguresQuery
  readonly timeZone: string
  readonly days: readonly string[]
  /** The hours of one vehicle in the range, until now, and in the range before. */
  readonly hours: number
  readonly hoursBefore: number
  readonly from: number
  readonly to: number
}

/** The figures of a question. `pendingDays` above 0 means that there are none yet. */
export type FiguresSummary = {
  readonly head: {
    readonly asOf: number
    readonly pendingDays: number
    readonly waitingDays: number
    readonly rangeDays: number
    readonly vehicles: number
    readonly reporting: number
    readonly hours: number
    /** Of how many days anything is known, and for how many hours of all vehicles together; absent as long as days are pending. */
    readonly known?: { readonly days: number; readonly hours: number }
    /** The factors that KPIs are to be shown with; absent where all are 1. */
    readonly scales?: FigureScales
  }
  readonly total: Figures
  /** Those of the time before; null where too little was reported then to compare with it. */
  readonly before: Figures | null
  readonly byVehicle: ReadonlyMap<number, Figures>
  readonly byDay: ReadonlyMap<string, Figures>
}

type Dependencies = {
  readonly figures: FiguresRepository
  readonly backlog: Pick<FiguresBacklog, 'asOf' | 'waitingDays'>
  readonly vehiclesOf: FilteredVehicles
  readonly scalesOf: (companyId: number | null) => Promise<FigureScales>
  readonly now: () => number
}

/** What is known of a range, by its days and all of it together. */
const knownOf = (byDay: ReadonlyMap<string, Figures>, total: Figures) => ({
  days: [...byDay.values()].filter((day) => knownSecondsOf(day) > 0).length,
  hours: knownSecondsOf(total) / HOUR_S,
})

/** The one place that answers figures: of closed days and of the open one, by day, vehicle, driver and hour. */
export const createFigures = ({ figures, backlog, vehiclesOf, scalesOf, now }: Dependencies) => {
  const sharedAnswers = createSharedAnswers({ now })
  const queue = createFairQueue(WORK)

  /** The answer to a question of this kind, computed once for all who ask at the same time, when the first of them has a turn. */
  const shared = <T>(
    kind: string,
    question: FiguresQuestion,
    signal: AbortSignal,
    compute: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> =>
    queue.run(question.owner, () => sharedAnswers(keyOf(kind, question), signal, compute), signal)

  /**
   * The range of a filter, its last second included. Whole days of the company are read as such; of other ranges, the hours that begin
   * within it.
   * @throws HttpError 400 if a time is none of the calendar, the end is before the start, the range is longer than a year or has not begun.
   */
  const rangeOf = (filter: ReportFilter): { from: number; to: number } => {
    const { from, to } = filterRange(filter, now())
    if (to - from > MAX_FIGURES_RANGE_MS) throw new HttpError('figuresRangeTooLong')
    return { from, to }
  }

  /** @throws HttpError 400 for too many vehicles, and the common 404 for a vehicle that is not the caller's. */
  const idsOf = async (caller: Caller, filter: ReportFilter): Promise<number[]> => {
    const ids = await vehiclesOf(caller, filter)
    const named = filter.vins?.length ? await figures.withVins(ids, filter.vins) : ids
    if (named.length > MAX_FIGURES_VEHICLES)
      throw new HttpError('figuresTooManyVehicles', { most: MAX_FIGURES_VEHICLES })
    return named
  }

  /** @throws HttpError 400 for a range that cannot be answered, and as `idsOf`. */
  const questionOf = async (caller: Caller, filter: ReportFilter): Promise<FiguresQuestion> => {
    const { from, to } = rangeOf(filter)
    const vehicleIds = await idsOf(caller, filter)
    const { companyId } = caller
    const timeZone = (await figures.timeZoneOf(companyId)) ?? DEFAULT_TIME_ZONE
    const [fromDay, toDay] = [dayOf(from, timeZone), dayOf(to - 1, timeZone)]
    const days: string[] = []
    for (let day = fromDay; day <= toDay; day = shiftDay(day, 1)) days.push(day)
    const isWhole = dayBounds(fromDay, timeZone).from === from && dayBounds(toDay, timeZone).to === to
    const length = to - from
    const hoursWithin = (since: number, until: number) =>
      Math.max(0, Math.min(until, now()) - since) / HOUR_MS
    const firstBefore = shiftDay(fromDay, -days.length)
    return {
      owner: { companyId, userId: caller.userId },
      query: { companyId, vehicleIds, range: isWhole ? { fromDay, toDay } : { from, to } },
      before: {
        ...{ companyId, vehicleIds },
        range: isWhole
          ? { fromDay: firstBefore, toDay: shiftDay(fromDay, -1) }
          : { from: from - length, to: from },
      },
      ...{ timeZone, days, from, to },
      hours: hoursWithin(from, to),
      hoursBefore: hoursWithin(isWhole ? dayBounds(firstBefore, timeZone).from : from - length, from),
    }
  }

  const keyOf = (kind: string, { query: { companyId, vehicleIds, range } }: FiguresQuestion): string => {
    return JSON.stringify([kind, companyId, keyOfVehicles(vehicleIds), range])
  }

  /**
   * What an answer says of itself, to be read before its figures: what is derived meanwhile may be in them already, but then nothing that
   * the head says is there is missing.
   */
  const headOf = async ({ query, hours, days, timeZone }: FiguresQuestion) => {
    const asOf = backlog.asOf(query.vehicleIds)
    const [first = dayOf(now(), timeZone)] = days
    const last = days.at(-1) ?? first
    const waiting = backlog.waitingDays(query.vehicleIds, { first, last, timeZone })
    const { storedDays, openDays } = await figures.pending(query, shiftDay(first, -days.length), last)
    const [openSince] = openDays
    const today = dayOf(now(), timeZone)
    const finished = days.filter((day) => day < today)
    const open = new Set(openDays)
    return {
      // Open days are put down by a start or an import: what they have is not known to the backlog.
      asOf: openSince === undefined ? asOf : Math.min(asOf, dayBounds(openSince, timeZone).from),
      pendingDays: storedDays,
      // Today's fixes always wait for a few minutes, which `asOf` says.
      waitingDays: finished.filter((day) => waiting.has(day) || open.has(day)).length,
      rangeDays: days.filter((day) => day <= today).length,
      ...{ vehicles: query.vehicleIds.length, hours },
    }
  }

  const measuredSummary = (question: FiguresQuestion, signal: AbortSignal): Promise<FiguresSummary> =>
    shared('summary', question, signal, async (aborted): Promise<FiguresSummary> => {
      const head = await headOf(question)
      const found =
        head.pendingDays > 0
          ? { byVehicle: new Map(), byDay: new Map(), before: NO_FIGURES }
          : await figures.summary(question.query, question.before, aborted)
      const reporting = [...found.byVehicle.values()].filter(({ fixes }) => fixes > 0).length
      const total = figuresTogether(found.byVehicle.values())
      const known = head.pendingDays > 0 ? {} : { known: knownOf(found.byDay, total) }
      return {
        ...{ ...found, head: { ...head, reporting, ...known }, total },
        before: isComparable(total, question.hours, found.before, question.hoursBefore) ? found.before : null,
      }
    })

  return {
    /** So many whole days of the caller's company, of which today is the last. */
    lastDays: async ({ companyId }: Caller, days: number) =>
      lastDays(days, { now: now(), timeZone: (await figures.timeZoneOf(companyId)) ?? DEFAULT_TIME_ZONE }),

    /** The vehicles that a filter chooses. */
    idsOf,
    questionOf,

    /**
     * The figures of a question by day and vehicle, computed once for all who ask at the same time. The scaling factors are those of now,
     * so that a changed one holds at once.
     */
    summaryOf: async (question: FiguresQuestion, signal: AbortSignal): Promise<FiguresSummary> => {
      const [summary, scales] = await Promise.all([
        measuredSummary(question, signal),
        scalesOf(question.query.companyId),
      ])
      return Object.keys(scales).length === 0 ? summary : { ...summary, head: { ...summary.head, scales } }
    },

    /** The figures of a question by driver, and of the time before; 0 is nobody. */
    byDriver: (question: FiguresQuestion, signal: AbortSignal) =>
      shared('drivers', question, signal, (aborted) =>
        figures.byDriver(question.query, question.before, aborted),
      ),

    /** The days of a question on which AdBlue was reported, and those of the time before. */
    adblueDays: (question: FiguresQuestion, signal: AbortSignal) =>
      shared('adblueDays', question, signal, async (aborted) => {
        const { query, before, days } = question
        const [fromDay, toDay] = [days[0] ?? '', days.at(-1) ?? '']
        const ofBefore = { fromDay: shiftDay(fromDay, -days.length), toDay: shiftDay(fromDay, -1) }
        return {
          during: await figures.adblueDays(query, { fromDay, toDay }, aborted),
          before: await figures.adblueDays(before, ofBefore, aborted),
        }
      }),

    /** The hours behind a figure, at most MAX_FIGURES_ROWS. */
    hoursOf: (question: FiguresQuestion, signal: AbortSignal) =>
      shared('hours', question, signal, (aborted) =>
        figures.hours(question.query, MAX_FIGURES_ROWS, aborted),
      ),

    /** The figures of each vehicle in the time before a question; those without a row are left out. */
    byVehicleBefore: (question: FiguresQuestion, signal: AbortSignal) =>
      shared('byVehicleBefore', question, signal, (aborted) => figures.byVehicle(question.before, aborted)),

    /** How the fuel economy of each vehicle spreads over the thirty days before a question, in km a litre, where it used fuel. */
    fuelEconomiesBefore: (question: FiguresQuestion, signal: AbortSignal) =>
      shared('fuelEconomiesBefore', question, signal, (aborted) => {
        const { query, days, timeZone } = question
        const toDay = shiftDay(days[0] ?? dayOf(now(), timeZone), -1)
        const range = { fromDay: shiftDay(toDay, 1 - USUAL_DAYS), toDay }
        return figures.fuelEconomies({ ...query, range }, LEAST_METERED_KM, aborted)
      }),

    /** Registrations and last fixes of these vehicles. */
    vehicles: figures.vehicles,
  }
}

export type FiguresService = ReturnType<typeof createFigures>

/** The figures of a vehicle or a day of a summary, zeros where nothing was reported. */
export const figuresAt = <TKey>(of: ReadonlyMap<TKey, Figures>, key: TKey): Figures =>
  of.get(key) ?? NO_FIGURES
