import type { Role } from '#contract/roles.ts'

/** The password of every demo user. There are such users in demo mode only. */
export const DEMO_PASSWORD = 'roadbook'

/** `ofFirstCompany` is false for the portal's own staff. */
export type DemoUser = {
  readonly userName: string
  readonly firstName: string
  readonly role: Role
  readonly ofFirstCompany: boolean
  readonly alpha: boolean
  readonly beta: boolean
}

const staff = (userName: string, firstName: string, role: Role): DemoUser => ({
  userName,
  firstName,
  role,
  ofFirstCompany: false,
  alpha: true,
  beta: true,
})

const ofCompany = (userName: string, firstName: string, role: Role, alpha = true, beta = true): DemoUser => ({
  userName,
  firstName,
  role,
  ofFirstCompany: true,
  alpha,
  beta,
})

/** One user for each role, and two who see one interface only. */
export const DEMO_USERS: readonly DemoUser[] = [
  staff('rootadmin', 'Ravi', 'ROOTADMIN'),
  staff('superadmin', 'Sunita', 'SUPERADMIN'),
  staff('cssupport', 'Cyrus', 'CSSUPPORT'),
  ofCompany('customer', 'Asha', 'CUSTOMER'),
  ofCompany('customeradmin', 'Kamala', 'CUSTOMERADMIN'),
  ofCompany('manager', 'Mohan', 'MANAGER'),
  ofCompany('configmanager', 'Charu', 'CONFIG MANAGER'),
  staff('analytics', 'Anil', 'ANALYTICSUSER'),
  staff('support', 'Sarita', 'SUPPORT'),
  ofCompany('customeralpha', 'Alok', 'CUSTOMER', true, false),
  ofCompany('customerbeta', 'Bela', 'CUSTOMER', false, true),
]
