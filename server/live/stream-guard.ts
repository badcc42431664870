import type { Role } from '#contract/roles.ts'
import { STREAM_RETRY_MS } from '#contract/stream-timings.ts'
import type { EventStream } from './event-stream.ts'
import { LIVE } from './limits.ts'

/** An open stream and the conditions for keeping it open. */
export type GuardedStream = {
  readonly stream: Pick<EventStream, 'isOpen' | 'end'>
  /** The login that opened it. */
  readonly family: string
  readonly role: Role
  /** Whether its reader may still see what it sends. */
  readonly isStillAllowed: () => Promise<boolean>
}

/**
 * Checks once a second that readers still have access, because a stream outlives the access check of its call (SE-15, AC-06).
 * It ends a stream without access; the reader reconnects and gets the usual answer. `activeLogins` gives the effective role
 * of each login that is still active.
 */
export const createStreamGuard = ({
  activeLogins,
  onError,
}: {
  activeLogins: (families: readonly string[]) => Promise<ReadonlyMap<string, Role>>
  onError: (error: unknown) => void
}) => {
  const guarded = new Set<GuardedStream>()
  let timer: NodeJS.Timeout | undefined
  let isChecking = false

  const checkStreams = async (): Promise<void> => {
    for (const each of guarded) if (!each.stream.isOpen()) guarded.delete(each)
    const living = await activeLogins([...new Set([...guarded].map(({ family }) => family))])
    for (const each of guarded) {
      if (living.get(each.family) === each.role && (await each.isStillAllowed())) continue
      guarded.delete(each)
      each.stream.end(STREAM_RETRY_MS)
    }
  }

  const checkOnce = async (): Promise<void> => {
    if (isChecking) return
    isChecking = true
    try {
      await checkStreams()
    } catch (error) {
      onError(error)
    } finally {
      isChecking = false
      if (guarded.size === 0) stop()
    }
  }

  const stop = (): void => {
    clearInterval(timer)
    timer = undefined
  }

  return {
    watch: (stream: GuardedStream): void => {
      guarded.add(stream)
      timer ??= setInterval(checkOnce, LIVE.guardMs)
    },
    stop,
  }
}

export type StreamGuard = ReturnType<typeof createStreamGuard>
