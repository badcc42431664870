import { BehaviorSubject } from 'rxjs'
import { expect, test } from 'vitest'
import { refreshRate$, ticks$ } from '#src/streams/clocks.stream.ts'
import { createVirtualTime } from '../kit/streams/virtual-time.ts'

test('ticks carry the time', () => {
  const { scheduler, advance } = createVirtualTime()
  const received: unknown[] = []
  ticks$({ everyMs: 1000, scheduler }).subscribe((tick) => received.push(tick))
  advance(2500)
  expect(received).toEqual([
    { type: 'clock.ticked', now: 1000 },
    { type: 'clock.ticked', now: 2000 },
  ])
})

test('OPEN-44 CST-01 a refresh is due at the stored interval in seconds, and restarts when the interval changes', () => {
  const { scheduler, advance, now } = createVirtualTime()
  const seconds$ = new BehaviorSubject(60)
  const due: number[] = []
  refreshRate$({ seconds$, scheduler }).subscribe(({ type }) => {
    expect(type).toBe('refresh.due')
    due.push(now())
  })
  advance(130_000)
  seconds$.next(10)
  advance(20_000)
  expect(due).toEqual([60_000, 120_000, 140_000, 150_000])
})

test('an interval of zero causes no request storm', () => {
  const { scheduler, advance } = createVirtualTime()
  let due = 0
  refreshRate$({ seconds$: new BehaviorSubject(0), scheduler }).subscribe(() => {
    due += 1
  })
  advance(60_000)
  expect(due).toBe(12)
})
