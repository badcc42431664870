import { deflateSync, inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fix } from '#domain/fix.ts'
import { DAY_VERSION, decodeDay, encodeDay, UnreadableDay } from '#server/track/codec.ts'
import { columnsOf, concatColumns, fixAt, sliceColumns } from '#server/track/columns.ts'
import { FIRST_STORED_DAY, FIRST_STORED_FIXES } from './stored-days.fixture.ts'
import { syntheticDay } from './synthetic-day.fixture.ts'

/** A number that is a whole count of steps, as fixes are after ingest. */
const stepped = (min: number, max: number, steps: number) =>
  fc.integer({ min: min * steps, max: max * steps }).map((value) => value / steps)

const fix: fc.Arbitrary<Fix> = fc.record(
  {
    time: fc.integer({ min: -1e15, max: 1e15 }),
    lng: stepped(-180, 180, 1e6),
    lat: stepped(-90, 90, 1e6),
    speed: stepped(0, 900, 10),
    heading: stepped(0, 359, 10),
    odo: stepped(0, 2_000_000, 1000),
    ignition: fc.boolean(),
    engineHours: stepped(0, 100_000, 100),
    rpm: stepped(0, 8000, 10),
    neutral: fc.boolean(),
    fuel: stepped(0, 2000, 100),
    adblue: stepped(0, 200, 100),
    adblueZone: fc.integer({ min: 0, max: 5 }),
    dpf: fc.integer({ min: 0, max: 254 }),
    dtcs: fc.array(fc.string(), { maxLength: 3 }),
    events: fc.integer({ min: 1, max: 511 }),
    derived: fc.integer({ min: 1, max: 65_535 }),
    coolant: stepped(-60, 250, 10),
    oilPressure: stepped(0, 2000, 10),
    battery: stepped(0, 100, 100),
    accuracy: stepped(0, 3000, 1),
  },
  { requiredKeys: ['time', 'lng', 'lat'] },
)

const fixesOf = (columns: ReturnType<typeof columnsOf>): Fix[] =>
  Array.from({ length: columns.length }, (_, i) => fixAt(columns, i))

describe('columns', () => {
  test('hold every fix unchanged', () => {
    fc.assert(
      fc.property(fc.array(fix), (fixes) => {
        expect(fixesOf(columnsOf(fixes))).toEqual(fixes)
      }),
    )
  })

  test('split and join without loss', () => {
    fc.assert(
      fc.property(fc.array(fix), fc.nat(), (fixes, at) => {
        const columns = columnsOf(fixes)
        const cut = at % (fixes.length + 1)
        const parts = [sliceColumns(columns, 0, cut), sliceColumns(columns, cut, fixes.length)]
        expect(concatColumns(parts)).toEqual(columns)
      }),
    )
  })

  test('a missing row throws', () => {
    expect(() => fixAt(columnsOf([]), 0)).toThrow(RangeError)
  })
})

describe('a stored day', () => {
  test('returns every fix, with any absent fields and in any order', () => {
    fc.assert(
      fc.property(fc.array(fix, { maxLength: 60 }), (fixes) => {
        const columns = columnsOf(fixes)
        expect(decodeDay(encodeDay(columns))).toEqual(columns)
      }),
    )
  })

  test('of the first release is read as it was written, and is written as it was', () => {
    expect(fixesOf(decodeDay(FIRST_STORED_DAY))).toEqual(FIRST_STORED_FIXES)
    const written = encodeDay(columnsOf(FIRST_STORED_FIXES))
    expect(written[0]).toBe(FIRST_STORED_DAY[0])
    // Another release of zlib may compress to other bytes.
    expect(inflateSync(written.subarray(1))).toEqual(inflateSync(FIRST_STORED_DAY.subarray(1)))
  })

  test('keeps times to the ms, positions to 1e-6 degrees, the odometer to the metre', () => {
    const columns = columnsOf([
      { time: 1, lng: 73.123_456_4, lat: -18.000_000_6, speed: 61.26, odo: 1234.567_8 },
    ])
    expect(fixAt(decodeDay(encodeDay(columns)), 0)).toEqual({
      time: 1,
      lng: 73.123_456,
      lat: -18.000_001,
      speed: 61.3,
      odo: 1234.568,
    })
  })

  test('is small: under 12 kB with a fix a minute, under 60 kB with one every 10 s', () => {
    expect(encodeDay(columnsOf(syntheticDay(1440, 0))).length).toBeLessThan(12_000)
    expect(encodeDay(columnsOf(syntheticDay(8640, 0))).length).toBeLessThan(60_000)
  })

  test('texts beyond what a day can be read with are left out, the fixes are kept', () => {
    const codes = Array.from({ length: 20 }, (_, i) => `${String(i).padStart(2, '0')}${'故'.repeat(14)}`)
    const fixes = Array.from({ length: 20_000 }, (_, i) => ({
      time: i * 1000,
      lng: 73,
      lat: 18,
      dtcs: codes,
    }))
    const read = decodeDay(encodeDay(columnsOf(fixes)))
    expect(read.length).toBe(20_000)
    expect(read.dtcs[0]).toEqual(codes)
    expect(read.dtcs[19_999]).toBeNull()
  })

  test('a number that no column can hold is refused', () => {
    expect(() => encodeDay(columnsOf([{ time: Number.NaN, lng: 0, lat: 0 }]))).toThrow(
      'Every fix must have a time',
    )
    expect(() => encodeDay(columnsOf([{ time: 1, lng: 0, lat: 0, odo: Infinity }]))).toThrow(
      'beyond what can be stored',
    )
  })

  test('an unknown version and an empty blob are reported as such', () => {
    const blob = encodeDay(columnsOf(syntheticDay(4, 0)))
    blob[0] = DAY_VERSION + 1
    expect(() => decodeDay(blob)).toThrow('has version 2; this release reads version 1')
    expect(() => decodeDay(Buffer.alloc(0))).toThrow(UnreadableDay)
  })

  test('damage is detected, never returned as fixes', () => {
    const blob = encodeDay(columnsOf(syntheticDay(200, 0)))
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: blob.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        (at, flip) => {
          const damaged = Buffer.from(blob)
          damaged[at] = (damaged[at] ?? 0) ^ flip
          try {
            expect(decodeDay(damaged)).toEqual(decodeDay(blob))
          } catch (error) {
            expect(error).toBeInstanceOf(UnreadableDay)
          }
        },
      ),
    )
    expect(() => decodeDay(blob.subarray(0, blob.length - 5))).toThrow(UnreadableDay)
  })

  test('a blob that claims more than a day holds is refused before memory is allocated for it', () => {
    const claim = Buffer.concat([
      Buffer.of(DAY_VERSION),
      deflateSync(Buffer.of(0xff, 0xff, 0xff, 0xff, 0x7f)),
    ])
    expect(() => decodeDay(claim)).toThrow(UnreadableDay)
  })
})
