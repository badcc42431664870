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
import { listRoute, type Route, route } from '../http/handler.ts'
import type { FleetService } from './fleet.service.ts'
import type { Groupings } from './groupings.service.ts'

/** The fleet, its groups and regions, and the dropdown. */
export const fleetRoutes = ({ fleet, groupings }: { fleet: FleetService; groupings: Groupings }): Route[] => [
  listRoute(vehicleList, ({ caller, query }) => fleet.allOf(caller, query.held)),
  listRoute(filterFleet, ({ caller, query, body }) => fleet.filter(caller, body, query.held)),
  listRoute(showAllTrucks, async ({ caller, query }) => {
    const { vehicles, revision, changes } = await fleet.allOf(caller, query.held)
    return { showAllTrucksList: vehicles, revision, ...(changes && { changes }) }
  }),
  route(liveTrack, ({ caller, query }) => fleet.live(caller, query.vehicleId)),
  listRoute(vehicleSearchIds, async ({ caller, body }) => ({
    vehicleIds: await fleet.searchIds(caller, body.search),
  })),
  route(fleetGroups, async ({ caller }) => ({ groups: await groupings.groupsOf(caller) })),
  route(getGroups, async ({ caller, query }) => {
    const groups = await groupings.groupsOf(caller)
    const { subGroupId } = query
    return { groups: groups.filter(({ groupId }) => subGroupId === undefined || groupId === subGroupId) }
  }),
  route(fleetRegions, async ({ caller }) => ({ regions: await groupings.regionsOf(caller) })),
  listRoute(getVehicleIds, async ({ caller }) => ({
    vehicles: (await fleet.options(caller)).map(({ vehicleId, registrationId }) => ({
      vehicleId,
      registrationId,
    })),
  })),
  listRoute(getActiveVehicles, async ({ caller }) => ({ vehicles: await fleet.options(caller) })),
  listRoute(vehicleDropdown, async ({ caller }) => ({ vehicles: await fleet.options(caller) })),
]
