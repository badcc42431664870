type Job = { start: () => void }

/** Web Locks as browsers have them, for the two kinds of request that the product uses. */
export const createLocks = () => {
  const queue: Job[] = []
  let isHeld = false
  const next = () => {
    isHeld = false
    queue.shift()?.start()
  }
  const hold = async (act: (lock: Lock | null) => unknown) => {
    isHeld = true
    try {
      return await act({ name: 'test', mode: 'exclusive' })
    } finally {
      next()
    }
  }
  const request = (
    _name: string,
    { ifAvailable = false, signal }: LockOptions,
    act: (lock: Lock | null) => unknown,
  ): Promise<unknown> => {
    if (!isHeld) return hold(act)
    if (ifAvailable) return Promise.resolve(act(null))
    return new Promise((resolve, reject) => {
      const job: Job = { start: () => resolve(hold(act)) }
      queue.push(job)
      signal?.addEventListener('abort', () => {
        if (queue.includes(job)) queue.splice(queue.indexOf(job), 1)
        reject(signal.reason)
      })
    })
  }
  return { request: request as LockManager['request'], waiting: () => queue.length }
}
