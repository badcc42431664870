// @vitest-environment jsdom
import { readFile } from 'node:fs/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { SHARE_EVENT } from '#contract/records/live-share.ts'
import { wireApp } from '#src/wiring/index.ts'
import { wireSharedPage } from '#src/wiring/live-share-page.ts'
import { createServices, type Page } from '#src/wiring/services.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

const NOW = Date.now()
const VEHICLE = {
  ...{ vehicleId: 7, registrationId: 'KA 01 AB 1234', imei: '111', vehicleStatus: 'RUNNING' },
  ...{ latitude: 18.5, longitude: 73.8, currentVehicleSpeed: 40, time: NOW - 60_000, heading: 90 },
}
const POINT = {
  ...{ LAT: 18.6, LONG: 73.9, status: 'RUNNING', RegNo: 'KA 01 AB 1234', UpdatedTime: '' },
  ...{ vehicleId: 7, time: NOW, speed: 50, heading: 80 },
}

test('SHR-12 a position of the followed truck moves it on the shared map', async () => {
  const environment = JSON.parse(await readFile('public/env.json', 'utf8'))
  const base = `${window.origin}/api/v2/`
  vi.stubGlobal('fetch', async (input: string | Request) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, window.origin)
    if (pathname.endsWith('/env.json'))
      return Response.json({ ...environment, v2BaseUrl: base, v3BaseUrl: base })
    if (pathname.includes('validateurl')) return Response.json({ liveShareVehicleDetails: [VEHICLE] })
    const body = `event: ${SHARE_EVENT.point}\ndata: ${JSON.stringify(POINT)}\n\n`
    return pathname.endsWith('/stream')
      ? new Response(body, { headers: { 'content-type': 'text/event-stream' } })
      : Response.json({}, { status: 503 })
  })
  history.replaceState(null, '', '/liveTrack?q=a-link')
  const page = { window, notify: () => {} } as unknown as Page
  const { actor } = await wireApp(page, async () => {})
  const services = createServices(page, () => {})
  await services.environment.read()
  const shared = wireSharedPage(page, services, actor as never)
  const { fleetStore } = shared.services
  expect((await shared.check(new AbortController().signal)).kind).toBe('open')
  const place = () => [fleetStore.columns.lng[0], fleetStore.columns.lat[0]]
  expect(place()).toEqual([73.8, 18.5])
  const following = shared.follow(7).subscribe()
  await vi.waitFor(() => expect(place()).toEqual([73.9, 18.6]))
  following.unsubscribe()
  actor.stop()
})
