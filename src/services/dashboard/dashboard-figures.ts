import type * as z from 'zod/mini'
import {
  dashboardFunctions,
  FUNCTION_CALLS,
  figureRows,
  type mileageVsDate,
  tripRows,
} from '#contract/calls/dashboard.ts'
import { filterFleet } from '#contract/calls/fleet.ts'
import type { ServiceCounts, ServiceRecords, ServiceReminders } from '#contract/records/health.ts'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import { type CountedStatus, DASHBOARD_FUNCTIONS } from '#domain/dashboard.ts'
import { NO_FIGURES } from '#domain/figures.ts'
import { payloadRange } from '#domain/ist.ts'
import { SERVICE_STATES } from '#domain/service.ts'
import type { Punctuality } from '#domain/trips.ts'
import type {
  DashboardChoices,
  FiguresRequest,
  FiguresSource,
  HeldFigures,
} from '#src/machines/dashboard/dashboard.ports.ts'
import type { createReportOwners } from '../fleet-filter/report-owners.ts'
import type { VehicleOptions } from '../fleet-filter/vehicle-options.ts'
import type { Http } from '../http/http.ts'
import { createFigureStore, type FigureAnswers, type FigureStore } from './figure-store.ts'
import { createJointRequests } from './joint-requests.ts'

type Dependencies = {
  readonly http: Pick<Http, 'call'>
  readonly vehicleOptions: Pick<VehicleOptions, 'load'>
  readonly owners: ReturnType<typeof createReportOwners>
  /** ms UTC. */
  readonly now: () => number
}

type Answer = FigureAnswers[FiguresSource]

/** What the four calls of service reminders tell (DSH-15). */
const servicesOf = ({
  counts,
  overdue,
  dueSoon,
  done,
}: {
  readonly counts: ServiceCounts
  readonly overdue: z.infer<typeof ServiceReminders>
  readonly dueSoon: z.infer<typeof ServiceReminders>
  readonly done: z.infer<typeof ServiceRecords>
}): FigureAnswers['SERVICE_REMINDERS'] => ({
  ...{ counts, overdue: overdue.reminders, dueSoon: dueSoon.reminders, done: done.records },
  vehicles: SERVICE_STATES.reduce((sum, state) => sum + counts[state], 0),
})

/** Loads the dashboard's figures into a store. Errors are those of the request builder. */
export const createDashboardFigures = ({ http, vehicleOptions, owners, now }: Dependencies) => {
  const store = createFigureStore()

  const askServices = async (
    body: ReportFilter,
    signal?: AbortSignal,
  ): Promise<FigureAnswers['SERVICE_REMINDERS']> => {
    const input = { body, isSilent: true }
    const calls = FUNCTION_CALLS.SERVICE_REMINDERS
    const [counts, overdue, dueSoon, done] = await Promise.all([
      http.call(calls.counts, input, signal),
      http.call(calls.overdue, input, signal),
      http.call(calls.dueSoon, input, signal),
      http.call(calls.done, input, signal),
    ])
    return servicesOf({ counts, overdue, dueSoon, done })
  }

  const ask = (
    { source, by, scoredBy, timeDiffGreaterThan7Days }: FiguresRequest,
    filter: ReportFilter,
    signal?: AbortSignal,
  ): Promise<Answer> => {
    const isSilent = true
    if (source === 'rows')
      return http.call(
        figureRows,
        { body: { ...filter, by: by === 'hour' ? 'hour' : 'vehicle' }, isSilent },
        signal,
      )
    if (source === 'SERVICE_REMINDERS') return askServices(filter, signal)
    const isFunction = DASHBOARD_FUNCTIONS.some((name) => name === source)
    const named = isFunction ? { ...filter, reportName: source } : filter
    const body = scoredBy === undefined ? named : { ...named, scoredBy }
    if (source === 'UTILIZATION_DAILY')
      return http.call(
        FUNCTION_CALLS[source],
        { body: { ...body, timeDiffGreaterThan7Days }, isSilent },
        signal,
      )
    return http.call(FUNCTION_CALLS[source] as typeof mileageVsDate, { body, isSilent }, signal)
  }

  /** The vehicles that have a status now, which the fleet list tells. */
  const askStatus = async (
    { filterBy, selectedVehicleIds, groupId }: FiguresRequest['scope'],
    status: CountedStatus,
    signal?: AbortSignal,
  ): Promise<FigureAnswers['rows']> => {
    const groupIds = filterBy === 'Group' && groupId !== null ? [groupId] : []
    const isOfVehicles = filterBy === 'Vehicle' && selectedVehicleIds.length > 0
    const body = {
      ...{ status, filter: { overSpeed: 0, companyIds: [], regionIds: [], groupIds } },
      ...(isOfVehicles ? { vehicleIds: [...selectedVehicleIds] } : {}),
    }
    const { vehicles, counts } = await http.call(filterFleet, { body, isSilent: true }, signal)
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return {
      vehicles: all,
      rows: vehicles.map(({ vehicleId, registrationId, fixTime, currentVehicleSpeed }) => ({
        ...{ vehicleId, registration: registrationId, date: null, hour: null, figures: NO_FIGURES },
        latest: { time: fixTime, speed: currentVehicleSpeed },
      })),
    }
  }

  /** The trips behind trip status (DSH-08). */
  const askTrips = async (
    filter: ReportFilter,
    punctuality?: Punctuality,
    signal?: AbortSignal,
  ): Promise<FigureAnswers['rows']> => {
    const body = { ...filter, ...(punctuality === undefined ? {} : { punctuality }) }
    const { trips, total } = await http.call(tripRows, { body, isSilent: true }, signal)
    return {
      all: total,
      rows: trips.map((trip) => ({
        ...{ vehicleId: trip.vehicleId, registration: trip.truck, date: null, hour: null },
        ...{ figures: NO_FIGURES, trip },
      })),
    }
  }

  const ownersIn = (
    { selectedVehicleIds: vehicleIds, ...rest }: FiguresRequest['scope'],
    signal?: AbortSignal,
  ) => owners.ownersOf({ vehicleIds, ...rest }, signal)

  /** What one call answers to all that widgets ask for of the same scope and period (DSH-02, DSH-03). */
  const askTogether = async (
    requests: readonly [FiguresRequest, ...FiguresRequest[]],
    signal: AbortSignal,
  ): Promise<Partial<FigureAnswers>> => {
    const [{ scope, period, timeDiffGreaterThan7Days }] = requests
    const scoredBy = requests.find((each) => each.scoredBy !== undefined)?.scoredBy
    const body = {
      ...(await ownersIn(scope, signal)),
      dashboardFunctionNames: requests.flatMap(({ source }) => (source === 'rows' ? [] : [source])),
      ...{ period, timeDiffGreaterThan7Days },
      ...(scoredBy === undefined ? {} : { scoredBy }),
    }
    const { answers } = await http.call(dashboardFunctions, { body, isSilent: true }, signal)
    const { SERVICE_REMINDERS: services, ...others } = answers
    return {
      ...others,
      ...(services && { SERVICE_REMINDERS: servicesOf(services) }),
    } as Partial<FigureAnswers>
  }

  const askAlone = async (request: FiguresRequest, signal?: AbortSignal): Promise<Answer> => {
    const { scope, range, status, by, punctuality } = request
    if (status !== undefined) return askStatus(scope, status, signal)
    const filter = { ...(await ownersIn(scope, signal)), ...payloadRange(range) }
    return by === 'trip' ? askTrips(filter, punctuality, signal) : ask(request, filter, signal)
  }

  const askJointly = createJointRequests<Answer>({ together: askTogether, alone: askAlone })

  return {
    store: { subscribe: store.subscribe, get: store.get } satisfies FigureStore,
    /** Answers what a widget shows, and leaves the store as it is. */
    read: askAlone,
    /** Loads what a widget shows. One that was ended meanwhile leaves the store as it is. */
    load: async (request: FiguresRequest, signal?: AbortSignal): Promise<HeldFigures> => {
      const answer = await askJointly(request, signal)
      signal?.throwIfAborted()
      store.put(request.source, answer)
      return {
        answeredAt: ('asOf' in answer ? answer.asOf : undefined) ?? now(),
        pendingDays: ('pendingDays' in answer ? answer.pendingDays : undefined) ?? 0,
        waitingDays: ('waitingDays' in answer ? answer.waitingDays : undefined) ?? 0,
      }
    },
    /** The groups and vehicles to choose from. */
    loadChoices: async (signal?: AbortSignal): Promise<DashboardChoices> => {
      const [groups] = await Promise.all([owners.load(signal), vehicleOptions.load(signal)])
      return { groups: groups.map(({ groupId, groupName }) => ({ groupId, groupName })) }
    },
    /** Drops everything, so that the next user sees nothing of it. */
    clear: store.clear,
  }
}
