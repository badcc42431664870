import * as z from 'zod/mini'
import { PUNCTUALITY } from '#domain/trips.ts'
import { MINUTE_MS } from '#domain/units.ts'

/** The status of a trip (OPEN-25). */
export const TRIP_STATUSES = ['PLANNED', 'RUNNING', 'COMPLETED', 'CANCELLED'] as const

/** A trip is on time if it is at most this far off its schedule, in ms (TRP-04). */
export const ON_TIME_WITHIN_MS = 15 * MINUTE_MS

const Place = z.object({ latitude: z.number(), longitude: z.number() })

/**
 * A row of the trip tables (TRP-02), with the columns that trips have today. Times are `DD-MM-YYYY HH:mm:ss` IST, null if
 * unknown; the `eta` of a running trip is never past, and null while its truck is OFFLINE, which it is `silentSince`. `progressPercent`
 * is the travelled share of the route, 0–100; null if the truck's position is unknown.
 */
export const Trip = z.object({
  tripId: z.number(),
  vehicleId: z.number(),
  truck: z.string(),
  driver: z.nullable(z.string()),
  fromCity: z.string(),
  toCity: z.string(),
  fromPlace: z.nullable(Place),
  toPlace: z.nullable(Place),
  scheduledStartDate: z.string(),
  scheduledEndDate: z.string(),
  actualStartDate: z.nullable(z.string()),
  actualEndDate: z.nullable(z.string()),
  eta: z.nullable(z.string()),
  silentSince: z.nullable(z.string()),
  status: z.enum(TRIP_STATUSES),
  punctuality: z.nullable(z.enum(PUNCTUALITY)),
  progressPercent: z.nullable(z.number()),
  distanceTravelledInkms: z.nullable(z.number()),
  fuelConsumedInLtrs: z.nullable(z.number()),
  adblueConsumedInLtrs: z.nullable(z.number()),
  roadType: z.nullable(z.string()),
  loadType: z.nullable(z.string()),
  tripEndType: z.nullable(z.string()),
})
export type Trip = z.infer<typeof Trip>
