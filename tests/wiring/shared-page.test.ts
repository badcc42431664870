// @vitest-environment jsdom
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { shareStream, validateShare } from '#contract/calls/live-share.ts'
import { SHARE_EVENT, type ShareMessage, type ShareTrail } from '#contract/records/live-share.ts'
import { selectLiveShare } from '#src/machines/app/app.selectors.ts'
import { selectSharePhase } from '#src/machines/live-share/live-share.selectors.ts'
import { startPortal } from './whole-page.fixture.ts'

vi.mock('#src/services/map/maplibre/engine.ts', () => ({
  loadEngine: async () => () => ({ layout: () => undefined, isReady: () => true, stop: () => {} }),
}))

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

const NOW = Date.now()
const truck = (vehicleId: number, time: number) => ({
  ...{
    vehicleId,
    registrationId: `KA 01 AB ${vehicleId}`,
    imei: `8600${vehicleId}`,
    vehicleStatus: 'RUNNING',
  },
  ...{ latitude: 18.5, longitude: 73.8, currentVehicleSpeed: 40, time, heading: 90 },
})
const point = (vehicleId: number, more: Partial<Exclude<ShareMessage, { ERROR: string }>>): ShareMessage => ({
  ...{ vehicleId, LAT: 18.5, LONG: 73.8, status: 'RUNNING', RegNo: '', UpdatedTime: '' },
  ...{ time: NOW, speed: 40, heading: 90, ...more },
})

/** An open stream, and how to send a message by it. */
const openStream = () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const send = (event: string, data: ShareMessage | ShareTrail) =>
    void writer.write(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
  return { response: new Response(readable, { headers: { 'Content-Type': 'text/event-stream' } }), send }
}

/** The shared page of a link of two trucks. `streams` has each stream that it opened, by the device it asked for. */
const openSharedPage = async ({ ageMs = 60_000 } = {}) => {
  const streams = new Map<string | null, ReturnType<typeof openStream>>()
  const requested: string[] = []
  const checks: Request[] = []
  const server = { isOver: false }
  const time = Date.now() - ageMs
  const answers = {
    [validateShare.path.replace(':q', 'secret')]: (input: string | Request) => {
      if (input instanceof Request) checks.push(input)
      const details = { liveShareVehicleDetails: [4, 7].map((id) => truck(id, time)) }
      return Response.json(server.isOver ? { message: 'expired' } : details)
    },
    [shareStream.path]: (input: string | Request) => {
      const stream = openStream()
      streams.set(new URL(input instanceof Request ? input.url : input).searchParams.get('imei'), stream)
      return stream.response
    },
  }
  const { actor, services } = await startPortal({
    address: '/liveTrack?q=secret',
    answers,
    requested,
    isGuest: true,
  })
  const phase = () => {
    const share = selectLiveShare(actor.getSnapshot())
    return share === undefined ? null : selectSharePhase(share.getSnapshot())
  }
  await vi.waitUntil(() => phase() === 'shown')
  const { fleetStore, map } = services.liveShare
  const follow = async (vehicleId: number) => {
    selectLiveShare(actor.getSnapshot())?.send({ type: 'share.followed', vehicleId })
    return vi.waitUntil(() => streams.get(`8600${vehicleId}`))
  }
  const placeOf = (vehicleId: number) => {
    const slot = fleetStore.slotOf(vehicleId) ?? -1
    return [fleetStore.columns.lng[slot], fleetStore.columns.lat[slot]]
  }
  return {
    ...{ server, requested, checks, streams, map, follow, placeOf, phase },
    lateness: (vehicleId: number) => fleetStore.columns.late[fleetStore.slotOf(vehicleId) ?? -1],
  }
}

test('SHR-12 SHR-13 the followed truck moves on the shared map with each position, and the others stay', async () => {
  const { follow, placeOf, map } = await openSharedPage()
  const stream = await follow(7)
  for (const LONG of [73.9, 74]) {
    stream.send(SHARE_EVENT.point, point(7, { LONG, time: NOW + LONG * 1000 }))
    await vi.waitFor(() => expect(placeOf(7)).toEqual([LONG, 18.5]))
    expect(map.drawn().trail?.head?.map((degrees) => Math.round(degrees * 100) / 100)).toEqual([LONG, 18.5])
  }
  expect(placeOf(4)).toEqual([73.8, 18.5])
})

test('SHR-13 the trail since the link began is drawn behind it', async () => {
  const { follow, map } = await openSharedPage()
  const stream = await follow(7)
  const time = [3, 2, 1, 0].map((minutes) => NOW - minutes * 60_000)
  stream.send(SHARE_EVENT.trail, { LAT: [18.1, 18.2, 18.3, 18.5], LONG: [73.5, 73.6, 73.7, 73.8], time })
  stream.send(SHARE_EVENT.point, point(7, {}))
  await vi.waitFor(() => expect(map.drawn().trail?.points).toBe(4))
})

test('SHR-10 AC-07 a link that ends takes the trucks off the map, whether one of them is followed or none', async () => {
  for (const imei of [null, '86007']) {
    const { server, follow, streams, phase } = await openSharedPage()
    await vi.waitUntil(() => streams.get(null))
    if (imei !== null) await follow(7)
    server.isOver = true
    streams.get(imei)?.send(SHARE_EVENT.point, { ERROR: 'expired' })
    await vi.waitFor(() => expect(phase()).toBe('broken'))
  }
})

test('OPEN-40 a truck of the link that reports no more becomes late while the page stands', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { lateness } = await openSharedPage({ ageMs: 1000 })
  expect(lateness(7)).toBe(0)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(lateness(7)).toBe(1)
})

test('CONFLICT-18 CONFLICT-20 AC-08 the link is asked for once with a content type, and its streams by link and device', async () => {
  const { checks, requested, follow, streams } = await openSharedPage()
  await vi.waitUntil(() => streams.get(null))
  await follow(7)
  expect(checks.map(({ headers }) => [headers.get('Content-Type'), headers.get('AuthUser')])).toEqual([
    ['application/json', null],
  ])
  const addresses = requested.filter((url) => url.includes('dicvlivelocation/stream'))
  expect(addresses.map((url) => new URL(url).search)).toEqual(['?path=secret', '?path=secret&imei=86007'])
})
