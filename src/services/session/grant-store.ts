import * as z from 'zod/mini'
import { type AppStorage, STORED } from '../storage/storage.ts'

/**
 * Tokens as they are kept. `expiresOn` is seconds since 1970 UTC by the server's clock (SES-12), which is
 * `clockAheadMs` ahead of this machine's (SE-10).
 */
const KeptGrant = z.object({
  accessToken: z.string().check(z.minLength(1)),
  refreshToken: z.string().check(z.minLength(1)),
  expiresOn: z.number(),
  codeVerifier: z._default(z.string(), ''),
  clockAheadMs: z._default(z.number(), 0),
})
export type KeptGrant = z.infer<typeof KeptGrant>

/** The only place that knows tokens. Machines, recordings and logs never do. */
export type GrantStore = {
  read(): KeptGrant | null
  write(grant: KeptGrant): void
  clear(): void
  /** Calls `listener` after each change, in this tab or another; returns the undo. */
  onChange(listener: () => void): () => void
}

/** A grant store over local storage. What another tab writes is seen at the next read. */
export const createGrantStore = ({ storage }: { storage: AppStorage }): GrantStore => {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  storage.onOtherTab((key) => {
    if (key === null || key === STORED.grant) tell()
  })
  return {
    read: () => storage.get(STORED.grant, KeptGrant),
    write: (grant) => {
      storage.set(STORED.grant, grant)
      tell()
    },
    clear: () => {
      storage.remove([STORED.grant])
      tell()
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
