import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  clockTolerance,
  discovery,
  fetchUserInfo,
  None,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import * as z from 'zod/mini'
import type { ErrorCode } from '#contract/errors.ts'
import { MINUTE_MS } from '#domain/units.ts'

/** What the operator knows of the identity provider. */
export type ProviderSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly scope: string
  /** Absent for a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined
}

/** Whom the provider has authenticated. */
export type Person = {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  /** Only if the provider says so outright. */
  readonly isEmailVerified: boolean
}

/** A code, and what it must belong to. `iss` is the issuer that came with it (RFC 9207), if one did. */
export type ProviderCode = {
  readonly code: string
  readonly iss: string | undefined
  readonly verifier: string
  readonly nonce: string
  readonly redirectUri: string
}

/** The provider did not do what was asked of it. The message holds neither tokens nor claims. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: Extract<ErrorCode, 'codeInvalid' | 'signOnAway' | 'signOnRefused'>

  constructor(code: ProviderError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** How long the provider may take for one answer, and how long its addresses are used before they are asked for again. */
const ANSWER_WITHIN_S = 5
const METADATA_LIFE_MS = 10 * MINUTE_MS
/** How far the provider's clock may be off, and how long ago it may have issued the token that it sends, in seconds. */
const CLOCK_TOLERANCE_S = 30
const TOKEN_MAX_AGE_S = 600
/** Signatures that anybody can check and only the provider can make. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** PostgreSQL holds no text with a NUL. */
const WITHOUT_NUL = /^[^\0]*$/

const Claims = z.object({
  iss: z.string(),
  sub: z.string().check(z.minLength(1), z.maxLength(255), z.regex(WITHOUT_NUL)),
  email: z.optional(z.string()),
  email_verified: z.optional(z.unknown()),
})

/** What the library reports if the provider could not be reached, or something else answered in its place. */
const AWAY = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'ERR_JWKS_TIMEOUT',
  'ERR_JOSE_GENERIC',
])

const providerErrorOf = (error: unknown): ProviderError => {
  if (error instanceof ProviderError) return error
  if (error instanceof ResponseBodyError)
    return new ProviderError(
      error.error === 'invalid_grant' ? 'codeInvalid' : 'signOnRefused',
      `the provider answered ${error.error}`,
    )
  // What fetch throws if there is no connection.
  if (error instanceof TypeError) return new ProviderError('signOnAway', error.message)
  if (error instanceof WWWAuthenticateChallengeError)
    return new ProviderError('signOnRefused', 'the provider does not know the client or its secret')
  if (error instanceof ClientError || error instanceof errors.JOSEError) {
    const { code = '', message, cause } = error
    const reason = cause instanceof Error ? `: ${cause.message}` : ''
    return new ProviderError(AWAY.has(code) ? 'signOnAway' : 'signOnRefused', `${message}${reason}`)
  }
  throw error
}

type Known = {
  readonly at: number
  readonly configuration: Configuration
  readonly keys: ReturnType<typeof createRemoteJWKSet>
}

/** An identity provider outside, by OpenID Connect. Every function throws `ProviderError`. */
export const createOpenIdProvider = (
  { issuer, clientId, clientSecret, scope }: ProviderSettings,
  now: () => number,
) => {
  let known: Known | null = null
  let asking: Promise<Known> | null = null

  const authentication = (supported: readonly string[] | undefined) => {
    if (clientSecret === undefined) return None()
    return supported !== undefined && !supported.includes('client_secret_basic')
      ? ClientSecretPost(clientSecret)
      : ClientSecretBasic(clientSecret)
  }

  const discover = async (): Promise<Known> => {
    const configuration = await discovery(
      new URL(issuer),
      clientId,
      { [clockTolerance]: CLOCK_TOLERANCE_S },
      (as, ...rest) => authentication(as.token_endpoint_auth_methods_supported)(as, ...rest),
      {
        timeout: ANSWER_WITHIN_S,
        execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
      },
    )
    const { jwks_uri: keysAt } = configuration.serverMetadata()
    if (keysAt === undefined) throw new ProviderError('signOnRefused', 'the provider publishes no keys')
    const keys = createRemoteJWKSet(new URL(keysAt), {
      // A new key of the provider works at once. Only the provider itself can make us look it up.
      cooldownDuration: 0,
      timeoutDuration: ANSWER_WITHIN_S * 1000,
    })
    return { at: now(), configuration, keys }
  }

  const current = async (): Promise<Known> => {
    if (known !== null && now() - known.at < METADATA_LIFE_MS) return known
    asking ??= discover().finally(() => {
      asking = null
    })
    known = await asking
    return known
  }

  const orProviderError = <TResult>(work: Promise<TResult>): Promise<TResult> =>
    work.catch((error: unknown) => {
      throw providerErrorOf(error)
    })

  const authorizationUrl = async (parameters: Readonly<Record<string, string>>): Promise<string> => {
    const { configuration } = await current()
    return buildAuthorizationUrl(configuration, { ...parameters, scope }).href
  }

  const redeem = async ({
    code,
    iss,
    verifier,
    nonce,
    redirectUri,
  }: ProviderCode): Promise<Person & { readonly idToken: string }> => {
    const { configuration, keys } = await current()
    const returned = new URL(redirectUri)
    returned.searchParams.set('code', code)
    if (iss !== undefined) returned.searchParams.set('iss', iss)
    const tokens = await authorizationCodeGrant(configuration, returned, {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    const idToken = tokens.id_token ?? ''
    // The library has checked the claims, and trusts the connection for the signature.
    const { payload } = await jwtVerify(idToken, keys, {
      algorithms: ALGORITHMS,
      audience: clientId,
      clockTolerance: CLOCK_TOLERANCE_S,
      maxTokenAge: TOKEN_MAX_AGE_S,
      currentDate: new Date(),
    })
    const claims = Claims.safeParse(payload)
    if (!claims.success) throw new ProviderError('signOnRefused', 'the id token lacks its subject')
    if (payload['azp'] !== undefined && payload['azp'] !== clientId)
      throw new ProviderError('signOnRefused', 'the id token was made for another client')
    const { sub, iss: issuedBy } = claims.data
    const isAtUserInfo =
      claims.data.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
    const { email, email_verified } = isAtUserInfo
      ? await fetchUserInfo(configuration, tokens.access_token, sub)
      : claims.data
    return {
      issuer: issuedBy,
      subject: sub,
      email: typeof email === 'string' && email !== '' && WITHOUT_NUL.test(email) ? email : null,
      isEmailVerified: email_verified === true,
      idToken,
    }
  }

  return {
    /** Where the browser signs in; `parameters` are added to those of this client. */
    authorizationUrl: (parameters: Readonly<Record<string, string>>) =>
      orProviderError(authorizationUrl(parameters)),
    /** Exchanges a code and checks whom the provider has authenticated (SES-61, SE-13). */
    redeem: (code: ProviderCode) => orProviderError(redeem(code)),
    /** Where the browser signs out; null if the provider has no such address. */
    endSessionUrl: async (): Promise<string | null> => {
      const { configuration } = await orProviderError(current())
      return configuration.serverMetadata().end_session_endpoint ?? null
    },
    /** The same address as last known, without asking. */
    lastEndSessionUrl: (): string | null =>
      known?.configuration.serverMetadata().end_session_endpoint ?? null,
  }
}

export type OpenIdProvider = ReturnType<typeof createOpenIdProvider>
