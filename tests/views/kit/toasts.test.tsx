import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Notice } from '#src/machines/kit/notice.ts'
import { createToasts } from '#src/views/kit/toasts.tsx'

const EMPTY: Notice = { kind: 'warning', text: 'responseIsEmpty' }
/** How long a warning stays, and its transition with it. */
const STAYS_MS = 6000
const UNTIL_GONE_MS = STAYS_MS + 1000

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  act(() => notifications.clean())
  cleanup()
  vi.useRealTimers()
})

const renderToasts = () => {
  render(
    <MantineProvider>
      <Notifications />
    </MantineProvider>,
  )
  return createToasts()
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('SES-57 a warning that is on screen is not shown a second time', async () => {
  const toasts = renderToasts()
  act(() => {
    toasts.show(EMPTY)
    toasts.show(EMPTY)
  })
  expect(screen.getAllByText('Response is empty')).toHaveLength(1)
  await pass(UNTIL_GONE_MS)
  expect(screen.queryByText('Response is empty')).toBeNull()
})

test('a warning that comes again in the moment it is hidden is hidden as well', async () => {
  const toasts = renderToasts()
  act(() => toasts.show(EMPTY))
  act(() => {
    vi.advanceTimersByTime(STAYS_MS)
    toasts.show(EMPTY)
  })
  await pass(1000)
  expect(screen.getAllByText('Response is empty')).toHaveLength(1)
  await pass(UNTIL_GONE_MS)
  expect(screen.queryByText('Response is empty')).toBeNull()
})
