import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { POPUP_WIDTH } from '#contract/constants.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'
import type { Page } from '#tests/kit/views/page.tsx'
import { openPlayback } from '#tests/kit/views/playback.page.ts'

let page: Page
beforeEach(async () => {
  page = await openPlayback()
})
afterEach(() => page.close())

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string) => page.act(() => fireEvent.click(button(name)))
const dock = () => screen.getByRole('region', { name: 'Playback controls' })
const moveTo = (index: number) =>
  page.act(() => page.player.latest().emit({ type: 'playback.movedTo', index, time: 0 }))

/** One point in two minutes from 15:00 on: stands at the first five, drives off at 15:10. */
const parked = () => {
  const base = makeTrack()
  const time = base.time.map((at, index) => at + index * 60_000)
  return makeTrack({ time, speed: Float32Array.from([0, 0, 0, 0, 0, 50]) })
}

test('PLB-30 a long standstill shows its end, and Skip continues from the departure, during playback and from the keyboard', async () => {
  await page.answerTrack(parked())
  expect(dock().textContent).toContain('15:00:00 · Standing until 15:10 Skip')
  await press('Play')
  await moveTo(2)
  expect(dock().textContent).toContain('15:04:00 · Standing until 15:10 Skip')
  button('Skip to 15:10').focus()
  await press('Skip to 15:10')
  expect(page.player.latest().input).toMatchObject({ index: 5 })
  expect(dock().textContent).toContain('15:10:00 · 5.42 of 5.42 kms')
  expect(document.activeElement).toBe(dock())
  expect(button('Pause')).toBeTruthy()
})

test('nothing is offered when standing time is skipped anyway', async () => {
  await page.answerTrack(parked())
  await press('Skip standing time')
  expect(dock().textContent).not.toContain('Standing until')
})

test('PLB-05 MAP-41 the popup at the marker collapses during playback, keeps its values for screen readers, and expands on a press', async () => {
  const openPopup = vi.spyOn(page.map, 'openPopup')
  const widths = () => openPopup.mock.calls.map(([, , { width }]) => width)
  const popup = () => screen.getByRole('region', { name: 'At this moment' })
  await page.answerTrack(makeTrack())
  expect([popup().dataset['folded'], widths()]).toEqual([undefined, [300]])
  await press('Play')
  await moveTo(2)
  expect([popup().dataset['folded'], widths()]).toEqual(['true', [300, POPUP_WIDTH.chip]])
  expect(popup().textContent).toBe(
    '19-11-2026 15:02:001,84,233 KMS52.00 KMPHADL 62.0 %Fuel 41.0 %Overspeeding 84.3 kmph',
  )
  await press('Pause')
  expect(popup().dataset['folded']).toBeUndefined()
  await press('Continue')
  await press('Show all figures')
  await moveTo(3)
  expect(popup().dataset['folded']).toBeUndefined()
  expect(widths()).toEqual([300, POPUP_WIDTH.chip, 300, POPUP_WIDTH.chip, 300])
})

test('PLB-05 the focus stays in the popup at the marker while that expands and collapses', async () => {
  const popup = () => screen.getByRole('region', { name: 'At this moment' })
  await page.answerTrack(makeTrack())
  await press('Play')
  button('Show all figures').focus()
  await press('Pause')
  expect(document.activeElement).toBe(popup())
  await press('Continue')
  expect(document.activeElement).toBe(popup())
  button('Show all figures').focus()
  await press('Show all figures')
  expect(document.activeElement).toBe(popup())
  button('Pause').focus()
  await press('Pause')
  expect(popup().contains(document.activeElement)).toBe(false)
})

test('PLB-30 a long standstill is announced by an existing live region, which does not change at every step', async () => {
  const base = makeTrack()
  const time = base.time.map((at, index) => at + index * 60_000)
  await page.answerTrack(makeTrack({ time, speed: Float32Array.from([50, 0, 0, 0, 0, 50]) }))
  const status = within(dock()).getByRole('status')
  expect(status.textContent).toBe('')
  await press('Play')
  await moveTo(1)
  expect(status.textContent).toBe('· Standing until 15:10')
  const changes = vi.fn()
  const watch = new MutationObserver(changes)
  watch.observe(status, { subtree: true, childList: true, characterData: true })
  await moveTo(2)
  await moveTo(3)
  expect([dock().textContent.includes('15:06:00'), changes.mock.calls.length]).toEqual([true, 0])
  watch.disconnect()
  await moveTo(5)
  expect(status.textContent).toBe('')
  expect(within(dock()).getByRole('status')).toBe(status)
})
