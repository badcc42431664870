import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/units.ts'
import { createOwnedLinks } from '#src/services/live-share/owned-links.ts'

const NOW = 1_795_000_000_000
const signal = new AbortController().signal

const open = () => {
  const sent: Array<readonly [string, unknown]> = []
  const links = createOwnedLinks({
    http: {
      call: async (call, input) => {
        sent.push([call.id, input])
        return {
          createLiveShare: { shareId: 4, liveLinkUrl: '/liveTrack?q=abc' },
          geofenceList: { geofences: [{ geoFenceId: 3, geoFenceShapeName: 'Depot' }] },
          listLiveShares: { shares: [] },
        }[call.id as 'createLiveShare'] as never
      },
    },
    userId: () => 7,
    absolute: (path) => `https://fleet.example/base${path}`,
    now: () => NOW,
  })
  return { links, sent }
}
const form = { endsBy: 'time', hours: 8, endsAt: null, geoFenceId: 3, label: 'A' } as const

test('OPEN-43 the end of a new link is dated by the server’s clock, and its address is whole and told for it alone', async () => {
  const { links, sent } = open()
  await links.create({ ...form, subject: { kind: 'vehicles', vehicleIds: [5] } }, signal)
  expect(sent).toEqual([
    ['createLiveShare', { body: { vehicleIds: [5], endsBy: 'time', endsAt: NOW + 8 * HOUR_MS, label: 'A' } }],
  ])
  expect([links.addressOf(4), links.addressOf(5)]).toEqual(['https://fleet.example/base/liveTrack?q=abc', ''])
})

test('OPEN-43 TRP-13 a trip and an arrival are sent with what belongs to them alone', async () => {
  const { links, sent } = open()
  const trip = { kind: 'trip', tripId: 9, vehicleId: 5 } as const
  await links.create({ ...form, endsBy: 'trip', subject: trip }, signal)
  await links.create({ ...form, endsBy: 'arrival', subject: trip }, signal)
  await links.create({ ...form, hours: null, endsAt: NOW + 1, subject: trip }, signal)
  expect(sent.map(([, input]) => (input as { body: unknown }).body)).toEqual([
    { tripId: 9, endsBy: 'trip', label: 'A' },
    { tripId: 9, endsBy: 'arrival', geoFenceId: 3, label: 'A' },
    { tripId: 9, endsBy: 'time', endsAt: NOW + 1, label: 'A' },
  ])
})

test('OPEN-43 links are listed, moved and revoked, and fences named', async () => {
  const { links, sent } = open()
  expect(await links.list(true, signal)).toEqual([])
  expect(await links.fences(signal)).toEqual([{ geoFenceId: 3, geoFenceName: 'Depot' }])
  await links.change({ kind: 'end', shareId: 4, hours: 1 }, signal)
  await links.change({ kind: 'revoke', shareId: 4 }, signal)
  expect(sent).toEqual([
    ['listLiveShares', { isPolled: true, isSilent: true }],
    ['geofenceList', { query: { userId: 7 }, isSilent: true }],
    ['changeLiveShare', { body: { shareId: 4, endsAt: NOW + HOUR_MS } }],
    ['revokeLiveShare', { body: { shareId: 4 } }],
  ])
})
