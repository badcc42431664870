import * as z from 'zod/mini'
import { defineCall } from './define.ts'

/** Tokens as the identity answers a refresh (SES-24); `expires_on` is seconds since 1970 UTC. */
export const TokenReply = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_on: z.number(),
  expires_in: z.number(),
  token_type: z.literal('Bearer'),
})

/** The fields of a refresh (SES-23). Any may be missing here: the identity answers what is wrong in the OAuth form. */
export const TokenRequest = z.object({
  client_id: z.optional(z.string()),
  redirect_uri: z.optional(z.string()),
  scope: z.optional(z.string()),
  grant_type: z.optional(z.string()),
  code_verifier: z.optional(z.string()),
  refresh_token: z.optional(z.string().check(z.maxLength(2000))),
})

/** Changes a refresh token for a new pair (SES-23). Errors: 400 `{error: 'invalid_grant' | …, error_description}`. */
export const refreshToken = defineCall({
  id: 'refreshToken',
  rows: ['API-122', 'SES-23', 'SES-24'],
  method: 'POST',
  path: 'token',
  backend: 'identity',
  body: TokenRequest,
  bodyType: 'form',
  reply: TokenReply,
  roles: 'public',
  scope: 'public',
})
