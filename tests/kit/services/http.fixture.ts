import { type CallFetch, createHttp } from '#src/services/http/http.ts'
import type { FailedCall } from '#src/services/http/reporting.ts'
import type { ActingTarget, CdsMode } from '#src/services/http/request-encoding.ts'
import { createGrantStore } from '#src/services/session/grant-store.ts'
import { createTokenBarrier } from '#src/services/session/token-barrier.ts'
import { createStorage } from '#src/services/storage/storage.ts'

/** An in-memory storage of the browser's type. */
export const createMemoryPage = () => {
  const storageAreas = { local: new Map<string, string>(), session: new Map<string, string>() }
  const listeners = new Set<(event: StorageEvent) => void>()
  const createStorageArea = (values: Map<string, string>) =>
    ({
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
      clear: () => values.clear(),
    }) as unknown as Storage
  return {
    ...storageAreas,
    localStorage: createStorageArea(storageAreas.local),
    sessionStorage: createStorageArea(storageAreas.session),
    addEventListener: (_: 'storage', listener: (event: StorageEvent) => void) => void listeners.add(listener),
    removeEventListener: (_: 'storage', listener: (event: StorageEvent) => void) =>
      void listeners.delete(listener),
    /** What another tab does. */
    otherTabSets: (key: string | null, value: string | null) => {
      if (key === null) storageAreas.local.clear()
      else if (value === null) storageAreas.local.delete(key)
      else storageAreas.local.set(key, value)
      for (const listener of listeners) listener({ key } as StorageEvent)
    },
  }
}

/** The request builder on a real server, with tokens of its own. `refresh` is what the session machine would do. */
export const createHttpFixture = (
  base: string,
  {
    page = createMemoryPage(),
    refresh = () => undefined,
    timeoutMs = 5000,
    longestWaitMs = 5000,
    retryAfterMs = null,
    fetch: send,
  }: {
    /** One page's storage for several rigs makes them tabs of one browser. */
    page?: ReturnType<typeof createMemoryPage>
    refresh?: (fixture: { grants: ReturnType<typeof createGrantStore> }) => void
    timeoutMs?: number
    longestWaitMs?: number
    /** Failed queries are sent once unless a test says otherwise. */
    retryAfterMs?: number | null
    fetch?: CallFetch
  } = {},
) => {
  const storage = createStorage({ page, log: () => undefined })
  const grants = createGrantStore({ storage })
  const counted = { refreshes: 0, lost: 0 }
  const reported: FailedCall[] = []
  const callerContext: { actingFor: ActingTarget | null; cdsMode: CdsMode | null } = {
    actingFor: null,
    cdsMode: null,
  }
  const barrier = createTokenBarrier({
    grants,
    longestWaitMs,
    askRefresh: () => {
      counted.refreshes += 1
      refresh({ grants })
    },
  })
  const environment = () => ({
    v2BaseUrl: `${base}/api/v2/`,
    v3BaseUrl: `${base}/api/v3`,
    identityBaseUrl: `${base}/identity/`,
    apiKey: 'key-1',
    identityProvider: null,
  })
  const http = createHttp({
    environment,
    barrier,
    userId: () => 7,
    actingFor: () => callerContext.actingFor,
    cdsMode: () => callerContext.cdsMode,
    sessionLost: () => {
      counted.lost += 1
    },
    timeoutMs,
    retryAfterMs,
    report: (failed) => reported.push(failed),
    ...(send ? { fetch: send } : {}),
  })
  return { page, storage, grants, barrier, http, counted, reported, callerContext, environment }
}

/** Tokens whose access token is `token`. */
export const grantOf = (token: string) => ({
  accessToken: token,
  refreshToken: `refresh of ${token}`,
  expiresOn: 2_000_000_000,
  codeVerifier: '',
  clockAheadMs: 0,
})
