import { BehaviorSubject, take } from 'rxjs'
import { expect, test, vi } from 'vitest'
import { frames$, refreshRate$, ticks$ } from '#src/streams/clocks.stream.ts'
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

/** A page whose frames the test draws. */
const createPage = () => {
  const waiting = new Map<number, FrameRequestCallback>()
  const document = Object.assign(new EventTarget(), { hidden: false })
  let requests = 0
  return {
    document,
    requestAnimationFrame: (draw: FrameRequestCallback) => {
      requests += 1
      waiting.set(requests, draw)
      return requests
    },
    cancelAnimationFrame: (request: number) => void waiting.delete(request),
    waiting: () => waiting.size,
    draw: (time: number) => {
      const drawn = [...waiting.values()]
      waiting.clear()
      for (const draw of drawn) draw(time)
    },
    hide: (hidden: boolean) => {
      document.hidden = hidden
      document.dispatchEvent(new Event('visibilitychange'))
    },
  }
}

test('one frame is requested at a time, one a second while the page is hidden, and none after the end', () => {
  vi.useFakeTimers()
  const page = createPage()
  const times: number[] = []
  const frames = frames$(page).subscribe((time) => times.push(time))
  page.draw(16)
  page.draw(32)
  expect([times, page.waiting()]).toEqual([[16, 32], 1])
  page.hide(true)
  expect(page.waiting()).toBe(0)
  vi.advanceTimersByTime(3000)
  expect(times).toHaveLength(5)
  page.hide(false)
  page.hide(false)
  expect(page.waiting()).toBe(1)
  vi.advanceTimersByTime(3000)
  expect(times).toHaveLength(5)
  frames.unsubscribe()
  expect(page.waiting()).toBe(0)
  page.hide(false)
  expect(page.waiting()).toBe(0)
})

test('a frame that ends its stream requests no other', () => {
  const page = createPage()
  frames$(page).pipe(take(1)).subscribe()
  page.draw(16)
  expect(page.waiting()).toBe(0)
})
