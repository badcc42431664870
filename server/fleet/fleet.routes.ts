import {
  filterFleet,
  fleetGroups,
  showAllTrucks,
  vehicleList,
  vehicleSearchIds,
} from '#contract/calls/fleet.ts'
import { liveTrack } from '#contract/calls/live.ts'
import {
  fleetRegions,
  getActiveVehicles,
  getGroups,
  getVehicleIds,
  vehicleDropdown,
} from '#contract/calls/vehicle-lists.ts'
import { type Route, route } from '../http/handler.ts'
import type { FleetService } from './fleet.service.ts'
import type { Groupings } from './groupings.service.ts'

/** The fleet, its groups and regions, and the dropdown. */
export const fleetRoutes = ({ fleet, groupings }: { fleet: FleetService; groupings: Groupings }): Route[] => [
  route(vehicleList, ({ caller, query }) => fleet.allOf(caller, query.held)),
  route(filterFleet, ({ caller, query, body }) => fleet.filter(caller, body, query.held)),
  route(showAllTrucks, async ({ caller, query }) => {
    const { vehicles, revision, changes } = await fleet.allOf(caller, query.held)
    return { showAllTrucksList: vehicles, revision, ...(changes && { changes }) }
  }),
  route(liveTrack, ({ caller, query }) => fleet.live(caller, query.vehicleId)),
  route(vehicleSearchIds, async ({ caller, body }) => ({
    vehicleIds: await fleet.searchIds(caller, body.search),
  })),
  route(fleetGroups, async ({ caller }) => ({ groups: await groupings.groupsOf(caller) })),
  route(getGroups, async ({ caller, query }) => {
    const groups = await groupings.groupsOf(caller)
    const { subGroupId } = query
    return { groups: groups.filter(({ groupId }) => subGroupId === undefined || groupId === subGroupId) }
  }),
  route(fleetRegions, async ({ caller }) => ({ regions: await groupings.regionsOf(caller) })),
  route(getVehicleIds, async ({ caller }) => ({
    vehicles: (await fleet.options(caller)).map(({ vehicleId, registrationId }) => ({
      vehicleId,
      registrationId,
    })),
  })),
  route(getActiveVehicles, async ({ caller }) => ({ vehicles: await fleet.options(caller) })),
  route(vehicleDropdown, async ({ caller }) => ({ vehicles: await fleet.options(caller) })),
]
