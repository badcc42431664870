// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { mouseMoves$, pageReturns$, presence$ } from '#src/streams/presence.stream.ts'
import { createVirtualTime } from '#tests/kit/streams/virtual-time.ts'

const createPage = (hidden = false) => {
  const document = Object.assign(new EventTarget(), { hidden })
  const page = Object.assign(new EventTarget(), { document }) as unknown as Window
  return {
    page,
    set: (next: boolean) => {
      document.hidden = next
      document.dispatchEvent(new Event('visibilitychange'))
    },
    dispatch: (type: string) => page.dispatchEvent(new Event(type)),
  }
}

test('CR-10 whether the page is seen is known at once where it is hidden, then at each change', () => {
  const { page, set } = createPage(true)
  let time = 5
  const received: unknown[] = []
  const subscription = presence$(page, { runningTime: () => time }).subscribe((event) => received.push(event))
  time = 9
  set(false)
  subscription.unsubscribe()
  set(true)
  expect(received).toEqual([
    { type: 'alertPopup.pageHidden', at: 5 },
    { type: 'alertPopup.pageShown', at: 9 },
  ])
  const seen: unknown[] = []
  presence$(createPage().page, { runningTime: () => time }).subscribe((event) => seen.push(event))
  expect(seen).toEqual([])
})

test('the page returns when its tab is chosen and out of the cache, not when it is left', () => {
  const { page, set, dispatch } = createPage()
  let returns = 0
  pageReturns$(page).subscribe(() => {
    returns += 1
  })
  set(true)
  expect(returns).toBe(0)
  set(false)
  dispatch('pageshow')
  expect(returns).toBe(2)
})

test('ALR-44 the first movement of the mouse is known at once, and the last of each half second', () => {
  const { page, dispatch } = createPage()
  const { scheduler, advance, now } = createVirtualTime()
  const moves: number[] = []
  mouseMoves$(page, { runningTime: now, scheduler }).subscribe(({ at }) => moves.push(at))
  dispatch('mousemove')
  expect(moves).toEqual([0])
  advance(100)
  dispatch('mousemove')
  advance(100)
  dispatch('mousemove')
  advance(5000)
  expect(moves).toEqual([0, 500])
  dispatch('keydown')
  advance(5000)
  expect(moves).toHaveLength(2)
})
