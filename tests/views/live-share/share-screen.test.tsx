import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { TEXTS } from '#contract/texts.ts'
import { MODEL_SHARE_POINT, openLink } from '#src/machines/live-share/live-share.model.ts'
import { openPage, type Page, vehicle } from '#tests/kit/views/page.tsx'
import '#src/views/live-share/share-screen.tsx'

let page: Page
afterEach(() => page.close())

/** The shared page as a guest opens it, before the server has said anything of its link. */
const open = async ({ isPhone = false } = {}) => {
  page = openPage({ path: '/liveTrack?q=a-secret-id', isPhone })
  await page.start()
  await page.act(() => page.storedSession.latest().resolve(null))
  await screen.findByText('Opening the live link…')
}
const answer = (...ids: number[]) =>
  page.act(() => {
    page.shared.fleetStore.replaceMembers(ids.map((id) => vehicle(id)))
    return page.shell.checkLink.latest().resolve(openLink(...ids))
  })
const arrive = () =>
  page.act(() => {
    page.shell.followShared.latest().emit({ type: 'share.streamChanged', state: 'open' })
    page.shell.followShared.latest().emit({
      type: 'share.pointArrived',
      point: { ...MODEL_SHARE_POINT, vehicleId: 1, time: Date.now() },
    })
  })
const cards = () => within(screen.getByRole('list', { name: 'Shared trucks' }))
const press = (name: string) => page.act(() => fireEvent.click(screen.getByRole('button', { name })))

test('SHR-02 SHR-03 SHR-13 SHR-14 a guest sees the trucks as cards, and follows one with start marker, trail and info window', async () => {
  await open()
  await answer(1, 2)
  expect(screen.getByRole('banner').textContent).toContain('Roadbook')
  expect(page.shared.map.drawn().vehicles.map(({ vehicleId }) => vehicleId)).toEqual([1, 2])
  expect(cards().getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByText('Order 12')).toBeTruthy()
  expect(screen.getByText(/^Shared until /)).toBeTruthy()
  await page.act(() =>
    fireEvent.click(cards().getAllByRole('button', { name: 'Follow live' })[0] as HTMLElement),
  )
  expect(page.shell.followShared.latest().input).toEqual({ vehicleId: 1 })
  expect(cards().getByText('Connecting…')).toBeTruthy()
  page.shared.director.addTrail({ LAT: [20.9, 21, 21.1], LONG: [78.9, 79, 79.1], time: [1000, 2000, 3000] })
  await arrive()
  expect(cards().getByText('Live')).toBeTruthy()
  expect(page.shared.map.drawn().trail).toMatchObject({ points: 3, status: 'RUNNING', live: true })
  expect(page.shared.map.drawn().vehicles.map(({ vehicleId }) => vehicleId)).toEqual([2])
  expect(page.shared.map.drawn().popups).toBe(1)
  await press('Stop following')
  expect(page.shell.followShared.latest().isOpen()).toBe(false)
  expect([page.shared.map.drawn().trail, page.shared.map.drawn().popups]).toEqual([null, 0])
})

test('SHR-02 the speed of a truck that has been silent for long is not shown as that of now', async () => {
  await open()
  await page.act(() => {
    page.shared.fleetStore.replaceMembers([
      vehicle(1, { fixTime: Date.now() - 60_000 }),
      vehicle(2, { fixTime: Date.now() - 2 * 86_400_000 }),
    ])
    return page.shell.checkLink.latest().resolve(openLink(1, 2))
  })
  const speeds = cards()
    .getAllByRole('listitem')
    .map(({ textContent }) => /N\/A|[\d.]+ ?kmph/.exec(textContent ?? '')?.[0])
  expect(speeds.map((text) => text?.replace(' ', ''))).toEqual(['54.20kmph', 'N/A'])
})

test('SHR-04 SHR-08 a link that is not open shows the banner word for word and its text as a toast', async () => {
  await open()
  await page.act(() =>
    page.shell.checkLink.latest().resolve({ kind: 'broken', message: TEXTS.shareLinkBroken }),
  )
  const alerts = await screen.findAllByRole('alert')
  expect(alerts.map(({ textContent }) => textContent)).toEqual([TEXTS.shareLinkBroken, TEXTS.shareLinkBroken])
  await press('Try again')
  expect(page.shell.checkLink.calls).toHaveLength(2)
})

test('SHR-10 ERROR while a truck is followed shows the banner and takes the trail away', async () => {
  await open({ isPhone: true })
  await answer(1)
  await arrive()
  expect(page.shared.map.drawn().popups, 'the card is in the sheet').toBe(0)
  await page.act(() => page.shell.followShared.latest().emit({ type: 'share.ended' }))
  expect(screen.getByRole('alert').textContent).toBe(TEXTS.shareLinkBroken)
  expect(page.shared.map.drawn().trail).toBeNull()
})

test('SHR-10 a truck of several that has arrived leaves the page without the banner, which goes on with the others', async () => {
  await open()
  await answer(1, 2, 3)
  await page.act(() =>
    fireEvent.click(cards().getAllByRole('button', { name: 'Follow live' })[0] as HTMLElement),
  )
  await arrive()
  await page.act(() => page.shell.followShared.latest().emit({ type: 'share.ended' }))
  expect(cards().getAllByRole('listitem')).toHaveLength(3)
  await answer(2, 3)
  expect(cards().getAllByRole('button', { name: 'Follow live' })).toHaveLength(2)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(page.shared.map.drawn().trail).toBeNull()
})

test('a server that is not reached is no broken link', async () => {
  await open()
  await page.act(() =>
    page.shell.checkLink.latest().reject({ name: 'NetworkFailure', message: '', retryAfterMs: null }),
  )
  expect(screen.getByRole('heading', { name: 'The server cannot be reached' })).toBeTruthy()
  expect(screen.queryByText(TEXTS.shareLinkBroken)).toBeNull()
})

test('SHR-15 SHL-34 the theme toggle is there for guests and changes page and map; the title names no link', async () => {
  await open()
  await answer(1)
  expect(document.title).not.toContain('a-secret-id')
  await press('Dark theme')
  expect(page.shared.map.drawn().theme).toBe('dark')
  expect(screen.getByRole('button', { name: 'Light theme' })).toBeTruthy()
})

test('OPEN-69 the end of a session leaves the reader of an open page where they are', async () => {
  page = openPage({ path: '/liveTrack?q=a-secret-id' })
  await page.signIn()
  await answer(1)
  expect(screen.queryByRole('button', { name: 'Log out' }), 'the page has no frame').toBeNull()
  await page.act(() => page.actor.send({ type: 'session.ended', why: 'expired' }))
  expect([page.location.current().path, cards().getAllByRole('listitem').length]).toEqual(['/liveTrack', 1])
})
