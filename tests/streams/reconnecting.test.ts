import { describe, expect, test } from 'vitest'
import { createBackoff } from '#domain/backoff.ts'
import { type ConnectionSignal, reconnecting$ } from '#src/streams/reconnecting.stream.ts'
import { type Connection, createConnections } from '../kit/streams/stream-connections.ts'
import { createVirtualTime } from '../kit/streams/virtual-time.ts'

const MINUTE = 60_000

const startLink = (onConnect?: (connection: Connection) => void, random = () => 1) => {
  const time = createVirtualTime()
  const connections = createConnections(time.now, onConnect)
  const signals: ConnectionSignal[] = []
  const ended: string[] = []
  const subscription = reconnecting$({
    connect: connections.connect,
    random,
    scheduler: time.scheduler,
  }).subscribe({
    next: (signal) => signals.push(signal),
    error: (error: unknown) => ended.push(String(error)),
    complete: () => ended.push('complete'),
  })
  return { ...time, ...connections, signals, ended, subscription }
}

describe("ST-07 the server's answers", () => {
  test.each([
    ['refused', 'refused'],
    ['gone', 'gone'],
  ] as const)('%s ends the link', (kind, reason) => {
    const { latest, signals, ended, all, advance } = startLink()
    latest().fail(kind)
    advance(10 * MINUTE)
    expect(signals.at(-1)).toEqual({ type: 'ended', reason })
    expect(ended).toEqual(['complete'])
    expect(all).toHaveLength(1)
  })

  test('204 ends it too: there is nothing to wait for', () => {
    const { latest, signals, ended } = startLink()
    latest().end()
    expect(signals.at(-1)).toEqual({ type: 'ended', reason: 'finished' })
    expect(ended).toEqual(['complete'])
  })

  test.each(['network', 'silent', 'busy', 'notAStream'] as const)(
    '%s is retried, at most eight times in the first minute, for any jitter',
    (kind) => {
      for (const dice of [0, 0.5, 0.999]) {
        const { all, advance } = startLink(
          (connection) => connection.fail(kind),
          () => dice,
        )
        advance(MINUTE - 1)
        expect(all.length).toBeGreaterThan(3)
        expect(all.length).toBeLessThanOrEqual(8)
        advance(9 * MINUTE)
        expect(all.length).toBeLessThanOrEqual(80)
      }
    },
  )

  test('busy waits at least as long as Retry-After demands', () => {
    const { latest, all, advance } = startLink()
    latest().fail('busy', 20_000)
    advance(19_999)
    expect(all).toHaveLength(1)
    advance(1)
    expect(all).toHaveLength(2)
  })
})

test('ST-09 connections that fail right after opening grow the delay to its cap', () => {
  const { all, advance } = startLink((connection) => {
    connection.open()
    connection.fail('network')
  })
  advance(30 * MINUTE)
  const waits = all.slice(1, 50).map(({ at }, i) => at - (all[i]?.at ?? 0))
  expect(waits.slice(0, 5)).toEqual([1000, 2000, 4000, 8000, 16_000])
  expect(new Set(waits.slice(5))).toEqual(new Set([30_000]))
  expect(waits).toHaveLength(49)
})

test('OPEN-40 after a healthy minute the delay starts over, after a second less it does not', () => {
  for (const [healthyMs, waitMs] of [
    [MINUTE, 1000],
    [MINUTE - 1, 4000],
  ] as const) {
    const { latest, all, advance } = startLink()
    latest().fail('network')
    advance(1000)
    latest().fail('network')
    advance(2000)
    latest().open()
    advance(healthyMs)
    latest().fail('network')
    advance(waitMs - 1)
    expect(all).toHaveLength(3)
    advance(1)
    expect(all).toHaveLength(4)
  }
})

test('ST-05 a link resumes after the last event it received', () => {
  const { latest, advance, all } = startLink()
  latest().open()
  latest().message('livePoint', {}, 'a-1')
  latest().message('livePoint', {}, 'a-2')
  latest().message('livePoint', {})
  latest().fail('network')
  advance(1000)
  expect(all.map(({ lastEventId }) => lastEventId)).toEqual([null, 'a-2'])
})

test('the link reports its state', () => {
  const { latest, advance, signals } = startLink()
  latest().open()
  latest().beat()
  latest().fail('network')
  advance(1000)
  latest().open()
  expect(signals.map((signal) => (signal.type === 'state' ? signal.state : signal.type))).toEqual([
    'connecting',
    'open',
    'beat',
    'reconnecting',
    'open',
  ])
})

test('ST-22 unsubscribing closes the connection, and cancels a waiting retry', () => {
  const open = startLink()
  open.subscription.unsubscribe()
  expect(open.latest().isOpen()).toBe(false)
  const waiting = startLink()
  waiting.latest().fail('network')
  waiting.subscription.unsubscribe()
  waiting.advance(10 * MINUTE)
  expect(waiting.all).toHaveLength(1)
})

test('a programming error is not taken for a broken connection', () => {
  const { ended } = startLink(() => {
    throw new TypeError('a defect')
  })
  expect(ended).toEqual(['TypeError: a defect'])
})

test('the jitter is full: from nothing to the cap', () => {
  const waitsWith = (dice: number) => {
    const backoff = createBackoff({ random: () => dice })
    return [1, 2, 3].map(() => backoff.next(0, null))
  }
  expect(waitsWith(0)).toEqual([0, 0, 0])
  expect(waitsWith(0.5)).toEqual([500, 1000, 2000])
})
