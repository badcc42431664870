import type { Grant } from '#contract/records/session.ts'
import { HttpError } from '../http/errors.ts'
import { createRateLimit, networkOf, tooManyTries } from '../http/rate-limit.ts'
import { checkAuthorizationRequest, withParameters } from './authorization-request.ts'
import type { Identity } from './identity.service.ts'
import type { IdentityLinks } from './identity-links.repository.ts'
import { LOGIN_LIMIT } from './login-limiter.ts'
import {
  createOpenIdProvider,
  type OpenIdProvider,
  ProviderError,
  type ProviderSettings,
} from './openid-provider.ts'
import type { RedeemedCodes } from './redeemed-codes.repository.ts'
import { sha256 } from './secrets.ts'

/** What the portal sends to exchange a code of the provider for tokens of its own. */
export type CodeClaim = {
  readonly code: string
  readonly clientId: string
  readonly redirectUri: string
  readonly verifier: string
  readonly iss: string | undefined
}

/** The portal's own tokens, and the provider's id token. */
type FirstGrant = Grant & { readonly expires_in: number; readonly id_token: string }

/**
 * Logging in by an identity provider outside (SES-61, OPEN-02). The browser goes there and comes back with a code, which the
 * server exchanges; tokens and sessions are the portal's own from then on.
 */
export const createSingleSignOn = ({
  readSettings,
  loginUrl,
  identity,
  codes,
  links,
  now,
  onFailure,
}: {
  /** The configured provider; null if there is none. */
  readSettings: () => Promise<ProviderSettings | null>
  /** Full address of the login page, where the provider returns users to. */
  loginUrl: () => string
  identity: Pick<Identity, 'keys' | 'grantOf'>
  codes: RedeemedCodes
  links: Pick<IdentityLinks, 'userOf'>
  now: () => number
  /** Called when the provider was away or did something unexpected. */
  onFailure: (error: ProviderError) => void
}) => {
  /** Codes that the provider had given to nobody, by address. */
  const invalidCodes = createRateLimit({
    most: LOGIN_LIMIT.perAddress,
    windowMs: LOGIN_LIMIT.windowMs,
    now,
  })
  let known: { readonly key: string; readonly provider: OpenIdProvider } | null = null

  const current = async (): Promise<{ settings: ProviderSettings; provider: OpenIdProvider } | null> => {
    const settings = await readSettings()
    if (settings === null) {
      known = null
      return null
    }
    const key = JSON.stringify(settings)
    if (known?.key !== key) known = { key, provider: createOpenIdProvider(settings, now) }
    return { settings, provider: known.provider }
  }

  /** Ties an id token to the browser that began the login: only its verifier leads to this nonce. */
  const nonceOf = (challenge: string): string =>
    identity.keys.mac('sign-on nonce', challenge).toString('base64url')

  const fail = (error: unknown): ProviderError => {
    if (!(error instanceof ProviderError)) throw error
    if (error.code !== 'codeInvalid') onFailure(error)
    return error
  }

  const redeem = async ({ code, clientId, redirectUri, verifier, iss }: CodeClaim): Promise<FirstGrant> => {
    const configured = await current()
    if (configured === null || clientId !== configured.settings.clientId || redirectUri !== loginUrl())
      throw new HttpError('codeInvalid')
    // Whoever lacks the verifier can neither use a code nor use it up.
    const claimed = `${code}\n${verifier}`
    if (!(await codes.claim(claimed))) throw new HttpError('codeInvalid')
    const nonce = nonceOf(sha256(verifier).toString('base64url'))
    const { idToken, ...person } = await configured.provider
      .redeem({ code, iss, verifier, nonce, redirectUri })
      .catch((error: unknown) => {
        throw new HttpError(fail(error).code)
      })
    const user = await links.userOf(person, now())
    if (typeof user === 'string') throw new HttpError(user)
    const refresh = await codes.begin(claimed, { userId: user, clientId })
    const grant = refresh === null ? null : await identity.grantOf(refresh)
    if (grant === null) throw new HttpError('codeInvalid')
    return { ...grant, id_token: idToken }
  }

  return {
    /** Where to send a browser that asks to sign in: to the provider, or back to the login page with an error. */
    authorizationUrl: async (query: Readonly<Record<string, unknown>>): Promise<string> => {
      const redirectUri = loginUrl()
      const configured = await current()
      if (configured === null) return withParameters(redirectUri, { error: 'unauthorized_client' })
      const { settings, provider } = configured
      const checked = checkAuthorizationRequest(query, { clientId: settings.clientId, redirectUri })
      const { state } = checked
      if (checked.kind === 'returned') return withParameters(redirectUri, { error: checked.error, state })
      const parameters: Record<string, string> = {
        response_type: 'code',
        redirect_uri: redirectUri,
        state,
        nonce: nonceOf(checked.challenge),
        code_challenge: checked.challenge,
        code_challenge_method: 'S256',
      }
      if (checked.asksAgain) parameters['prompt'] = 'login'
      return provider.authorizationUrl(parameters).catch((error: unknown) => {
        const { code } = fail(error)
        const reason = code === 'signOnAway' ? 'temporarily_unavailable' : 'server_error'
        return withParameters(redirectUri, { error: reason, state })
      })
    },

    /**
     * The first tokens of a login, with the provider's id token for the log-out (SES-18). `address` is whose claim it is.
     * @throws HttpError if the code is invalid, the provider is away or cannot be trusted, the person is no user here, or too many
     * invalid codes came from the address: each costs a row and a question to the provider.
     */
    exchange: async (claim: CodeClaim, address: string): Promise<FirstGrant> => {
      const network = networkOf(address)
      const waitS = invalidCodes.waitS(network)
      if (waitS !== null) throw tooManyTries(waitS)
      // Each counts until it is known to be no invalid one, so that no burst gets past the limit.
      invalidCodes.add(network)
      return redeem(claim).then(
        (granted) => {
          invalidCodes.refund(network)
          return granted
        },
        (failure: unknown) => {
          if (!(failure instanceof HttpError && failure.code === 'codeInvalid')) invalidCodes.refund(network)
          throw failure
        },
      )
    },

    /** Where a browser with an id token logs out at the provider (SES-18); null if it cannot, or the provider is away. */
    endSessionUrl: async (): Promise<string | null> => {
      const configured = await current()
      return (
        configured?.provider.endSessionUrl().catch((error: unknown) => {
          fail(error)
          return null
        }) ?? null
      )
    },

    /** The provider's origin, as far as it is known, to which a page may send its form at a log-out. */
    logOutOrigin: (): string | null => {
      const url = known?.provider.lastEndSessionUrl() ?? null
      return url === null ? null : new URL(url).origin
    },
  }
}

export type SingleSignOn = ReturnType<typeof createSingleSignOn>
