import * as z from 'zod/mini'
import { refreshToken, sessionUser } from '#contract/calls/session.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Environment } from '#contract/records/environment.ts'
import type { IdentityFailure, IdentityReturn } from '#src/machines/session/session.ports.ts'
import { withBody } from '../http/answer.ts'
import { CallRefused } from '../http/failures.ts'
import type { Http } from '../http/http.ts'
import { type AppStorage, STORED } from '../storage/storage.ts'
import type { GrantStore } from './grant-store.ts'
import type { SessionService } from './session-service.ts'

const BYTES = 32

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/**
 * Ties a login by an identity provider to this browser: a state, and a verifier with its S256 challenge (RFC 7636).
 * Errors: the page is reached by plain http from another machine, where browsers have no SHA-256.
 */
export const proofKeys = async (
  crypto: Crypto,
): Promise<{ state: string; verifier: string; challenge: string }> => {
  const random = () => base64url(crypto.getRandomValues(new Uint8Array(BYTES)))
  const verifier = random()
  if ((crypto.subtle as SubtleCrypto | undefined) === undefined)
    throw new Error(
      'Single sign-on needs https. Open the portal by its https address, or log in by password.',
    )
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { state: random(), verifier, challenge: base64url(new Uint8Array(digest)) }
}
/** Stored in this tab while the page is left: what the return must match, and where the guest wanted to go. */
const Pending = z.object({
  state: z.string(),
  verifier: z.string(),
  savedLocation: z.nullable(z.string()),
})
type Pending = z.infer<typeof Pending>

type Page = Pick<Window, 'location' | 'history' | 'document' | 'crypto'>

/** Takes what the provider has added out of the address at once, so that neither history, reload nor a recording has them. */
const takeReturn = ({ location, history }: Page) => {
  const search = new URLSearchParams(location.search)
  const [state, code, error] = [search.get('state'), search.get('code'), search.get('error')]
  const iss = search.get('iss')
  if (state === null || (code === null && error === null)) return null
  const here = new URL(location.href)
  here.search = ''
  history.replaceState(history.state, '', here)
  return { state, code, error, iss }
}

const pendingOf = (text: string | null): Pending | null => {
  try {
    const parsed = Pending.safeParse(JSON.parse(text ?? ''))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof CallRefused && codes.includes(String(error.code))

/** The provider knows the person, but there is no login here: somebody else must be able to sign in there. */
const WRONG_PERSON: readonly ErrorCode[] = [
  'personUnknown',
  'emailUnverified',
  'userDisabled',
  'userLinkedElsewhere',
]

const RETURNED: Readonly<Record<string, IdentityFailure>> = {
  access_denied: 'denied',
  temporarily_unavailable: 'away',
}

/**
 * Logging in and out by an identity provider (OPEN-02, SES-61): authorization code with PKCE. Build it before anything
 * reads the page's address. `asBearer` makes calls with a token that is not stored yet.
 */
export const createIdentityLogin = ({
  page,
  http,
  asBearer,
  session,
  grants,
  storage,
  environment,
}: {
  page: Page
  http: Pick<Http, 'send'>
  asBearer: (token: string) => Pick<Http, 'call'>
  session: Pick<SessionService, 'open'>
  grants: Pick<GrantStore, 'read'>
  storage: AppStorage
  environment: () => Pick<Environment, 'identityProvider'>
}) => {
  const came = takeReturn(page)
  const pending = came === null ? null : pendingOf(storage.takeForReturn())
  let asksAgain = false

  const provider = () => {
    const { identityProvider } = environment()
    if (identityProvider === null) throw new Error('No identity provider is configured.')
    return identityProvider
  }

  const exchange = async (code: string, iss: string | null, verifier: string, signal?: AbortSignal) => {
    const { clientId, redirectUri, scope } = provider()
    const body = {
      client_id: clientId,
      redirect_uri: redirectUri,
      scope,
      grant_type: 'authorization_code',
      code_verifier: verifier,
      code,
      iss: iss ?? undefined,
    }
    // The login page says in words of its own why nobody came in.
    return withBody(await http.send(refreshToken, { body, isSilent: true }, signal))
  }

  return {
    /** After a return from the provider: where the guest wanted to go before; else null. */
    returned: (): { readonly savedLocation: string | null } | null =>
      came === null ? null : { savedLocation: pending?.savedLocation ?? null },

    /** Leaves for the provider and settles only if that fails. Errors: this browser cannot. */
    go: async (savedLocation: string | null): Promise<never> => {
      const { clientId, redirectUri, scope, authorizeUrl } = provider()
      const { origin } = new URL(redirectUri, page.location.href)
      if (origin !== new URL(page.location.href).origin)
        throw new Error(
          `Single sign-on works at ${origin} alone. Open the portal there, or log in by password.`,
        )
      const { state, verifier, challenge } = await proofKeys(page.crypto)
      storage.storeForReturn(JSON.stringify({ state, verifier, savedLocation } satisfies Pending))
      const address = new URL(authorizeUrl, page.location.href)
      const fields = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value)
      if (asksAgain) address.searchParams.set('prompt', 'login')
      page.location.assign(address.href)
      return new Promise<never>(() => {})
    },

    /** Exchanges the code of a return for a session. Errors are those of the request builder. */
    finish: async (signal?: AbortSignal): Promise<IdentityReturn> => {
      if (pending === null || came?.state !== pending.state) return { kind: 'failed', why: 'mismatch' }
      if (came.code === null) return { kind: 'failed', why: RETURNED[came.error ?? ''] ?? 'failed' }
      try {
        const { body: grant, sentAt } = await exchange(came.code, came.iss, pending.verifier, signal)
        const user = await asBearer(grant.access_token).call(sessionUser, {}, signal)
        return {
          kind: 'accepted',
          ...session.open({ user, grant, codeVerifier: pending.verifier, sentAt }),
        }
      } catch (error) {
        if (hasCode(error, ['codeInvalid'])) return { kind: 'failed', why: 'expired' }
        asksAgain = hasCode(error, WRONG_PERSON)
        throw error
      }
    },

    /**
     * A function that leaves for the provider's log-out address once the session is forgotten (SES-18), and settles
     * only if that fails; null for a session that no provider opened. The id token travels in a form, not in the
     * address (CONFLICT-40).
     */
    logOutAtProvider: (): (() => Promise<never>) | null => {
      const idToken = storage.getText(STORED.idToken)
      const { identityProvider } = environment()
      if (idToken === null || identityProvider === null || (grants.read()?.codeVerifier ?? '') === '')
        return null
      const { logoutUrl, redirectUri } = identityProvider
      return () => {
        const form = page.document.createElement('form')
        form.method = 'post'
        form.action = new URL(logoutUrl, page.location.href).href
        for (const [name, value] of [
          ['id_token_hint', idToken],
          ['post_logout_redirect_uri', redirectUri],
        ] as const) {
          const field = page.document.createElement('input')
          Object.assign(field, { type: 'hidden', name, value })
          form.append(field)
        }
        page.document.body.append(form)
        form.submit()
        return new Promise<never>(() => {})
      }
    },
  }
}
