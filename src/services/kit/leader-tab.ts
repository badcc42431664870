/** Whether this tab is the one of its browser that acts for all. */
export type LeaderTab = {
  isLeader(): boolean
  /** Lets another tab lead. */
  stop(): void
}

/** Elects one tab by a lock that it holds until it stops or closes. Without Web Locks (pages without https) every tab leads. */
export const createLeaderTab = ({
  locks,
  name,
}: {
  locks: Pick<LockManager, 'request'> | undefined
  name: string
}): LeaderTab => {
  if (locks === undefined) return { isLeader: () => true, stop: () => undefined }
  const stopped = new AbortController()
  let isLeader = false
  const untilStopped = new Promise<void>((resolve) => {
    stopped.signal.addEventListener('abort', () => resolve(), { once: true })
  })
  void locks
    .request(name, { signal: stopped.signal }, () => {
      isLeader = !stopped.signal.aborted
      return untilStopped
    })
    .catch(() => undefined)
  return {
    isLeader: () => isLeader,
    stop: () => {
      isLeader = false
      stopped.abort()
    },
  }
}
