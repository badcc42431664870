import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LivePoint } from '#src/machines/fleet/fleet.ports.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'
import { type Page, USER, vehicle } from '#tests/kit/views/page.tsx'
import { openPlayback } from '#tests/kit/views/playback.page.ts'

// Four minutes before midnight in Berlin, in the morning of the next day in India.
const NOW = Date.UTC(2026, 10, 20, 22, 56)

let page: Page
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})
afterEach(() => {
  page.close()
  vi.useRealTimers()
})

const picker = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' }).value
const press = (name: string) => page.act(() => fireEvent.click(screen.getByRole('button', { name })))

test.each([
  {
    timeZone: 'Asia/Kolkata',
    from: '20/11/2026 04',
    to: '21/11/2026 04',
    at: '21-11-2026 04:26:00',
    listed: '20-11-2026 14:32:10',
  },
  {
    timeZone: 'Europe/Berlin',
    from: '19/11/2026 23',
    to: '20/11/2026 23',
    at: '20-11-2026 23:56:00',
    listed: '20-11-2026 10:02:10',
  },
])(
  'a company in $timeZone has its own midnight in the list, playback and live',
  async ({ timeZone, from, to, at, listed }) => {
    page = await openPlayback({ ...USER, timeZone })
    expect([picker('From'), picker('To')]).toEqual([from, to])
    await page.answerTrack(makeTrack({ time: Float64Array.from(Array.from({ length: 6 }, () => NOW)) }))
    expect(screen.getAllByText(at).length).toBeGreaterThan(0)
    await press('Back to the fleet')
    await page.answerList([vehicle(1)])
    await page.act(() => page.map.press({ at: [0, 0], vehicleId: 1 }))
    expect(screen.getByText('Last updated').nextElementSibling?.textContent).toBe(listed)
    await press('Live')
    const point = { LAT: 13, LONG: 80, status: 'RUNNING', vehicleId: 1, time: NOW, speed: 58, heading: 0 }
    await page.act(() =>
      page.follow.latest().emit({ type: 'live.pointArrived', point: point as unknown as LivePoint }),
    )
    expect(screen.getByText('Last fix').nextElementSibling?.textContent).toBe(at)
  },
)
