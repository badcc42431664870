import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PlaybackLink } from '#contract/links/playback.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { selectFleet } from '#src/machines/app/app.selectors.ts'
import { defaultRange } from '#src/machines/date-range/date-range.logic.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'
import type { Page } from '#tests/kit/views/page.tsx'
import { openPlayback } from '#tests/kit/views/playback.page.ts'

/** So close that each point of the route lies off the screen showing another. */
const NEAR = 16

let page: Page
beforeEach(async () => {
  page = await openPlayback()
})
afterEach(() => page.close())

const follow = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Follow' })
const isOn = () => follow().getAttribute('aria-pressed') === 'true'
const press = (name: string) => page.act(() => fireEvent.click(screen.getByRole('button', { name })))
const east = () => page.map.drawn().camera.centre[0]
const frame = (index: number, fraction = 0) => page.act(() => page.director.onFrame(index, fraction))
const drag = () => page.act(() => page.map.drag({ centre: [70, 20] }))

const openNear = async () => {
  await page.answerTrack(makeTrack())
  await page.act(() => page.map.moveTo({ centre: [77, 13], zoom: NEAR }))
}

test('a fitted route is played without moving the map', async () => {
  await page.answerTrack(makeTrack())
  await press('Play')
  const { camera } = page.map.drawn()
  for (const index of [0, 1, 2, 3, 4, 5]) await frame(index)
  expect(page.map.drawn().camera).toEqual(camera)
  expect(isOn()).toBe(true)
})

test('a director that has stopped leaves no route on the map', async () => {
  await page.answerTrack(makeTrack())
  expect(page.map.drawn().track).not.toBeNull()
  page.director.stop()
  expect(page.map.drawn().track).toBeNull()
})

test('during playback the map follows the marker only when it nears the edge, and keeps its zoom', async () => {
  await openNear()
  await press('Play')
  await frame(0, 0.4)
  expect(east()).toBe(77)
  await frame(0, 0.7)
  expect(east()).toBeCloseTo(77.007, 6)
  await frame(0, 0.9)
  expect(east()).toBeCloseTo(77.007, 6)
  await frame(3)
  expect(east()).toBeCloseTo(77.03, 6)
  expect(page.map.drawn().camera.zoom).toBe(NEAR)
})

test('it stops following when the user moves the map; Follow returns to the marker at once and stays with it', async () => {
  await openNear()
  await press('Play')
  await drag()
  expect(isOn()).toBe(false)
  await frame(2)
  expect(east()).toBe(70)
  await press('Follow')
  expect(isOn()).toBe(true)
  expect(east()).toBeCloseTo(77.02, 6)
  await frame(4)
  expect(east()).toBeCloseTo(77.04, 6)
})

test('a press shows the whole route, and the map stays there during playback', async () => {
  await openNear()
  await press('Play')
  await frame(0, 0.9)
  await press('Show the whole route')
  expect(east()).toBeCloseTo(77.025, 6)
  expect(isOn()).toBe(false)
  const { camera } = page.map.drawn()
  for (const index of [1, 2, 3, 4, 5]) await frame(index)
  expect(page.map.drawn().camera).toEqual(camera)
})

test('pressing Follow while following stops it', async () => {
  await openNear()
  await press('Follow')
  expect(isOn()).toBe(false)
  await press('Play')
  await frame(3)
  expect(east()).toBe(77)
})

test.each([
  [true, 77.03],
  [false, 70],
])('a seek brings a followed marker into view: %s', async (followed, wanted) => {
  await openNear()
  await drag()
  if (followed) await press('Follow')
  const slider = await screen.findByRole('slider', { name: 'Playback position' })
  for (let presses = 0; presses < 3; presses++)
    await page.act(() => fireEvent.keyDown(slider, { key: 'ArrowRight' }))
  expect(page.map.drawn().track?.index).toBe(3)
  expect(east()).toBeCloseTo(wanted, 6)
})

test('an alert far from the point before it stays in view when pressed', async () => {
  await openNear()
  const time = makeTrack().time[3] ?? 0
  const alertFields = {
    label: 'OS',
    alertName: 'Overspeeding',
    desc: 'Too fast',
    alertTime: '19-11-2026 15:03:00',
  }
  await page.answerAlerts([{ ...alertFields, time, latitude: 13, longitude: 77.001 }])
  await press('Alert')
  await page.act(() => page.map.press({ at: [77.001, 13], alertIndex: 0 }))
  expect(page.map.drawn().track?.index).toBe(3)
  expect(east()).toBe(77)
})

test('the map of a link stays as sent until its marker moves', async () => {
  await page.answerTrack(makeTrack())
  await press('Close')
  const range = defaultRange({ now: Date.now(), timeZone: DEFAULT_TIME_ZONE })
  const at = makeTrack().time[2] ?? 0
  const camera = { lng: 77.5, lat: 13, zoom: NEAR }
  const link: PlaybackLink = { vehicleId: 1, range, at, speed: 4, camera, alerts: false }
  await page.act(() =>
    selectFleet(page.actor.getSnapshot())?.send({
      type: 'playback.opened',
      vehicleId: 1,
      now: Date.now(),
      link,
    }),
  )
  await page.answerTrack(makeTrack())
  expect([page.map.drawn().track?.index, east(), isOn()]).toEqual([2, 77.5, true])
  await press('Play')
  await frame(2)
  expect(east()).toBeCloseTo(77.02, 6)
})

test('without a route there is nothing to follow, and another route is followed again', async () => {
  expect([follow().disabled, isOn()]).toEqual([true, false])
  await openNear()
  await drag()
  await press('Play')
  await page.act(() => page.player.latest().emit({ type: 'playback.reachedEnd' }))
  await press('Restart')
  expect([follow().disabled, isOn()]).toEqual([true, false])
  await page.answerTrack(makeTrack({ id: 'track 2' }))
  expect([follow().disabled, isOn()]).toEqual([false, true])
})
