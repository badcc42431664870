import type * as z from 'zod/mini'
import {
  forgotPassword,
  logIn,
  logOut,
  refreshToken,
  resetPassword,
  sessionUser,
  type TokenRequest,
} from '#contract/calls/session.ts'
import { changePassword } from '#contract/calls/settings.ts'
import { REPLIES } from '#contract/replies.ts'
import { TEXTS } from '#contract/texts.ts'
import { HttpError, notFound } from '../http/errors.ts'
import { type HandlerInput, ownTurnsRoute, type Route, route } from '../http/handler.ts'
import { tooManyTries } from '../http/rate-limit.ts'
import type { Identity } from '../identity/identity.service.ts'
import type { SingleSignOn } from '../identity/single-sign-on.service.ts'
import type { PasswordService } from './passwords.service.ts'

type Parts = {
  readonly identity: Identity
  readonly singleSignOn: Pick<SingleSignOn, 'exchange'>
}

const grantFor = async (
  { identity, singleSignOn }: Parts,
  body: z.infer<typeof TokenRequest>,
  { request, inTurn }: Pick<HandlerInput<typeof refreshToken>, 'request' | 'inTurn'>,
) => {
  const clientId = body.client_id ?? ''
  if (body.grant_type === 'refresh_token') {
    if (!body.refresh_token) throw new HttpError('refreshTokenMissing')
    const { refresh_token: token } = body
    const grant = await inTurn(() => identity.refresh(token, clientId))
    if (grant === null) throw new HttpError('refreshTokenInvalid')
    return grant
  }
  if (body.grant_type === 'authorization_code') {
    const { code, code_verifier: verifier, redirect_uri: redirectUri = '', iss } = body
    if (!code || !verifier) throw new HttpError('codeMissing')
    // Not in turn: the provider may be slow. Wrong codes are limited by address.
    return singleSignOn.exchange({ code, verifier, redirectUri, clientId, iss }, request.ip)
  }
  throw new HttpError('grantTypeUnsupported')
}

/** Login, logout, and new tokens for codes and refresh tokens. */
export const sessionRoutes = ({ identity, singleSignOn }: Parts): Route[] => [
  ownTurnsRoute(logIn, async ({ body, request, reply, inTurn }) => {
    const { ip: address, headers } = request
    const result = await identity.logIn({ ...body, address, cookies: headers.cookie, inTurn })
    if (result === null) return { '401': 'Unauthorized', message: TEXTS.enterValidCredentials }
    if ('retryAfterS' in result)
      throw new HttpError('tooManyLogins', {}, { headers: { 'retry-after': String(result.retryAfterS) } })
    const { deviceCookie, ...answer } = result
    reply.header('set-cookie', deviceCookie)
    return answer
  }),
  route(logOut, async ({ request, reply }) => {
    // Only the cache: the client decides what a logout removes from storage, which other tabs use too (SES-15).
    reply.header('clear-site-data', '"cache"')
    if (request.session) await identity.logOut(request.session.family)
    return { message: 'Logged out' }
  }),
  route(sessionUser, async ({ caller }) => {
    const user = await identity.userOf(caller.userId)
    if (user === null) throw notFound()
    return user
  }),
  ownTurnsRoute(refreshToken, async ({ body, ...input }) => {
    const granted = await grantFor({ identity, singleSignOn }, body, input)
    return { ...granted, token_type: 'Bearer' as const }
  }),
]

/** Forgotten, reset and changed passwords. */
export const passwordRoutes = ({ passwordService }: { passwordService: PasswordService }): Route[] => [
  route(forgotPassword, async ({ body: { account }, request }) => {
    const retryAfterS = await passwordService.forgot(account, request.ip)
    if (retryAfterS !== null) throw tooManyTries(retryAfterS)
    return { message: REPLIES.resetLinkSent }
  }),
  ownTurnsRoute(resetPassword, async ({ body: { code, newPassword }, inTurn }) => {
    if (!(await passwordService.reset(code, newPassword, inTurn))) throw new HttpError('resetLinkInvalid')
    return { message: REPLIES.passwordReset }
  }),
  ownTurnsRoute(changePassword, async ({ body, caller, request }) => {
    const login = { userId: caller.userId, family: request.session?.family ?? '', address: request.ip }
    const changed = await passwordService.change(login, body)
    if (typeof changed === 'object') throw tooManyTries(changed.retryAfterS)
    if (!changed) throw new HttpError('currentPasswordWrong')
    return { message: REPLIES.passwordChanged }
  }),
]
