import * as z from 'zod/mini'
import { SELECTION } from '../constants.ts'
import { Id, IdList } from './ids.ts'

/** The running trip on a vehicle's card (OPEN-76). */
export const TripDetail = z.object({
  tripId: z.number(),
  fromCity: z.string(),
  toCity: z.string(),
  eta: z.nullable(z.string()),
})

/**
 * A vehicle of the fleet list (MAP-20). Fields below the first ten are ours.
 * Units: `fixTime` ms since 1970 UTC (0 without a fix), `heading` degrees, `odo` km, `fuelPercent` and `adbluePercent` 0–100,
 * `intervalS` the median seconds between its recent fixes, null if unknown,
 * `clockAheadS` by how many seconds its device's clock is ahead, absent where it is not.
 */
export const FleetVehicle = z.object({
  vehicleId: z.number(),
  registrationId: z.string(),
  imei: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  vehicleStatus: z.string(),
  tripDetail: z.nullable(TripDetail),
  lastUpdatedDate: z.string(),
  lastUpdatedTime: z.string(),
  currentVehicleSpeed: z.nullable(z.number()),
  fixTime: z.number(),
  heading: z.nullable(z.number()),
  odo: z.nullable(z.number()),
  fuelPercent: z.nullable(z.number()),
  adbluePercent: z.nullable(z.number()),
  intervalS: z.nullable(z.number()),
  clockAheadS: z.optional(z.number()),
  model: z.string(),
})
export type FleetVehicle = z.infer<typeof FleetVehicle>

const Counts = z.object({
  RUNNING: z.number(),
  IDLING: z.number(),
  STOPPED: z.number(),
  KEYON: z.number(),
  OFFLINE: z.number(),
})

/**
 * How a list of changes is read: the vehicles beside it are those that are new or changed, all others are as the client holds
 * them but for their latest fix, which comes by stream. `leftOut` counts what the list counts and does not show.
 */
export const ListChanges = z.object({
  removed: z.array(Id),
  /** Columns of one length: the vehicles whose interval alone has changed. */
  intervals: z.object({ vehicleId: z.array(Id), intervalS: z.array(z.nullable(z.number())) }),
  leftOut: Counts,
})
export type ListChanges = z.infer<typeof ListChanges>

/** In every list: its `revision`, and `changes` where only these were sent. Both are ours; without them a list is whole. */
export const HELD_REPLY = { revision: z.optional(z.string()), changes: z.optional(ListChanges) }

/** The revision of the list that a client holds and whose changes alone it wants. Another one is answered with the whole list. */
export const HeldQuery = z.object({ held: z.optional(z.string().check(z.maxLength(40))) })

/** The reply of the calls that fill the fleet map. `counts` spell IDLE as IDLING, as in the specification (CONFLICT-01). */
export const FleetList = z.object({ vehicles: z.array(FleetVehicle), counts: Counts, ...HELD_REPLY })
export type FleetList = z.infer<typeof FleetList>

/** The fleet list filter (MAP-22). `status` is RUNNING, IDLE, OFFLINE, or empty for all (OPEN-75). */
export const FleetFilter = z.object({
  status: z.string(),
  filter: z.object({
    overSpeed: z.number(),
    companyIds: IdList,
    regionIds: IdList,
    groupIds: IdList,
    /** Only vehicles that one of these users sees, chosen in the support view (OPEN-77). Callers who may not list users must leave it out. */
    userIds: z.optional(z.array(Id).check(z.maxLength(20))),
  }),
  /** At most one selection (MAP-52). */
  vehicleIds: z.optional(z.array(Id).check(z.maxLength(SELECTION.max))),
})
export type FleetFilter = z.infer<typeof FleetFilter>

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

const Member = z.object({ vehicleId: z.number(), registrationId: z.string() })

/** A group and its vehicles (MAP-23). */
export const Group = z.object({ groupId: z.number(), groupName: z.string(), vehicles: z.array(Member) })
export type Group = z.infer<typeof Group>

/** A region and its vehicles (MAP-23). */
export const Region = z.object({ regionId: z.number(), regionName: z.string(), vehicles: z.array(Member) })
export type Region = z.infer<typeof Region>
