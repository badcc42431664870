import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeTrack } from '#tests/kit/builders/track.ts'
import type { Page } from '#tests/kit/views/page.tsx'
import { openPlayback } from '#tests/kit/views/playback.page.ts'

let page: Page
beforeEach(async () => {
  // Half past two in India.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20, 9, 0) })
  page = await openPlayback()
})
afterEach(() => {
  page.close()
  vi.useRealTimers()
})

/** The disabled buttons of an open picker, by label. */
const outOfUse = async (picker: string) => {
  await page.act(() => fireEvent.click(screen.getByLabelText(picker, { selector: 'input' })))
  // jsdom has no layout, by which the drop-down would know that it is in view.
  const hours = await screen.findByRole('group', { name: 'Hour', hidden: true })
  const drop = within(hours.closest<HTMLElement>('[role=dialog]') ?? document.body)
  return (
    drop
      .getAllByRole<HTMLButtonElement>('button', { hidden: true })
      .filter(({ disabled }) => disabled)
      .map((button) => button.getAttribute('aria-label') ?? button.textContent)
      // Days of the adjacent months are present but hidden.
      .filter((label) => !/October|December/.test(label))
  )
}

/** The text beside a picker's name. */
const noteOf = (picker: string) =>
  document.getElementById(
    screen.getByLabelText(picker, { selector: 'input' }).getAttribute('aria-describedby') ?? '',
  )?.textContent

test('PLB-23 PLB-26 a range ending with the current hour says that it goes until now, and the picker marks that hour', async () => {
  await page.answerTrack(makeTrack())
  expect([noteOf('From'), noteOf('To')]).toEqual([undefined, 'until now'])
  await page.act(() => fireEvent.click(screen.getByLabelText('To', { selector: 'input' })))
  const hours = within(await screen.findByRole('group', { name: 'Hour', hidden: true }))
  expect(hours.getByText('14 means until now.')).toBeTruthy()
  await page.act(() => fireEvent.click(hours.getByRole('button', { name: '13', hidden: true })))
  expect(noteOf('To')).toBeUndefined()
})

test('PLB-26 PLB-42 when the hour turns, the range no longer goes until now, and the new hour can be chosen', async () => {
  await page.answerTrack(makeTrack())
  vi.setSystemTime(Date.UTC(2026, 10, 20, 9, 40))
  await waitFor(() => expect(noteOf('To')).toBeUndefined(), { timeout: 10_000 })
  await page.act(() => fireEvent.click(screen.getByLabelText('To', { selector: 'input' })))
  const hours = within(await screen.findByRole('group', { name: 'Hour', hidden: true }))
  expect(hours.getByText('15 means until now.')).toBeTruthy()
  expect(hours.queryByRole('button', { pressed: true, hidden: true })).toBeNull()
  await page.act(() => fireEvent.click(hours.getByRole('button', { name: '15', hidden: true })))
  expect(noteOf('To')).toBe('until now')
})

const days = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `${from + i} November 2026`)
const CASES = [
  ['the day before has all its hours', 'From', ['Next month', ...days(21, 30)]],
  [
    'today has those up to the one that runs',
    'To',
    [
      ...['Previous month', 'Next month', ...days(1, 18), ...days(21, 30)],
      ...['15', '16', '17', '18', '19', '20', '21', '22', '23'],
    ],
  ],
] as const

for (const [description, picker, expected] of CASES)
  test(`PLB-21 PLB-27 PLB-42 future days are disabled, and ${description}`, async () => {
    await page.answerTrack(makeTrack())
    expect(await outOfUse(picker)).toEqual(expected)
  })
