import type { ActingFor, ListedUser } from '#contract/calls/users.ts'
import type { Role } from '#contract/roles.ts'

/** The user that support acts for, and the ms left by the server's clock. */
export type ActingTime = { readonly acting: ActingFor; readonly leftMs: number }

/** The user to act for, and why. */
export type ActingRequest = { readonly userId: number; readonly role: Role; readonly reason: string }

/** A user as a choice lists it. */
export type CompanyUser = Pick<ListedUser, 'userId' | 'userName' | 'role'>

/** The company whose vehicles the map shows, or one of its users (OPEN-77), and its time zone. */
export type DataOwner = {
  readonly companyId: number
  readonly userId: number | null
  readonly timeZone: string
}
