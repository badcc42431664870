// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { figureRefreshes$ } from '#src/streams/dashboard.stream.ts'
import { createVirtualTime } from '../kit/streams/virtual-time.ts'

test('DSH-01 the dashboard is loaded again every five minutes, at the time of the server', () => {
  const { scheduler, advance } = createVirtualTime()
  const due: unknown[] = []
  const subscription = figureRefreshes$(document, () => 42, scheduler).subscribe((event) => due.push(event))
  advance(601_000)
  subscription.unsubscribe()
  const event = { type: 'dashboard.refreshDue', now: 42 }
  expect(due).toEqual([event, event])
})
