import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { type FleetBatch, STREAM_EVENT } from '#contract/records/live.ts'
import type { FleetStreamEvent } from '#src/machines/fleet/fleet.ports.ts'
import { fleetBatches$ } from '#src/streams/fleet.stream.ts'
import { createConnections } from '../kit/streams/stream-connections.ts'
import { createVirtualTime } from '../kit/streams/virtual-time.ts'

const SECOND = 1000

const batchOf = (...ids: number[]): FleetBatch => ({
  vehicleId: ids,
  time: ids.map(() => 1),
  lng: ids.map(() => 79),
  lat: ids.map(() => 21),
  speed: ids.map(() => -1),
  heading: ids.map(() => -1),
  status: ids.map(() => 0),
})

const watch = () => {
  const time = createVirtualTime()
  const connections = createConnections(time.now)
  const frame$ = new Subject<void>()
  const applied: number[][] = []
  const emitted: FleetStreamEvent[] = []
  const malformed: string[] = []
  const subscription = fleetBatches$({
    connect: connections.connect,
    random: () => 1,
    apply: (batch) => applied.push(batch.vehicleId),
    frame$,
    reportMalformed: (data) => malformed.push(data),
    scheduler: time.scheduler,
  }).subscribe((event) => emitted.push(event))
  connections.latest().open()
  return {
    ...time,
    ...connections,
    frame$,
    applied,
    malformed,
    subscription,
    states: () => emitted.map(({ state }) => state),
  }
}

test('batches wait for the next frame and are applied in order', () => {
  const { latest, frame$, applied, states } = watch()
  latest().message(STREAM_EVENT.snapshot, batchOf(1, 2, 3))
  latest().message(STREAM_EVENT.batch, batchOf(2))
  expect(applied).toEqual([])
  frame$.next()
  expect(applied).toEqual([[1, 2, 3], [2]])
  frame$.next()
  latest().message(STREAM_EVENT.batch, batchOf(3))
  frame$.next()
  expect(applied).toEqual([[1, 2, 3], [2], [3]])
  expect(states()).toEqual(['connecting', 'open'])
})

test('without batches no frame is requested', () => {
  const { latest, frame$ } = watch()
  expect(frame$.observed).toBe(false)
  latest().message(STREAM_EVENT.batch, batchOf(1))
  expect(frame$.observed).toBe(true)
  frame$.next()
  expect(frame$.observed).toBe(false)
})

test('ST-20 malformed batches and those with columns of unequal length are reported and left out', () => {
  const { latest, frame$, applied, malformed } = watch()
  latest().message(STREAM_EVENT.batch, 'no JSON')
  latest().message(STREAM_EVENT.batch, { ...batchOf(1, 2), lng: [79] })
  latest().message('other', batchOf(9))
  latest().message(STREAM_EVENT.batch, batchOf(4))
  frame$.next()
  expect(applied).toEqual([[4]])
  expect(malformed).toHaveLength(2)
})

test('the machine receives late after 45 s of silence, and open with the next sign of life', () => {
  const { latest, states, advance } = watch()
  advance(44 * SECOND)
  latest().beat()
  advance(44 * SECOND)
  expect(states()).toEqual(['connecting', 'open'])
  advance(1 * SECOND)
  expect(states()).toEqual(['connecting', 'open', 'late'])
  latest().beat()
  expect(states().at(-1)).toBe('open')
})

test('a cut stream is reconnecting, then open again', () => {
  const { latest, states, advance } = watch()
  latest().fail('network')
  advance(1 * SECOND)
  latest().open()
  expect(states()).toEqual(['connecting', 'open', 'reconnecting', 'open'])
})

test('ST-10 a stream that stays away is reconnecting, not late, throughout', () => {
  const { latest, states, advance } = watch()
  latest().fail('busy', 300 * SECOND)
  advance(299 * SECOND)
  expect(states()).toEqual(['connecting', 'open', 'reconnecting'])
})

test('ST-07 a refused stream ends', () => {
  const { latest, states, advance, all } = watch()
  latest().fail('refused')
  advance(600 * SECOND)
  expect(states().at(-1)).toBe('ended')
  expect(all).toHaveLength(1)
})

test('ST-22 a thousand visits leave nothing open', () => {
  for (let i = 0; i < 1000; i++) {
    const { subscription, latest, frame$ } = watch()
    latest().message(STREAM_EVENT.batch, batchOf(1))
    subscription.unsubscribe()
    expect([latest().isOpen(), frame$.observed]).toEqual([false, false])
  }
})
