import * as z from 'zod/mini'
import { Group, Region, VehicleOption } from '../records/fleet.ts'
import { Id, IdList, IdText, ShortText } from '../records/ids.ts'
import { CONFIGURER_ROLES, ROLES } from '../roles.ts'
import { DICV, defineCall } from './call.ts'

/** The map and the settings both use these lists, so every role may read them, each for its own vehicles. */
const LIST = { roles: ROLES, scope: 'vehicles' } as const

/** Ids and registrations of the caller's vehicles. */
export const getVehicleIds = defineCall({
  id: 'getVehicleIds',
  rows: ['API-24'],
  method: 'GET',
  path: `${DICV}/getVehicleIds`,
  reply: z.object({ vehicles: z.array(z.object({ vehicleId: z.number(), registrationId: z.string() })) }),
  ...LIST,
})

/** The vehicles of the dropdown, with or without naming the user (API-25). */
export const getActiveVehicles = defineCall({
  id: 'getActiveVehicles',
  rows: ['API-25'],
  method: 'GET',
  path: `${DICV}/getActiveVehicles`,
  query: z.object({ userId: z.optional(IdText) }),
  reply: z.object({ vehicles: z.array(VehicleOption) }),
  ...LIST,
})

/** The same with the user's id in the path (API-102, OPEN-11). */
export const vehicleDropdown = defineCall({
  id: 'vehicleDropdown',
  rows: ['API-102', 'MAP-53'],
  method: 'GET',
  path: `${DICV}/getActiveVehicles/:userId`,
  params: z.object({ userId: IdText }),
  reply: z.object({ vehicles: z.array(VehicleOption) }),
  ...LIST,
})

/** A user's groups, or only the one with the id `subGroupId`. */
export const getGroups = defineCall({
  id: 'getGroups',
  rows: ['API-26'],
  method: 'GET',
  path: `${DICV}/getGroups`,
  query: z.object({ userId: z.optional(IdText), subGroupId: z.optional(IdText) }),
  reply: z.object({ groups: z.array(Group) }),
  ...LIST,
})

/** Adds or changes a group (API-27). */
export const manageGroups = defineCall({
  id: 'manageGroups',
  rows: ['API-27'],
  method: 'POST',
  path: `${DICV}/manageDicvGroups`,
  body: z.object({ groupId: z.optional(Id), groupName: ShortText, vehicleIds: IdList }),
  roles: CONFIGURER_ROLES,
  scope: 'company',
})

/** A user's regions with their vehicles (API-28, MAP-23). */
export const fleetRegions = defineCall({
  id: 'fleetRegions',
  rows: ['API-28', 'MAP-23'],
  method: 'GET',
  path: `${DICV}/getAllRegions`,
  query: z.object({ userId: z.optional(IdText) }),
  reply: z.object({ regions: z.array(Region) }),
  ...LIST,
})

/** Adds or changes a region (API-29). */
export const manageRegions = defineCall({
  id: 'manageRegions',
  rows: ['API-29'],
  method: 'POST',
  path: `${DICV}/manageDicvRegions`,
  body: z.object({ regionId: z.optional(Id), regionName: ShortText, vehicleIds: IdList }),
  roles: CONFIGURER_ROLES,
  scope: 'company',
})
