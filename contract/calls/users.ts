import * as z from 'zod/mini'
import { DICV, Id, IdText, ShortText } from '../parts.ts'
import { UserDetail } from '../records/user-detail.ts'
import { ADMIN_ROLES, MANAGER_ROLES, ROLES } from '../roles.ts'
import { defineCall } from './define.ts'

const MANAGE = { roles: MANAGER_ROLES, scope: 'company' } as const
const ADMIN = { roles: ADMIN_ROLES, scope: 'all' } as const
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

/** Changes an administrator's own profile (ADM-14). */
export const updateProfile = defineCall({
  id: 'updateProfile',
  rows: ['API-107', 'ADM-14'],
  method: 'PUT',
  path: `${DICV}/users/:userId`,
  params: OneUser,
  body: z.object({ firstName: ShortText, mobileNumber: ShortText, emailId: ShortText }),
  ...OWN,
})

export const getAllCountry = defineCall({
  id: 'getAllCountry',
  rows: ['API-53', 'API-107'],
  method: 'GET',
  path: `${DICV}/getAllCountry`,
  ...OWN,
})

export const getCustomerByCompany = defineCall({
  id: 'getCustomerByCompany',
  rows: ['API-54', 'ADM-08'],
  method: 'GET',
  path: `${DICV}/getCustomerByCompany`,
  query: z.object({ companyId: IdText }),
  ...MANAGE,
})

/** The users CSSUPPORT may act for, by role (OPEN-04). */
export const getRolesBasedUserList = defineCall({
  id: 'getRolesBasedUserList',
  rows: ['API-55', 'OPEN-04'],
  method: 'GET',
  path: `${DICV}/getRolesBasedUserList`,
  query: z.object({ role: z.enum(ROLES) }),
  roles: ['ROOTADMIN', 'SUPERADMIN', 'CSSUPPORT'],
  scope: 'all',
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

export const getCompanies = defineCall({
  id: 'getCompanies',
  rows: ['API-58'],
  method: 'GET',
  path: `${DICV}/getCompanies`,
  ...ADMIN,
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
})
