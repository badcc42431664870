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

/** Roles of the portal's own staff: they belong to no company and are never a target of impersonation. */
export const STAFF_ROLES = [
  'ROOTADMIN',
  'SUPERADMIN',
  'CSSUPPORT',
  'ANALYTICSUSER',
  'SUPPORT',
] as const satisfies readonly Role[]

/** Administration tools (OPEN-29, OPEN-32). */
export const ADMIN_ROLES = ['ROOTADMIN', 'SUPERADMIN'] as const satisfies readonly Role[]

export const isStaffRole = (role: Role): boolean => STAFF_ROLES.some((staff) => staff === role)

/** Who sees vehicles, their past and figures made of them: all but CONFIG MANAGER, who has settings only (OPEN-29). */
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

/** Who changes what belongs to a fleet (fences, trips, shared links): viewers but the read-only ones (OPEN-29). */
export const OPERATOR_ROLES = [
  'ROOTADMIN',
  'SUPERADMIN',
  'CSSUPPORT',
  'CUSTOMER',
  'CUSTOMERADMIN',
  'MANAGER',
] as const satisfies readonly Role[]

/** Who changes settings, groups and regions (OPEN-29). */
export const CONFIGURER_ROLES = [...OPERATOR_ROLES, 'CONFIG MANAGER'] as const satisfies readonly Role[]

/** Who looks after people and vehicles of one company, or of all (OPEN-29). */
export const MANAGER_ROLES = [
  'ROOTADMIN',
  'SUPERADMIN',
  'CSSUPPORT',
  'CUSTOMERADMIN',
] as const satisfies readonly Role[]

/** Who has alert polling and popups (SHL-55). */
export const ALERTED_ROLES = ['CUSTOMER', 'CUSTOMERADMIN'] as const satisfies readonly Role[]

/** Who passes the support-view check by role; one more user may by configuration (SHL-57, OPEN-30). */
export const SUPPORT_VIEW_ROLES = ['ROOTADMIN', 'ANALYTICSUSER'] as const satisfies readonly Role[]
