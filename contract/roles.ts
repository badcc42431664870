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
