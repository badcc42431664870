import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FleetBatch } from '#contract/records/live.ts'
import type { Fix } from '#domain/fix.ts'
import { createIngest } from '#server/ingest/ingest.service.ts'
import { createBus } from '#server/live/bus.ts'
import { createLiveHub } from '#server/live/hub.ts'
import { createTrackRepository } from '#server/track/track.repository.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { serveStreams, type TestReader } from './event-stream-reader.ts'

const database = withDatabase()
const NOW = Date.UTC(2026, 10, 20, 6, 30)
const hour = 3600
const hours = (count: number) => count * hour
const timeOf = (seconds: number) => NOW - hours(20) * 1000 + seconds * 1000
const fixOf = (seconds: number): Fix => ({
  time: timeOf(seconds),
  lng: 73.85 + seconds * 1e-5,
  lat: 18.52,
  speed: 40,
})

const setUp = async () => {
  const { db, pool } = database
  const company = await addCompany(db)
  const truck = await addVehicle(db, { company_id: company.id })
  const bus = createBus()
  const track = createTrackRepository({ db })
  const now = () => NOW
  const ingest = createIngest({ db, pool, bus, now, track })
  const hub = createLiveHub({ db, bus, now, track, onError: console.error })
  const server = await serveStreams((raw, url) => {
    const [path = '', id] = url.split('?')
    const lastEventId = id === undefined ? undefined : decodeURIComponent(id)
    void (path === '/fleet'
      ? hub.openFleetStream({ raw, vehicleIds: new Set([truck.id]), lastEventId })
      : hub.openVehicleStream({
          raw,
          owner: { companyId: 1, userId: 1 },
          vehicleIds: [truck.id],
          lastEventId,
        }))
  })
  const secondsIn = ({ received }: TestReader) =>
    received.flatMap(({ event, data }) =>
      event === 'livePoint' ? [(JSON.parse(data ?? '').time - timeOf(0)) / 1000] : [],
    )
  return {
    server,
    truck,
    secondsIn,
    send: (...sent: Array<number | Fix>) =>
      ingest.accept(
        sent.map((each) => ({
          companyId: company.id,
          vehicleId: truck.id,
          fix: typeof each === 'number' ? fixOf(each) : each,
        })),
      ),
    /** Follows the truck, after an id if one is given. */
    follow: (id?: string) => server.read(`/vehicle${id === undefined ? '' : `?${encodeURIComponent(id)}`}`),
    /** Waits until a reader has that fix. */
    until: (reader: TestReader, seconds: number) =>
      reader.until(({ id }) => id?.startsWith(`v${truck.id}-${timeOf(seconds)}-`) ?? false),
    close: async () => {
      await ingest.close()
      hub.close()
      await server.close()
    },
  }
}

let fixture: Awaited<ReturnType<typeof setUp>>
beforeEach(async () => {
  fixture = await setUp()
})
afterEach(() => fixture.close())

describe('a truck that sends fixes stored without coverage', () => {
  test.each([
    ['newest first', [90, 60, 30]],
    ['oldest first', [30, 60, 90]],
    ['mixed, and some of it twice', [60, 90, 60, 30, 90]],
  ])('LIV-03 ST-15 %s: every fix reaches its followers, once', async (_, late) => {
    await fixture.send(0)
    const reader = await fixture.follow()
    await fixture.until(reader, 0)
    await fixture.send(100)
    for (const seconds of late) await fixture.send(seconds)
    await fixture.send(110)
    await fixture.until(reader, 110)
    expect(fixture.secondsIn(reader)).toEqual([0, 100, ...new Set(late), 110])
  })

  test('LIV-03 ST-04 after a pause of 13 h every fix arrives too, and the stream continues', async () => {
    await fixture.send(0)
    const first = await fixture.follow()
    await fixture.until(first, 0)
    for (const seconds of [hours(13), hours(13) - 10, hours(0.5), hours(13) - 20]) await fixture.send(seconds)
    const { id } = await fixture.until(first, hours(13) - 20)
    first.leave()
    await fixture.send(hours(13) + 10)
    await fixture.send(hours(13) - 30)
    const again = await fixture.follow(id)
    await fixture.until(again, hours(13) + 10)
    expect(fixture.secondsIn(first)).toEqual([0, hours(13), hours(13) - 10, hours(13) - 20])
    expect(again.received.some(({ event }) => event === 'reset')).toBe(false)
    expect(fixture.secondsIn(again)).toEqual([-30, -20, -10, 0, 10].map((more) => hours(13) + more))
    again.leave()
    const { id: last } = await fixture.until(again, hours(13) + 10)
    await fixture.send(hours(13) + 20)
    const third = await fixture.follow(last)
    await fixture.until(third, hours(13) + 20)
    expect(fixture.secondsIn(third)).toEqual([hours(13) + 20])
  })

  test('ST-15 DI-06 a fix is withheld if it is impossible between its neighbours, however near the newest is by now', async () => {
    await fixture.send(0)
    const reader = await fixture.follow()
    await fixture.until(reader, 0)
    await fixture.send(10, 20, 6 * hour)
    // 1,000 km off: in six hours a truck might be back, in ten seconds it is not.
    await fixture.send({ ...fixOf(15), lng: 83.3 })
    await fixture.send(16)
    await fixture.send(6 * hour + 10)
    const { id } = await fixture.until(reader, 6 * hour + 10)
    expect(fixture.secondsIn(reader)).toEqual([0, 10, 20, 6 * hour, 16, 6 * hour + 10])
    reader.leave()
    await fixture.send(6 * hour + 20)
    const again = await fixture.follow(id)
    await fixture.until(again, 6 * hour + 20)
    expect(fixture.secondsIn(again)).toEqual([6 * hour + 20])
    // The places that a reader is known to have decide it too.
    await fixture.send({ ...fixOf(17), lng: 83.3 })
    await fixture.send(18)
    await fixture.send(6 * hour + 30)
    await fixture.until(again, 6 * hour + 30)
    expect(fixture.secondsIn(again)).toEqual([6 * hour + 20, 18, 6 * hour + 30])
  })

  test('ST-15 DI-06 so is one right after the first fix, which a returning reader has too', async () => {
    await fixture.send(0)
    const reader = await fixture.follow()
    await fixture.until(reader, 0)
    await fixture.send(6 * hour)
    await fixture.send({ ...fixOf(15), lng: 83.3 })
    await fixture.send(6 * hour + 10)
    const { id } = await fixture.until(reader, 6 * hour + 10)
    expect(fixture.secondsIn(reader)).toEqual([0, 6 * hour, 6 * hour + 10])
    reader.leave()
    await fixture.send(6 * hour + 20)
    const again = await fixture.follow(id)
    await fixture.until(again, 6 * hour + 20)
    await fixture.send({ ...fixOf(17), lng: 83.3 })
    await fixture.send(18)
    await fixture.send(6 * hour + 30)
    await fixture.until(again, 6 * hour + 30)
    expect(fixture.secondsIn(again)).toEqual([6 * hour + 20, 18, 6 * hour + 30])
  })

  test('ST-15 fixes before the first one sent stay in the history', async () => {
    await fixture.send(100)
    const reader = await fixture.follow()
    await fixture.until(reader, 100)
    await fixture.send(50)
    await fixture.send(110)
    await fixture.until(reader, 110)
    expect(fixture.secondsIn(reader)).toEqual([100, 110])
  })

  test('ST-15 the fleet stream never goes back for it', async () => {
    await fixture.send(0)
    const reader = await fixture.server.read('/fleet')
    await reader.until(({ event }) => event === 'snapshot')
    await fixture.send(100)
    await fixture.send(50)
    await fixture.send(110)
    const times = () =>
      reader.received.flatMap(({ event, data }) =>
        event === 'batch' ? (JSON.parse(data ?? '') as FleetBatch).time : [],
      )
    await reader.until(() => times().includes(timeOf(110)))
    expect(times()).not.toContain(timeOf(50))
  })
})

describe('ST-04 a reader that was cut', () => {
  test('is sent the late fixes of the meantime, together with the later ones', async () => {
    await fixture.send(0)
    const first = await fixture.follow()
    await fixture.until(first, 0)
    await fixture.send(100)
    const { id } = await fixture.until(first, 100)
    first.leave()
    await fixture.send(50)
    await fixture.send(110)
    const again = await fixture.follow(id)
    await fixture.until(again, 110)
    expect(fixture.secondsIn(again)).toEqual([50, 100, 110])
  })

  test('is sent nothing twice if nothing was late, or if it had the late ones', async () => {
    await fixture.send(0)
    const first = await fixture.follow()
    await fixture.until(first, 0)
    await fixture.send(100)
    await fixture.send(50)
    const { id } = await fixture.until(first, 50)
    first.leave()
    await fixture.send(110)
    const again = await fixture.follow(id)
    await fixture.until(again, 110)
    expect(fixture.secondsIn(again)).toEqual([110])
    expect(again.received.some(({ event }) => event === 'reset')).toBe(false)
  })

  test('receives each fix in the end, through any number of cuts and any order of arrival', async () => {
    const round = fc.record({
      sent: fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: 6 }),
      cut: fc.boolean(),
    })
    let base = 0
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 6 }), async (rounds) => {
        // Each run continues after the one before: same truck, later fixes.
        base += 600
        await fixture.send(base)
        const had = new Set<number>()
        let reader = await fixture.follow()
        await fixture.until(reader, base)
        let sent = [base]
        let last: string | undefined
        const lastOf = () => reader.received.findLast(({ id }) => id !== undefined)?.id ?? last
        for (const { sent: now, cut } of rounds) {
          if (cut) reader.leave()
          for (const seconds of now) await fixture.send(base + seconds)
          sent = [...sent, ...now.map((seconds) => base + seconds)]
          if (!cut) continue
          for (const seconds of fixture.secondsIn(reader)) had.add(seconds)
          last = lastOf()
          reader = await fixture.follow(last)
        }
        const end = base + 500
        await fixture.send(end)
        await fixture.until(reader, end)
        for (const seconds of fixture.secondsIn(reader)) had.add(seconds)
        expect([...had].sort((a, b) => a - b)).toEqual([...new Set([...sent, end])].sort((a, b) => a - b))
        reader.leave()
      }),
      { numRuns: 15 },
    )
  })
})
