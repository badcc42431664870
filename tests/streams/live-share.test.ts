import { expect, test } from 'vitest'
import { SHARE_EVENT } from '#contract/records/live-share.ts'
import { LATE_AFTER_MS } from '#domain/lateness.ts'
import { MODEL_SHARE_POINT } from '#src/machines/live-share/live-share.model.ts'
import type { ShareStreamEvent } from '#src/machines/live-share/live-share.ports.ts'
import { shareEnd$, sharePoints$ } from '#src/streams/live-share.stream.ts'
import { createConnections } from '#tests/kit/streams/stream-connections.ts'
import { createVirtualTime } from '#tests/kit/streams/virtual-time.ts'

const point = (time: number) => ({ ...MODEL_SHARE_POINT, time })

const start = () => {
  const time = createVirtualTime()
  const connections = createConnections(time.now)
  const events: ShareStreamEvent[] = []
  const trails: unknown[] = []
  const malformed: string[] = []
  let isComplete = false
  const subscription = sharePoints$({
    connect: connections.connect,
    random: () => 0,
    onTrail: (trail) => trails.push(trail),
    now: time.now,
    reportMalformed: (data) => malformed.push(data),
    scheduler: time.scheduler,
  }).subscribe({
    next: (event) => events.push(event),
    complete: () => {
      isComplete = true
    },
  })
  return {
    time,
    connections,
    events,
    trails,
    malformed,
    isComplete: () => isComplete,
    states: () => events.flatMap((event) => (event.type === 'share.streamChanged' ? [event.state] : [])),
    points: () => events.flatMap((event) => (event.type === 'share.pointArrived' ? [event.point.time] : [])),
    stop: () => subscription.unsubscribe(),
  }
}

test('SHR-12 points come once and in order, the trail goes to the map, and what cannot be read is left out', () => {
  const { connections, points, trails, malformed, states } = start()
  connections.latest().open()
  connections.latest().message(SHARE_EVENT.trail, { LAT: [21], LONG: [79], time: [1] })
  for (const at of [1000, 2000, 1500, 2000]) connections.latest().message(SHARE_EVENT.point, point(at))
  connections.latest().message(SHARE_EVENT.point, '{"LAT":')
  expect([points(), trails, malformed.length]).toEqual([
    [1000, 2000],
    [{ LAT: [21], LONG: [79], time: [1] }],
    1,
  ])
  expect(states()).toEqual(['connecting', 'open'])
})

test('SHR-10 ERROR ends the stream, which is not opened again', () => {
  const { time, connections, events, isComplete } = start()
  connections.latest().open()
  connections.latest().message(SHARE_EVENT.point, { ERROR: 'over' })
  expect([events.at(-1), isComplete(), connections.latest().isOpen()]).toEqual([
    { type: 'share.ended' },
    true,
    false,
  ])
  time.advance(600_000)
  expect(connections.all).toHaveLength(1)
})

test('a cut stream is opened again with backoff, and goes on behind the last point', () => {
  const { time, connections, states, points } = start()
  connections.latest().open()
  connections.latest().message(SHARE_EVENT.point, point(1000))
  connections.latest().fail('network')
  expect(states().at(-1)).toBe('reconnecting')
  time.advance(30_000)
  expect(connections.all.length).toBeGreaterThan(1)
  connections.latest().open()
  for (const at of [1000, 40_000]) connections.latest().message(SHARE_EVENT.point, point(at))
  expect([points(), states().at(-1)]).toEqual([[1000, 40_000], 'open'])
})

test('a busy server is said to be, and asked again when it says', () => {
  const { time, connections, states } = start()
  connections.latest().fail('busy', 60_000)
  expect(states().at(-1)).toBe('busy')
  time.advance(59_000)
  expect(connections.all).toHaveLength(1)
  time.advance(120_000)
  expect(connections.all.length).toBeGreaterThan(1)
})

test.each(['refused', 'gone'] as const)('SHR-16 a stream that is %s ends for good', (kind) => {
  const { connections, events } = start()
  connections.latest().fail(kind)
  expect(events.at(-1)).toEqual({ type: 'share.ended' })
})

test('OPEN-40 an old position is late, also where the stream is open', () => {
  const { time, connections, states } = start()
  connections.latest().open()
  connections.latest().message(SHARE_EVENT.point, point(time.now()))
  time.advance(LATE_AFTER_MS - 1)
  expect(states().at(-1)).toBe('open')
  time.advance(1)
  expect(states().at(-1)).toBe('late')
  connections.latest().message(SHARE_EVENT.point, point(time.now()))
  expect(states().at(-1)).toBe('open')
})

test('AC-07 the stream of a link alone tells of its end once, by ERROR or a refusal, and is opened again when it breaks off', () => {
  const startWatch = () => {
    const time = createVirtualTime()
    const connections = createConnections(time.now)
    const events: string[] = []
    shareEnd$({
      connect: connections.connect,
      random: () => 0,
      reportMalformed: () => events.push('malformed'),
      scheduler: time.scheduler,
    }).subscribe({ next: ({ type }) => events.push(type), complete: () => events.push('complete') })
    return { time, connections, events }
  }
  const { time, connections, events } = startWatch()
  connections.latest().open()
  connections.latest().message(SHARE_EVENT.point, point(1000))
  connections.latest().fail('network')
  time.advance(30_000)
  expect([events, connections.all.length > 1]).toEqual([[], true])
  connections.latest().open()
  connections.latest().message(SHARE_EVENT.point, { ERROR: 'over' })
  expect([events, connections.latest().isOpen()]).toEqual([['share.ended', 'complete'], false])
  const refused = startWatch()
  refused.connections.latest().fail('gone')
  expect(refused.events).toEqual(['share.ended', 'complete'])
})
