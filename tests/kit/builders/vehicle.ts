import type { FleetVehicle } from '#contract/records/fleet.ts'

/** A listed vehicle, running at Chennai by default. */
export const vehicle = (vehicleId: number, overrides: Partial<FleetVehicle> = {}): FleetVehicle => ({
  vehicleId,
  registrationId: `TN 01 AB ${String(vehicleId).padStart(4, '0')}`,
  imei: '',
  latitude: 13.08784,
  longitude: 80.27847,
  vehicleStatus: 'RUNNING',
  tripDetail: null,
  lastUpdatedDate: '20-11-2026',
  lastUpdatedTime: '14:32:10',
  currentVehicleSpeed: 54.2,
  fixTime: Date.UTC(2026, 10, 20, 9, 2, 10),
  heading: 90,
  odo: 184230.5,
  fuelPercent: 41,
  adbluePercent: 62,
  intervalS: 10,
  model: '3528',
  ...overrides,
})
