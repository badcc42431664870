import { refreshToken } from '#contract/calls/identity.ts'
import { logIn, logOut } from '#contract/calls/session.ts'
import { TEXTS } from '#contract/texts.ts'
import type { Identity } from '../identity/identity.ts'
import { Refusal } from '../services/refusal.ts'
import { type Route, route } from './handler.ts'

const oauth = (code: string, message: string) => new Refusal(400, message, { code })

/** Logging in and out, and new tokens for old ones. */
export const sessionRoutes = ({ identity }: { identity: Identity }): Route[] => [
  route(logIn, async ({ body, request }) => {
    const result = await identity.logIn({ ...body, address: request.ip })
    if (result === null) return { '401': 'Unauthorized', message: TEXTS.enterValidCredentials }
    if ('retryAfterS' in result)
      throw new Refusal(429, 'Too many failed logins. Please try again later.', {
        headers: { 'retry-after': String(result.retryAfterS) },
      })
    return result
  }),
  route(logOut, async ({ request }) => {
    if (request.session) await identity.logOut(request.session.family)
    return { message: 'Logged out' }
  }),
  route(refreshToken, async ({ body }) => {
    if (body.grant_type !== 'refresh_token')
      throw oauth('unsupported_grant_type', 'Only grant_type=refresh_token is answered.')
    if (!body.refresh_token) throw oauth('invalid_request', 'refresh_token is missing.')
    const grant = await identity.refresh(body.refresh_token)
    if (grant === null) throw oauth('invalid_grant', 'The refresh token is expired, revoked or unknown.')
    return { ...grant, token_type: 'Bearer' as const }
  }),
]
