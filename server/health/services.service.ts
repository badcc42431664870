import {
  MAX_SERVICE_ROWS,
  type ServiceCounts,
  type ServiceRecords,
  type ServiceReminder,
  type ServiceReminders,
} from '#contract/records/health.ts'
import type { ReportFilter } from '#contract/records/report-filter.ts'
import { istDate } from '#domain/ist.ts'
import {
  DEFAULT_SERVICE_INTERVAL,
  MOST_SERVICE_YEARS,
  SERVICE_MEASURES,
  SERVICE_STATES,
  type ServiceInterval,
  type ServiceMeasure,
  type ServiceState,
  serviceLeft,
  serviceState,
  UNUSUAL_INTERVAL_TIMES,
} from '#domain/service.ts'
import { DAY_MS } from '#domain/units.ts'
import type { Caller } from '../access/caller.ts'
import { type FilteredVehicles, filterRange, type Owners } from '../fleet/report-filters.ts'
import { HttpError, notFound } from '../http/errors.ts'
import type { ServicedVehicle, ServiceRepository } from './services.repository.ts'
import { checkReadings } from './typed-readings.ts'

/** How far the clock of a browser may be ahead, ms. */
const CLOCK_AHEAD_MS = 60_000
/** A range that leaves nothing out, ms UTC. */
const ALWAYS = { from: 0, to: Date.UTC(2200, 0, 1) }

/** Vehicles and groups, and of the dashboard a range too. */
type Filter = Owners | ReportFilter

const rangeOf = (filter: Filter, now: number) => ('fromTsInIST' in filter ? filterRange(filter, now) : ALWAYS)

const intervalOf = ({ interval, segment }: ServicedVehicle): ServiceInterval =>
  interval ?? DEFAULT_SERVICE_INTERVAL[segment]

const countsKm = (vehicle: ServicedVehicle): boolean =>
  intervalOf(vehicle).km !== null && vehicle.odo !== null

const reminderOf =
  (now: number) =>
  (vehicle: ServicedVehicle): ServiceReminder => {
    const { vehicleId, registration, model, odo, engineHours, interval: own, last } = vehicle
    const interval = intervalOf(vehicle)
    const left = serviceLeft({ interval, last, now, odo, engineHours })
    return {
      ...{ vehicleId, registrationId: registration, model, state: serviceState(last !== null, left), left },
      ...{ interval, hasOwnInterval: own !== null, odo, engineHours, lastDoneAt: last?.doneAt ?? null },
    }
  }

const shareLeft = ({ left: [first] }: ServiceReminder): number =>
  first === undefined ? Number.POSITIVE_INFINITY : first.left / first.interval

const byUrgency = (a: ServiceReminder, b: ServiceReminder): number =>
  SERVICE_STATES.indexOf(a.state) - SERVICE_STATES.indexOf(b.state) ||
  // Two without any measure differ by infinity less infinity.
  (shareLeft(a) === shareLeft(b) ? 0 : shareLeft(a) - shareLeft(b)) ||
  (a.registrationId < b.registrationId ? -1 : 1)

/** Whether a vehicle comes due at all: by days, or by a meter that it reports. */
const isEverDue = ({ interval: { km, hours, days }, odo, engineHours }: ServiceReminder): boolean =>
  days !== null || (km !== null && odo !== null) || (hours !== null && engineHours !== null)

/** Whether an interval is far longer than that of the segment in any measure. */
const isUnusual = (interval: ServiceInterval, usual: Readonly<Record<ServiceMeasure, number>>): boolean =>
  SERVICE_MEASURES.some((measure) => (interval[measure] ?? 0) > UNUSUAL_INTERVAL_TIMES * usual[measure])

/** Where a vehicle stood before a change, and what holds now. */
type Changed = { readonly before: ServiceState; readonly after: ServiceReminder }

type Dependencies = {
  readonly services: ServiceRepository
  readonly vehiclesOf: FilteredVehicles
  /** ms UTC. */
  readonly now: () => number
}

/**
 * Service reminders of the vehicles that a caller sees (HLT-02). One service answers fleet health and the dashboard (CONFLICT-24), whose
 * filter has a range.
 */
export const createServiceReminders = ({ services, vehiclesOf, now }: Dependencies) => {
  const remindersOf = async (vehicleIds: readonly number[]): Promise<ServiceReminder[]> =>
    (await services.vehicles(vehicleIds)).map(reminderOf(now()))

  /** @throws HttpError the common 404. */
  const vehicleOf = async (vehicleId: number): Promise<ServicedVehicle> => {
    const [vehicle] = await services.vehicles([vehicleId])
    if (vehicle === undefined) throw notFound()
    return vehicle
  }

  const changedFrom = async (vehicle: ServicedVehicle): Promise<Changed> => ({
    before: reminderOf(now())(vehicle).state,
    after: reminderOf(now())(await vehicleOf(vehicle.vehicleId)),
  })

  return {
    /** The reminders in a state, or all, the most urgent first; at most 5,000 of them. */
    reminders: async (
      caller: Caller,
      state: ServiceState | null,
      filter: Filter,
    ): Promise<ServiceReminders> => {
      const all = (await remindersOf(await vehiclesOf(caller, filter)))
        .filter((one) => state === null || one.state === state)
        .sort(byUrgency)
      return { reminders: all.slice(0, MAX_SERVICE_ROWS), total: all.length }
    },

    /** The services that were done, in the filter's range if there is one, the newest first; at most 5,000 of them. */
    done: async (caller: Caller, filter: Filter): Promise<ServiceRecords> => {
      const { rows, total } = await services.records(await vehiclesOf(caller, filter), {
        ...rangeOf(filter, now()),
        limit: MAX_SERVICE_ROWS,
      })
      return {
        total,
        records: rows.map((row) => ({
          ...{ serviceId: Number(row.id), vehicleId: row.vehicle_id },
          ...{ registrationId: row.registration, model: row.model, doneAt: row.done_at.getTime() },
          ...{ odo: row.odo, engineHours: row.engine_hours, note: row.note },
          recorded: { by: row.recorded_name ?? '', at: row.recorded_at.getTime() },
          undone: row.undone_at && { by: row.undone_name ?? '', at: row.undone_at.getTime() },
        })),
      }
    },

    /** How many vehicles are in each state, and how many services were done, in the filter's range if there is one. */
    counts: async (caller: Caller, filter: Filter): Promise<ServiceCounts> => {
      const vehicleIds = await vehiclesOf(caller, filter)
      const all = await remindersOf(vehicleIds)
      const { done } = await services.records(vehicleIds, { ...rangeOf(filter, now()), limit: 0 })
      const countOf = (state: ServiceState) => all.filter((one) => one.state === state).length
      return {
        ...{ overdue: countOf('overdue'), dueSoon: countOf('dueSoon'), upToDate: countOf('upToDate') },
        ...{ notCounted: countOf('notCounted'), notRecorded: countOf('notRecorded'), done },
      }
    },

    /**
     * Records a service that was done; what is marked twice for one time counts once (DI-12). Readings that are not given are those of its
     * time; before the truck's first position they are not known, and its next service is not counted by them. @throws HttpError 400 if it
     * is in the future or too long ago, or a reading is impossible beside what the truck reports; 409 if it is doubtful, or the odometer
     * is not known, and that is not confirmed.
     */
    record: async (
      caller: Caller,
      {
        vehicleId,
        doneAt,
        odo,
        engineHours,
        note = '',
        isConfirmed = false,
      }: {
        vehicleId: number
        doneAt: number
        odo?: number | undefined
        engineHours?: number | undefined
        note?: string | undefined
        isConfirmed?: boolean | undefined
      },
    ): Promise<{ serviceId: number } & Changed> => {
      const at = now()
      if (doneAt > at + CLOCK_AHEAD_MS) throw new HttpError('serviceInFuture')
      if (at - doneAt > MOST_SERVICE_YEARS * 365 * DAY_MS)
        throw new HttpError('serviceTooOld', { years: MOST_SERVICE_YEARS })
      const [vehicle, shown] = await Promise.all([
        vehicleOf(vehicleId),
        services.readingAt(vehicleId, doneAt),
      ])
      checkReadings(
        { odo, engineHours },
        {
          odo: { now: vehicle.odo, thatDay: shown.odo },
          engineHours: { now: vehicle.engineHours, thatDay: shown.engineHours },
        },
        at - doneAt,
        shown.reportedFrom,
        isConfirmed,
      )
      const known = shown.reportedFrom === null ? shown : { odo: null, engineHours: null }
      if (!isConfirmed && odo === undefined && shown.reportedFrom !== null && countsKm(vehicle))
        throw new HttpError('serviceOdometerUnknown', {
          ...{ thatDay: Math.round(shown.odo ?? 0), day: istDate(shown.reportedFrom) },
        })
      const serviceId = await services.add(
        {
          ...{ vehicleId, doneAt, note: note.trim(), by: caller.userId, at },
          ...{ odo: odo ?? known.odo, engineHours: engineHours ?? known.engineHours },
        },
        { odo, engineHours },
      )
      return { serviceId, ...(await changedFrom(vehicle)) }
    },

    undo: (caller: Caller, serviceId: number): Promise<void> =>
      services.undo(serviceId, { by: caller.userId, at: now() }),

    /**
     * Sets the interval of a vehicle; null gives it that of its segment again. @throws HttpError 409 where the vehicle would never be due,
     * or not be overdue any more, or the interval is unusually long, and that is not confirmed.
     */
    setInterval: async (
      caller: Caller,
      vehicleId: number,
      interval: ServiceInterval | null,
      isConfirmed = false,
    ): Promise<Changed> => {
      const vehicle = await vehicleOf(vehicleId)
      const before = reminderOf(now())(vehicle)
      const after = reminderOf(now())({ ...vehicle, interval })
      if (!isConfirmed) {
        if (!isEverDue(after) && isEverDue(before)) throw new HttpError('intervalNeverDue')
        if (before.state === 'overdue' && after.state !== 'overdue') throw new HttpError('intervalLessUrgent')
        const { [vehicle.segment]: usual } = DEFAULT_SERVICE_INTERVAL
        if (interval !== null && isUnusual(interval, usual))
          throw new HttpError('intervalUnusual', { ...usual })
      }
      await services.setInterval(vehicleId, interval, { by: caller.userId, at: now() })
      return changedFrom(vehicle)
    },
  }
}

export type ServiceRemindersService = ReturnType<typeof createServiceReminders>
