import { istDateTime } from '#contract/ist.ts'
import type { PlaybackPoint } from '#contract/records/playback.ts'
import type { TRIP_STATUSES, Trip } from '#contract/records/trip.ts'
import type { TripRepository, TripRow } from '../repositories/trips.ts'
import type { Caller } from './caller.ts'
import type { PlaybackService } from './playback.ts'
import { notFound } from './refusal.ts'
import type { VisibleVehiclesOf } from './visible-vehicles.ts'

/** Most trips of one answer. */
const MAX_TRIPS = 500

const shown = (time: Date | null): string | null => (time === null ? null : istDateTime(time.getTime()))

const tripOf = (row: TripRow): Trip => ({
  tripId: row.id,
  vehicleId: row.vehicle_id,
  truck: row.registration,
  driver: row.driver,
  fromCity: row.from_city,
  toCity: row.to_city,
  scheduledStartDate: istDateTime(row.scheduled_start.getTime()),
  scheduledEndDate: istDateTime(row.scheduled_end.getTime()),
  actualStartDate: shown(row.actual_start),
  actualEndDate: shown(row.actual_end),
  eta: shown(row.eta),
  status: row.status,
  distanceTravelledInkms: row.distance_km,
  fuelConsumedInLtrs: row.fuel_litres,
  adblueConsumedInLtrs: row.adblue_litres,
  roadType: row.road_type,
  loadType: row.load_type,
  tripEndType: row.end_type,
})

type Dependencies = {
  readonly trips: TripRepository
  readonly playback: Pick<PlaybackService, 'routeOf'>
  readonly visibleVehicles: VisibleVehiclesOf
  readonly now: () => number
}

/** Journeys of a caller's vehicles. */
export const createTripService = ({ trips, playback, visibleVehicles, now }: Dependencies) => ({
  /** Running trips first, then the newest; at most 500. */
  newest: async (
    caller: Caller,
    asked: { status?: (typeof TRIP_STATUSES)[number] | undefined; vehicleId?: number | undefined },
  ): Promise<Trip[]> => {
    const { companyId, vehicleIds } = await visibleVehicles(caller)
    const rows = await trips.list({ companyId, ...asked, limit: MAX_TRIPS })
    return rows.filter((row) => vehicleIds.has(row.vehicle_id)).map(tripOf)
  },
  /** A trip and where its truck went while it ran, until now for a running one. Throws the common 404. */
  track: async (caller: Caller, tripId: number): Promise<{ trip: Trip; data: PlaybackPoint[] }> => {
    const { companyId, vehicleIds } = await visibleVehicles(caller)
    const [row] = await trips.list({ companyId, tripId, limit: 1 })
    if (row === undefined || !vehicleIds.has(row.vehicle_id)) throw notFound()
    const from = row.actual_start?.getTime()
    if (from === undefined) return { trip: tripOf(row), data: [] }
    const to = (row.actual_end?.getTime() ?? now()) + 1
    return { trip: tripOf(row), data: await playback.routeOf(caller, row.vehicle_id, { from, to }) }
  },
})

export type TripService = ReturnType<typeof createTripService>
