import type { Trip } from '#contract/records/trips.ts'
import { MODEL_TRIP } from '#src/machines/trips/trip-plot.model.ts'

/** A running trip, from Pune to Nagpur by default. */
export const trip = (tripId: number, overrides: Partial<Trip> = {}): Trip => ({
  ...MODEL_TRIP,
  tripId,
  vehicleId: tripId,
  truck: `TN 01 AB ${String(tripId).padStart(4, '0')}`,
  ...overrides,
})
