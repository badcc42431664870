import { NetworkFailure } from '../http/failures.ts'
import type { GrantStore } from './grant-store.ts'

/** Lets calls through with a valid token, and holds them while a newer one is fetched (SES-20, SES-21). */
export type TokenBarrier = {
  /** The token as it is now. */
  peek(): string | null
  /** The token to send, once no refresh is under way. Errors: `NetworkFailure` after the longest wait (CONFLICT-39). */
  token(signal?: AbortSignal): Promise<string | null>
  /**
   * Reports that a token was answered 401. True once there is a newer one, false once the session is over. Errors as
   * above.
   */
  refused(token: string, signal?: AbortSignal): Promise<boolean>
  /** Holds calls back until the returned function is called. */
  hold(): () => void
}

type Timers = { setTimeout(act: () => void, afterMs: number): unknown; clearTimeout(timer: never): void }

/**
 * A barrier over the grant store. `askRefresh` is called once for all calls that were refused with the same token;
 * waiting ones continue when the store has another token, or none.
 */
export const createTokenBarrier = ({
  grants,
  askRefresh,
  longestWaitMs = 30_000,
  clock = globalThis,
}: {
  grants: Pick<GrantStore, 'read' | 'onChange'>
  askRefresh: () => void
  longestWaitMs?: number
  clock?: Timers
}): TokenBarrier => {
  let holds = 0
  let refusedToken: string | null = null
  const waiting = new Set<() => void>()
  const peek = () => grants.read()?.accessToken ?? null
  const isOpen = () => holds === 0 && (peek() === null || peek() !== refusedToken)
  const look = () => {
    if (!isOpen()) return
    for (const goOn of waiting) goOn()
  }
  grants.onChange(look)

  const untilOpen = (signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted()
    if (isOpen()) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const settle = (end: () => void) => () => {
        waiting.delete(goOn)
        clock.clearTimeout(timer as never)
        signal?.removeEventListener('abort', stop)
        end()
      }
      const goOn = settle(resolve)
      const stop = settle(() => reject(signal?.reason))
      waiting.add(goOn)
      signal?.addEventListener('abort', stop)
      const timer = clock.setTimeout(
        settle(() => reject(new NetworkFailure('The session could not be renewed in time.'))),
        longestWaitMs,
      )
    })
  }

  return {
    peek,
    token: async (signal) => {
      await untilOpen(signal)
      return peek()
    },
    refused: async (token, signal) => {
      const now = peek()
      if (now === null) return false
      if (now === token && refusedToken !== token) {
        refusedToken = token
        askRefresh()
      }
      await untilOpen(signal)
      return peek() !== null
    },
    hold: () => {
      holds += 1
      let held = true
      return () => {
        if (held) holds -= 1
        held = false
        look()
      }
    },
  }
}

/** A barrier with one token that is not stored, for the calls before a session is. Nothing renews it. */
export const createFixedBarrier = (token: string): TokenBarrier => ({
  peek: () => token,
  token: async () => token,
  refused: async () => false,
  hold: () => () => {},
})
