import { describe, expect, test, vi } from 'vitest'
import { createSharedAnswers } from '#server/figures/shared-answers.ts'

const never = () => new AbortController().signal

/** Answers that wait until they are given, and how often each was computed. */
const createQuestions = () => {
  const clock = { now: 0 }
  const shared = createSharedAnswers({ now: () => clock.now })
  const given: Array<{ answer: (value: string) => void; fail: (error: Error) => void; signal: AbortSignal }> =
    []
  const compute = (signal: AbortSignal) =>
    new Promise<string>((answer, fail) => {
      given.push({ answer, fail, signal })
      signal.addEventListener('abort', () => fail(new Error('cancelled')))
    })
  return { clock, given, ask: (question: string, signal = never()) => shared(question, signal, compute) }
}

describe('answers for all who ask the same', () => {
  test('one question at the same time is computed once, another by itself', async () => {
    const { given, ask } = createQuestions()
    const [first, second, other] = [ask('a'), ask('a'), ask('b')]
    expect(given).toHaveLength(2)
    given[0]?.answer('A')
    given[1]?.answer('B')
    expect(await Promise.all([first, second, other])).toEqual(['A', 'A', 'B'])
  })

  test('moments later the answer is given again; later it is computed anew', async () => {
    const { clock, given, ask } = createQuestions()
    const first = ask('a')
    given[0]?.answer('A')
    await first
    clock.now += 4_999
    expect(await ask('a')).toBe('A')
    clock.now += 2
    const later = ask('a')
    expect(given).toHaveLength(2)
    given[1]?.answer('B')
    expect(await later).toBe('B')
  })

  test('a failure is given to all who wait, and to nobody after them', async () => {
    const { given, ask } = createQuestions()
    const both = [ask('a'), ask('a')]
    given[0]?.fail(new Error('broken'))
    for (const one of both) await expect(one).rejects.toThrow('broken')
    const again = ask('a')
    given[1]?.answer('A')
    expect(await again).toBe('A')
  })

  test('what nobody waits for any more is aborted after five seconds, not sooner', async () => {
    vi.useFakeTimers()
    const { clock, given, ask } = createQuestions()
    const [one, other] = [new AbortController(), new AbortController()]
    const answers = Promise.allSettled([ask('a', one.signal), ask('a', other.signal)])
    one.abort()
    vi.advanceTimersByTime(60_000)
    expect(given[0]?.signal.aborted).toBe(false)
    clock.now = 1_000
    other.abort()
    vi.advanceTimersByTime(3_999)
    expect(given[0]?.signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(given[0]?.signal.aborted).toBe(true)
    await answers
    vi.useRealTimers()
  })

  test('who comes back in time is answered', async () => {
    vi.useFakeTimers()
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
    vi.useRealTimers()
  })
})
