import { describe, expect, test } from 'vitest'
import { TEXTS } from '#contract/texts.ts'
import { SHARE } from '#server/live-share/limits.ts'
import { eventsIn, withShares } from './live-share.fixture.ts'

const { backend, known, share, list, validate, send, aliasOf, watch, addTrip, addFence, SHARES } =
  withShares()
const { a, b, c, foreign } = new Proxy({} as typeof known.vehicles, {
  get: (_, name) =>
    new Proxy({}, { get: (__, field) => Reflect.get(Reflect.get(known.vehicles, name), field) }),
}) as typeof known.vehicles

const BROKEN = { message: TEXTS.shareLinkBroken }
const revoke = (shareId: number) =>
  backend.ask('POST', `${SHARES}/revoke`, { token: known.token, body: { shareId } })
/** Changes a link as another process or a command does: in the database alone. */
const setLink = (shareId: number, columns: { revoked_at?: Date; ends_at?: Date }) =>
  backend.database.db.updateTable('live_share').set(columns).where('id', '=', shareId).execute()

/** What an open stream has sent when the event has ended it. How long that takes is measured in viewers.test.ts, whose clock is turned. */
const textToEnd = async (stream: { ended: () => Promise<string> }, end: () => Promise<unknown>) =>
  (await Promise.all([stream.ended(), end()]))[0]

describe('AC-08 what leaves the server by a link', () => {
  test('SHR-05 SHR-06 CONFLICT-20 the reply has the promised fields of the shared vehicles, and no others', async () => {
    await send(a)
    await send(b, { lat: 18.9 })
    const { q } = await share({ vehicleIds: [a.id, c.id], label: 'Order 12' })
    const { status, body } = await validate(q)
    expect(status).toBe(200)
    const { liveShareVehicleDetails: vehicles, ...rest } = body as {
      liveShareVehicleDetails: Array<Record<string, unknown>>
    }
    expect(rest).toEqual({ label: 'Order 12', endsBy: 'time', endsAt: expect.any(Number) })
    for (const vehicle of vehicles)
      expect(Object.keys(vehicle).sort()).toEqual(
        [
          ...['vehicleId', 'registrationId', 'imei', 'vehicleStatus', 'latitude', 'longitude'],
          ...['currentVehicleSpeed', 'time', 'heading'],
        ].sort(),
      )
    expect(vehicles.map(({ vehicleId }) => vehicleId).sort()).toEqual([a.id, c.id].sort())
    expect(vehicles.find(({ vehicleId }) => vehicleId === a.id)).toMatchObject({
      ...{ registrationId: a.registration, imei: await aliasOf(q, a), vehicleStatus: 'RUNNING' },
      ...{ latitude: 18.5, longitude: 73.85, heading: 90 },
    })
    expect(vehicles.find(({ vehicleId }) => vehicleId === c.id)).toMatchObject({
      ...{ vehicleStatus: 'No Recent Data', latitude: null, time: null },
    })
  })

  test('SHR-12 API-121 a stream begins with the trail since the link began, then has every fix, with the promised fields', async () => {
    await send(a, { lat: 18.4, time: Date.now() - 60_000 })
    const { q } = await share({ vehicleIds: [a.id] })
    await send(a, { lat: 18.5003 })
    const viewer = await watch(q, a)
    expect(viewer.reply.headers.get('content-type')).toBe('text/event-stream')
    const first = await viewer.until((all) => all.includes('liveShareEvent'))
    const [trail] = eventsIn(first, 'liveShareTrail')
    expect(Object.keys(trail ?? {}).sort()).toEqual(['LAT', 'LONG', 'time'])
    expect(trail).toMatchObject({ LAT: [18.5003], LONG: [73.85] })
    await send(a, { lat: 18.5006 })
    const text = await viewer.until((all) => all.includes('"LAT":18.5006'))
    const points = eventsIn(text, 'liveShareEvent')
    expect(points.map(({ LAT }) => LAT)).toEqual([18.5003, 18.5006])
    for (const point of points)
      expect(Object.keys(point).sort()).toEqual(
        ['LAT', 'LONG', 'status', 'RegNo', 'UpdatedTime', 'vehicleId', 'time', 'speed', 'heading'].sort(),
      )
    expect(points[0]).toMatchObject({ RegNo: a.registration, status: 'RUNNING', heading: 90 })
    expect(text).not.toContain('18.4')
    viewer.leave()
  })

  test('CONFLICT-20 OPEN-41 what a link calls `imei` is its own: neither the device’s, nor that of another link or vehicle', async () => {
    const { q } = await share({ vehicleIds: [a.id] })
    const { q: other } = await share({ vehicleIds: [a.id, b.id] })
    const named = JSON.stringify((await validate(other)).body)
    for (const { imei } of [a, b]) expect(named).not.toContain(imei)
    const others = [await aliasOf(other, a), await aliasOf(q, b), await aliasOf(q, foreign)]
    for (const imei of [a.imei, b.imei, foreign.imei, ...others, 'none']) {
      const text = await (await watch(q, imei)).ended()
      expect(eventsIn(text, 'liveShareEvent')).toEqual([{ ERROR: TEXTS.shareLinkBroken }])
    }
  })

  test('no call of members is opened by the id of a link', async () => {
    const { q } = await share({ vehicleIds: [a.id] })
    const { status } = await backend.ask('GET', SHARES, { token: q })
    expect(status).toBe(401)
  })

  test('CONFLICT-19 a stored token is ignored, whatever it is', async () => {
    const { q } = await share({ vehicleIds: [a.id] })
    for (const token of [known.foreignToken, 'expired'])
      expect((await validate(q, { authorization: `Bearer ${token}` })).body).toHaveProperty(
        'liveShareVehicleDetails',
      )
  })

  test('AC-13 support headers are refused, not ignored', async () => {
    const { q } = await share({ vehicleIds: [a.id] })
    expect((await validate(q, { requesteduserid: '1', requestedrole: 'MANAGER' })).status).toBe(403)
    const viewer = await watch(q, a, { requestedrole: 'MANAGER' })
    expect(viewer.reply.status).toBe(403)
    viewer.leave()
  })

  test('AC-08 AC-19 replies, streams and errors name no referrer and are not indexed', async () => {
    const { q } = await share({ vehicleIds: [a.id] })
    const viewer = await watch(q, a)
    const headers = [
      (await validate(q)).headers,
      (await validate('none')).headers,
      (await validate('x'.repeat(300))).headers,
      Object.fromEntries(viewer.reply.headers),
    ]
    viewer.leave()
    for (const each of headers)
      expect(each).toMatchObject({
        ...{ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex', 'cache-control': 'no-store' },
      })
  })
})

describe('AC-07 links that are not open', () => {
  test('SHR-08 unknown, expired, revoked and ended ones get the same reply', async () => {
    const [revoked, expired, ended] = [
      await share({ vehicleIds: [a.id] }),
      await share({ vehicleIds: [a.id] }),
      await share({ tripId: await addTrip(b), endsBy: 'trip', endsAt: undefined }),
    ]
    await revoke(revoked.shareId)
    await setLink(expired.shareId, { ends_at: new Date(Date.now() - 1) })
    await backend.database.db.updateTable('trip').set({ status: 'COMPLETED' }).execute()
    for (const q of ['A'.repeat(22), 'no id at all', revoked.q, expired.q, ended.q]) {
      expect(await validate(q)).toMatchObject({ status: 200, body: BROKEN })
      const text = await (await watch(q, a)).ended()
      expect(text).toMatch(/event: liveShareEvent\ndata: {"ERROR":/)
    }
  })

  test('10,000 guesses have no hit and are throttled before the database is asked; viewers of open links at that address are not', async () => {
    const { q } = await share({ vehicleIds: [a.id] })
    const headers = { 'x-forwarded-for': '10.1.0.1' }
    expect((await validate(q, headers)).status).toBe(200)
    const counts: Record<number, number> = {}
    for (let i = 0; i < 10_000; i += 200) {
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, at) => validate(`guess-${i + at}`.padEnd(22, 'x'), headers)),
      )
      for (const { status, body } of answers) {
        counts[status] = (counts[status] ?? 0) + 1
        expect(body).not.toHaveProperty('liveShareVehicleDetails')
      }
    }
    expect(counts).toEqual({ 200: SHARE.guesses, 429: 10_000 - SHARE.guesses })
    const stream = await watch('guess', a, headers)
    expect([stream.reply.status, stream.reply.headers.has('retry-after')]).toEqual([429, true])
    stream.leave()
    expect((await validate(q, headers)).status).toBe(200)
    const { q: later } = await share({ vehicleIds: [a.id] })
    expect((await validate(later, headers)).body, 'a link that nobody has opened yet').toHaveProperty(
      'liveShareVehicleDetails',
    )
    expect((await validate('another', { 'x-forwarded-for': '10.1.0.2' })).body).toEqual(BROKEN)
  })
})

test('who asks after a link that was revoked has not guessed: all of its viewers are answered', async () => {
  const { shareId, q } = await share({ vehicleIds: [a.id] })
  const headers = { 'x-forwarded-for': '10.1.0.3' }
  expect((await validate(q, headers)).status).toBe(200)
  await revoke(shareId)
  for (let i = 0; i <= SHARE.guesses; i += 1)
    expect(await validate(q, headers), `viewer ${i}`).toMatchObject({ status: 200, body: BROKEN })
})

describe('AC-07 open viewers are cut off with ERROR', () => {
  test('when the owner revokes the link; another link of the vehicle stays', async () => {
    await send(a)
    const [one, other] = [await share({ vehicleIds: [a.id] }), await share({ vehicleIds: [a.id] })]
    const [viewer, stays] = [await watch(one.q, a), await watch(other.q, a)]
    await viewer.until((all) => all.includes('liveShareTrail'))
    const text = await textToEnd(viewer, () => revoke(one.shareId))
    expect(text).toMatch(/{"ERROR":"[^"]+"}\n\n(?:retry: \d+\n\n)?$/)
    await send(a, { lat: 18.5003 })
    await stays.until((all) => all.includes('18.5003'))
    stays.leave()
  })

  test('when they follow none of several vehicles; until then they are sent no position', async () => {
    const { shareId, q } = await share({ vehicleIds: [a.id, b.id] })
    const viewer = await watch(q, null)
    await send(a, { lat: 18.5009 })
    const text = await textToEnd(viewer, () => revoke(shareId))
    expect(text.match(/^(?:event|data): .*$/gm)).toEqual([
      'event: liveShareEvent',
      `data: {"ERROR":"${TEXTS.shareLinkBroken}"}`,
    ])
    expect(await (await watch(q, null)).ended()).toContain('{"ERROR":')
  })

  test.each([
    ['another process revokes it', (shareId: number) => setLink(shareId, { revoked_at: new Date() })],
    ['it expires', (shareId: number) => setLink(shareId, { ends_at: new Date(Date.now() + 100) })],
  ])('when %s', async (_name, end) => {
    await send(a)
    const { shareId, q } = await share({ vehicleIds: [a.id] })
    const viewer = await watch(q, a)
    await viewer.until((all) => all.includes('liveShareTrail'))
    const text = await textToEnd(viewer, () => end(shareId))
    expect(text).toContain('{"ERROR":')
  })

  test('when its trip ends', async () => {
    const tripId = await addTrip(b)
    const { q } = await share({ tripId, endsBy: 'trip', endsAt: undefined })
    const viewer = await watch(q, b)
    await viewer.until((all) => all.includes('liveShareTrail'))
    const text = await textToEnd(viewer, () =>
      backend.database.db.updateTable('trip').set({ status: 'COMPLETED' }).where('id', '=', tripId).execute(),
    )
    expect(text).toContain('{"ERROR":')
  })

  test('when the vehicle arrives in the fence; the others of the link stay until they arrive too', async () => {
    // A minute later: a jump would not be believed.
    const geoFenceId = await addFence(known.companyId, 73.86, 18.9)
    const there = { lng: 73.86, lat: 18.9, time: Date.now() + 60_000 }
    const { shareId, q } = await share({ vehicleIds: [b.id, c.id], endsBy: 'arrival', geoFenceId })
    const [first, second] = [await watch(q, b), await watch(q, c)]
    await first.until((all) => all.includes('liveShareTrail'))
    await second.until((all) => all.includes('liveShareTrail'))
    const text = await textToEnd(first, () => send(b, there))
    expect(text).toContain('{"ERROR":')
    expect((await list()).find((one) => one.shareId === shareId)).toMatchObject({
      state: 'open',
      vehicles: expect.arrayContaining([expect.objectContaining({ vehicleId: b.id, hasArrived: true })]),
    })
    expect((await validate(q)).body).toMatchObject({ liveShareVehicleDetails: [{ vehicleId: c.id }] })
    const late = await (await watch(q, b)).ended()
    expect(late, 'who has arrived can be followed no more').toContain('{"ERROR":')
    expect(late).not.toContain('liveShareTrail')
    await textToEnd(second, () => send(c, there))
    expect((await list()).find((one) => one.shareId === shareId)?.state).toBe('ended')
    expect((await validate(q)).body).toEqual(BROKEN)
  })
})
