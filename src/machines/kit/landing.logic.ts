import type { Role } from '#contract/roles.ts'

/** Where users of a role land after a login; roles that are not listed land on the map (SES-19). */
export const LANDINGS: Readonly<Partial<Record<Role, string>>> = {
  ROOTADMIN: '/profile',
  SUPERADMIN: '/profile',
  CSSUPPORT: '/cssupport',
  'CONFIG MANAGER': '/settings',
}

/** Where choosing a user of a role leads: the dashboard, or the settings where that role has no more (OPEN-04). */
export const actingHome = (role: Role): string =>
  LANDINGS[role] === '/settings' ? '/settings' : '/owner-suite'
