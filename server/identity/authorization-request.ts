/** The portal as the client of its identity provider. */
export type IdentityClient = { readonly clientId: string; readonly redirectUri: string }

/** A valid request to sign in. `state` is returned unchanged; `challenge` is the S256 challenge of PKCE. */
export type AuthorizationRequest = {
  readonly kind: 'requested'
  readonly state: string
  readonly challenge: string
  /** Whether the provider shall ask who it is, even if it knows. */
  readonly asksAgain: boolean
}

/** A request that is returned to the portal with an error of OAuth. */
export type ReturnedRequest = { readonly kind: 'returned'; readonly error: string; readonly state: string }

const LONGEST = 500

const oneText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Adds parameters to a configured address. */
export const withParameters = (address: string, parameters: Readonly<Record<string, string>>): string =>
  `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(parameters)}`

/** Checks an authorization request (RFC 6749 4.1.1, RFC 7636). Only S256 is accepted, and addresses must match exactly (SE-13). */
export const checkAuthorizationRequest = (
  query: Readonly<Record<string, unknown>>,
  { clientId, redirectUri }: IdentityClient,
): AuthorizationRequest | ReturnedRequest => {
  const text = (name: string) => oneText(query[name])
  const state = text('state')
  const returned = (error: string): ReturnedRequest => ({
    ...{ kind: 'returned', error },
    state: state.slice(0, LONGEST),
  })
  if (text('client_id') !== clientId) return returned('unauthorized_client')
  if (text('redirect_uri') !== redirectUri) return returned('invalid_request')
  if (text('response_type') !== 'code') return returned('unsupported_response_type')
  if (text('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(text('code_challenge')))
    return returned('invalid_request')
  if (state === '' || state.length > LONGEST) return returned('invalid_request')
  return {
    kind: 'requested',
    state,
    challenge: text('code_challenge'),
    asksAgain: text('prompt') === 'login',
  }
}
