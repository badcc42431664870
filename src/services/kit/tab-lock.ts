/** Runs `work` while no other tab of this browser runs its own. `queued`: whether it had to wait for one. */
export type TabLock = <T>(work: (queued: boolean) => Promise<T>, signal?: AbortSignal) => Promise<T>

/**
 * A lock over the browser's Web Locks. A tab that holds it may be frozen, so no tab waits longer than
 * `longestWaitMs`: then, and without Web Locks (pages without https), the work runs unlocked, which it must tolerate.
 * Errors: those of `work`, and the signal's reason.
 */
export const createTabLock = ({
  locks,
  name,
  longestWaitMs = 5000,
}: {
  locks: Pick<LockManager, 'request'> | undefined
  name: string
  longestWaitMs?: number
}): TabLock => {
  const inQueue = async <T>(
    lockManager: Pick<LockManager, 'request'>,
    work: (queued: boolean) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> => {
    const atOnce = await lockManager.request(name, { ifAvailable: true }, async (lock) =>
      lock === null ? null : { done: await work(false) },
    )
    if (atOnce !== null) return atOnce.done
    const limit = AbortSignal.timeout(longestWaitMs)
    const patience = signal === undefined ? limit : AbortSignal.any([signal, limit])
    return lockManager.request(name, { signal: patience }, () => work(true))
  }

  return async (work, signal) => {
    if (locks === undefined) return work(false)
    let begun = false
    const once = (queued: boolean) => {
      begun = true
      return work(queued)
    }
    try {
      return await inQueue(locks, once, signal)
    } catch (error) {
      if (begun || signal?.aborted) throw error
      return work(true)
    }
  }
}
