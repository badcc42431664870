/** What waits to be done, one after the other. */
export type Queue = {
  /** Does `work` in its turn. Rejects as `work` does, when `signal` aborts, or when newer work pushed it out. */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
}

/**
 * A queue that begins a piece of work at most every `gapMs`, and one at a time. Of more than `most` waiting, the oldest is
 * given up: what the user looks at now was asked for last.
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
  /** ms of a steady clock. */
  now: () => number
  wait: (ms: number) => Promise<void>
  /** Waits for this queue's turn, where it shares its turns with others, and does the work, which answers whether anything was left to do. */
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
          waiting.shift()?.giveUp(new Error('Too many addresses were asked for.'))
        void work()
      }),
  }
}
