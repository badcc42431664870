/** Every role a user can hold; the first entry of a user's `roles` is the effective one (SES-03, SHL-51). */
export const ROLES = [
  'ROOTADMIN',
  'SUPERADMIN',
  'CSSUPPORT',
  'CUSTOMER',
  'CUSTOMERADMIN',
  'MANAGER',
  'CONFIG MANAGER',
  'ANALYTICSUSER',
  'SUPPORT',
] as const

export type Role = (typeof ROLES)[number]

/** Roles of the portal's own staff. They belong to no company and cannot be impersonated. */
export const STAFF_ROLES = [
  'ROOTADMIN',
  'SUPERADMIN',
  'CSSUPPORT',
  'ANALYTICSUSER',
  'SUPPORT',
] as const satisfies readonly Role[]

/** Who stands above whom. Roles of the same number see nothing of each other's mails. */
const RANK: Readonly<Record<Role, number>> = {
  ROOTADMIN: 4,
  SUPERADMIN: 3,
  CSSUPPORT: 2,
  ANALYTICSUSER: 1,
  SUPPORT: 1,
  CUSTOMERADMIN: 1,
  CUSTOMER: 0,
  MANAGER: 0,
  'CONFIG MANAGER': 0,
}

/** The roles strictly below one. */
export const rolesBelow = (role: Role): readonly Role[] => ROLES.filter((other) => RANK[other] < RANK[role])

/** Roles that may use the administration tools (OPEN-29, OPEN-32). */
export const ADMIN_ROLES = ['ROOTADMIN', 'SUPERADMIN'] as const satisfies readonly Role[]

export const isStaffRole = (role: Role): boolean => STAFF_ROLES.some((staff) => staff === role)

/** Roles that see vehicles, their history and reports: all but CONFIG MANAGER, who has settings only (OPEN-29). */
export const VIEWER_ROLES = [
  'ROOTADMIN',
  'SUPERADMIN',
  'CSSUPPORT',
  'CUSTOMER',
  'CUSTOMERADMIN',
  'MANAGER',
  'ANALYTICSUSER',
  'SUPPORT',
] as const satisfies readonly Role[]

/** The viewers that see vehicles by themselves: support sees none before it has chosen the user to act for (OPEN-04). */
export const OWN_VIEWER_ROLES: readonly Role[] = VIEWER_ROLES.filter((role) => role !== 'CSSUPPORT')

/** Roles that may change a fleet's geofences, trips and shared links: the viewers without the read-only ones (OPEN-29). */
export const OPERATOR_ROLES = [
  'ROOTADMIN',
  'SUPERADMIN',
  'CSSUPPORT',
  'CUSTOMER',
  'CUSTOMERADMIN',
  'MANAGER',
] as const satisfies readonly Role[]

/** Roles that may change settings, groups and regions (OPEN-29). */
export const CONFIGURER_ROLES = [...OPERATOR_ROLES, 'CONFIG MANAGER'] as const satisfies readonly Role[]

/** Roles that manage users and vehicles of their company, or of all companies (OPEN-29). */
export const MANAGER_ROLES = [
  'ROOTADMIN',
  'SUPERADMIN',
  'CSSUPPORT',
  'CUSTOMERADMIN',
] as const satisfies readonly Role[]

/** Roles that may import positions into their own company (OWN-01). */
export const IMPORTER_ROLES = ['CUSTOMERADMIN'] as const satisfies readonly Role[]

/** Roles that manage their own company's gateway (OWN-03). */
export const GATEWAY_ROLES = ['CUSTOMERADMIN'] as const satisfies readonly Role[]

/** Roles of a company's users: all but the portal's own staff. */
export const COMPANY_ROLES = [
  'CUSTOMER',
  'CUSTOMERADMIN',
  'MANAGER',
  'CONFIG MANAGER',
] as const satisfies readonly Role[]

/** Roles that may set the scaling factors of their own company, and which alerts its driving score counts. */
export const SCALING_ROLES = ['CUSTOMERADMIN'] as const satisfies readonly Role[]

/** Roles with alert polling and popups (SHL-55). */
export const ALERTED_ROLES = ['CUSTOMER', 'CUSTOMERADMIN'] as const satisfies readonly Role[]

/** Roles that may open the support view; the configuration may name one more user (SHL-57, OPEN-30). */
export const SUPPORT_VIEW_ROLES = ['ROOTADMIN', 'ANALYTICSUSER'] as const satisfies readonly Role[]
