import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { TICKER } from '#contract/constants.ts'
import type { Notice } from '#src/machines/kit/notice.ts'
import { indexAt, isCritical, runsAsMarquee } from '#src/machines/ticker/ticker.logic.ts'
import type { TickerList } from '#src/machines/ticker/ticker.ports.ts'
import {
  selectIndex,
  selectIsDialogOpen,
  selectIsPaused,
  selectIsShown,
  selectMessages,
  selectMustAcknowledge,
} from '#src/machines/ticker/ticker.selectors.ts'
import { recordedAction, simulatedClock } from '#tests/kit/machines/controlled-ports.ts'
import { createShellFixture } from '#tests/kit/machines/shell.fixture.ts'

const listOf = (count: number, overrides: Partial<TickerList> = {}): TickerList => ({
  messages: Array.from({ length: count }, (_, i) => ({
    messageId: i + 1,
    messageContent: `Message ${i + 1}`,
    messageCriticality: 0,
  })),
  message: null,
  isAcknowledged: true,
  ...overrides,
})

const start = () => {
  const notices = recordedAction<Notice>()
  const { ports, machines } = createShellFixture(notices.act)
  const clock = simulatedClock()
  const ticker = createActor(machines.ticker, { clock })
  ticker.start()
  ticker.send({ type: 'ticker.opened' })
  return {
    ...ports,
    ticker,
    clock,
    notices: notices.done,
    index: () => selectIndex(ticker.getSnapshot()),
    says: <T>(select: (snapshot: ReturnType<typeof ticker.getSnapshot>) => T) => select(ticker.getSnapshot()),
  }
}

const refused = { name: 'CallRefused', message: 'Bad request', retryAfterMs: null }

describe('the carousel', () => {
  test('TCK-06 CST-10 goes on every 5000 ms without end', async () => {
    const { messages, clock, index } = start()
    await messages.latest().resolve(listOf(3))
    expect(TICKER).toMatchObject({ autoplayMs: 5000, animationMs: 500 })
    const seen = [index()]
    for (let turn = 0; turn < 7; turn++) {
      clock.increment(4999)
      seen.push(index())
      clock.increment(1)
      seen.push(index())
    }
    expect(seen).toEqual([0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2, 0, 0, 1])
  })

  test('TCK-06 waits while it is pointed at and while it is focused, and goes on when neither', async () => {
    const { messages, ticker, clock, index, says } = start()
    await messages.latest().resolve(listOf(2))
    ticker.send({ type: 'ticker.pointed', isPointed: true })
    ticker.send({ type: 'ticker.focused', isFocused: true })
    clock.increment(60_000)
    ticker.send({ type: 'ticker.pointed', isPointed: false })
    clock.increment(60_000)
    expect([index(), says(selectIsPaused)]).toEqual([0, true])
    ticker.send({ type: 'ticker.focused', isFocused: false })
    clock.increment(4999)
    expect(index()).toBe(0)
    clock.increment(1)
    expect(index()).toBe(1)
  })

  test('TCK-01 one message stands still; without messages nothing is shown', async () => {
    const one = start()
    await one.messages.latest().resolve(listOf(1))
    one.clock.increment(60_000)
    expect([one.says(selectIsShown), one.ticker.getSnapshot().context.place]).toEqual([true, 0])
    const none = start()
    expect(none.says(selectIsShown)).toBe(false)
    await none.messages.latest().resolve(listOf(0, { message: 'No messages' }))
    expect(none.says(selectIsShown)).toBe(false)
  })

  test('TCK-01 leaving its page stops it, coming back shows it at once and looks for news quietly', async () => {
    const { messages, ticker, clock, index, says, notices } = start()
    await messages.latest().resolve(listOf(2))
    ticker.send({ type: 'ticker.closed' })
    clock.increment(60_000)
    expect([says(selectIsShown), index()]).toEqual([false, 0])
    ticker.send({ type: 'ticker.opened' })
    expect(says(selectIsShown)).toBe(true)
    await messages.latest().reject(refused)
    expect([says(selectIsShown), notices]).toEqual([true, []])
  })

  test('TCK-01 new messages come while the page stays open', async () => {
    const { messages, refreshes, says } = start()
    await messages.latest().resolve(listOf(1))
    refreshes.latest().emit({ type: 'ticker.refreshDue' })
    await messages.latest().resolve(listOf(4))
    expect(says(selectMessages)).toHaveLength(4)
  })
})

describe('the dialog', () => {
  test('TCK-04 a press opens it, OKAY closes it', async () => {
    const { messages, ticker, says, acknowledged } = start()
    await messages.latest().resolve(listOf(2))
    ticker.send({ type: 'ticker.pressed' })
    expect([says(selectIsDialogOpen), says(selectMustAcknowledge)]).toEqual([true, false])
    ticker.send({ type: 'ticker.acknowledged' })
    expect([says(selectIsDialogOpen), acknowledged.done.length]).toEqual([false, 0])
  })

  test('TCK-05 SES-09 it opens by itself until it is acknowledged, which is stored, and then no more', async () => {
    const { messages, ticker, says, acknowledged } = start()
    await messages.latest().resolve(listOf(2, { isAcknowledged: false }))
    expect(says(selectMustAcknowledge)).toBe(true)
    ticker.send({ type: 'ticker.closed' })
    ticker.send({ type: 'ticker.opened' })
    expect(says(selectMustAcknowledge)).toBe(true)
    ticker.send({ type: 'ticker.acknowledged' })
    expect([says(selectIsDialogOpen), acknowledged.done.length]).toEqual([false, 1])
    ticker.send({ type: 'ticker.closed' })
    ticker.send({ type: 'ticker.opened' })
    expect(says(selectIsDialogOpen)).toBe(false)
  })

  test('TCK-05 it stays closed where there are no messages', async () => {
    const { messages, says } = start()
    await messages.latest().resolve(listOf(0, { isAcknowledged: false }))
    expect(says(selectIsDialogOpen)).toBe(false)
  })
})

describe('what the server says', () => {
  test('TCK-08 CONFLICT-22 without messages its message is an error toast, once, and the list is empty', async () => {
    const { messages, notices, ticker, says } = start()
    await messages.latest().resolve(listOf(0, { message: 'No messages' }))
    ticker.send({ type: 'ticker.closed' })
    ticker.send({ type: 'ticker.opened' })
    await messages.latest().resolve(listOf(0, { message: 'No messages' }))
    expect(notices).toEqual([{ kind: 'error', text: null, detail: 'No messages' }])
    expect(says(selectMessages)).toEqual([])
  })

  test('TCK-08 SES-55 CONFLICT-22 without messages and without a word it is the warning of an empty response', async () => {
    const { messages, notices } = start()
    await messages.latest().resolve(listOf(0))
    expect(notices).toEqual([{ kind: 'warning', text: 'responseIsEmpty' }])
  })

  test('TCK-09 SES-54 a refusal is an error toast with its message, and the next visit asks again', async () => {
    const { messages, notices, ticker, says } = start()
    await messages.latest().reject(refused)
    expect(notices).toEqual([{ kind: 'error', text: null, detail: 'Bad request' }])
    ticker.send({ type: 'ticker.closed' })
    ticker.send({ type: 'ticker.opened' })
    await messages.latest().resolve(listOf(1))
    expect(says(selectIsShown)).toBe(true)
  })

  test('SES-30 that it was not reached is not worth a word', async () => {
    const { messages, notices } = start()
    await messages.latest().reject({ name: 'NetworkFailure', message: 'not reached', retryAfterMs: null })
    expect(notices).toEqual([])
  })
})

describe('texts', () => {
  test('TCK-02 CST-10 more than 150 characters run as a marquee, 150 do not, however they are written', () => {
    expect([149, 150, 151].map((length) => runsAsMarquee('x'.repeat(length)))).toEqual([false, false, true])
    expect([150, 151].map((length) => runsAsMarquee('🚚'.repeat(length)))).toEqual([false, true])
  })

  test('TCK-03 a message of criticality 1 is critical, of any other not', () => {
    const of = (messageCriticality: number) =>
      isCritical({ messageId: 1, messageContent: '', messageCriticality })
    expect([0, 1, 2].map(of)).toEqual([false, true, false])
  })

  test('TCK-06 every place of the carousel is a message', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 100 }), (place, count) => {
        expect(indexAt(place, count)).toBe(place % count)
      }),
    )
    expect(indexAt(5, 0)).toBe(0)
  })
})
