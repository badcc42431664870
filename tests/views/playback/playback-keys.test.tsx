import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTrack } from '#tests/kit/builders/track.ts'
import type { Page } from '#tests/kit/views/page.tsx'
import { openPlayback } from '#tests/kit/views/playback.page.ts'

let page: Page
beforeEach(async () => {
  page = await openPlayback()
  await page.answerTrack(makeTrack())
})
afterEach(() => page.close())

const key = (
  name: string,
  { on = document.body as Element, ...more }: Partial<KeyboardEventInit> & { on?: Element } = {},
) => page.act(() => fireEvent.keyDown(on, { key: name, ...more }))
const at = () => page.map.drawn().track?.index
const shows = (name: string) => screen.queryByRole('button', { name }) !== null
const speed = () => screen.getByRole<HTMLInputElement>('radio', { checked: true }).value

test('space plays, pauses, continues and restarts at the end', async () => {
  await key(' ')
  expect(shows('Pause')).toBe(true)
  await key(' ')
  expect(shows('Continue')).toBe(true)
  await key(' ')
  await page.act(() => page.player.latest().emit({ type: 'playback.reachedEnd' }))
  await key(' ')
  expect(page.loadTrack.calls).toHaveLength(2)
})

test('space plays right after using the mouse on the timeline or on the speed', async () => {
  await key(' ', { on: await screen.findByRole('slider', { name: 'Playback position' }) })
  expect(shows('Pause')).toBe(true)
  await key(' ', { on: screen.getByRole('radio', { checked: true }) })
  expect(shows('Continue')).toBe(true)
  await key(' ', { on: screen.getByRole('radio', { name: '4' }) })
  expect(shows('Continue')).toBe(true)
})

test('left and right step and stay on the route', async () => {
  await key('ArrowLeft')
  expect(at()).toBe(0)
  for (let press = 0; press < 9; press++) await key('ArrowRight', { repeat: press > 0 })
  expect(at()).toBe(5)
  await key('ArrowLeft')
  expect(at()).toBe(4)
})

test('PLB-02 1 to 9 and 0 choose the speeds 1 to 10', async () => {
  for (const [digit, chosen] of [
    ['9', '9'],
    ['0', '10'],
    ['1', '1'],
  ] as const) {
    await key(digit)
    expect(speed()).toBe(chosen)
  }
})

test('S and the button skip standing time', async () => {
  const toggle = () => screen.getByRole('button', { name: 'Skip standing time' })
  await key('s')
  expect(toggle().getAttribute('aria-pressed')).toBe('true')
  await key(' ')
  expect(page.player.latest().input).toMatchObject({ skipsStanding: true })
  await page.act(() => fireEvent.click(toggle()))
  expect(page.player.latest().input).toMatchObject({ skipsStanding: false })
})

test('no key is taken from a field, a dialog, a browser shortcut, or a control that uses it itself', async () => {
  const field = document.body.appendChild(document.createElement('input'))
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.setAttribute('role', 'dialog')
  for (const on of [field, dialog]) for (const name of [' ', '5', 's', 'ArrowRight']) await key(name, { on })
  await key('5', { ctrlKey: true })
  await key(' ', { on: screen.getByRole('button', { name: 'Next point' }) })
  await key('ArrowRight', { on: screen.getByRole('radio', { checked: true }) })
  expect([at(), speed(), shows('Play'), page.player.runs.length]).toEqual([0, '1', true, 0])
  field.remove()
  dialog.remove()
})

test('holding space does not toggle playback repeatedly', async () => {
  await key(' ')
  await key(' ', { repeat: true })
  expect(shows('Pause')).toBe(true)
})

test('the keys are released with the playback', async () => {
  await page.act(() => fireEvent.click(screen.getByRole('button', { name: 'Close' })))
  const leave = fireEvent.keyDown(document.body, { key: ' ' })
  expect(leave).toBe(true)
})
