import {
  adblueByDate,
  dashboardServiceCount,
  dashboardServiceDone,
  dashboardServiceDueSoon,
  dashboardServiceOverdue,
  drivingScore,
  figureRows,
  getPerformance,
  mileageVsDate,
  rpmBand,
  speedBand,
  tripRows,
  tripStatusForDashboard,
  truckInsight,
  utilizationVsDate,
} from '#contract/calls/dashboard.ts'
import { filterFleet } from '#contract/calls/fleet.ts'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import { type CountedStatus, DASHBOARD_FUNCTIONS, type Punctuality } from '#domain/dashboard-link.ts'
import { NO_FIGURES } from '#domain/figures.ts'
import { payloadRange } from '#domain/ist.ts'
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

type Dependencies = {
  readonly http: Pick<Http, 'call'>
  readonly vehicleOptions: Pick<VehicleOptions, 'load'>
  readonly owners: ReturnType<typeof createReportOwners>
  /** ms UTC. */
  readonly now: () => number
}

/** The call of each widget without a field of its own (DSH-14). A failure is shown by its widget. */
const CALLS = {
  MILAGE_DAILY: mileageVsDate,
  ADBLUE_DAILY: adblueByDate,
  FLEET_STATUS: getPerformance,
  DRIVING_SCORE: drivingScore,
  SPEED_BAND: speedBand,
  RPM_BAND: rpmBand,
  FLEET_INSIGHTS: truckInsight,
  TRIP_STATUS: tripStatusForDashboard,
} as const

/** Loads the dashboard's figures into a store. Errors are those of the request builder. */
export const createDashboardFigures = ({ http, vehicleOptions, owners, now }: Dependencies) => {
  const store = createFigureStore()

  /** Service reminders, which four calls tell (DSH-15). */
  const askServices = async (
    body: ReportFilter,
    signal?: AbortSignal,
  ): Promise<FigureAnswers['SERVICE_REMINDERS']> => {
    const input = { body, isSilent: true }
    const [counts, { reminders: overdue }, { reminders: dueSoon }, { records: done }] = await Promise.all([
      http.call(dashboardServiceCount, input, signal),
      http.call(dashboardServiceOverdue, input, signal),
      http.call(dashboardServiceDueSoon, input, signal),
      http.call(dashboardServiceDone, input, signal),
    ])
    const vehicles = counts.overdue + counts.dueSoon + counts.upToDate + counts.notRecorded
    return { vehicles, counts, overdue, dueSoon, done }
  }

  const ask = (
    { source, by, scoredBy, timeDiffGreaterThan7Days }: FiguresRequest,
    filter: ReportFilter,
    signal?: AbortSignal,
  ): Promise<FigureAnswers[FiguresSource]> => {
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
      return http.call(utilizationVsDate, { body: { ...body, timeDiffGreaterThan7Days }, isSilent }, signal)
    return http.call(CALLS[source] as typeof mileageVsDate, { body, isSilent }, signal)
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

  const answerTo = async (
    request: FiguresRequest,
    signal?: AbortSignal,
  ): Promise<FigureAnswers[FiguresSource]> => {
    const { scope, range, status, by, punctuality } = request
    if (status !== undefined) return askStatus(scope, status, signal)
    const { selectedVehicleIds: vehicleIds, ...rest } = scope
    const filter = {
      ...(await owners.ownersOf({ vehicleIds, ...rest }, signal)),
      ...payloadRange(range),
    }
    return by === 'trip' ? askTrips(filter, punctuality, signal) : ask(request, filter, signal)
  }

  return {
    store: { subscribe: store.subscribe, get: store.get } satisfies FigureStore,
    /** Answers what a widget shows, and leaves the store as it is. */
    read: answerTo,
    /** Loads what a widget shows. One that was ended meanwhile leaves the store as it is. */
    load: async (request: FiguresRequest, signal?: AbortSignal): Promise<HeldFigures> => {
      const answer = await answerTo(request, signal)
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
