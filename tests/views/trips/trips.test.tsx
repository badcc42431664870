import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PlaybackPoint } from '#contract/calls/playback.ts'
import type { Trip } from '#contract/records/trips.ts'
import { selectFleet } from '#src/machines/app/app.selectors.ts'
import { selectMode } from '#src/machines/fleet/fleet.selectors.ts'
import { trip } from '#tests/kit/builders/trips.ts'
import { openPage, type Page, vehicle } from '#tests/kit/views/page.tsx'
import { PLOT_NOW } from '#tests/kit/views/trips.fixture.ts'

let page: Page
beforeEach(async () => {
  page = openPage()
  await page.signIn()
  await screen.findByRole('region', { name: 'Fleet' })
  await page.answerList([vehicle(1), vehicle(2, { registrationId: 'TN 01 AB 0002' })])
})
afterEach(() => page.close())

const press = (element: HTMLElement) => page.act(() => fireEvent.click(element))
const tab = (name: string) => screen.getByRole('tab', { name })
const button = (name: string) => screen.getByRole('button', { name })
const cards = () =>
  within(screen.getByRole('list', { name: 'Running trips' })).getAllByRole('button', { name: /^(?!Share)/ })
const lastCall = () => {
  const call = page.trips.calls.at(-1)
  if (call === undefined) throw new Error('No call of trips was made.')
  return call
}
const answer = (reply: unknown) => page.act(() => lastCall().answer(reply))
const openTrips = async (trips: readonly Trip[]) => {
  await press(tab('Trips'))
  await answer({ trips, total: trips.length })
}
const mode = () => {
  const fleet = selectFleet(page.actor.getSnapshot())
  return fleet === undefined ? 'closed' : selectMode(fleet.getSnapshot())
}

const START = Date.UTC(2026, 10, 20, 8, 0)
const points: PlaybackPoint[] = [0, 1, 2].map((i) => ({
  gpsTime: START + i * 60_000,
  gpsLatitude: 18.5 + i / 10,
  gpsLongitude: 73.9 + i / 10,
  gpsSpkm: 50,
  gpsIgnition: 1,
  currentOdo: 1000 + i * 12.5,
}))
const plotted = async (overrides: Partial<Trip> = {}) => {
  await openTrips([trip(1, overrides)])
  await press(cards()[0] as HTMLElement)
  await answer({ trip: trip(1, overrides), data: points })
}

describe('the two tabs of the fleet map', () => {
  test('TRP-04 the delayed trips can be chosen, and where there are none all of them again', async () => {
    await openTrips([trip(1, { punctuality: 'Delayed' }), trip(2, { punctuality: 'Early' })])
    const choices = within(screen.getByRole('radiogroup', { name: 'Trips by punctuality' }))
    expect(choices.getAllByRole('radio').map((each) => each.getAttribute('value'))).toEqual([
      ...['all', 'Delayed', 'Ontime', 'Early'],
    ])
    await press(choices.getByRole('radio', { name: 'Delayed' }))
    expect(lastCall().input).toEqual({ query: { status: 'RUNNING', punctuality: 'Delayed' } })
    await answer({ trips: [], total: 0 })
    expect(screen.getByText('No running trip is delayed')).toBeTruthy()
    await press(button('All'))
    expect(lastCall().input).toEqual({ query: { status: 'RUNNING' } })
  })

  test('MAP-03 it opens on the fleet; the arrows lead to the trips and back', async () => {
    expect(tab('Live fleet').getAttribute('aria-selected')).toBe('true')
    expect(page.trips.calls).toEqual([])
    await page.act(() => fireEvent.keyDown(tab('Live fleet'), { key: 'ArrowRight' }))
    expect(tab('Trips').getAttribute('aria-selected')).toBe('true')
    expect(document.activeElement).toBe(tab('Trips'))
    expect(screen.getByRole('region', { name: 'Trips' }).getAttribute('aria-busy')).toBe('true')
    await page.act(() => fireEvent.keyDown(tab('Trips'), { key: 'ArrowLeft' }))
    expect(screen.getByRole('region', { name: 'Fleet' })).toBeTruthy()
    expect(document.activeElement).toBe(tab('Live fleet'))
  })

  test('OPEN-22 TRP-04 a running trip shows truck, route, progress, arrival, and whether and by how much it is late or early', async () => {
    await openTrips([
      trip(1),
      trip(2, { punctuality: 'Ontime', progressPercent: null, eta: null }),
      trip(3, { punctuality: null }),
      trip(4, { punctuality: 'Early', progressPercent: 1, eta: '20-11-2026 14:50:00' }),
      trip(5, { punctuality: null, eta: null, silentSince: '20-11-2026 09:00:00' }),
    ])
    expect(cards().map(({ textContent }) => textContent)).toEqual([
      'TN 01 AB 0001Delayed by 40 minPune → NagpurPune to Nagpur40.0 %40.0 % of the wayETA 20-11-2026 20:40:00',
      'TN 01 AB 0002OntimePune → NagpurPune to NagpurN/AETA N/A',
      'TN 01 AB 0003RunningPune → NagpurPune to Nagpur40.0 %40.0 % of the wayETA 20-11-2026 20:40:00',
      'TN 01 AB 0004Early by 5 hr 10 minPune → NagpurPune to Nagpur1.0 %1.0 % of the wayETA 20-11-2026 14:50:00',
      'TN 01 AB 0005RunningPune → NagpurPune to Nagpur40.0 %40.0 % of the wayETA not known: no position since 20-11-2026 09:00:00',
    ])
    expect(screen.getByText('5 trips')).toBeTruthy()
    expect(mode()).toBe('normalFleet')
  })

  test('MAP-13 MAP-14 ten trips show at first, and those left out of the answer are mentioned', async () => {
    await press(tab('Trips'))
    await answer({ trips: Array.from({ length: 12 }, (_, i) => trip(i + 1)), total: 600 })
    expect(cards()).toHaveLength(10)
    expect(screen.getByText('600 trips')).toBeTruthy()
  })

  test('an empty tab gives the reason, a search without results offers to clear it, a failure can be retried', async () => {
    await openTrips([])
    expect(screen.getByRole('heading', { name: 'No truck is on a trip' })).toBeTruthy()
    const search = screen.getByRole('searchbox', { name: 'Search truck or town' })
    await page.act(() => fireEvent.change(search, { target: { value: 'Goa' } }))
    expect(await screen.findByText('No running trip matches “Goa”')).toBeTruthy()
    await press(tab('Live fleet'))
    await press(tab('Trips'))
    expect(lastCall().input).toEqual({ query: { status: 'RUNNING', search: 'Goa' } })
    await page.act(() => lastCall().fail(new Error('down')))
    expect(screen.getByRole('alert').textContent).toContain('The trips could not be loaded')
    button('Retry').focus()
    await press(button('Retry'))
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Trips' }))
    await answer({ trips: [trip(1, { toCity: 'Goa' })], total: 1 })
    expect(cards()).toHaveLength(1)
  })
})

describe('the trip plot', () => {
  test('PLT-01 PLT-09 MAP-26 pressing a trip draws its route as a mode of its own, with its details', async () => {
    await plotted()
    expect(mode()).toBe('tripPlot')
    expect(lastCall()).toMatchObject({ id: 'getTripTrack', input: { query: { tripId: 1 } } })
    const { plot, vehicles, clusters } = page.map.drawn()
    expect(plot).toMatchObject({ points: 3 })
    expect(plot?.end[0]).toBeCloseTo(79.09)
    expect([vehicles, clusters]).toEqual([[], []])
    const card = screen.getByRole('region', { name: 'Trip' })
    for (const words of ['TN 01 AB 0001', 'Pune → Nagpur', '25.00 kms', '00:02:00', '20-11-2026 20:40:00'])
      expect(card.textContent).toContain(words)
  })

  test('PLT-01 the truck is where the fleet stream has it, also if its trip was read earlier', async () => {
    await plotted()
    const batch = { vehicleId: [1], time: [START + 3_600_000 * 2], lng: [75], lat: [19] }
    await page.act(() => page.fleetStore.applyBatch({ ...batch, speed: [40], heading: [90], status: [0] }))
    expect(page.map.drawn().plot?.truck).toEqual([75, 19])
  })

  test('PLT-01 OPEN-40 the truck is live only while its position is recent', async () => {
    await plotted()
    const time = START + 3_600_000 * 2
    const batch = {
      vehicleId: [1],
      time: [time],
      lng: [75],
      lat: [19],
      speed: [40],
      heading: [90],
      status: [0],
    }
    await page.act(() => page.fleetStore.applyBatch(batch))
    expect(page.map.drawn().plot?.live).toBe(true)
    await page.act(() => page.fleetStore.age(time + 46_000))
    expect(page.map.drawn().plot?.live).toBe(false)
    await page.act(() => page.fleetStore.applyBatch({ ...batch, time: [time + 46_000] }))
    expect(page.map.drawn().plot?.live).toBe(true)
  })

  test('PLT-01 OPEN-40 a truck outside the list is judged by the age of its own last position', async () => {
    await page.answerList([vehicle(2)])
    await openTrips([trip(1)])
    await press(cards()[0] as HTMLElement)
    const [first] = points
    await answer({ trip: trip(1), data: [{ ...first, gpsTime: PLOT_NOW - 10_000 }] })
    expect(page.fleetStore.slotOf(1)).toBeUndefined()
    expect(page.map.drawn().plot?.live).toBe(true)
    await page.act(() => page.pass(PLOT_NOW + 35_000))
    expect(page.map.drawn().plot?.live).toBe(true)
    await page.act(() => page.pass(PLOT_NOW + 35_001))
    expect(page.map.drawn().plot?.live).toBe(false)
  })

  test('PLT-01 OPEN-40 a truck outside the list with an old position is not drawn as live', async () => {
    await page.answerList([])
    await plotted()
    const plot = page.map.drawn().plot
    expect(plot?.truck?.[0]).toBeCloseTo(74.1)
    expect(plot?.live).toBe(false)
  })

  test('PLT-01 a running trip grows with the refresh, without moving the camera', async () => {
    await plotted()
    await page.act(() => page.map.drag({ centre: [70, 10] }))
    await page.act(() => page.trips.refresh.next({ type: 'refresh.due' }))
    await answer({ trip: trip(1), data: [...points, { ...points[2], gpsTime: START + 180_000 }] })
    expect(page.map.drawn().plot?.points).toBe(4)
    expect(page.map.drawn().camera.centre).toEqual([70, 10])
  })

  test('PLT-01 a running trip that cannot be reloaded stays, and says that it is not up to date until it is', async () => {
    await plotted()
    const refresh = () => page.act(() => page.trips.refresh.next({ type: 'refresh.due' }))
    const notice = () => screen.queryByText('Not up to date. The server cannot be reached; trying again.')
    await refresh()
    await page.act(() => lastCall().fail({ name: 'NetworkFailure', message: '' }))
    expect([page.map.drawn().plot?.points, notice()?.getAttribute('role')]).toEqual([3, 'status'])
    await refresh()
    await answer({ trip: trip(1), data: points })
    expect(notice()).toBeNull()
  })

  test("PLT-09 MAP-13 the map's button shows the whole route, and the whole fleet where there is none", async () => {
    await page.answerList([vehicle(2, { longitude: 92, latitude: 26 })])
    const fitFleet = button('Show the whole fleet')
    await press(fitFleet)
    const fleet = page.map.drawn().camera
    await openTrips([trip(1)])
    await press(cards()[0] as HTMLElement)
    await page.act(() => page.map.drag({ centre: [70, 10] }))
    const dragged = page.map.drawn().camera
    await press(button('Show the whole route'))
    expect(page.map.drawn().camera, 'the route is on its way').toEqual(dragged)
    await answer({ trip: trip(1), data: points })
    const route = page.map.drawn().camera
    expect(route).not.toEqual(fleet)
    await page.act(() => page.map.drag({ centre: [70, 10] }))
    await press(button('Show the whole route'))
    expect(page.map.drawn().camera).toEqual(route)
    await press(button('Back to the fleet'))
    await page.act(() => page.map.drag({ centre: [70, 10] }))
    await press(button('Show the whole fleet'))
    expect(page.map.drawn().camera).toEqual(fleet)
  })

  test('PLT-03 MAP-12 the back arrow removes the route and restores the list; the trips tab is still open', async () => {
    await plotted()
    await press(button('Back to the fleet'))
    expect(page.map.drawn().plot).toBeNull()
    expect(mode()).toBe('normalFleet')
    expect(tab('Trips').getAttribute('aria-selected')).toBe('true')
  })

  test('PLT-02 MAP-18 a trip without points shows the popup, and OK leads back to the list', async () => {
    await openTrips([trip(1)])
    await press(cards()[0] as HTMLElement)
    await answer({ trip: trip(1), data: [] })
    const popup = await screen.findByRole('dialog')
    expect(popup.textContent).toContain('No data Available for the selected Vehicle')
    await press(within(popup).getByRole('button', { name: 'OK' }))
    expect(mode()).toBe('normalFleet')
  })

  test('a route that fails to load can be retried', async () => {
    await openTrips([trip(1)])
    await press(cards()[0] as HTMLElement)
    await page.act(() => lastCall().fail(new Error('down')))
    await press(button('Retry'))
    await answer({ trip: trip(1), data: points })
    expect(page.map.drawn().plot?.points).toBe(3)
  })

  test('MAP-02 PLT-04 a truck without a trip shows its last 24 hours, from its popup', async () => {
    await page.act(() => page.map.press({ at: [80.27, 13.08], vehicleId: 1 }))
    await press(
      within(screen.getByRole('region', { name: 'TN 01 AB 0001' })).getByRole('button', { name: 'Trip' }),
    )
    expect(lastCall()).toMatchObject({ id: 'tripRoute', input: { body: { vehicleId: 1 } } })
    await answer({ data: points })
    expect(screen.getByRole('heading', { name: 'Route of the last 24 hours' })).toBeTruthy()
  })

  test('MAP-39 PLT-03 going back from a plot zooms the map to 12 at most, and only going back does', async () => {
    await page.act(() => page.map.press({ at: [80.27, 13.08], vehicleId: 1 }))
    await press(
      within(screen.getByRole('region', { name: 'TN 01 AB 0001' })).getByRole('button', { name: 'Trip' }),
    )
    await answer({ data: points })
    await press(button('Back to the fleet'))
    await page.answerList([vehicle(1)])
    expect(page.map.drawn().camera.zoom).toBe(12)
    await press(screen.getByRole('button', { name: /^Running/ }))
    await page.answerList([vehicle(1)])
    expect(page.map.drawn().camera.zoom).toBe(13)
  })
})
