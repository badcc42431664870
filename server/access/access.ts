import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/calls/call.ts'
import { HttpError } from '../http/errors.ts'
import { createFairQueue } from '../http/fair-queue.ts'
import type { Session } from '../identity/identity.service.ts'
import { equalInConstantTime } from '../identity/secrets.ts'
import type { Acted, Acting } from '../support/acting.service.ts'
import type { Caller } from './caller.ts'

/** The user a call runs as, and the login that sent it. They differ while support acts for a user, for the reason given; it is empty otherwise. */
export type CallSession = Session & { readonly login: Caller; readonly reason: string }

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, set by the access check; null for a public call. */
    session: CallSession | null
  }
}

/** Request headers beside `Authorization` (SES-41 to SES-47, OPEN-05). */
const HEADER = {
  apiKey: 'x-api-key',
  authUser: 'authuser',
  requestedUserId: 'requesteduserid',
  requestedRole: 'requestedrole',
} as const

/** Whether a request asks to be made for another user (SES-46). */
export const asksToAct = ({ headers }: FastifyRequest): boolean =>
  headers[HEADER.requestedUserId] !== undefined || headers[HEADER.requestedRole] !== undefined

/** Requests of support for a user that are looked up and logged at a time, and of one supporter, waiting ones included. */
const ACTING = { atOnce: 4, atOnceOfUser: 2, mostOfUser: 96 } as const

/** A browser that opens an address by itself sends no headers, so public files and streams need no key. */
const requiresApiKey = ({ roles, replyKind, backend }: Call): boolean =>
  backend !== 'root' && (roles !== 'public' || replyKind === 'json')

/** Support sees customers' data only as one of their users, and no company's before one is chosen (OPEN-04). */
const needsUser = ({ acting, scope }: Call, { role }: Caller): boolean =>
  role === 'CSSUPPORT' && acting === 'target' && (scope === 'vehicles' || scope === 'company')

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(',') : value
}

const bearerOf = (request: FastifyRequest): string | null =>
  /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null

const unauthenticated = () =>
  new HttpError('unauthenticated', {}, { headers: { 'www-authenticate': 'Bearer' } })

/**
 * Checks a call against its entry in the table: API key, token, `AuthUser`, the user it is made for, role. It may be called again for a request
 * with a session, whose rights may have ended since.
 * @throws HttpError 401 without a valid token, 400 for malformed support headers, 429 for too many of them at once, 403 otherwise.
 */
export const createAccess = ({
  sessionOf,
  acting,
  apiKey,
}: {
  sessionOf: (accessToken: string) => Promise<Session | null>
  acting: Pick<Acting, 'callerFor'>
  apiKey: string
}) => {
  const actingTurns = createFairQueue(ACTING)
  const checkKey = (request: FastifyRequest) => {
    if (apiKey !== '' && !equalInConstantTime(headerOf(request, HEADER.apiKey) ?? '', apiKey))
      throw new HttpError('apiKeyWrong')
  }
  const sessionFor = async (request: FastifyRequest): Promise<Session> => {
    const token = bearerOf(request)
    const session = token === null ? null : await sessionOf(token)
    if (session === null) throw unauthenticated()
    const authUser = headerOf(request, HEADER.authUser)
    if (authUser !== undefined && authUser !== String(session.caller.userId))
      throw new HttpError('authUserMismatch')
    return session
  }
  /** The caller, or the user named by the support headers (SES-46), which are never ignored (AC-13). */
  const callerOf = async (call: Call, session: Session, request: FastifyRequest): Promise<Acted> => {
    const userId = headerOf(request, HEADER.requestedUserId)
    const role = headerOf(request, HEADER.requestedRole)
    if (userId === undefined && role === undefined) {
      if (needsUser(call, session.caller)) throw new HttpError('actingFirst')
      return { caller: session.caller, reason: '' }
    }
    const isAgain = request.session !== null
    return actingTurns.run(session.caller, () =>
      acting.callerFor(call, session, { userId, role }, { requestId: request.id, isAgain }),
    )
  }
  return async (call: Call, request: FastifyRequest): Promise<CallSession | null> => {
    if (requiresApiKey(call)) checkKey(request)
    if (call.roles === 'public') return null
    const session = await sessionFor(request)
    const { caller, reason } = await callerOf(call, session, request)
    if (!call.roles.includes(caller.role)) throw new HttpError('roleNotAllowed')
    return { family: session.family, caller, login: session.caller, reason }
  }
}

export type Access = ReturnType<typeof createAccess>
