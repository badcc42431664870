// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTypingPause } from '#src/services/map/overlay/typing-pause.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  document.body.replaceChildren()
  vi.useRealTimers()
})

const pausing = () => {
  const field = document.body.appendChild(document.createElement('input'))
  const button = document.body.appendChild(document.createElement('button'))
  const box = document.body.appendChild(document.createElement('input'))
  box.type = 'checkbox'
  const startedAt = Date.now()
  const seen = { repaints: 0 }
  const pause = createTypingPause({
    window,
    now: () => Date.now() - startedAt,
    repaint: () => {
      seen.repaints += 1
    },
  })
  const press = (element: Element, key: string) =>
    element.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key }))
  return {
    ...pause,
    seen,
    type: (key = 'm') => press(field, key),
    press: () => press(button, 'm'),
    tick: () => press(box, ' '),
  }
}

test('a repaint comes at once while nobody types, also after a key that is no letter of a field', () => {
  const { request, press, stop, seen } = pausing()
  request()
  press()
  request()
  expect(seen.repaints).toBe(2)
  stop()
})

test.each(['Tab', 'Shift', 'ArrowDown', 'Escape'])('%s in a field holds up no repaint', (key) => {
  const { request, type, stop, seen } = pausing()
  type(key)
  request()
  expect(seen.repaints).toBe(1)
  stop()
})

test.each(['m', 'म', 'Backspace', 'Process'])('%s in a field holds up a repaint', (key) => {
  const { request, type, stop, seen } = pausing()
  type(key)
  request()
  expect(seen.repaints).toBe(0)
  stop()
})

test('a box that is ticked by the keyboard holds up no repaint', () => {
  const { request, tick, stop, seen } = pausing()
  tick()
  request()
  expect(seen.repaints).toBe(1)
  stop()
})

test('a repaint waits for the end of typing, and many become one', () => {
  const { request, type, stop, seen } = pausing()
  type()
  request()
  vi.advanceTimersByTime(200)
  type()
  request()
  vi.advanceTimersByTime(249)
  expect(seen.repaints).toBe(0)
  vi.advanceTimersByTime(1)
  expect(seen.repaints).toBe(1)
  vi.advanceTimersByTime(10_000)
  expect(seen.repaints).toBe(1)
  stop()
})

test('who types on and on sees the fleet move every 3 s', () => {
  const { request, type, stop, seen } = pausing()
  const repaintsAt: number[] = []
  for (let at = 0; at <= 7_000; at += 100) {
    type()
    request()
    const before = seen.repaints
    vi.advanceTimersByTime(100)
    if (seen.repaints > before) repaintsAt.push(at + 100)
  }
  expect(repaintsAt).toEqual([3_000, 6_000])
  stop()
})

test('nothing is repainted, and no key is listened to, once it is stopped', () => {
  const { request, type, stop, seen } = pausing()
  type()
  request()
  stop()
  vi.runAllTimers()
  expect(seen.repaints).toBe(0)
  const other = pausing()
  other.stop()
  other.type()
  other.request()
  expect(other.seen.repaints).toBe(1)
})
