import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ABSENT, EVENT_BIT } from '#domain/fix.ts'
import { parseTrack } from '#src/services/playback/parse-track.ts'

const T = Date.parse('2026-11-20T04:30:00Z')
const parse = (data: unknown[]) => parseTrack(JSON.stringify({ data }))
const at = (minutes: number, more: object = {}) => ({
  gpsTime: T + minutes * 60_000,
  gpsLatitude: 20 + minutes / 100,
  gpsLongitude: 79,
  ...more,
})

describe('PLB-07 the fields of a point', () => {
  test('in the first spelling', () => {
    const track = parse([
      at(0, {
        gpsIgnition: 1,
        gpsSpkm: 41.5,
        gpsHead: 123,
        currentAdl: 60,
        currentFuelLevel: 70.5,
        currentOdo: 12345.75,
        stopDuration: 90,
        label: ['HB', 'OS', 'XX'],
        speedVal: 93,
        plotNextPoint: false,
      }),
    ])
    expect(track).toMatchObject({ length: 1, dropped: 0 })
    expect(
      Object.fromEntries(Object.entries(track).map(([name, column]) => [name, Object(column)[0] ?? column])),
    ).toEqual({
      length: 1,
      dropped: 0,
      time: T,
      lng: 79,
      lat: 20,
      speed: 41.5,
      heading: 123,
      odo: 12345.75,
      fuel: 70.5,
      adblue: 60,
      ignition: 1,
      events: EVENT_BIT.HB | EVENT_BIT.OS,
      speedVal: 93,
      stop: 90,
      breaks: 1,
    })
  })

  test('in the other spelling, as texts, with the time in seconds', () => {
    const track = parse([
      {
        gpsTime: String(T / 1000),
        lat: '20.5',
        lng: '79.25',
        odo: '9',
        adl: '50',
        fuel: '40',
        gpsIgnition: '0',
        label: 'HA, EO',
      },
    ])
    expect([...track.time, ...track.lat, ...track.lng, ...track.odo, ...track.adblue, ...track.fuel]).toEqual(
      [T, 20.5, 79.25, 9, 50, 40],
    )
    expect(track.ignition[0]).toBe(0)
    expect(track.events[0]).toBe(EVENT_BIT.HA | EVENT_BIT.EO)
  })

  test('missing fields of a point are unknown, and the line continues', () => {
    const track = parse([at(0)])
    for (const column of [
      track.speed,
      track.heading,
      track.odo,
      track.fuel,
      track.adblue,
      track.speedVal,
      track.stop,
    ]) {
      expect(column[0]).toBeNaN()
    }
    expect(track.ignition[0]).toBe(ABSENT)
    expect(track.breaks[0]).toBe(0)
  })

  test('OPEN-37 a file that names no break has one at each long silence; a file that names any has only those', () => {
    const seconds = [0, 10, 20, 30, 400]
    const silent = seconds.map((second) => at(0, { gpsTime: T + second * 1000 }))
    expect([...parse(silent).breaks]).toEqual([0, 0, 0, 1, 0])
    const [first, ...others] = silent
    expect([...parse([{ ...first, plotNextPoint: true }, ...others]).breaks]).toEqual([0, 0, 0, 0, 0])
    const seldom = seconds.map((_, i) => at(0, { gpsTime: T + i * 300_000 }))
    expect([...parse(seldom).breaks]).toEqual([0, 0, 0, 0, 0])
  })

  test('OPEN-37 a heading label replaces a missing heading', () => {
    expect(parse([at(0, { vehicleDirection: 'SW' })]).heading[0]).toBe(225)
    expect(parse([at(0, { vehicleDirection: 'SW', gpsHead: 220 })]).heading[0]).toBe(220)
  })
})

describe('unusable points', () => {
  test('points without a position or time are left out and counted', () => {
    const track = parse([
      at(0),
      null,
      'x',
      {},
      { ...at(1), gpsTime: 'yesterday' },
      { ...at(2), gpsTime: -5 },
      { ...at(3), gpsLatitude: 91 },
      { ...at(4), gpsLongitude: -181 },
      { ...at(5), gpsLatitude: null },
      { ...at(6), gpsLatitude: 0, gpsLongitude: 0 },
      at(7),
    ])
    expect(track).toMatchObject({ length: 2, dropped: 9 })
    expect([...track.time]).toEqual([T, T + 7 * 60_000])
  })

  test('points are in order of time, each time and position once', () => {
    const track = parse([at(5), at(1), at(5), { ...at(5), gpsLongitude: 80 }, at(5), at(0)])
    expect([...track.time].map((time) => (time - T) / 60_000)).toEqual([0, 1, 5, 5])
    expect([...track.lng]).toEqual([79, 79, 79, 80])
    expect(track.dropped).toBe(2)
  })

  test('CR-07 for any points, times never decrease and every point is accounted for', () => {
    const value = fc.oneof(fc.double(), fc.integer(), fc.string(), fc.constant(null), fc.boolean())
    const point = fc.record(
      {
        gpsTime: fc.oneof(value, fc.integer({ min: T, max: T + 1000 })),
        lat: value,
        lng: value,
        gpsHead: value,
        label: value,
      },
      { requiredKeys: [] },
    )
    const good = fc.record({
      gpsTime: fc.integer({ min: T, max: T + 50 }),
      lat: fc.constant(20),
      lng: fc.constantFrom(79, 80),
    })
    fc.assert(
      fc.property(fc.array(fc.oneof(point, good), { maxLength: 60 }), (points) => {
        const track = parse(points)
        expect(track.length + track.dropped).toBe(points.length)
        for (let i = 0; i < track.length; i++) {
          expect(track.lat[i]).not.toBeNaN()
          expect(track.time[i] ?? 0).toBeGreaterThanOrEqual(track.time[i - 1] ?? 0)
        }
      }),
    )
  })
})

describe('unusable files', () => {
  test.each([
    ['not JSON', '{"data":['],
    ['a list', '[]'],
    ['nothing named data', '{"points":[]}'],
    ['data that is no list', '{"data":{}}'],
    ['null', 'null'],
  ])('PLB-34 %s', (_, text) => {
    expect(() => parseTrack(text)).toThrow(expect.objectContaining({ problem: 'notData' }))
  })

  test('CR-07 more points than the limit are refused, naming both numbers', () => {
    expect(() => parseTrack(JSON.stringify({ data: [at(0), at(1), at(2)] }), { maxPoints: 2 })).toThrow(
      /3 points; at most 2/,
    )
  })

  test('no points are not an error', () => {
    expect(parse([])).toMatchObject({ length: 0, dropped: 0 })
  })
})
