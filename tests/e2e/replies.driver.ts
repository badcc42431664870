import type { Page, Route } from '@playwright/test'
import type { Call } from '#contract/calls/call.ts'
import { TEXTS } from '#contract/texts.ts'
import { expect } from './portal.fixture.ts'

/** How a server can fail a query, and the toast that says so (SES-54, SES-55). `message` is the server's. */
const REPLIES: readonly {
  readonly name: string
  readonly kind: 'error' | 'warning'
  fulfill(route: Route, message: string): Promise<void>
}[] = [
  { name: '204', kind: 'warning', fulfill: (route) => route.fulfill({ status: 204 }) },
  { name: '{}', kind: 'warning', fulfill: (route) => route.fulfill({ json: {} }) },
  {
    name: '{error: true, message}',
    kind: 'error',
    fulfill: (route, message) => route.fulfill({ json: { error: true, message } }),
  },
  {
    name: '500',
    kind: 'error',
    fulfill: (route, message) => route.fulfill({ status: 500, json: { status: 500, error: true, message } }),
  },
]

/** A screen's query: what makes it first, and what makes it again after a failure. */
export type Row = {
  readonly call: Call
  begin(page: Page): Promise<unknown>
  again(page: Page): Promise<unknown>
}

/** The wait before the second attempt, ms. */
export const RETRY_MS = 5000
/** Longer than any toast stays, ms. */
export const TOAST_MS = 9000

/** Tells the addresses of a call. */
export const isRequestOf = ({ path }: Call) => {
  const pattern = new RegExp(`/${path.replaceAll(/:\w+/g, '[^/]+')}$`)
  return (url: URL) => pattern.test(url.pathname)
}

/**
 * Answers a screen's query with each reply in turn and expects what the rows promise: a failure is requested once more after
 * 5 s, by the page's clock, and shown then; an empty reply is shown at once. At the end the server answers again.
 */
export const expectReplies = async (page: Page, { call, begin, again }: Row): Promise<void> => {
  const toasts = page.locator('[role][data-kind]')
  let attempts = 0
  let answer: (route: Route) => Promise<void> = (route) => route.continue()
  const isOurs = isRequestOf(call)
  await page.route(isOurs, (route) => {
    attempts += 1
    return answer(route)
  })
  for (const [index, { name, kind, fulfill }] of REPLIES.entries()) {
    const what = `${call.id} answered with ${name}`
    const message = `The yard is closed, ${call.id} ${index}`
    answer = (route) => fulfill(route, message)
    attempts = 0
    await (index === 0 ? begin(page) : again(page))
    await expect.poll(() => attempts, what).toBeGreaterThan(0)
    const shown = toasts.filter({ hasText: kind === 'error' ? message : TEXTS.responseIsEmpty })
    if (kind === 'error')
      await expect(async () => {
        await page.clock.fastForward(RETRY_MS)
        await expect.poll(() => attempts).toBeGreaterThan(1)
        await expect(shown.first()).toBeVisible({ timeout: 1000 })
      }, what).toPass()
    await expect(shown.first(), what).toHaveAttribute('data-kind', kind)
    // A screen may repeat its query a few times, and each failure shows again (OPEN-53).
    await expect(async () => {
      // A toast below the mouse stays.
      await page.mouse.move(0, 0)
      await page.clock.fastForward(TOAST_MS)
      await expect.poll(() => toasts.allTextContents(), { timeout: 1000 }).toEqual([])
    }, what).toPass()
  }
  await page.unroute(isOurs)
}
