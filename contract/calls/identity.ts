import * as z from 'zod/mini'
import { defineCall } from './define.ts'

/** Tokens as the identity answers (SES-24); `expires_on` is seconds since 1970 UTC, `id_token` comes with a code alone. */
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
 * The fields of a refresh (SES-23), or those with which a login ends, where `code` stands for the refresh token (SES-61).
 * Any may be missing here: the identity answers what is wrong in the OAuth form.
 */
export const TokenRequest = z.object({
  client_id: Field,
  redirect_uri: Field,
  scope: Field,
  grant_type: Field,
  code_verifier: Field,
  refresh_token: Field,
  code: Field,
})

/** Changes a refresh token for a new pair (SES-23), or an authorization code for the first one (OPEN-02). Errors: 400 `{error: 'invalid_grant' | …, error_description}`. */
export const refreshToken = defineCall({
  id: 'refreshToken',
  rows: ['API-122', 'SES-23', 'SES-24', 'SES-61', 'OPEN-02'],
  method: 'POST',
  path: 'token',
  backend: 'identity',
  body: TokenRequest,
  bodyType: 'form',
  reply: TokenReply,
  roles: 'public',
  scope: 'public',
})
