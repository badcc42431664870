/** A queue of tasks, run one after another. */
export type Queue = {
  /** Runs `work` in its turn. Rejects as `work` does, when `signal` aborts, or when newer work pushed it out. */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
}

/**
 * A queue that starts a task at most every `gapMs`, and one at a time. With more than `maxWaiting` tasks waiting, it
 * drops the oldest: the user now looks at what was requested last.
 */
export const createQueue = ({
  gapMs,
  maxWaiting,
  now,
  wait,
  inTurn = (work) => work(),
}: {
  gapMs: number
  maxWaiting: number
  /** ms of a monotonic clock. */
  now: () => number
  wait: (ms: number) => Promise<void>
  /**
   * Waits for a turn shared with other queues and runs the work, which resolves with false if nothing was left to do.
   */
  inTurn?: (work: () => Promise<boolean>) => Promise<unknown>
}): Queue => {
  type Waiting = { begin: () => Promise<void>; giveUp: (reason: Error) => void }
  let waiting: Waiting[] = []
  let isBusy = false
  let nextAt = Number.NEGATIVE_INFINITY

  const work = async () => {
    if (isBusy) return
    isBusy = true
    while (waiting.length > 0) {
      const left = nextAt - now()
      if (left > 0) await wait(left)
      await inTurn(async () => {
        const next = waiting.shift()
        if (next === undefined) return false
        nextAt = now() + gapMs
        await next.begin()
        return true
      })
    }
    isBusy = false
  }

  return {
    run: (task, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const mine: Waiting = {
          begin: () => {
            signal.removeEventListener('abort', onAbort)
            return task().then(resolve, reject)
          },
          giveUp: (reason) => {
            signal.removeEventListener('abort', onAbort)
            reject(reason)
          },
        }
        const onAbort = () => {
          waiting = waiting.filter((other) => other !== mine)
          reject(signal.reason)
        }
        signal.addEventListener('abort', onAbort, { once: true })
        waiting.push(mine)
        if (waiting.length > maxWaiting)
          waiting.shift()?.giveUp(new Error('Too many address lookups are waiting.'))
        void work()
      }),
  }
}
