import * as z from 'zod/mini'
import { FleetFilter, FleetList, FleetVehicle, Group, HELD_REPLY, HeldQuery } from '../records/fleet.ts'
import { Id, IdText, ShortText } from '../records/ids.ts'
import { DICV, defineCall, VEHICLE_VIEW } from './call.ts'

/** The fleet without a filter (MAP-36, OPEN-23). */
export const vehicleList = defineCall({
  id: 'vehicleList',
  rows: ['API-101', 'MAP-36'],
  method: 'GET',
  path: `${DICV}/fleetmaptracking/vehicles`,
  query: HeldQuery,
  reply: FleetList,
  ...VEHICLE_VIEW,
})

/** The filtered fleet (MAP-22, MAP-35). The choice `all` is sent as every id (MAP-32). */
export const filterFleet = defineCall({
  id: 'filterFleet',
  rows: ['API-110', 'MAP-22', 'MAP-35'],
  method: 'POST',
  isQuery: true,
  path: `${DICV}/fleetmaptracking/filter`,
  query: HeldQuery,
  body: FleetFilter,
  reply: FleetList,
  ...VEHICLE_VIEW,
})

/** The groups of the fleet filter with their vehicles (MAP-23). */
export const fleetGroups = defineCall({
  id: 'fleetGroups',
  rows: ['API-111', 'MAP-23'],
  method: 'GET',
  path: `${DICV}/fleetmaptracking/groups`,
  query: z.object({ userId: IdText }),
  reply: z.object({ groups: z.array(Group) }),
  ...VEHICLE_VIEW,
})

/** Every truck the caller may see, regardless of filters (MAP-07). */
export const showAllTrucks = defineCall({
  id: 'showAllTrucks',
  rows: ['API-112', 'MAP-07'],
  method: 'GET',
  path: `${DICV}/showalltrucks`,
  query: HeldQuery,
  reply: z.object({ showAllTrucksList: z.array(FleetVehicle), ...HELD_REPLY }),
  ...VEHICLE_VIEW,
})

/** Ids of the vehicles whose registration or chassis number contains the text. */
export const vehicleSearchIds = defineCall({
  id: 'vehicleSearchIds',
  rows: ['API-119'],
  method: 'POST',
  isQuery: true,
  path: `${DICV}/vehiclesearch/ids`,
  body: z.object({ search: ShortText }),
  reply: z.object({ vehicleIds: z.array(Id) }),
  ...VEHICLE_VIEW,
})
