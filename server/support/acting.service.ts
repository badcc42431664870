import type { Call } from '#contract/calls/call.ts'
import type { ActingFor } from '#contract/calls/users.ts'
import { isStaffRole, ROLES, type Role } from '#contract/roles.ts'
import type { Caller } from '../access/caller.ts'
import { HttpError, notFound } from '../http/errors.ts'
import type { FoundUser, UserRepository } from '../identity/users.repository.ts'
import type { ActingRepository } from './acting.repository.ts'

/** How long one choice of a user lasts, ms (AC-14). */
export const ACTING_MS = 30 * 60_000

/** Longest text of a header that is kept in the audit. */
const KEPT_LENGTH = 80

/** For whom a request asks to act, as its headers say it. */
export type ActingHeaders = { readonly userId: string | undefined; readonly role: string | undefined }

/** The login that a request comes under. */
export type Actor = { readonly caller: Caller; readonly family: string }

const isRole = (text: string): text is Role => ROLES.some((role) => role === text)

/** Control characters and quotes of a header, made harmless for whoever reads the audit (AC-15). */
const kept = ({ userId = '', role = '' }: ActingHeaders): string =>
  JSON.stringify([userId.slice(0, KEPT_LENGTH), role.slice(0, KEPT_LENGTH)])

const actingFor = (user: FoundUser, role: Role, endsAt: number): ActingFor => ({
  userId: user.id,
  userName: user.user_name,
  firstName: user.first_name,
  role,
  companyName: user.company ?? '',
  endsAt,
})

/** CSSUPPORT acting for another user (SES-46): who may, for whom, how long, and what is written down. */
export const createActing = ({
  acting,
  users,
  now,
}: {
  acting: ActingRepository
  users: UserRepository
  now: () => number
}) => {
  /** A user of a company who holds the role; the common 404 for staff and for everybody else. */
  const targetOf = async (userId: number, role: Role) => {
    const user = await users.byId(userId)
    if (user === undefined || user.disabled_at !== null || user.roles[0] !== role || isStaffRole(role))
      throw notFound()
    return user
  }

  /** What the headers say, or why they say nothing usable. */
  const read = ({ userId, role }: ActingHeaders): { userId: number; role: Role } | string => {
    if (userId === undefined || role === undefined) return 'requestedUserId and requestedRole come together.'
    if (!/^[1-9]\d{0,9}$/.test(userId)) return 'requestedUserId must be one user id.'
    if (!isRole(role)) return 'requestedRole must be one role.'
    return { userId: Number(userId), role }
  }

  const decide = async (call: Call, actor: Actor, headers: ActingHeaders): Promise<Caller | HttpError> => {
    if (actor.caller.role !== 'CSSUPPORT')
      return new HttpError(403, 'Acting for another user is not for your role.')
    const requested = read(headers)
    if (typeof requested === 'string') return new HttpError(400, requested)
    if (call.acting === 'actor') return actor.caller
    if (call.acting === 'never')
      return new HttpError(
        403,
        'This cannot be done for another user. Leave the profile with SWITCH PROFILE first.',
      )
    const period = await acting.openPeriod(actor.family, now())
    if (period === null || period.targetId !== requested.userId || period.role !== requested.role)
      return new HttpError(
        403,
        'You do not act for this user now. Choose the user again through SWITCH PROFILE.',
      )
    if (
      call.roles === 'public' ||
      !call.roles.includes(actor.caller.role) ||
      !call.roles.includes(requested.role)
    )
      return new HttpError(403, 'Your role or the role of the chosen user may not do this.')
    const target = await users.byId(requested.userId)
    if (target === undefined || target.disabled_at !== null || target.roles[0] !== requested.role)
      return new HttpError(403, 'The chosen user is no longer there. Choose a user through SWITCH PROFILE.')
    return { userId: target.id, role: requested.role, companyId: target.company_id }
  }

  return {
    /**
     * Who a call runs as when it asks to act for somebody. Written down before it takes effect, whatever the outcome.
     * @throws HttpError 400 or 403; any error of the audit, which then keeps the call from running
     */
    callerFor: async (
      call: Call,
      actor: Actor,
      headers: ActingHeaders,
      requestId: string,
    ): Promise<Caller> => {
      const decided = await decide(call, actor, headers)
      const isRefused = decided instanceof HttpError
      await acting.audit({
        at: now(),
        actorId: actor.caller.userId,
        target: kept(headers),
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
        targetId: userId,
        role,
        reason,
        beganAt,
        endsAt,
      })
      return actingFor(user, role, endsAt)
    },
    /** For whom a login acts now. */
    current: async (family: string): Promise<ActingFor | null> => {
      const period = await acting.openPeriod(family, now())
      const user = period === null ? undefined : await users.byId(period.targetId)
      return period === null || user === undefined ? null : actingFor(user, period.role, period.endsAt)
    },
    end: (family: string): Promise<void> => acting.end(family, now()),
    /** Whether a login still acts for a user. */
    stillActs: async (family: string, userId: number): Promise<boolean> =>
      (await acting.openPeriod(family, now()))?.targetId === userId,
  }
}

export type Acting = ReturnType<typeof createActing>
