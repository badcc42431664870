/** How long an answer is given again, ms: the widgets of a page ask for the same within moments. */
const KEPT_MS = 5_000
/** Answers are given again only where so few are kept. */
const MOST_KEPT = 200
/** What runs at least this long is given up once nobody waits for it any more, ms. */
const GIVE_UP_AFTER_MS = 5_000

type Entry = {
  readonly answer: Promise<unknown>
  readonly abort: AbortController
  readonly begun: number
  waiting: number
  until: number
}

/**
 * Computes the answer to a question once for all who ask it at the same time, or moments later. Who leaves (`signal`) no longer waits;
 * once all have left, what runs for long is aborted.
 */
export const createSharedAnswers = ({ now }: { now: () => number }) => {
  const entries = new Map<string, Entry>()

  const forget = (): void => {
    for (const [question, { until }] of entries) if (until <= now()) entries.delete(question)
    while (entries.size > MOST_KEPT) entries.delete(entries.keys().next().value ?? '')
  }

  const begin = (question: string, compute: (signal: AbortSignal) => Promise<unknown>): Entry => {
    const abort = new AbortController()
    const entry: Entry = {
      answer: compute(abort.signal).finally(() => {
        entry.until = now() + KEPT_MS
      }),
      abort,
      begun: now(),
      waiting: 0,
      until: Number.POSITIVE_INFINITY,
    }
    entry.answer.catch(() => {
      if (entries.get(question) === entry) entries.delete(question)
    })
    entries.set(question, entry)
    return entry
  }

  const giveUp = (question: string, entry: Entry): void => {
    if (entry.waiting > 0 || entry.until !== Number.POSITIVE_INFINITY) return
    if (entries.get(question) === entry) entries.delete(question)
    entry.abort.abort()
  }

  return async <T>(
    question: string,
    signal: AbortSignal,
    compute: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    signal.throwIfAborted()
    forget()
    const entry = entries.get(question) ?? begin(question, compute)
    entry.waiting += 1
    const leave = (): void => {
      entry.waiting -= 1
      if (entry.waiting > 0) return
      const leftMs = GIVE_UP_AFTER_MS - (now() - entry.begun)
      setTimeout(() => giveUp(question, entry), Math.max(0, leftMs)).unref()
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      return (await entry.answer) as T
    } finally {
      signal.removeEventListener('abort', leave)
      if (!signal.aborted) entry.waiting -= 1
    }
  }
}
