import * as z from 'zod/mini'
import { IdText, ShortText } from '../records/ids.ts'
import { MANAGER_ROLES, ROLES, VIEWER_ROLES } from '../roles.ts'
import { DICV, defineCall } from './call.ts'

const READ = { roles: VIEWER_ROLES, scope: 'vehicles' } as const
const CODES = { roles: ROLES, scope: 'self' } as const
const OneVehicle = z.object({ vehicleId: IdText })

/** The vehicle profiles of the newer interface. */
export const vehiclesNew = defineCall({
  id: 'vehiclesNew',
  rows: ['API-61'],
  method: 'GET',
  path: `${DICV}/vehiclesNew`,
  ...READ,
})

/** Adds a vehicle to a company. */
export const addVehicle = defineCall({
  id: 'addVehicle',
  rows: ['API-62'],
  method: 'POST',
  path: `${DICV}/vehicles`,
  body: z.object({ registrationId: ShortText, imei: ShortText, vin: z.optional(ShortText) }),
  roles: MANAGER_ROLES,
  scope: 'company',
})

export const vehicleProfiles = defineCall({
  id: 'vehicleProfiles',
  rows: ['API-62'],
  method: 'GET',
  path: `${DICV}/vehicles`,
  ...READ,
})

export const mappedVehicleCategories = defineCall({
  id: 'mappedVehicleCategories',
  rows: ['API-63'],
  method: 'GET',
  path: `${DICV}/mappedVehicleCategories`,
  ...CODES,
})

export const vehicleVariant = defineCall({
  id: 'vehicleVariant',
  rows: ['API-64'],
  method: 'GET',
  path: `${DICV}/vehiclevariant`,
  ...CODES,
})

export const getCategory = defineCall({
  id: 'getCategory',
  rows: ['API-65'],
  method: 'GET',
  path: `${DICV}/getCategory`,
  ...CODES,
})

export const getType = defineCall({
  id: 'getType',
  rows: ['API-66'],
  method: 'GET',
  path: `${DICV}/getType`,
  ...CODES,
})

export const getVehicleDetailNew = defineCall({
  id: 'getVehicleDetailNew',
  rows: ['API-67'],
  method: 'GET',
  path: `${DICV}/getVehicleDetailNew`,
  query: OneVehicle,
  ...READ,
})

export const getAllVehiclesList = defineCall({
  id: 'getAllVehiclesList',
  rows: ['API-68'],
  method: 'GET',
  path: `${DICV}/getAllVehiclesList`,
  ...READ,
})

export const vehicleProfilePdf = defineCall({
  id: 'vehicleProfilePdf',
  rows: ['API-69', 'ADM-07'],
  method: 'GET',
  path: `${DICV}/generateVehicleProfileReport/pdf`,
  query: OneVehicle,
  replyKind: 'blob',
  ...READ,
})

export const vehicleReport = defineCall({
  id: 'vehicleReport',
  rows: ['API-70', 'ADM-07'],
  method: 'POST',
  path: `${DICV}/generateVehicleReport`,
  replyKind: 'blob',
  ...READ,
})
