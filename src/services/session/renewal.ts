import { refreshToken } from '#contract/calls/session.ts'
import type { Environment } from '#contract/records/environment.ts'
import type { SessionUser } from '#contract/records/session.ts'
import type { RefreshResult } from '#src/machines/session/session.ports.ts'
import { CallRefused } from '../http/failures.ts'
import type { Http } from '../http/http.ts'
import type { TabLock } from '../kit/tab-lock.ts'
import type { GrantStore, StoredGrant } from './grant-store.ts'

/** The client of a session without an identity provider. */
const OWN_CLIENT = { clientId: 'roadbook', redirectUri: '', scope: 'openid offline_access' } as const

/** A lock can be handed over before its holder's writes are visible here; they are awaited this long. */
const HAND_OVER_MS = 500

const isInvalidGrant = (error: unknown): boolean =>
  error instanceof CallRefused &&
  error.status < 500 &&
  typeof error.body === 'object' &&
  error.body !== null &&
  'error' in error.body &&
  error.body.error === 'invalid_grant'

/**
 * Renews the stored grant, once for all tabs: one asks while the others wait and then find the new grant in the
 * store. The store is read again before anything is written, so a session that ended meanwhile stays ended.
 */
export const createRenewal = ({
  http,
  grants,
  readUser,
  store,
  lock,
  environment,
  now,
}: {
  http: Pick<Http, 'send'>
  grants: GrantStore
  readUser: () => SessionUser | null
  store: (user: SessionUser, grant: StoredGrant) => void
  lock: TabLock
  environment: () => Pick<Environment, 'identityProvider'>
  /** Wall clock in ms. */
  now: () => number
}): ((signal?: AbortSignal) => Promise<RefreshResult>) => {
  /** What happened to the session since `sent` was read; undefined if nothing did. */
  const meanwhile = (user: SessionUser, sent: StoredGrant): RefreshResult | undefined => {
    const grant = grants.read()
    if (grant === null || readUser()?.id !== user.id) return { kind: 'gone' }
    if (grant.refreshToken === sent.refreshToken) return undefined
    return { kind: 'refreshed', expiresOn: grant.expiresOn, now: now() + grant.clockAheadMs }
  }

  const handedOver = (user: SessionUser, sent: StoredGrant): Promise<void> =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        stop()
        resolve()
      }
      const timer = setTimeout(end, HAND_OVER_MS)
      const stop = grants.onChange(() => {
        if (meanwhile(user, sent) !== undefined) end()
      })
      if (meanwhile(user, sent) !== undefined) end()
    })

  const ask = async (user: SessionUser, sent: StoredGrant, signal?: AbortSignal): Promise<RefreshResult> => {
    const provider = sent.codeVerifier === '' ? null : environment().identityProvider
    const { clientId, redirectUri, scope } = provider ?? OWN_CLIENT
    const answer = await http.send(
      refreshToken,
      {
        // The session says what it means: nothing, as long as another tab or a later try renews.
        isSilent: true,
        body: {
          client_id: clientId,
          redirect_uri: redirectUri,
          scope,
          grant_type: 'refresh_token',
          code_verifier: sent.codeVerifier,
          refresh_token: sent.refreshToken,
        },
      },
      signal,
    )
    if (answer.kind !== 'body') return { kind: 'away', retryAfterMs: null }
    const changed = meanwhile(user, sent)
    if (changed !== undefined) return changed
    const { access_token, refresh_token, expires_on } = answer.body
    const clockAheadMs = (answer.sentAt ?? now()) - now()
    store(user, {
      ...sent,
      accessToken: access_token,
      refreshToken: refresh_token,
      expiresOn: expires_on,
      clockAheadMs,
    })
    return { kind: 'refreshed', expiresOn: expires_on, now: now() + clockAheadMs }
  }

  return async (signal) => {
    const [user, sent] = [readUser(), grants.read()]
    if (user === null || sent === null) return { kind: 'gone' }
    try {
      return await lock(async (queued) => {
        if (queued) await handedOver(user, sent)
        return meanwhile(user, sent) ?? (await ask(user, sent, signal))
      }, signal)
    } catch (error) {
      if (signal?.aborted) throw error
      const changed = meanwhile(user, sent)
      if (changed !== undefined) return changed
      if (isInvalidGrant(error)) return { kind: 'refused' }
      return { kind: 'away', retryAfterMs: error instanceof CallRefused ? error.retryAfterMs : null }
    }
  }
}
