import type { SessionUser } from '#contract/records/session.ts'
import { type Role, STAFF_ROLES, SUPPORT_VIEW_ROLES } from '#contract/roles.ts'

/** The older (alpha) and the newer (beta) interface (SHL-46). */
export type UiType = 'alpha' | 'beta'

/** A visitor of a route, and what the environment opens to everybody. */
export type Visitor = {
  /** null: a guest. */
  readonly user: SessionUser | null
  /** The role of the user that CSSUPPORT acts for; null where it acts for none. */
  readonly actingRole: Role | null
  /** The interface that counts for the user. */
  readonly uiType: UiType
  /** The user whom the configuration gives the support view, '' for none (OPEN-30). */
  readonly supportViewUserId: string
  readonly isLabOpen: boolean
}

/** The role that counts: the first one (SES-03). */
export const roleOf = (user: SessionUser): Role | undefined => user.roles[0]

/** The interface a user sees: the only one they may use, else the stored choice, else alpha (SES-06, SHL-46). */
export const uiTypeOf = (user: SessionUser | null, stored: UiType | null): UiType => {
  if (user !== null && user.alphaAccess !== user.betaAccess) return user.alphaAccess ? 'alpha' : 'beta'
  return stored ?? 'alpha'
}

/** The roles that must all have a right: the visitor's own, and the acted-for user's (AC-14). */
export const rolesOf = ({ user, actingRole }: Visitor): readonly Role[] => {
  const own = user === null ? undefined : roleOf(user)
  return own === undefined ? [] : actingRole === null ? [own] : [own, actingRole]
}

/** The role that decides on data and tools: the acted-for user's while CSSUPPORT acts, else the visitor's own. */
export const effectiveRoleOf = (visitor: Visitor): Role => rolesOf(visitor).at(-1) ?? 'CUSTOMER'

/** The support-view check (SHL-57). */
export const hasSupportView = ({ user, supportViewUserId }: Visitor): boolean => {
  if (user === null) return false
  const role = roleOf(user)
  return SUPPORT_VIEW_ROLES.some((one) => one === role) || String(user.id) === supportViewUserId
}

/** The customer-view check: everybody without the support view, and CSSUPPORT in any case (SHL-58, CONFLICT-38). */
export const hasCustomerView = (visitor: Visitor): boolean =>
  !hasSupportView(visitor) || (visitor.user !== null && roleOf(visitor.user) === 'CSSUPPORT')

/** Whether the fleet map offers a choice of company and user: to staff without the customer view (OPEN-77). */
export const choosesDataOwner = (visitor: Visitor): boolean =>
  !hasCustomerView(visitor) && STAFF_ROLES.some((staff) => staff === (visitor.user && roleOf(visitor.user)))
