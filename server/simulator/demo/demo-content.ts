import type { Role } from '#contract/roles.ts'

/** The password of every demo user until another is chosen. It is known to everybody. */
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

/** One user for each role, and two restricted to one interface. */
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

/** Messages of the demo's ticker, newest first: a long, a critical and a plain one. */
export const DEMO_MESSAGES: ReadonlyArray<{
  readonly content: string
  readonly isCritical: boolean
  readonly hoursAgo: number
}> = [
  {
    content:
      'Heavy rain is forecast along the Konkan coast and the western ghats until Sunday evening. Expect slow traffic on the ghat sections between Mumbai, Pune and Kolhapur, and plan longer driving times and rests for your crews.',
    isCritical: false,
    hoursAgo: 2,
  },
  {
    content: 'AdBlue supply is short at several stations in Vidarbha: please fill up before leaving Nagpur.',
    isCritical: true,
    hoursAgo: 9,
  },
  {
    content: 'New: play back any drive on record from the card of a truck.',
    isCritical: false,
    hoursAgo: 52,
  },
]
