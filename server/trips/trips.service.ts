import type { PlaybackPoint } from '#contract/calls/playback.ts'
import { ON_TIME_WITHIN_MS, type TRIP_STATUSES, type Trip } from '#contract/records/trips.ts'
import { greatCircleMetres } from '#domain/geo.ts'
import { istDateTime } from '#domain/ist.ts'
import { registrationSearchKey } from '#domain/registration.ts'
import type { Punctuality } from '#domain/trips.ts'
import type { Caller } from '../access/caller.ts'
import type { VisibleVehiclesOf } from '../access/visible-vehicles.repository.ts'
import type { VehiclesOfUsers } from '../access/visible-vehicles.service.ts'
import { notFound } from '../http/errors.ts'
import type { PlaybackService } from '../playback/playback.service.ts'
import type { TripRepository, TripRow } from './trips.repository.ts'

/** Limit of trips in one answer. */
const MAX_TRIPS = 500

const shownTime = (time: Date | null): string | null => (time === null ? null : istDateTime(time.getTime()))

const placeOf = (lng: number | null, lat: number | null): Trip['fromPlace'] =>
  lng === null || lat === null ? null : { latitude: lat, longitude: lng }

/** Compares the arrival, or the expected one, with the schedule. */
export const punctualityOf = ({
  expected,
  scheduled_end,
}: Pick<TripRow, 'expected' | 'scheduled_end'>): Trip['punctuality'] => {
  if (expected === null) return null
  const late = expected.getTime() - scheduled_end.getTime()
  if (Math.abs(late) <= ON_TIME_WITHIN_MS) return 'Ontime'
  return late > 0 ? 'Delayed' : 'Early'
}

/** Percent of the trip completed, estimated from the distances to both ends: the route itself is unknown. */
const progressOf = (row: TripRow): number | null => {
  if (row.status === 'COMPLETED') return 100
  if (row.status !== 'RUNNING') return 0
  const { from_lng, from_lat, to_lng, to_lat, lng, lat } = row
  if (from_lng === null || from_lat === null || to_lng === null || to_lat === null) return null
  if (lng === null || lat === null) return null
  const behind = greatCircleMetres(from_lng, from_lat, lng, lat)
  const ahead = greatCircleMetres(lng, lat, to_lng, to_lat)
  return behind + ahead === 0 ? null : (behind / (behind + ahead)) * 100
}

/** A trip as screens show it. */
export const tripOf = (row: TripRow): Trip => ({
  tripId: row.id,
  vehicleId: row.vehicle_id,
  truck: row.registration,
  driver: row.driver,
  fromCity: row.from_city,
  toCity: row.to_city,
  fromPlace: placeOf(row.from_lng, row.from_lat),
  toPlace: placeOf(row.to_lng, row.to_lat),
  scheduledStartDate: istDateTime(row.scheduled_start.getTime()),
  scheduledEndDate: istDateTime(row.scheduled_end.getTime()),
  actualStartDate: shownTime(row.actual_start),
  actualEndDate: shownTime(row.actual_end),
  eta: shownTime(row.status === 'RUNNING' ? row.expected : row.eta),
  silentSince: shownTime(row.silent_since),
  status: row.status,
  punctuality: punctualityOf(row),
  progressPercent: progressOf(row),
  distanceTravelledInkms: row.distance_km,
  fuelConsumedInLtrs: row.fuel_litres,
  adblueConsumedInLtrs: row.adblue_litres,
  roadType: row.road_type,
  loadType: row.load_type,
  tripEndType: row.end_type,
})

type TripQuery = {
  readonly status?: (typeof TRIP_STATUSES)[number] | undefined
  readonly vehicleId?: number | undefined
  readonly punctuality?: Punctuality | undefined
  readonly search?: string | undefined
  readonly companyId?: number | undefined
  readonly userIds?: readonly number[] | undefined
}

type Dependencies = {
  readonly trips: TripRepository
  readonly playback: Pick<PlaybackService, 'routeOf'>
  readonly visibleVehicles: VisibleVehiclesOf
  readonly vehiclesOfUsers: VehiclesOfUsers
  readonly now: () => number
}

/** The trips of a caller's vehicles. */
export const createTripService = ({
  trips,
  playback,
  visibleVehicles,
  vehiclesOfUsers,
  now,
}: Dependencies) => ({
  /** Running trips first, those most behind their schedule before the others, then the newest first: at most 500, and the total. */
  newest: async (
    caller: Caller,
    { userIds = [], ...requested }: TripQuery,
  ): Promise<{ trips: Trip[]; total: number }> => {
    const { companyId, vehicleIds } = await visibleVehicles(caller)
    const seen = await vehiclesOfUsers(caller, userIds)
    const own = companyId === null ? null : vehicleIds
    const narrowing = {
      ...requested,
      companyId: companyId ?? requested.companyId ?? null,
      vehicleIds: seen === null ? own : new Set([...seen].filter((id) => vehicleIds.has(id))),
      search: registrationSearchKey(requested.search ?? ''),
    }
    const rows = await trips.list({ ...narrowing, limit: MAX_TRIPS })
    const total = rows.length < MAX_TRIPS ? rows.length : await trips.count(narrowing)
    return { trips: rows.map(tripOf), total }
  },
  /** A trip and its route so far. Throws the common 404. */
  track: async (caller: Caller, tripId: number): Promise<{ trip: Trip; data: PlaybackPoint[] }> => {
    const { companyId, vehicleIds } = await visibleVehicles(caller)
    const [row] = await trips.list({ companyId, tripIds: [tripId], limit: 1 })
    if (row === undefined || !vehicleIds.has(row.vehicle_id)) throw notFound()
    const from = row.actual_start?.getTime()
    if (from === undefined) return { trip: tripOf(row), data: [] }
    const to = (row.actual_end?.getTime() ?? now()) + 1
    return { trip: tripOf(row), data: await playback.routeOf(caller, row.vehicle_id, { from, to }) }
  },
})

export type TripService = ReturnType<typeof createTripService>
