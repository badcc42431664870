import * as z from 'zod/mini'
import { Id, IdText, ShortText } from '../records/ids.ts'
import { CompanyTimeZone, UserDetail } from '../records/session.ts'
import { ActingReason } from '../records/support-changes.ts'
import { MANAGER_ROLES, ROLES, STAFF_ROLES } from '../roles.ts'
import { DICV, defineCall } from './call.ts'

const MANAGE = { roles: MANAGER_ROLES, scope: 'company' } as const
const OWN = { roles: ROLES, scope: 'self' } as const
const OneUser = z.object({ userId: IdText })

export const getUsers = defineCall({
  id: 'getUsers',
  rows: ['API-51', 'ADM-08'],
  method: 'GET',
  path: `${DICV}/users`,
  ...MANAGE,
})

/** A user's own record: profile page and greeting (SHL-31). */
export const userDetail = defineCall({
  id: 'userDetail',
  rows: ['API-52', 'API-107', 'SHL-31'],
  method: 'GET',
  path: `${DICV}/getUserDetail`,
  query: OneUser,
  reply: UserDetail,
  ...OWN,
})

/** Changes an administrator's own profile (ADM-14). Only the administrator may do so, because reset links are mailed to its address. */
export const updateProfile = defineCall({
  id: 'updateProfile',
  rows: ['API-107', 'ADM-14'],
  method: 'PUT',
  path: `${DICV}/users/:userId`,
  params: OneUser,
  body: z.object({ firstName: ShortText, mobileNumber: ShortText, emailId: ShortText }),
  ...OWN,
  acting: 'never',
})

export const getAllCountry = defineCall({
  id: 'getAllCountry',
  rows: ['API-53', 'API-107'],
  method: 'GET',
  path: `${DICV}/getAllCountry`,
  ...OWN,
})

/** A user of a list (ADM-04). */
export const ListedUser = z.extend(z.omit(UserDetail, { roles: true }), { role: z.enum(ROLES) })
export type ListedUser = z.infer<typeof ListedUser>

/** The users of a company, by name: for administration and the support view (OPEN-77). */
export const getCustomerByCompany = defineCall({
  id: 'getCustomerByCompany',
  rows: ['API-54', 'ADM-08', 'OPEN-77'],
  method: 'GET',
  path: `${DICV}/getCustomerByCompany`,
  query: z.object({ companyId: IdText }),
  reply: z.object({ users: z.array(ListedUser) }),
  roles: [...STAFF_ROLES, 'CUSTOMERADMIN'],
  scope: 'company',
})

/** The users of a role, by name. CSSUPPORT gets no staff, because staff cannot be acted for (OPEN-04). */
export const getRolesBasedUserList = defineCall({
  id: 'getRolesBasedUserList',
  rows: ['API-55', 'OPEN-04'],
  method: 'GET',
  path: `${DICV}/getRolesBasedUserList`,
  query: z.object({ role: z.enum(ROLES) }),
  reply: z.object({ users: z.array(ListedUser) }),
  roles: ['ROOTADMIN', 'SUPERADMIN', 'CSSUPPORT'],
  scope: 'all',
  acting: 'actor',
})

/** The user CSSUPPORT acts for, and until when, ms since 1970 UTC. */
export const ActingFor = z.object({
  userId: z.number(),
  userName: z.string(),
  firstName: z.string(),
  role: z.enum(ROLES),
  companyName: z.string(),
  timeZone: CompanyTimeZone,
  endsAt: z.number(),
})
export type ActingFor = z.infer<typeof ActingFor>

/**
 * Lets this login act for a user for 30 minutes: calls then name that user and role in their headers (SES-46, AC-14). Acting
 * for another user ends. `reason` says why; the user's company reads it (`supportChanges`). Errors: 404 for staff, for unknown
 * users and for users of another role.
 */
export const beginActing = defineCall({
  id: 'beginActing',
  rows: ['SES-46', 'OPEN-04'],
  method: 'POST',
  path: `${DICV}/beginActing`,
  body: z.object({ userId: Id, role: z.enum(ROLES), reason: ActingReason }),
  reply: ActingFor,
  roles: ['CSSUPPORT'],
  scope: 'all',
  acting: 'actor',
})

/** The user this login acts for now; null if none. */
export const currentActing = defineCall({
  id: 'currentActing',
  rows: ['SES-46'],
  method: 'GET',
  path: `${DICV}/currentActing`,
  reply: z.object({ acting: z.nullable(ActingFor) }),
  roles: ['CSSUPPORT'],
  scope: 'self',
  acting: 'actor',
})

/** Ends what `beginActing` opened (SHL-41). */
export const endActing = defineCall({
  id: 'endActing',
  rows: ['SHL-41'],
  method: 'POST',
  path: `${DICV}/endActing`,
  reply: z.object({ message: z.string() }),
  roles: ['CSSUPPORT'],
  scope: 'self',
  acting: 'actor',
})

export const getSelectedUsers = defineCall({
  id: 'getSelectedUsers',
  rows: ['API-56'],
  method: 'POST',
  path: `${DICV}/getSelectedUsers`,
  body: z.object({ userIds: z.array(Id).check(z.maxLength(250)) }),
  ...MANAGE,
})

export const getCustomerByUserId = defineCall({
  id: 'getCustomerByUserId',
  rows: ['API-57', 'ADM-08'],
  method: 'GET',
  path: `${DICV}/getCustomerByUserId`,
  query: OneUser,
  ...MANAGE,
})

/** A company of a list. */
export const Company = z.object({
  companyId: z.number(),
  companyName: z.string(),
  timeZone: CompanyTimeZone,
})
export type Company = z.infer<typeof Company>

/** Every company by name, for administration and the support view (OPEN-77). */
export const getCompanies = defineCall({
  id: 'getCompanies',
  rows: ['API-58', 'OPEN-77'],
  method: 'GET',
  path: `${DICV}/getCompanies`,
  reply: z.object({ companies: z.array(Company) }),
  roles: STAFF_ROLES,
  scope: 'all',
})

export const userProfilePdf = defineCall({
  id: 'userProfilePdf',
  rows: ['API-59', 'ADM-06'],
  method: 'GET',
  path: `${DICV}/generateUserProfileReport/pdf`,
  query: OneUser,
  replyKind: 'blob',
  ...MANAGE,
})

export const userReport = defineCall({
  id: 'userReport',
  rows: ['API-60', 'ADM-06'],
  method: 'POST',
  path: `${DICV}/generateUserReport`,
  replyKind: 'blob',
  ...MANAGE,
})

export const iamCreateUser = defineCall({
  id: 'iamCreateUser',
  rows: ['API-81'],
  method: 'POST',
  path: 'userManagementIAM/tk3/usersIAM',
  aliases: [`${DICV}/userManagementIAM/tk3/usersIAM`],
  ...MANAGE,
  acting: 'never',
})

export const iamUsers = defineCall({
  id: 'iamUsers',
  rows: ['API-82'],
  method: 'GET',
  path: 'userManagementIAM/tk3/users',
  aliases: [`${DICV}/userManagementIAM/tk3/users`],
  ...MANAGE,
})

export const iamRestoreUser = defineCall({
  id: 'iamRestoreUser',
  rows: ['API-83', 'ADM-08'],
  method: 'POST',
  path: 'userManagementIAM/tk3/userRestore',
  aliases: [`${DICV}/userManagementIAM/tk3/userRestore`],
  body: z.object({ userId: Id }),
  ...MANAGE,
  acting: 'never',
})
