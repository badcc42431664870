import * as z from 'zod/mini'
import { TripDetail } from './fleet-vehicle.ts'

/** A vehicle of the dropdown (MAP-53). */
export const VehicleOption = z.object({
  vehicleId: z.number(),
  registrationId: z.string(),
  vehicleStatus: z.string(),
  lastUpdatedDate: z.string(),
  lastUpdatedTime: z.string(),
  tripDetail: z.nullable(TripDetail),
})
export type VehicleOption = z.infer<typeof VehicleOption>
