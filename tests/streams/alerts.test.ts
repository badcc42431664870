// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { alertRefreshes$ } from '#src/streams/alerts.stream.ts'
import { createVirtualTime } from '../kit/streams/virtual-time.ts'

test('ALR-15 a refresh of the alert list is due every ten seconds', () => {
  const { scheduler, advance } = createVirtualTime()
  const due: unknown[] = []
  const subscription = alertRefreshes$(document, scheduler).subscribe((event) => due.push(event))
  advance(25_000)
  subscription.unsubscribe()
  const event = { type: 'alertList.refreshDue' }
  expect(due).toEqual([event, event])
})
