import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import type { Session } from '../identity/identity.ts'
import { Refusal } from '../services/refusal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, once access was granted; null where the call is public. */
    session: Session | null
  }
}

/** Request headers beside `Authorization` (SES-41 to SES-47, OPEN-05). */
const HEADER = {
  apiKey: 'x-api-key',
  authUser: 'authuser',
  actingFor: ['requesteduserid', 'requestedrole'],
} as const

/** Addresses that a browser opens by itself carry no headers, so public files and streams do not ask for the key. */
const asksApiKey = ({ roles, replyKind, backend }: Call): boolean =>
  backend !== 'root' && (roles !== 'public' || replyKind === 'json')

const same = (given: string, wanted: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(',') : value
}

const bearerOf = (request: FastifyRequest): string | null =>
  /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null

const unauthenticated = () =>
  new Refusal(401, 'The access token is missing, expired or no longer valid.', {
    headers: { 'www-authenticate': 'Bearer' },
  })

/**
 * Grants or refuses a call by its entry in the table: API key, token, `AuthUser`, role.
 * @throws Refusal 401 where no valid token came, 403 for anything else.
 */
export const createAccess = ({
  sessionOf,
  apiKey,
}: {
  sessionOf: (accessToken: string) => Promise<Session | null>
  apiKey: string
}) => {
  const checkKey = (request: FastifyRequest) => {
    if (apiKey !== '' && !same(headerOf(request, HEADER.apiKey) ?? '', apiKey))
      throw new Refusal(403, 'The API key is missing or wrong.')
  }
  const sessionFor = async (request: FastifyRequest): Promise<Session> => {
    const token = bearerOf(request)
    const session = token === null ? null : await sessionOf(token)
    if (session === null) throw unauthenticated()
    const authUser = headerOf(request, HEADER.authUser)
    if (authUser !== undefined && authUser !== String(session.caller.userId))
      throw new Refusal(403, 'The AuthUser header names another user than the token.')
    return session
  }
  /** Acting for another user is refused rather than ignored (AC-13). */
  const refuseActing = (request: FastifyRequest) => {
    if (HEADER.actingFor.some((name) => request.headers[name] !== undefined))
      throw new Refusal(403, 'Acting for another user is not possible here.')
  }
  return async (call: Call, request: FastifyRequest): Promise<Session | null> => {
    if (asksApiKey(call)) checkKey(request)
    if (call.roles === 'public') return null
    const session = await sessionFor(request)
    refuseActing(request)
    if (!call.roles.includes(session.caller.role)) throw new Refusal(403, 'Your role may not do this.')
    return session
  }
}

export type Access = ReturnType<typeof createAccess>
