// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest'
import { refreshes$ } from '#src/streams/refreshes.stream.ts'
import { createVirtualTime } from '../kit/streams/virtual-time.ts'

const EVERY_MS = 10_000

/** The times of the refreshes, and what people do with the page. */
const watch = () => {
  const { scheduler, advance, now } = createVirtualTime()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  const due: number[] = []
  const subscription = refreshes$(document, EVERY_MS, scheduler).subscribe(() => due.push(now()))
  onTestFinished(() => {
    subscription.unsubscribe()
    hidden.mockRestore()
  })
  const show = (isShown: boolean) => {
    hidden.mockReturnValue(!isShown)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  return { due, scheduler, advance, subscription, show }
}

test('while the page is hidden nothing is due, and what fell due meanwhile is once it is shown', () => {
  const { due, advance, subscription, show } = watch()
  advance(25_000)
  expect(due).toEqual([10_000, 20_000])
  show(false)
  advance(60_000)
  expect(due).toHaveLength(2)
  show(true)
  advance(10_000)
  expect(due).toEqual([10_000, 20_000, 85_000, 95_000])
  subscription.unsubscribe()
  advance(60_000)
  expect(due).toHaveLength(4)
})

test('CST-11 SES-53 a page that is shown again, or whose window is focused, is not refreshed before its time', () => {
  const { due, advance, show } = watch()
  advance(2000)
  show(false)
  advance(3000)
  show(true)
  window.dispatchEvent(new Event('blur'))
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('focusin'))
  advance(0)
  expect(due).toEqual([])
  advance(5000)
  expect(due).toEqual([10_000])
})

test('a clock that is put back delays a refresh by no more than its period', () => {
  const { due, scheduler, advance, show } = watch()
  advance(3_600_000)
  const before = due.length
  show(false)
  scheduler.frame -= 1_800_000
  show(true)
  advance(EVERY_MS)
  expect(due).toHaveLength(before + 1)
})
