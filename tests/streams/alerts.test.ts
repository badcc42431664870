// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest'
import { alertRefreshes$ } from '#src/streams/alerts.stream.ts'
import { createVirtualTime } from '../kit/streams/virtual-time.ts'

test('ALR-15 a refresh is due every ten seconds while the page is visible, and at once when it is shown again', () => {
  const { scheduler, advance, now } = createVirtualTime()
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  onTestFinished(() => hidden.mockRestore())
  const show = (isHidden: boolean) => {
    hidden.mockReturnValue(isHidden)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  const due: number[] = []
  const subscription = alertRefreshes$(document, scheduler).subscribe(({ type }) => {
    expect(type).toBe('alertList.refreshDue')
    due.push(now())
  })
  advance(25_000)
  expect(due).toEqual([10_000, 20_000])
  show(true)
  advance(60_000)
  expect(due).toEqual([10_000, 20_000])
  show(false)
  advance(10_000)
  expect(due).toEqual([10_000, 20_000, 85_000, 95_000])
  subscription.unsubscribe()
  advance(60_000)
  expect(due).toHaveLength(4)
})
