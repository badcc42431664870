import * as z from 'zod/mini'
import { PASSWORD_CHARACTERS, PASSWORD_LENGTH } from '#domain/password.ts'
import { MAX_TEXT_LENGTH } from '../constants.ts'
import { errorCode } from '../errors.ts'
import { LogInReply, LogInRequest, SessionUser } from '../records/session.ts'
import { ROLES } from '../roles.ts'
import { defineCall } from './call.ts'

/** Logs in with a user name and a password (OPEN-01). Wrong ones answer 200 with the key `401` (SES-26). */
export const logIn = defineCall({
  id: 'logIn',
  rows: ['SES-13', 'SES-26', 'SES-61', 'OPEN-01'],
  method: 'POST',
  path: 'login',
  body: LogInRequest,
  reply: LogInReply,
  holdsSecret: true,
  roles: 'public',
  scope: 'public',
})

/** The user of the session, for a login that returned only tokens (SES-61). */
export const sessionUser = defineCall({
  id: 'sessionUser',
  rows: ['SES-02', 'SES-61', 'OPEN-02'],
  method: 'GET',
  path: 'session',
  reply: SessionUser,
  roles: ROLES,
  scope: 'self',
  acting: 'actor',
})

/** Ends this login wherever it is used; its access token becomes invalid with it. */
export const logOut = defineCall({
  id: 'logOut',
  rows: ['SES-15'],
  method: 'POST',
  path: 'logout',
  reply: z.object({ message: z.string() }),
  roles: ROLES,
  scope: 'self',
  acting: 'actor',
})

/** A new password: 8 to 1,000 characters, among them a lowercase letter, an uppercase letter and a digit (OPEN-28). */
export const NewPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_LENGTH.min),
    z.maxLength(PASSWORD_LENGTH.max),
    z.regex(PASSWORD_CHARACTERS.lowercaseMissing, errorCode('lowercaseMissing')),
    z.regex(PASSWORD_CHARACTERS.uppercaseMissing, errorCode('uppercaseMissing')),
    z.regex(PASSWORD_CHARACTERS.digitMissing, errorCode('digitMissing')),
  )

/** Asks for a reset link by user name or e-mail; the reply is the same whether the account exists or not (OPEN-03, AC-11). */
export const forgotPassword = defineCall({
  id: 'forgotPassword',
  rows: ['OPEN-03', 'SHL-02'],
  method: 'POST',
  path: 'forgotPassword',
  body: z.object({
    account: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_TEXT_LENGTH.account)),
  }),
  reply: z.object({ message: z.string() }),
  roles: 'public',
  scope: 'public',
})

/** Sets a new password with the code of a reset link, which works once, and ends all logins of the user. Errors: 400 for an invalid code. */
export const resetPassword = defineCall({
  id: 'resetPassword',
  rows: ['OPEN-03'],
  method: 'POST',
  path: 'resetPassword',
  body: z.object({ code: z.string().check(z.maxLength(200)), newPassword: NewPassword }),
  reply: z.object({ message: z.string() }),
  roles: 'public',
  scope: 'public',
})

/** Tokens as the identity answers (SES-24); `expires_on` is seconds since 1970 UTC, `id_token` is only returned for an authorization code. */
export const TokenReply = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  id_token: z.optional(z.string()),
  expires_on: z.number(),
  expires_in: z.number(),
  token_type: z.literal('Bearer'),
})

const Field = z.optional(z.string().check(z.maxLength(2000)))

/**
 * The fields of a refresh (SES-23), or those with which a login ends, where `code`, with the `iss` that came
 * beside it, stands for the refresh token (SES-61).
 * All are optional here: the identity service reports what is wrong in the form of OAuth.
 */
export const TokenRequest = z.object({
  client_id: Field,
  redirect_uri: Field,
  scope: Field,
  grant_type: Field,
  code_verifier: Field,
  refresh_token: Field,
  code: Field,
  iss: Field,
})

/** Exchanges a refresh token for a new pair (SES-23), or an authorization code for the first pair (OPEN-02). Errors: 400 `{error: 'invalid_grant' | …, error_description}`. */
export const refreshToken = defineCall({
  id: 'refreshToken',
  rows: ['API-122', 'SES-23', 'SES-24', 'SES-61', 'OPEN-02'],
  method: 'POST',
  path: 'token',
  backend: 'identity',
  body: TokenRequest,
  bodyType: 'form',
  reply: TokenReply,
  holdsSecret: true,
  roles: 'public',
  scope: 'public',
})
