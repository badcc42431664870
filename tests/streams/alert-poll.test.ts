import { Subject } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import type { AlertPollEvent } from '#src/machines/alert-popup/alert-popup.ports.ts'
import type { PolledAlerts } from '#src/services/alert-popup/alert-poll.ts'
import { alertPolls$ } from '#src/streams/alert-poll.stream.ts'
import { settled } from '#tests/kit/machines/controlled-ports.ts'
import { createVirtualTime } from '#tests/kit/streams/virtual-time.ts'

const BEGUN = Date.parse('2026-11-25T10:00:00Z')
const ANSWER: PolledAlerts = {
  alerts: [{ alertId: 7, type: 'OVERSPEED', vehicleId: 5, registration: 'KA 01 AB 1234', time: BEGUN }],
  count: 1,
  readAt: null,
}

type Poll = {
  readonly from: number
  readonly to: number
  readonly signal: AbortSignal
  answer(polled?: Partial<PolledAlerts>): Promise<void>
  fail(): Promise<void>
}

/** The stream on a virtual clock, whose timers run at `rate`. A poll takes `takesMs`, and never ends by itself where that is null. */
const start = ({ takesMs = 0 as number | null, rate = 1 } = {}) => {
  const time = createVirtualTime()
  let clockErrorMs = 0
  const polls: Poll[] = []
  const events: AlertPollEvent[] = []
  const returns$ = new Subject<void>()
  let [inFlight, most] = [0, 0]
  const subscription = alertPolls$({
    now: () => BEGUN + time.now() * rate + clockErrorMs,
    runningTime: () => time.now() * rate,
    returns$,
    scheduler: time.scheduler,
    poll: ({ from, to }, signal) => {
      inFlight += 1
      most = Math.max(most, inFlight)
      return new Promise((resolve, reject) => {
        const end = (act: () => void) => {
          inFlight -= 1
          act()
          return settled()
        }
        const poll: Poll = {
          from,
          to,
          signal: signal as AbortSignal,
          answer: (polled) => end(() => resolve({ ...ANSWER, ...polled })),
          fail: () => end(() => reject(new Error('The server is away.'))),
        }
        polls.push(poll)
        if (takesMs === 0) void poll.answer()
        else if (takesMs !== null) time.scheduler.schedule(() => void poll.answer(), takesMs)
      })
    },
  }).subscribe((event) => events.push(event))
  return {
    polls,
    events,
    returns$,
    subscription,
    mostInFlight: () => most,
    /** Moves on step by step, so that promises settle on the way. */
    pass: async (ms: number, stepMs = 5000) => {
      await settled()
      for (let passed = 0; passed < ms; passed += stepMs) {
        time.advance(Math.min(stepMs, ms - passed))
        await settled()
      }
    },
    /** The machine sleeps: its timers stand still, the clock goes on. */
    sleep: (ms: number) => {
      clockErrorMs += ms
    },
    latest: () => polls.at(-1) as Poll,
    lengths: () => polls.map(({ from, to }) => to - from),
    begun: () => polls.map(({ to }) => to - BEGUN),
  }
}

describe('the range of a poll', () => {
  test('ALR-36 CST-09 the alerts of the last 5 minutes are polled every 300000 ms', async () => {
    const { pass, begun, lengths, events } = start()
    await pass(1_000_000)
    expect(begun()).toEqual([0, 300_000, 600_000, 900_000])
    expect(lengths()).toEqual([300_000, 300_000, 300_000, 300_000])
    expect(events[0]).toEqual({
      type: 'alertPopup.polled',
      alerts: ANSWER.alerts,
      count: 1,
      at: 0,
    })
    expect(events).toHaveLength(4)
  })

  test.each([0.9999, 1.0001])('ALR-36 timers that are not exact make no poll late; rate %s', async (rate) => {
    const { pass, begun } = start({ rate })
    await pass(1_000_000)
    expect(begun().map((ms) => Math.round(ms / 1000))).toEqual([0, 300, 600, 900])
  })

  test('a late poll looks back to the end of the last one', async () => {
    const { pass, sleep, lengths } = start()
    await pass(10_000)
    sleep(HOUR_MS)
    await pass(5000)
    expect(lengths()).toEqual([300_000, HOUR_MS + 15_000])
  })

  test('it looks back no further than 24 hours', async () => {
    const { pass, sleep, lengths } = start()
    await pass(10_000)
    sleep(3 * DAY_MS)
    await pass(5000)
    expect(lengths().at(-1)).toBe(DAY_MS)
  })

  test('what is stored after the server has read is left for the next poll, also where our clock is ahead', async () => {
    const { pass, latest, polls } = start({ takesMs: null })
    await latest().answer({ readAt: BEGUN - 20_000 })
    await pass(300_000)
    expect(polls.map(({ from }) => from - BEGUN)).toEqual([-300_000, -20_000])
  })
})

describe('when polls are made', () => {
  test('ST-19 a poll that takes 400 s delays the next one, and never two are in flight', async () => {
    const { pass, begun, mostInFlight } = start({ takesMs: 400_000 })
    await pass(1_300_000)
    expect(begun()).toEqual([0, 405_000, 810_000, 1_215_000])
    expect(mostInFlight()).toBe(1)
  })

  test('ST-19 24 hours are 288 polls, give or take one', async () => {
    const { pass, polls, events, mostInFlight } = start({ takesMs: 1000 })
    await pass(DAY_MS)
    expect(Math.abs(polls.length - 288)).toBeLessThanOrEqual(1)
    expect(Math.abs(events.length - 288)).toBeLessThanOrEqual(1)
    expect(mostInFlight()).toBe(1)
  })

  test('ST-19 a poll that failed waits for the next turn, which covers its range too', async () => {
    const { pass, latest, polls, lengths, events } = start({ takesMs: null })
    await latest().answer()
    await pass(300_000)
    await latest().fail()
    await pass(299_000, 1000)
    expect(polls).toHaveLength(2)
    await pass(1000)
    expect(lengths()).toEqual([300_000, 300_000, 600_000])
    await latest().answer()
    expect(events).toHaveLength(2)
  })

  test('ST-17 after sleep there is one poll, not a burst', async () => {
    const { pass, sleep, begun, polls } = start()
    await pass(10_000)
    sleep(9 * HOUR_MS)
    await pass(60_000)
    expect(polls).toHaveLength(2)
    expect(begun()[1]).toBe(9 * HOUR_MS + 15_000)
  })

  test('ST-18 a hidden page whose timers were held back polls once at its return, and not if none is due', async () => {
    const { pass, sleep, polls, returns$ } = start()
    await pass(60_000)
    returns$.next()
    await settled()
    expect(polls).toHaveLength(1)
    sleep(10 * MINUTE_MS)
    returns$.next()
    returns$.next()
    await settled()
    returns$.next()
    expect(polls).toHaveLength(2)
  })

  test.each([2 * MINUTE_MS, 3 * HOUR_MS])(
    'a clock that was put back by %i ms does not delay the next poll',
    async (ms) => {
      const { pass, sleep, lengths } = start()
      await pass(10_000)
      sleep(-ms)
      await pass(289_000, 1000)
      expect(lengths()).toHaveLength(1)
      await pass(1000)
      expect(lengths()).toEqual([300_000, 300_000])
    },
  )
})

test('ST-19 who logs out in the middle of a poll aborts it, and its answer is dropped', async () => {
  const { pass, latest, subscription, events, polls } = start({ takesMs: null })
  subscription.unsubscribe()
  expect(latest().signal.aborted).toBe(true)
  await latest().answer()
  await pass(HOUR_MS)
  expect([events, polls.length]).toEqual([[], 1])
})
