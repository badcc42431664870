import type { Trip } from '#contract/records/trip.ts'

/** A running trip; from Pune to Nagpur when nothing else is said. */
export const trip = (tripId: number, said: Partial<Trip> = {}): Trip => ({
  tripId,
  vehicleId: tripId,
  truck: `TN 01 AB ${String(tripId).padStart(4, '0')}`,
  driver: 'Ravi Kumar',
  fromCity: 'Pune',
  toCity: 'Nagpur',
  fromPlace: { latitude: 18.52, longitude: 73.85 },
  toPlace: { latitude: 21.15, longitude: 79.09 },
  scheduledStartDate: '20-11-2026 08:00:00',
  scheduledEndDate: '20-11-2026 20:00:00',
  actualStartDate: '20-11-2026 08:05:00',
  actualEndDate: null,
  eta: '20-11-2026 20:40:00',
  status: 'RUNNING',
  punctuality: 'Delayed',
  progressPercent: 40,
  distanceTravelledInkms: null,
  fuelConsumedInLtrs: null,
  adblueConsumedInLtrs: null,
  roadType: null,
  loadType: null,
  tripEndType: null,
  ...said,
})
