import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { TICKER } from '#contract/constants.ts'
import { failureOf } from '#src/machines/kit/failure.ts'
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
  test('TCK-06 CST-10 advances every 5000 ms without end', async () => {
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

  test('TCK-06 pauses while hovered or focused, and resumes when neither', async () => {
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

  test('TCK-01 does not move with one message; without messages nothing shows', async () => {
    const one = start()
    await one.messages.latest().resolve(listOf(1))
    one.clock.increment(60_000)
    expect([one.says(selectIsShown), one.ticker.getSnapshot().context.place]).toEqual([true, 0])
    const none = start()
    expect(none.says(selectIsShown)).toBe(false)
    await none.messages.latest().resolve(listOf(0, { message: 'No messages' }))
    expect(none.says(selectIsShown)).toBe(false)
  })

  test('TCK-01 stops when its page is left; returning shows it at once and refreshes silently', async () => {
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

  test('TCK-01 new messages arrive while the page stays open', async () => {
    const { messages, refreshes, says } = start()
    await messages.latest().resolve(listOf(1))
    refreshes.latest().emit({ type: 'ticker.refreshDue' })
    await messages.latest().resolve(listOf(4))
    expect(says(selectMessages)).toHaveLength(4)
  })
})

describe('the dialog', () => {
  test('TCK-04 opens on a press and closes on OKAY', async () => {
    const { messages, ticker, says, acknowledged } = start()
    await messages.latest().resolve(listOf(2))
    ticker.send({ type: 'ticker.pressed' })
    expect([says(selectIsDialogOpen), says(selectMustAcknowledge)]).toEqual([true, false])
    ticker.send({ type: 'ticker.acknowledged' })
    expect(says(selectIsDialogOpen)).toBe(false)
    expect(acknowledged.done).toEqual([listOf(2).messages])
  })

  test('TCK-05 SES-09 opens by itself until acknowledged; the acknowledgement is stored', async () => {
    const { messages, ticker, says, acknowledged } = start()
    await messages.latest().resolve(listOf(2, { isAcknowledged: false }))
    expect(says(selectMustAcknowledge)).toBe(true)
    ticker.send({ type: 'ticker.closed' })
    ticker.send({ type: 'ticker.opened' })
    expect(says(selectMustAcknowledge)).toBe(true)
    ticker.send({ type: 'ticker.acknowledged' })
    expect(says(selectIsDialogOpen)).toBe(false)
    expect(acknowledged.done).toEqual([listOf(2).messages])
    ticker.send({ type: 'ticker.closed' })
    ticker.send({ type: 'ticker.opened' })
    expect(says(selectIsDialogOpen)).toBe(false)
  })

  test('TCK-05 stays closed without messages', async () => {
    const { messages, says } = start()
    await messages.latest().resolve(listOf(0, { isAcknowledged: false }))
    expect(says(selectIsDialogOpen)).toBe(false)
  })
})

describe('server responses', () => {
  test('TCK-08 CONFLICT-22 an empty response with a message shows it as an error toast, once, and empties the list', async () => {
    const { messages, notices, ticker, says } = start()
    await messages.latest().resolve(listOf(0, { message: 'No messages' }))
    ticker.send({ type: 'ticker.closed' })
    ticker.send({ type: 'ticker.opened' })
    await messages.latest().resolve(listOf(0, { message: 'No messages' }))
    expect(notices).toEqual([{ kind: 'error', text: null, detail: 'No messages' }])
    expect(says(selectMessages)).toEqual([])
  })

  test('a new installation, whose list is empty, shows no toast', async () => {
    const { messages, notices, says } = start()
    await messages.latest().resolve(listOf(0, { message: '' }))
    expect([notices, says(selectMessages)]).toEqual([[], []])
  })

  test('TCK-08 SES-55 CONFLICT-22 an empty response without a message shows the warning for empty responses', async () => {
    const { messages, notices } = start()
    await messages.latest().resolve(listOf(0))
    expect(notices).toEqual([{ kind: 'warning', text: 'responseIsEmpty' }])
  })

  test('TCK-09 SES-54 a refusal shows its message as an error toast, and the next visit requests again', async () => {
    const { messages, notices, ticker, says } = start()
    await messages.latest().reject(refused)
    expect(notices).toEqual([{ kind: 'error', text: null, failure: failureOf(refused) }])
    ticker.send({ type: 'ticker.closed' })
    ticker.send({ type: 'ticker.opened' })
    await messages.latest().resolve(listOf(1))
    expect(says(selectIsShown)).toBe(true)
  })

  test('SES-30 an unreachable server shows nothing', async () => {
    const { messages, notices } = start()
    await messages.latest().reject({ name: 'NetworkFailure', message: 'not reached', retryAfterMs: null })
    expect(notices).toEqual([])
  })
})

describe('texts', () => {
  test('TCK-02 CST-10 more than 150 characters run as a marquee, 150 do not, in any script', () => {
    expect([149, 150, 151].map((length) => runsAsMarquee('x'.repeat(length)))).toEqual([false, false, true])
    expect([150, 151].map((length) => runsAsMarquee('🚚'.repeat(length)))).toEqual([false, true])
  })

  test('TCK-03 a message is critical at criticality 1 only', () => {
    const of = (messageCriticality: number) =>
      isCritical({ messageId: 1, messageContent: '', messageCriticality })
    expect([0, 1, 2].map(of)).toEqual([false, true, false])
  })

  test('TCK-06 every position of the carousel is a message', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 100 }), (place, count) => {
        expect(indexAt(place, count)).toBe(place % count)
      }),
    )
    expect(indexAt(5, 0)).toBe(0)
  })
})
