import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPage, type Page, vehicle } from '#tests/kit/views/page.tsx'

let page: Page
const POINT = {
  LAT: 13.1,
  LONG: 80.3,
  status: 'RUNNING',
  RegNo: 'TN 01 AB 0001',
  UpdatedTime: '',
  vehicleId: 1,
  time: Date.now() - 4000,
  speed: 58,
  heading: 55,
  odo: 184230.5,
  fuelPercent: 41,
  adbluePercent: 62,
  intervalS: 10,
}

beforeEach(async () => {
  page = openPage()
  await page.signIn()
  await screen.findByRole('region', { name: 'Fleet' })
  await page.answerList([vehicle(1), vehicle(2)])
  await page.act(() => page.map.press({ at: [0, 0], vehicleId: 1 }))
  await page.act(() => fireEvent.click(screen.getByRole('button', { name: 'Live' })))
})
afterEach(() => page.close())

const card = () => screen.getByRole('region', { name: 'Live tracking' })
const arrive = (overrides: Partial<typeof POINT & { clockAheadS: number }> = {}) =>
  page.act(() => page.follow.latest().emit({ type: 'live.pointArrived', point: { ...POINT, ...overrides } }))
const streams = (state: 'open' | 'late' | 'reconnecting') =>
  page.act(() => page.follow.latest().emit({ type: 'live.streamChanged', state }))

describe('live tracking', () => {
  test('MAP-46 shows the values of the last position and how fresh it is, in a collapsed panel', async () => {
    await streams('open')
    expect(card().closest('[data-covers]')?.className).toContain('short')
    await arrive()
    for (const text of [
      'AddressNear 80.30, 13.10',
      '58.00',
      '55° NE',
      '1,84,231 KMS',
      '41.0 %',
      '62.0 %',
      /Live.*\d+ s ago/,
    ])
      expect(card().textContent).toMatch(text)
    expect(within(card()).getByTitle('AdBlue level').textContent).toBe('ADL')
  })

  test('LIV-04 a speed of long ago is not shown as that of now', async () => {
    await streams('open')
    const speedOf = () => /N\/A|[\d.]+ ?kmph/.exec(card().textContent ?? '')?.[0].replace(' ', '')
    await arrive({ time: Date.now() - 2 * 86_400_000 })
    expect(speedOf()).toBe('N/A')
    await arrive({ time: Date.now() - 9 * 60_000 })
    expect(speedOf()).toBe('58.00kmph')
  })

  test('B13 says that the clock of the device is ahead, as long as it is', async () => {
    await streams('open')
    await arrive({ clockAheadS: 7200 })
    expect(within(card()).getByText('Its clock is 2 hr ahead. Times are put right.')).toBeTruthy()
    await arrive({ time: Date.now() })
    expect(within(card()).queryByText(/Its clock is/)).toBeNull()
  })

  test("SE-10 LIV-04 ages use the server's clock, however wrong this machine's is", async () => {
    const ahead = 3_600_000
    page.setClockAhead(ahead)
    await streams('open')
    await arrive({ time: Date.now() + ahead - 7000 })
    expect(card().textContent).toMatch(/Live.* \d s ago/)
  })

  test('OPEN-40 reports late positions and a lost stream', async () => {
    await arrive()
    await streams('late')
    expect(card().textContent).toContain('Late')
    await streams('reconnecting')
    expect(card().textContent).toContain('Reconnecting')
  })

  test.each([
    ['vehicle is gone', 'vehicle is gone'],
    ['refused', 'You may no longer follow this vehicle.'],
    ['gone', 'This vehicle no longer exists.'],
  ])('LIV-09 an ended track gives the reason (%s), and waits for nothing', async (reason, expected) => {
    await streams('open')
    expect(card().textContent).toContain('Waiting for the first position…')
    await page.act(() => page.follow.latest().emit({ type: 'live.ended', reason }))
    expect(within(card()).getByRole('status').textContent).toBe(`Tracking has ended. ${expected}`)
    expect(card().textContent).not.toContain('Waiting')
  })

  test('LIV-09 a programming error ends it with a plain message', async () => {
    await page.act(() => page.follow.latest().fail(new TypeError('Cannot read properties of undefined')))
    expect(within(card()).getByRole('status').textContent).toBe(
      'Tracking has ended. Something went wrong. Open Live again to continue.',
    )
  })

  test('LIV-04 OPEN-40 the head has the status of the last position, and is live only while the card says Live', async () => {
    await arrive({ status: 'STOPPED' })
    const head = () => [page.map.drawn().trail?.status, page.map.drawn().trail?.live]
    expect(head()).toEqual(['STOPPED', false])
    for (const [state, isLive] of [
      ['open', true],
      ['late', false],
      ['open', true],
      ['reconnecting', false],
    ] as const) {
      await streams(state)
      expect([state, ...head()]).toEqual([state, 'STOPPED', isLive])
    }
    await streams('open')
    await page.act(() => page.follow.latest().emit({ type: 'live.ended', reason: 'vehicle is gone' }))
    expect(head()).toEqual(['STOPPED', false])
  })

  test('LIV-05 MAP-26 the first position starts a trail that later ones extend; the fleet is hidden', async () => {
    await arrive()
    await arrive({ LAT: 13.2, time: POINT.time + 1000 })
    expect(page.map.drawn().trail).toMatchObject({
      points: 2,
      head: [expect.closeTo(80.3, 6), expect.closeTo(13.2, 6)],
      following: true,
    })
    expect(page.map.drawn().vehicles).toEqual([])
  })

  test('ST-15 LIV-04 LIV-05 a late position joins the trail; marker, values and map stay at the newest', async () => {
    await arrive()
    await arrive({ LAT: 13.4, heading: 180, time: POINT.time + 120_000 })
    const before = { card: card().textContent?.replace(/\d+ s ago/, ''), ...page.map.drawn() }
    await arrive({ LAT: 13.2, heading: 10, speed: 5, status: 'STOPPED', time: POINT.time + 60_000 })
    await arrive({ LAT: 13.2, time: POINT.time + 60_000 })
    const after = { card: card().textContent?.replace(/\d+ s ago/, ''), ...page.map.drawn() }
    expect(after.trail?.points).toBe(3)
    expect(after).toEqual({ ...before, trail: { ...before.trail, points: 3 } })
  })

  test("MAP-16 the card shows the truck's address, as its popup does, and looks it up again farther on", async () => {
    await arrive()
    await arrive({ LAT: 13.101, time: POINT.time + 40_000 })
    expect(card().textContent).toContain('AddressNear 80.30, 13.10')
    await arrive({ LAT: 13.3, time: POINT.time + 80_000 })
    expect(card().textContent).toContain('AddressNear 80.30, 13.30')
  })

  test('Follow appears when the user moves the map, and disappears when pressed', async () => {
    await arrive()
    expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull()
    await page.act(() => page.map.drag({ centre: [70, 20] }))
    await page.act(() => fireEvent.click(screen.getByRole('button', { name: 'Follow' })))
    expect(page.map.drawn().trail?.following).toBe(true)
    expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull()
  })

  test('before the first position no whole route is offered, and the map does not move', async () => {
    const { camera } = page.map.drawn()
    await page.act(() => page.map.moveTo({ zoom: camera.zoom + 1 }))
    await page.act(() => fireEvent.click(screen.getByRole('button', { name: 'Show the whole route' })))
    expect(page.map.drawn().camera.zoom).toBe(camera.zoom + 1)
  })

  test('a press shows the whole route, and the map stops following the truck', async () => {
    await arrive()
    await arrive({ LAT: 15.1, time: POINT.time + 60_000 })
    await arrive({ LAT: 14.1, time: POINT.time + 120_000 })
    await page.act(() => fireEvent.click(screen.getByRole('button', { name: 'Show the whole route' })))
    const { camera, trail } = page.map.drawn()
    expect(camera.centre[1]).toBeCloseTo((POINT.LAT + 15.1) / 2, 1)
    expect(trail?.following).toBe(false)
    await arrive({ LAT: 20, time: POINT.time + 180_000 })
    expect(page.map.drawn().camera).toEqual(camera)
    expect(screen.getByRole('button', { name: 'Follow' })).toBeTruthy()
  })

  test('LIV-06 LIV-08 Close ends the stream, clears the trail and restores the list that was there', async () => {
    await page.act(() => fireEvent.click(screen.getByRole('button', { name: 'Back to the fleet' })))
    await page.answerList([vehicle(1), vehicle(2)])
    await page.act(() => fireEvent.click(screen.getByRole('button', { name: /^Idle/ })))
    await page.answerList([vehicle(1)], [vehicle(1), vehicle(2)])
    await page.act(() => page.map.press({ at: [0, 0], vehicleId: 1 }))
    await page.act(() => fireEvent.click(screen.getByRole('button', { name: 'Live' })))
    await arrive()
    expect(page.map.drawn().trail).not.toBeNull()
    await page.act(() => fireEvent.click(within(card()).getByRole('button', { name: 'Close' })))
    expect(page.follow.latest().isOpen()).toBe(false)
    expect(page.map.drawn().trail).toBeNull()
    expect(screen.getByRole('button', { name: /^Idle/ }).getAttribute('aria-pressed')).toBe('true')
    expect(page.loadList.latest().input).toMatchObject({ body: { status: 'IDLE' } })
  })

  test('LIV-06 LIV-08 MAP-12 the back arrow ends the stream, clears the trail and restores the list', async () => {
    await arrive()
    await page.act(() => fireEvent.click(screen.getByRole('button', { name: 'Back to the fleet' })))
    expect(page.follow.latest().isOpen()).toBe(false)
    expect(page.map.drawn().trail).toBeNull()
    expect(screen.getByRole('region', { name: 'Fleet' })).toBeTruthy()
    expect(page.loadList.calls).toHaveLength(2)
  })
})
