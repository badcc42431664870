import * as z from 'zod/mini'
import { type AppStorage, STORED } from '../storage/storage.ts'

/**
 * Tokens as they are kept. `expiresOn` is seconds since 1970 UTC by the server's clock (SES-12), which is
 * `clockAheadMs` ahead of this machine's (SE-10).
 */
const StoredGrant = z.object({
  accessToken: z.string().check(z.minLength(1)),
  refreshToken: z.string().check(z.minLength(1)),
  expiresOn: z.number(),
  codeVerifier: z._default(z.string(), ''),
  clockAheadMs: z._default(z.number(), 0),
})
export type StoredGrant = z.infer<typeof StoredGrant>

/** The only place that knows tokens. Machines, recordings and logs never do. */
export type GrantStore = {
  read(): StoredGrant | null
  write(grant: StoredGrant): void
  clear(): void
  /** Calls `listener` after each change, in this tab or another; returns the undo. */
  onChange(listener: () => void): () => void
}

/** A grant store over local storage. Writes of other tabs are seen at the next read. */
export const createGrantStore = ({ storage }: { storage: AppStorage }): GrantStore => {
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  storage.onOtherTab((key) => {
    if (key === null || key === STORED.grant) notify()
  })
  return {
    read: () => storage.get(STORED.grant, StoredGrant),
    write: (grant) => {
      storage.set(STORED.grant, grant)
      notify()
    },
    clear: () => {
      storage.remove([STORED.grant])
      notify()
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
