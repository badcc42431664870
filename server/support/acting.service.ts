import type { Call } from '#contract/calls/call.ts'
import type { ActingFor } from '#contract/calls/users.ts'
import { isStaffRole, ROLES, type Role } from '#contract/roles.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import type { Caller } from '../access/caller.ts'
import { companyOf } from '../access/company-of.ts'
import { HttpError, notFound } from '../http/errors.ts'
import { createRateLimit } from '../http/rate-limit.ts'
import type { FoundUser, UserRepository } from '../identity/users.repository.ts'
import type { ActingRepository } from './acting.repository.ts'

/** How long one choice of a user lasts, ms (AC-14). */
export const ACTING_MS = 30 * MINUTE_MS

/** Longer headers are cut in the audit log. */
const MAX_LOGGED_LENGTH = 80

/** The user that a request names in its support headers. */
export type ActingHeaders = { readonly userId: string | undefined; readonly role: string | undefined }

/** Whom a request is made for, and why support does so; the reason is empty where it does not. */
export type Acted = { readonly caller: Caller; readonly reason: string }

/** The caller and login of a request. */
export type Actor = { readonly caller: Caller; readonly family: string }

const isRole = (text: string): text is Role => ROLES.some((role) => role === text)

/** The headers for the audit log, with control characters and quotes escaped (AC-15). */
const loggedTarget = ({ userId = '', role = '' }: ActingHeaders): string =>
  JSON.stringify([userId.slice(0, MAX_LOGGED_LENGTH), role.slice(0, MAX_LOGGED_LENGTH)])

const actingFor = (user: FoundUser, role: Role, endsAt: number): ActingFor => ({
  userId: user.id,
  userName: user.user_name,
  firstName: user.first_name,
  role,
  companyName: user.company ?? '',
  timeZone: user.time_zone ?? DEFAULT_TIME_ZONE,
  endsAt,
})

/** Refused attempts of one user that are logged in an hour: nobody can delete what is logged, and more of them say nothing new. */
const LOGGED_REFUSALS = { most: 100, windowMs: HOUR_MS } as const

/** CSSUPPORT acting for another user (SES-46): who may do so, for whom and how long, and the audit log. */
export const createActing = ({
  acting,
  users,
  now,
}: {
  acting: ActingRepository
  users: UserRepository
  now: () => number
}) => {
  const refusals = createRateLimit({ ...LOGGED_REFUSALS, now })
  /** The user, if still enabled and of this role. */
  const activeUser = async (userId: number, role: Role): Promise<FoundUser | undefined> => {
    const user = await users.byId(userId)
    return user?.disabled_at === null && user.roles[0] === role ? user : undefined
  }

  /** A company's user with this role. Throws the common 404 for anybody else, staff included. */
  const targetOf = async (userId: number, role: Role) => {
    const user = await activeUser(userId, role)
    if (user === undefined || isStaffRole(role)) throw notFound()
    return user
  }

  /** The user and role of the headers, or what is wrong with them. */
  const read = ({ userId, role }: ActingHeaders): { userId: number; role: Role } | HttpError => {
    if (userId === undefined || role === undefined) return new HttpError('actingHeadersIncomplete')
    if (!/^[1-9]\d{0,9}$/.test(userId)) return new HttpError('actingUserInvalid')
    if (!isRole(role)) return new HttpError('actingRoleInvalid')
    return { userId: Number(userId), role }
  }

  const decide = async (call: Call, actor: Actor, headers: ActingHeaders): Promise<Acted | HttpError> => {
    if (actor.caller.role !== 'CSSUPPORT') return new HttpError('actingNotAllowed')
    const requested = read(headers)
    if (requested instanceof HttpError) return requested
    if (call.acting === 'actor') return { caller: actor.caller, reason: '' }
    if (call.acting === 'never') return new HttpError('actingNever')
    const period = await acting.openPeriod(actor.family, now())
    if (period === null || period.targetId !== requested.userId || period.role !== requested.role)
      return new HttpError('actingEnded')
    if (
      call.roles === 'public' ||
      !call.roles.includes(actor.caller.role) ||
      !call.roles.includes(requested.role)
    )
      return new HttpError('actingRoleNotAllowed')
    const target = await activeUser(requested.userId, requested.role)
    if (target === undefined) return new HttpError('actingUserGone')
    const caller = { userId: target.id, role: requested.role, companyId: target.company_id }
    return { caller, reason: period.reason }
  }

  return {
    /**
     * The caller that a call with support headers runs as, and why. Every attempt is logged before it takes effect, and so are the first hundred
     * of a user in an hour that are refused. `isAgain` says that the request was granted before, which is logged.
     * @throws HttpError 400 or 403; any error of the audit log, so that no call runs unlogged
     */
    callerFor: async (
      call: Call,
      actor: Actor,
      headers: ActingHeaders,
      { requestId, isAgain }: { readonly requestId: string; readonly isAgain: boolean },
    ): Promise<Acted> => {
      const decided = await decide(call, actor, headers)
      const isRefused = decided instanceof HttpError
      if (isRefused) {
        const key = String(actor.caller.userId)
        if (refusals.waitS(key) !== null) throw decided
        refusals.add(key)
      }
      if (isRefused || !isAgain)
        await acting.audit({
          at: now(),
          actorId: actor.caller.userId,
          target: loggedTarget(headers),
          callId: call.id,
          requestId,
          granted: !isRefused,
          note: isRefused ? decided.message : '',
        })
      if (isRefused) throw decided
      return decided
    },
    /** Opens a period for a login. Throws the common 404 for staff, unknown users and other roles. */
    begin: async (
      actor: Actor,
      { userId, role, reason }: { userId: number; role: Role; reason: string },
    ): Promise<ActingFor> => {
      const user = await targetOf(userId, role)
      const beganAt = now()
      const endsAt = beganAt + ACTING_MS
      await acting.begin({
        family: actor.family,
        actorId: actor.caller.userId,
        companyId: companyOf({ userId, role, companyId: user.company_id }),
        targetId: userId,
        role,
        reason,
        beganAt,
        endsAt,
      })
      return actingFor(user, role, endsAt)
    },
    /** The user that a login acts for now. */
    current: async (family: string): Promise<ActingFor | null> => {
      const period = await acting.openPeriod(family, now())
      const user = period === null ? undefined : await users.byId(period.targetId)
      return period === null || user === undefined ? null : actingFor(user, period.role, period.endsAt)
    },
    end: (family: string): Promise<void> => acting.end(family, now()),
    /** Whether a login is still acting for this user, who is still enabled and of the role that was chosen. */
    stillActs: async (family: string, userId: number): Promise<boolean> => {
      const period = await acting.openPeriod(family, now())
      return period?.targetId === userId && (await activeUser(userId, period.role)) !== undefined
    },
  }
}

export type Acting = ReturnType<typeof createActing>
