/** How long an answer is given again, ms: the widgets of a page ask for the same within moments. */
const KEPT_MS = 5_000
/** At most so many answers are kept, of 10,000 vehicles some megabytes each. */
const MOST_KEPT = 50
/** What runs at least this long is given up once nobody waits for it any more, ms. */
const GIVE_UP_AFTER_MS = 5_000

type Entry = {
  readonly answer: Promise<unknown>
  readonly abort: AbortController
  readonly begun: number
  waiting: number
  /** Until when it is given again, ms; null while it is in work. */
  until: number | null
}

/**
 * Computes the answer to a question once for all who ask it at the same time, or moments later. Who leaves (`signal`) no longer waits;
 * once all have left, what runs for long is aborted. `now` is in ms.
 */
export const createSharedAnswers = ({ now }: { now: () => number }) => {
  const entries = new Map<string, Entry>()

  const forget = (question: string, entry: Entry): void => {
    if (entries.get(question) === entry) entries.delete(question)
  }

  const forgetOld = (): void => {
    for (const [question, { until }] of entries)
      if (until !== null && (until <= now() || entries.size > MOST_KEPT)) entries.delete(question)
  }

  const begin = (question: string, compute: (signal: AbortSignal) => Promise<unknown>): Entry => {
    const abort = new AbortController()
    const entry: Entry = {
      ...{ answer: compute(abort.signal), abort, begun: now(), waiting: 0, until: null },
    }
    entry.answer.then(
      () => {
        entry.until = now() + KEPT_MS
      },
      () => {
        entry.until = now()
        forget(question, entry)
      },
    )
    entries.set(question, entry)
    return entry
  }

  const leave = (question: string, entry: Entry): void => {
    entry.waiting -= 1
    const giveUp = () => {
      if (entry.waiting > 0 || entry.until !== null) return
      forget(question, entry)
      entry.abort.abort()
    }
    if (entry.waiting === 0) setTimeout(giveUp, Math.max(0, GIVE_UP_AFTER_MS - (now() - entry.begun))).unref()
  }

  return async <T>(
    question: string,
    signal: AbortSignal,
    compute: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    signal.throwIfAborted()
    forgetOld()
    const entry = entries.get(question) ?? begin(question, compute)
    entry.waiting += 1
    const left = () => leave(question, entry)
    signal.addEventListener('abort', left, { once: true })
    try {
      return (await entry.answer) as T
    } finally {
      signal.removeEventListener('abort', left)
    }
  }
}
