import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSharedAnswers } from '#server/figures/shared-answers.ts'

const never = () => new AbortController().signal

/** Answers that wait until they are given, and how often each was computed. */
const createQuestions = () => {
  const shared = createSharedAnswers({ now: Date.now })
  const given: Array<{ answer: (value: string) => void; fail: (error: Error) => void; signal: AbortSignal }> =
    []
  const compute = (signal: AbortSignal) =>
    new Promise<string>((answer, fail) => {
      given.push({ answer, fail, signal })
      signal.addEventListener('abort', () => fail(new Error('cancelled')))
    })
  return { given, ask: (question: string, signal = never()) => shared(question, signal, compute) }
}

describe('answers for all who ask the same', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('one question at the same time is computed once, another by itself', async () => {
    const { given, ask } = createQuestions()
    const [first, second, other] = [ask('a'), ask('a'), ask('b')]
    expect(given).toHaveLength(2)
    given[0]?.answer('A')
    given[1]?.answer('B')
    expect(await Promise.all([first, second, other])).toEqual(['A', 'A', 'B'])
  })

  test('moments later the answer is given again; later it is computed anew', async () => {
    const { given, ask } = createQuestions()
    const first = ask('a')
    given[0]?.answer('A')
    await first
    vi.advanceTimersByTime(4_999)
    expect(await ask('a')).toBe('A')
    vi.advanceTimersByTime(2)
    const later = ask('a')
    expect(given).toHaveLength(2)
    given[1]?.answer('B')
    expect(await later).toBe('B')
  })

  test('a failure is given to all who wait, and to nobody after them', async () => {
    const { given, ask } = createQuestions()
    const both = Promise.allSettled([ask('a'), ask('a')])
    given[0]?.fail(new Error('broken'))
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const again = ask('a')
    given[1]?.answer('A')
    expect(await again).toBe('A')
  })

  test('what nobody waits for any more is aborted after five seconds, not sooner', async () => {
    const { given, ask } = createQuestions()
    const [one, other] = [new AbortController(), new AbortController()]
    const answers = Promise.allSettled([ask('a', one.signal), ask('a', other.signal)])
    one.abort()
    vi.advanceTimersByTime(1_000)
    other.abort()
    vi.advanceTimersByTime(3_999)
    expect(given[0]?.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(given[0]?.signal.aborted).toBe(true)
    await answers
  })

  test('what has run for long is aborted as soon as the last one leaves', async () => {
    const { given, ask } = createQuestions()
    const [one, other] = [new AbortController(), new AbortController()]
    const answers = Promise.allSettled([ask('a', one.signal), ask('a', other.signal)])
    one.abort()
    vi.advanceTimersByTime(60_000)
    expect(given[0]?.signal.aborted).toBe(false)
    other.abort()
    vi.advanceTimersByTime(0)
    expect(given[0]?.signal.aborted).toBe(true)
    await answers
  })

  test('who comes back in time is answered', async () => {
    const { given, ask } = createQuestions()
    const one = new AbortController()
    const left = ask('a', one.signal)
    one.abort()
    const back = ask('a')
    vi.advanceTimersByTime(60_000)
    expect(given).toHaveLength(1)
    expect(given[0]?.signal.aborted).toBe(false)
    given[0]?.answer('A')
    expect(await Promise.all([left, back])).toEqual(['A', 'A'])
  })

  test('of many answers the newest are kept, and none that is in work is forgotten', async () => {
    const { given, ask } = createQuestions()
    const working = ask('in work')
    for (let i = 0; i < 60; i += 1) {
      const one = ask(`q${i}`)
      given.at(-1)?.answer('A')
      await one
    }
    const again = ask('in work')
    expect(given).toHaveLength(61)
    await ask('q59')
    expect(given).toHaveLength(61)
    const first = ask('q0')
    expect(given).toHaveLength(62)
    given[0]?.answer('W')
    given[61]?.answer('A')
    expect(await Promise.all([working, again, first])).toEqual(['W', 'W', 'A'])
  })
})
