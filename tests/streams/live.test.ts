import fc from 'fast-check'
import { defer, interval, type Observable, of, throwError } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { type LiveMessage, STREAM_EVENT } from '#contract/records/live.ts'
import type { LiveStreamEvent } from '#src/machines/fleet/fleet.ports.ts'
import { livePoints$ } from '#src/streams/live.stream.ts'
import { type Connection, createConnections } from '../kit/streams/stream-connections.ts'
import { createVirtualTime } from '../kit/streams/virtual-time.ts'

const SECOND = 1000

const messageAt = (time: number, intervalS: number | null = null): LiveMessage => ({
  LAT: 21.15,
  LONG: 79.09,
  status: 'RUNNING',
  RegNo: 'MH31AB1234',
  UpdatedTime: '20-11-2026 10:45:00',
  vehicleId: 5,
  time,
  speed: 48,
  heading: 90,
  odo: null,
  fuelPercent: null,
  adbluePercent: null,
  intervalS,
})

const follow = ({ latest = throwError(() => new Error('none')) as Observable<LiveMessage> } = {}) => {
  const time = createVirtualTime()
  const connections = createConnections(time.now)
  const emitted: LiveStreamEvent[] = []
  const malformed: string[] = []
  let fetched = 0
  const ended: string[] = []
  const subscription = livePoints$({
    connect: connections.connect,
    random: () => 1,
    latest$: new (latest.constructor as typeof Observable)((subscriber) => {
      fetched += 1
      return latest.subscribe(subscriber)
    }) as Observable<LiveMessage>,
    now: time.now,
    refresh$: interval(60 * SECOND, time.scheduler),
    reportMalformed: (data) => malformed.push(data),
    scheduler: time.scheduler,
  }).subscribe({ next: (event) => emitted.push(event), complete: () => ended.push('complete') })
  return {
    ...time,
    ...connections,
    facts: emitted,
    malformed,
    ended,
    subscription,
    fetched: () => fetched,
    say: (message: LiveMessage) => connections.latest().message(STREAM_EVENT.livePoint, message),
    times: () => emitted.flatMap((event) => (event.type === 'live.pointArrived' ? [event.point.time] : [])),
    states: () => emitted.flatMap((event) => (event.type === 'live.streamChanged' ? [event.state] : [])),
  }
}

test('LIV-02 the latest point comes first, before the stream has any', () => {
  const { times } = follow({ latest: of(messageAt(0)) })
  expect(times()).toEqual([0])
})

test('LIV-03 points arrive as the stream sends them', () => {
  const { latest, say, facts } = follow()
  latest().open()
  say(messageAt(10))
  expect(facts).toEqual([
    { type: 'live.streamChanged', state: 'connecting' },
    { type: 'live.streamChanged', state: 'open' },
    { type: 'live.pointArrived', point: messageAt(10) },
  ])
})

test('ST-15 a late point is emitted once; a duplicate and one from before the first are left out', () => {
  const { latest, say, times } = follow({ latest: of(messageAt(30)) })
  latest().open()
  for (const time of [10, 30, 60, 60, 45, 70, 45, 50, 20]) say(messageAt(time))
  expect(times()).toEqual([30, 60, 45, 70, 50])
})

test('ST-04 ST-15 points in any order and number of repeats are each emitted once', () => {
  const later = fc.integer({ min: 1, max: 200 })
  fc.assert(
    fc.property(fc.array(later, { maxLength: 60 }), (order) => {
      const { latest, say, times } = follow({ latest: of(messageAt(0)) })
      latest().open()
      for (const time of order) say(messageAt(time))
      expect(times()).toEqual([...new Set([0, ...order])])
    }),
  )
})

test('ST-15 of 20,000 remembered points the older half is forgotten at the next; those that remain are not repeated', () => {
  const { latest, say, times } = follow({ latest: of(messageAt(1)) })
  latest().open()
  for (let time = 3; time <= 39_999; time += 2) say(messageAt(time))
  expect(times()).toHaveLength(20_000)
  say(messageAt(2))
  expect(times().at(-1), 'still among the remembered').toBe(2)
  for (const time of [19_998, 19_999, 20_000, 20_001]) say(messageAt(time))
  expect(times().slice(20_001)).toEqual([20_000])
})

test('ST-04 points between the last streamed and a fetched point are not lost when the stream is back', () => {
  let newest = 0
  const { latest, say, times, advance } = follow({ latest: defer(() => of(messageAt(newest))) })
  latest().open()
  say(messageAt(10))
  latest().fail('busy', 100 * SECOND)
  newest = 50
  advance(100 * SECOND)
  latest().open()
  for (const time of [20, 30, 40, 50, 60]) say(messageAt(time))
  expect(times()).toEqual([0, 10, 50, 20, 30, 40, 60])
})

test('LIV-09 an ERROR ends the stream and closes the connection', () => {
  const { latest, say, facts, ended, all, advance } = follow()
  latest().open()
  latest().message(STREAM_EVENT.livePoint, { ERROR: 'vehicle is gone' })
  expect(facts.at(-1)).toEqual({ type: 'live.ended', reason: 'vehicle is gone' })
  expect(ended).toEqual(['complete'])
  expect(latest().isOpen()).toBe(false)
  say(messageAt(10))
  advance(600 * SECOND)
  expect(all).toHaveLength(1)
  expect(facts.at(-1)?.type).toBe('live.ended')
})

test('LIV-02 LIV-09 a truck that has never reported is followed: its first point arrives over the stream', () => {
  const { latest, say, facts, times } = follow({ latest: of({ ERROR: 'no data' }) })
  latest().open()
  say(messageAt(10))
  expect(times()).toEqual([10])
  expect(facts.map(({ type }) => type)).not.toContain('live.ended')
})

test('ST-07 a stream that is refused or gone reports it and ends', () => {
  const { latest, facts, ended } = follow()
  latest().fail('refused')
  expect(facts.at(-1)).toEqual({ type: 'live.ended', reason: 'refused' })
  expect(ended).toEqual(['complete'])
})

test('ST-20 malformed points are reported and left out; the good ones arrive', () => {
  const { latest, say, times, malformed } = follow()
  latest().open()
  latest().message(STREAM_EVENT.livePoint, '{"LAT":')
  latest().message(STREAM_EVENT.livePoint, { LAT: 'far' })
  latest().message('somethingNew', {})
  say(messageAt(10))
  expect(malformed).toEqual(['{"LAT":', '{"LAT":"far"}'])
  expect(times()).toEqual([10])
})

describe('ST-10 OPEN-40 a vehicle is late', () => {
  test('when its fix is older than 45 s, until the next fix', () => {
    const { latest, say, states, advance, now } = follow()
    latest().open()
    say(messageAt(now()))
    advance(45 * SECOND - 1)
    expect(states().at(-1)).toBe('open')
    advance(1)
    expect(states().at(-1)).toBe('late')
    say(messageAt(now()))
    expect(states().at(-1)).toBe('open')
  })

  test.each([45, 60])('at once, if its latest fix is %i s old already', (age) => {
    const { latest, say, states, advance, now } = follow()
    latest().open()
    advance(100 * SECOND)
    const before = states().length
    say(messageAt(now() - age * SECOND))
    expect(states().slice(before)).toEqual(['late'])
  })

  test('ST-15 and a late point makes it neither late nor fresh again', () => {
    const { latest, say, states, advance, now } = follow()
    latest().open()
    advance(100 * SECOND)
    say(messageAt(now() - 99 * SECOND))
    say(messageAt(now()))
    say(messageAt(now() - 60 * SECOND))
    expect(states().at(-1)).toBe('open')
    advance(44 * SECOND)
    say(messageAt(now() - 50 * SECOND))
    advance(1 * SECOND)
    expect(states().at(-1)).toBe('late')
  })

  test('ST-11 a quiet stream with heartbeats stays connected while the vehicle ages', () => {
    const { latest, say, states, advance, now, all } = follow()
    latest().open()
    say(messageAt(now()))
    for (let i = 0; i < 40; i++) {
      advance(15 * SECOND)
      latest().beat()
    }
    expect(states()).toEqual(['connecting', 'open', 'late'])
    expect(all).toHaveLength(1)
  })

  test('only after three times its median interval if it reports seldom, from the first fix on', () => {
    const { latest, say, states, advance, now } = follow()
    latest().open()
    say(messageAt(now(), 60))
    advance(180 * SECOND - 1)
    expect(states().at(-1)).toBe('open')
    advance(1)
    expect(states().at(-1)).toBe('late')
  })
})

describe('while the stream is away', () => {
  test('OPEN-39 the latest point is fetched at every refresh interval, until the stream is back', () => {
    const { latest, fetched, advance, all } = follow()
    expect(fetched()).toBe(1)
    latest().open()
    latest().fail('busy', 150 * SECOND)
    advance(149 * SECOND)
    expect(fetched()).toBe(3)
    advance(1 * SECOND)
    expect(all).toHaveLength(2)
    latest().open()
    for (const _ of ['first bytes', 'heartbeat']) latest().beat()
    advance(600 * SECOND)
    expect(fetched()).toBe(3)
  })

  test.each([
    ['never opens', () => {}],
    [
      'is cut as soon as it is accepted',
      (connection: Connection) => {
        connection.open()
        connection.beat()
      },
    ],
  ])('OPEN-39 it is still fetched while each attempt to connect fails: %s', (_, attempt) => {
    const { latest, fetched, advance } = follow()
    for (let i = 0; i < 10; i++) {
      attempt(latest())
      latest().fail('busy', 20 * SECOND)
      advance(20 * SECOND)
    }
    expect(fetched()).toBe(1 + 3)
  })

  test('it is reconnecting, not late', () => {
    const { latest, say, states, advance, now } = follow()
    latest().open()
    say(messageAt(now()))
    latest().fail('busy', 100 * SECOND)
    advance(60 * SECOND)
    expect(states().at(-1)).toBe('reconnecting')
    advance(40 * SECOND)
    latest().open()
    expect(states().at(-1)).toBe('late')
  })
})

test('LIV-06 unsubscribing closes the connection and stops all timers', () => {
  const { subscription, latest, advance, fetched, facts } = follow()
  latest().open()
  subscription.unsubscribe()
  const before = facts.length
  advance(600 * SECOND)
  expect([latest().isOpen(), fetched(), facts.length]).toEqual([false, 1, before])
})
