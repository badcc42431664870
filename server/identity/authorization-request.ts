import type { CodeBinding } from './authorization-codes.repository.ts'

/** The only client, as configured in the environment document (OPEN-06). `redirectUri` may be a path. */
export type IdentityClient = {
  readonly clientId: string
  readonly redirectUri: string
  readonly scope: string
}

/** A valid request for a code; `state` is returned unchanged. */
export type AuthorizationRequest = { readonly binding: CodeBinding; readonly state: string }

/**
 * What to do with a request: show the sign-in page, return an error to the client (`to`), or, if the client or its address
 * is not the configured one, show the error to the user only: nothing is sent to an unknown address.
 */
export type AuthorizationCheck =
  | { readonly kind: 'requested'; readonly request: AuthorizationRequest }
  | { readonly kind: 'returned'; readonly to: string }
  | { readonly kind: 'refused'; readonly message: string }

const LONGEST = 500

const oneText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Adds parameters to a configured address. */
export const withParameters = (address: string, parameters: Readonly<Record<string, string>>): string =>
  `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(parameters)}`

/** Checks an authorization request (RFC 6749 4.1.1, RFC 7636). Only S256 is accepted, and addresses must match exactly (SE-13). */
export const checkAuthorizationRequest = (
  query: Readonly<Record<string, unknown>>,
  client: IdentityClient | null,
): AuthorizationCheck => {
  const text = (name: string) => oneText(query[name])
  if (client === null || text('client_id') !== client.clientId)
    return { kind: 'refused', message: 'No application of this name may sign people in here.' }
  const { clientId, redirectUri } = client
  if (text('redirect_uri') !== redirectUri)
    return { kind: 'refused', message: 'The address to return to is not the one that is configured.' }
  const state = text('state')
  const refuse = (error: string, error_description: string): AuthorizationCheck => ({
    kind: 'returned',
    to: withParameters(redirectUri, { error, error_description, ...(state === '' ? {} : { state }) }),
  })
  const allowed = client.scope.split(' ')
  const scopes = text('scope').split(' ')
  if (text('response_type') !== 'code')
    return refuse('unsupported_response_type', 'Only response_type=code is answered.')
  if (!scopes.includes('openid') || !scopes.every((scope) => allowed.includes(scope)))
    return refuse('invalid_scope', 'The scope must hold openid and nothing that is not configured.')
  if (text('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(text('code_challenge')))
    return refuse('invalid_request', 'A code_challenge by code_challenge_method=S256 is needed.')
  if (state === '' || state.length > LONGEST || text('nonce').length > LONGEST)
    return refuse('invalid_request', `A state of at most ${LONGEST} characters is needed.`)
  const binding = { clientId, redirectUri, challenge: text('code_challenge'), nonce: text('nonce') || null }
  return { kind: 'requested', request: { binding, state } }
}
