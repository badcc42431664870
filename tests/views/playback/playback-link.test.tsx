import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { HOUR_MS } from '#domain/units.ts'
import { selectFleet } from '#src/machines/app/app.selectors.ts'
import { selectPlayback } from '#src/machines/fleet/fleet.selectors.ts'
import { selectRangeActor } from '#src/machines/playback/playback.selectors.ts'
import { ERROR_TEXTS } from '#src/texts/en/errors.ts'
import { makeTrack } from '#tests/kit/builders/track.ts'
import { openPage, type Page, USER, vehicle } from '#tests/kit/views/page.tsx'
import { openPlayback } from '#tests/kit/views/playback.page.ts'

let page: Page
afterEach(() => page.close())

const press = (name: string) => page.act(() => fireEvent.click(screen.getByRole('button', { name })))
const chooseDates = (from: number, to: number) =>
  page.act(() => {
    const fleet = selectFleet(page.actor.getSnapshot())
    const playback = fleet && selectPlayback(fleet.getSnapshot())
    const range = playback && selectRangeActor(playback.getSnapshot())
    range?.send({ type: 'range.chosen', from, to, now: Date.now() })
  })
const VEHICLES = [vehicle(1), vehicle(2)]

const openRoute = async () => {
  page = await openPlayback()
  const { from } = page.loadTrack.latest().input
  const track = makeTrack({ time: Float64Array.from({ length: 6 }, (_, i) => from + i * 60_000) })
  await page.answerTrack(track)
  return track
}

const alertFields = {
  label: 'OS',
  alertName: 'Overspeeding',
  desc: '',
  alertTime: '',
  latitude: 13,
  longitude: 77,
}
const ALERTS = [{ ...alertFields, time: makeTrack().time[2] ?? 0 }]

const copyLink = async (withAlerts = false) => {
  const track = await openRoute()
  if (withAlerts) {
    await page.answerAlerts(ALERTS)
    await press('Alert')
  }
  await page.act(() => fireEvent.click(screen.getByRole('radio', { name: '4' })))
  for (let step = 0; step < 3; step++) await press('Next point')
  await page.act(() => page.map.moveTo({ centre: [78.5, 12.25], zoom: 11 }))
  const { from, to } = page.loadTrack.latest().input
  await press('Copy link to this moment')
  const { pathname, search } = new URL(page.copied[0] ?? '')
  return { link: pathname + search, track, from, to }
}

const seen = () => ({
  at: page.map.drawn().track?.index,
  camera: page.map.drawn().camera,
  speed: screen.getByRole<HTMLInputElement>('radio', { checked: true }).value,
  hours: ['From', 'To'].map((name) => screen.getByLabelText<HTMLInputElement>(name).value),
  alerts: [
    screen.getByRole('button', { name: 'Alert' }).getAttribute('aria-pressed'),
    page.map.drawn().alerts,
  ],
  time: screen.getByRole('region', { name: 'Playback controls' }).textContent?.match(/\d\d:\d\d:\d\d/)?.[0],
})

test('PLB-23 PLT-07 a link opens the same vehicle, hours, cursor, speed, camera and alerts in another browser, after login and hours later', async () => {
  const { link, track, from } = await copyLink(true)
  expect(screen.getByText(/Link copied/)).toBeTruthy()
  const before = seen()
  page.close()

  page = openPage({ path: link })
  page.setClockAhead(3 * HOUR_MS)
  await page.start()
  await page.act(() => page.storedSession.latest().resolve(null))
  await page.act(() => {
    fireEvent.change(screen.getByLabelText(/User name/i), { target: { value: 'asha' } })
    fireEvent.change(screen.getByLabelText(/^Password/i), { target: { value: 'secret' } })
  })
  await page.act(() => fireEvent.submit(document.querySelector('form') as HTMLFormElement))
  await page.act(() =>
    page.logIn.latest().resolve({ kind: 'accepted', user: USER, expiresOn: 4_000_000_000, now: 0 }),
  )
  await page.answerList(VEHICLES)
  expect(page.loadTrack.latest().input).toMatchObject({ vehicleId: 1, from })
  await page.answerTrack({ ...track, id: 'track 2' })
  await page.answerAlerts(ALERTS)
  expect(seen()).toEqual(before)
  expect(before.alerts).toEqual(['true', 1])
})

/** What a reload of the page opens. */
const address = () => page.location.current().path + page.location.current().search

const reload = async () => {
  const path = address()
  page.close()
  page = openPage({ path })
  await page.signIn()
  await page.answerList(VEHICLES)
}

test('PLB-31 a reload shows the same playback at the same moment, at speed 1', async () => {
  const { link, track } = await copyLink()
  const before = seen()
  page.close()
  page = openPage({ path: link })
  await page.signIn()
  await page.answerList(VEHICLES)
  await page.answerTrack({ ...track, id: 'track 2' })
  await reload()
  await page.answerTrack({ ...track, id: 'track 3' })
  expect(seen()).toEqual({ ...before, speed: '1' })
  expect(address()).toBe(link.replace('speed=4', 'speed=1'))
})

test.each([
  ['is closed', 'Close'],
  ['is left by the arrow', 'Back to the fleet'],
])('a link leaves the address when its playback %s, and is not opened again', async (_, name) => {
  const { link, track } = await copyLink()
  page.close()
  page = openPage({ path: link })
  await page.signIn()
  await page.answerList(VEHICLES)
  await page.answerTrack({ ...track, id: 'track 2' })
  await press(name)
  await page.answerList(VEHICLES)
  expect(address()).toBe('/track-trace')
  expect(screen.getByRole('region', { name: 'Fleet' })).toBeTruthy()
})

test('a link leaves the address when other dates are chosen, and the playback stays', async () => {
  const { link, track, from, to } = await copyLink()
  page.close()
  page = openPage({ path: link })
  await page.signIn()
  await page.answerList(VEHICLES)
  await page.answerTrack({ ...track, id: 'track 2' })
  await chooseDates(from - 24 * HOUR_MS, to - 24 * HOUR_MS)
  expect(address()).toBe('/track-trace')
  expect(screen.getByRole('region', { name: 'Playback controls' })).toBeTruthy()
})

test.each([
  ['where the dates are chosen', false],
  ['in the sheet of a phone, which is open then', true],
])('a link to a range too long to play requests nothing, and says so %s', async (_, isPhone) => {
  const { link, from } = await copyLink()
  page.close()
  page = openPage({ path: link.replace(/from=\d+/, `from=${from - 500 * 86_400_000}`), isPhone })
  await page.signIn()
  await page.answerList(VEHICLES)
  expect(await screen.findByText(ERROR_TEXTS.rangeTooLong)).toBeTruthy()
  if (isPhone) expect(screen.getByRole('button', { name: 'Fold Playback' })).toBeTruthy()
  expect(page.loadTrack.calls).toHaveLength(0)
})

test("PLB-28 PLB-31 with too long a range Play gives the reason, and the link's speed applies to the range chosen instead", async () => {
  const { link, track, from, to } = await copyLink()
  page.close()
  page = openPage({ path: link.replace(/from=\d+/, `from=${from - 500 * 86_400_000}`) })
  await page.signIn()
  await page.answerList(VEHICLES)
  await screen.findByText(ERROR_TEXTS.rangeTooLong)
  const speed = () => screen.getByRole<HTMLInputElement>('radio', { checked: true }).value
  expect(speed()).toBe('4')
  await press('Play')
  expect(await screen.findByText(`No playback details available. ${ERROR_TEXTS.rangeTooLong}`)).toBeTruthy()
  await chooseDates(from, to)
  await press('GO')
  await page.answerTrack({ ...track, id: 'track 2' })
  expect(speed()).toBe('4')
  await press('Play')
  expect(page.player.latest().input).toMatchObject({ index: 0, speed: 4 })
})

test("PLB-31 a link's values apply to its own route; a reload starts at speed 1", async () => {
  const { link, track } = await copyLink()
  page.close()
  page = openPage({ path: link })
  await page.signIn()
  await page.answerList(VEHICLES)
  await page.answerTrack({ ...track, id: 'track 2' })
  await press('Play')
  await press('Restart')
  expect(page.loadTrack.latest().input).not.toHaveProperty('at')
  await page.answerTrack({ ...track, id: 'track 3' })
  expect(page.player.latest().input).toMatchObject({ index: 0, speed: 1 })
})

test('a damaged link is reported and leads to the list', async () => {
  page = openPage({ path: '/track-trace?play=1&from=yesterday' })
  await page.signIn()
  await page.answerList(VEHICLES)
  expect(await screen.findByText(/This playback link is damaged/)).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Fleet' })).toBeTruthy()
  expect(page.loadTrack.calls).toHaveLength(0)
})
