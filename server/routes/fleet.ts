import { fleetRegions, getActiveVehicles, getGroups, vehicleDropdown } from '#contract/calls/lists.ts'
import { filterFleet, fleetGroups, liveTrack, showAllTrucks, vehicleList } from '#contract/calls/map.ts'
import type { Caller } from '../services/caller.ts'
import type { FleetService } from '../services/fleet.ts'
import type { Groupings } from '../services/groupings.ts'
import { notFound } from '../services/refusal.ts'
import { type Route, route } from './handler.ts'

/** Calls that name a user answer for the caller alone. */
export const mustBeOwn = (caller: Caller, userId: number | undefined): void => {
  if (userId !== undefined && userId !== caller.userId) throw notFound()
}

/** The fleet, its groups and regions, and the dropdown. */
export const fleetRoutes = ({ fleet, groupings }: { fleet: FleetService; groupings: Groupings }): Route[] => [
  route(vehicleList, ({ caller }) => fleet.allOf(caller)),
  route(filterFleet, ({ caller, body }) => fleet.filter(caller, body)),
  route(showAllTrucks, async ({ caller }) => ({ showAllTrucksList: await fleet.vehiclesOf(caller) })),
  route(liveTrack, ({ caller, query }) => fleet.live(caller, query.vehicleId)),
  route(fleetGroups, async ({ caller, query }) => {
    mustBeOwn(caller, query.userId)
    return { groups: await groupings.groupsOf(caller) }
  }),
  route(getGroups, async ({ caller, query }) => {
    mustBeOwn(caller, query.userId)
    const groups = await groupings.groupsOf(caller)
    const { subGroupId } = query
    return { groups: groups.filter(({ groupId }) => subGroupId === undefined || groupId === subGroupId) }
  }),
  route(fleetRegions, async ({ caller, query }) => {
    mustBeOwn(caller, query.userId)
    return { regions: await groupings.regionsOf(caller) }
  }),
  route(getActiveVehicles, async ({ caller, query }) => {
    mustBeOwn(caller, query.userId)
    return { vehicles: await fleet.options(caller) }
  }),
  route(vehicleDropdown, async ({ caller, params }) => {
    mustBeOwn(caller, params.userId)
    return { vehicles: await fleet.options(caller) }
  }),
]
