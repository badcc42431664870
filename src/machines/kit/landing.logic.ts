import type { Role } from '#contract/roles.ts'

/** Where users of a role land after a login; roles that are not listed land on the map (SES-19). */
export const LANDINGS: Readonly<Partial<Record<Role, string>>> = {
  ROOTADMIN: '/profile',
  SUPERADMIN: '/profile',
  CSSUPPORT: '/cssupport',
  'CONFIG MANAGER': '/settings',
}

/** The dashboard, to which users without another first page are led (SHL-03, SHL-24, OPEN-04). */
export const DASHBOARD = '/owner-suite'

/** Where choosing a user of a role leads: the dashboard, or the settings where that role has no more (OPEN-04). */
export const actingHome = (role: Role): string => (LANDINGS[role] === '/settings' ? '/settings' : DASHBOARD)
