import * as z from 'zod/mini'
import { VehicleOption } from '../records/fleet.ts'
import { Id, IdText, ShortText } from '../records/ids.ts'
import { CONFIGURER_ROLES, ROLES } from '../roles.ts'
import { DICV, defineCall } from './call.ts'

/** Data sharing lies on the second backend; the form below fleet management answers as well (OPEN-10). */
const at = (name: string) => ({
  path: `customerdatashare/${name}`,
  aliases: [`${DICV}/customerdatashare/${name}`],
})

/** Every state of a profile (OPEN-17). */
const PROFILE_STATUSES = [
  'DRAFT',
  'PENDING',
  'BACKEND_IN_PROGRESS',
  'APPROVED',
  'ACTIVE',
  'REJECTED',
  'DELETED',
] as const
const ProfileStatus = z.enum(PROFILE_STATUSES)

/** A request about one profile (CDS-06). */
const ProfileRequest = z.object({
  profileId: Id,
  approver: z.optional(ShortText),
  profileStatus: z.optional(ProfileStatus),
})

const READ = { roles: ROLES, scope: 'company' } as const
const CHANGE = { roles: CONFIGURER_ROLES, scope: 'company' } as const
const ONE_PROFILE = z.object({ profileId: IdText })
const Otp = z.object({ profileId: Id, otp: z.stringFormat('oneTimeCode', /^\d{6}$/) })

export const cdsActiveVehicles = defineCall({
  id: 'cdsActiveVehicles',
  rows: ['API-84'],
  method: 'GET',
  ...at('getActiveVehicles'),
  query: z.object({ userId: IdText }),
  reply: z.object({ vehicles: z.array(VehicleOption) }),
  roles: ROLES,
  scope: 'vehicles',
})

export const cdsSegments = defineCall({
  id: 'cdsSegments',
  rows: ['API-85', 'API-105'],
  method: 'GET',
  ...at('vehicle-segment'),
  ...READ,
})

export const cdsProfile = defineCall({
  id: 'cdsProfile',
  rows: ['API-86', 'API-105'],
  method: 'GET',
  ...at('profile'),
  ...READ,
})

/** Deletes a profile, or a request for one, by an update (CDS-03). */
export const cdsDeleteProfile = defineCall({
  id: 'cdsDeleteProfile',
  rows: ['API-87', 'API-105', 'CDS-03'],
  method: 'PUT',
  ...at('delete-profile'),
  body: ProfileRequest,
  ...CHANGE,
})

export const cdsGroups = defineCall({
  id: 'cdsGroups',
  rows: ['API-88', 'API-105'],
  method: 'GET',
  ...at('group-service'),
  ...READ,
})

export const cdsSignals = defineCall({
  id: 'cdsSignals',
  rows: ['API-89', 'API-105'],
  method: 'GET',
  ...at('signal'),
  ...READ,
})

export const cdsActiveProfile = defineCall({
  id: 'cdsActiveProfile',
  rows: ['API-90', 'API-105'],
  method: 'GET',
  ...at('active-profile'),
  query: ONE_PROFILE,
  ...READ,
})

export const cdsValidateEmailOtp = defineCall({
  id: 'cdsValidateEmailOtp',
  rows: ['API-91', 'CDS-10'],
  method: 'POST',
  ...at('validateEmailOtp'),
  body: Otp,
  ...CHANGE,
  acting: 'never',
})

export const cdsValidateMobileOtp = defineCall({
  id: 'cdsValidateMobileOtp',
  rows: ['API-92', 'CDS-10'],
  method: 'POST',
  ...at('validateMobileOtp'),
  body: Otp,
  ...CHANGE,
  acting: 'never',
})

/** Sends a one-time password; limits are OPEN-15's. */
export const cdsSendOtp = defineCall({
  id: 'cdsSendOtp',
  rows: ['API-93', 'CDS-10'],
  method: 'POST',
  ...at('sendOtp'),
  body: z.object({ profileId: Id, channel: z.enum(['email', 'mobile']), destination: ShortText }),
  ...CHANGE,
  acting: 'never',
})

export const cdsSubscription = defineCall({
  id: 'cdsSubscription',
  rows: ['API-94'],
  method: 'POST',
  ...at('cdssubscription'),
  ...CHANGE,
})

export const cdsProfilesByStatus = defineCall({
  id: 'cdsProfilesByStatus',
  rows: ['API-95', 'API-105', 'CDS-02'],
  method: 'GET',
  ...at('profile-by-status'),
  query: z.object({ profileStatus: ProfileStatus }),
  ...READ,
})

export const cdsBackendInProgress = defineCall({
  id: 'cdsBackendInProgress',
  rows: ['API-96', 'API-105', 'CDS-05'],
  method: 'GET',
  ...at('profile-backendinprogress'),
  query: z.extend(ONE_PROFILE, { approver: ShortText }),
  ...READ,
})

/** Activates an approved profile; only its approvers may (OPEN-18). */
export const cdsActivateProfile = defineCall({
  id: 'cdsActivateProfile',
  rows: ['API-97', 'API-105', 'CDS-04'],
  method: 'POST',
  ...at('profile-activate'),
  body: ProfileRequest,
  roles: ['ROOTADMIN', 'CUSTOMERADMIN'],
  scope: 'company',
})
