import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayBounds } from '#domain/company-time.ts'
import { EVENT_BIT, type Fix } from '#domain/fix.ts'
import { closeDay, closeDayInTurns, type EventRow, type HourRow } from '#server/track/close-day.ts'
import { decodeDay, encodeDay } from '#server/track/codec.ts'
import { columnsOf, fixAt } from '#server/track/columns.ts'
import { syntheticDay } from './synthetic-day.fixture.ts'

const DAY = '2026-03-10'
const ZONE = 'Asia/Kolkata'
const { from } = dayBounds(DAY, ZONE)
const MINUTE = 60_000
const vehicle = { segment: 'HDT', fuelTankLitres: 300, adblueTankLitres: 40 } as const

/** A fix `minute` minutes after midnight, standing with the engine off by default. */
const at = (minute: number, fix: Partial<Fix> = {}): Fix => ({
  time: from + minute * MINUTE,
  lng: 73.5,
  lat: 18.5,
  speed: 0,
  ignition: false,
  ...fix,
})
const every = (first: number, last: number, fix: Partial<Fix> | ((minute: number) => Partial<Fix>)): Fix[] =>
  Array.from({ length: last - first + 1 }, (_, i) =>
    at(first + i, typeof fix === 'function' ? fix(first + i) : fix),
  )
/** Driving east along the parallel at `kmph`. */
const drive = (first: number, last: number, kmph: number, more: Partial<Fix> = {}): Fix[] =>
  every(first, last, (minute) => ({
    speed: kmph,
    ignition: true,
    lng: 73.5 + ((minute - first) * kmph) / 60 / 105.5,
    odo: 1000 + ((minute - first) * kmph) / 60,
    ...more,
  }))

const close = (fixes: readonly Fix[], previous?: readonly Fix[]) =>
  closeDay({
    day: DAY,
    timeZone: ZONE,
    vehicle,
    fixes: columnsOf(fixes),
    previous: previous && columnsOf(previous),
  })
/** The day and the one before, each closed with all that there is around it. */
const closeBoth = (fixes: readonly Fix[]) => {
  const all = columnsOf(fixes)
  const around = { timeZone: ZONE, vehicle, fixes: all, previous: all, next: all }
  return { before: closeDay({ ...around, day: '2026-03-09' }), after: closeDay({ ...around, day: DAY }) }
}
const summaries = (events: readonly EventRow[]) =>
  events.map(({ code, time, durationS, value }) => [code, (time - from) / MINUTE, durationS, value])
const sum = (hours: readonly HourRow[], name: keyof HourRow) =>
  hours.reduce((total, row) => total + row[name], 0)

test('a long day that is closed in turns is closed as at once, and others have theirs', async () => {
  const driven = (minute: number) => ({
    speed: minute % 40 < 20 ? 85 : 0,
    ignition: true,
    lng: 73.5 + minute / 500,
  })
  const fixes = columnsOf(Array.from({ length: 40_000 }, (_, i) => at(i / 28, driven(i / 28))))
  let turns = 0
  const others = setInterval(() => {
    turns += 1
  })
  const options = { day: DAY, timeZone: ZONE, vehicle, fixes }
  const closed = await closeDayInTurns(options)
  clearInterval(others)
  expect(turns).toBeGreaterThan(2)
  expect(closed).toEqual(closeDay(options))
  expect(closed.events.length).toBeGreaterThan(10)
})

describe('events', () => {
  test('PLB-08 overspeed lasts from the first fast fix to the last one', () => {
    const { events, columns } = close([...drive(0, 4, 60), ...drive(5, 9, 92), ...drive(10, 12, 60)])
    expect(summaries(events)).toEqual([['OS', 5, 240, 92]])
    expect(fixAt(columns, 5).events).toBe(EVENT_BIT.OS)
    expect(fixAt(columns, 6).events).toBeUndefined()
  })

  test.each([
    ['PLB-08 idling counts from five minutes on', { ignition: true, rpm: 700 }, 5, ['ID']],
    ['PLB-08 four minutes of idling are none', { ignition: true, rpm: 700 }, 4, []],
    ['PLB-08 standing counts from thirty minutes on', {}, 30, ['VS']],
    ['PLB-08 standing for 29 minutes is no stoppage', {}, 29, []],
    ['a key turned on with the engine off is no idling', { ignition: true, rpm: 0 }, 10, []],
  ])('%s', (_title, fix, minutes, codes) => {
    const { events } = close([...every(10, 9 + minutes, fix), ...drive(10 + minutes, 12 + minutes, 50)])
    expect(events.map(({ code }) => code).sort()).toEqual(codes)
  })

  test('a parked truck that reports once an hour stands all the time; a moved one does not', () => {
    const parked = [at(0), at(60), at(120), at(180)]
    expect(summaries(close(parked).events)).toEqual([['VS', 0, 10_800, 10_800]])
    const moved = parked.map((fix, i) => ({ ...fix, lng: 73.5 + i * 0.02 }))
    expect(close(moved).events).toEqual([])
  })

  test.each([
    ['HDT', 2851, true],
    ['HDT', 2850, false],
    ['MDT', 3101, true],
    ['MDT', 3100, false],
  ] as const)('CST-13 overrun of %s at %d rpm: %s', (segment, rpm, isOverrun) => {
    const { events } = closeDay({
      day: DAY,
      timeZone: ZONE,
      vehicle: { ...vehicle, segment },
      fixes: columnsOf([...drive(0, 2, 50), ...drive(3, 4, 50, { rpm }), ...drive(5, 6, 50)]),
    })
    expect(events.map(({ code }) => code)).toEqual(isOverrun ? ['EO'] : [])
  })

  test('PLB-08 fuel lost while standing is a drop; fuel burnt driving or idling is not', () => {
    const fuelAt = (minute: number) => (minute < 20 ? 200 : minute < 23 ? 200 - (minute - 19) * 6 : 182)
    const { events, hours } = close([
      ...every(10, 29, (minute) => ({ fuel: fuelAt(minute) })),
      ...drive(30, 50, 60).map((fix, i) => ({ ...fix, fuel: 182 - i })),
    ])
    expect(summaries(events)).toEqual([['FD', 19, null, 18]])
    expect(sum(hours, 'fuelUsed')).toBeCloseTo(20, 6)
    const idling = every(0, 300, (minute) => ({ ignition: true, rpm: 700, fuel: 200 - minute * 0.05 }))
    expect(close(idling).events.map(({ code }) => code)).toEqual(['ID'])
  })

  test('filling the tank is not use of fuel, also when detected over a gap', () => {
    const gap = [...drive(0, 9, 50, { fuel: 50, lng: 73.5 }), ...drive(39, 49, 50, { fuel: 250, lng: 73.5 })]
    const { events, hours } = close(gap)
    expect(events.map(({ code }) => code)).toEqual(['FF', 'VS'])
    const filled = sum(hours, 'fuelFilled')
    expect(Math.abs(filled - 200)).toBeLessThan(3)
    expect(sum(hours, 'fuelUsed')).toBeCloseTo(filled - 200, 2)
  })

  test('PLB-08 harsh manoeuvres are taken from the speed over gaps of up to 2 s, or from the device', () => {
    const second = (s: number, speed: number, events?: number): Fix =>
      at(0, { time: from + s * 1000, speed, ignition: true, ...(events ? { events } : {}) })
    const { events } = close([
      second(0, 60),
      second(1, 50),
      second(2, 40),
      second(20, 5),
      second(22, 24),
      second(40, 30, EVENT_BIT.HC),
    ])
    expect(summaries(events)).toEqual([
      ['HB', 1 / 60, null, 10],
      ['HA', 22 / 60, null, 9.5],
      ['HC', 40 / 60, null, null],
    ])
  })
})

describe('hours', () => {
  test("rows of the hours in the company's time zone add up to the day, none of hours of which nothing is known", () => {
    const arrived = { lng: 73.5 + 59 / 105.5 }
    const { hours } = close([...drive(30, 89, 60), ...every(90, 120, arrived)])
    expect(hours.map(({ hour }) => (hour - from) / MINUTE)).toEqual([0, 60, 120])
    const [first, second, third] = hours
    expect(first).toMatchObject({ distanceKm: 30, runningS: 1800, fixes: 30, maxSpeed: 60 })
    expect(second?.distanceKm).toBeCloseTo(29, 2)
    expect(second).toMatchObject({ runningS: 1800, stoppedS: 1800, fixes: 60 })
    expect(third).toMatchObject({ distanceKm: 0, runningS: 0, stoppedS: 0, fixes: 1 })
  })

  test('DI-07 a day of 23 hours has 23 rows, one of 25 has 25', () => {
    for (const [day, count] of [
      ['2026-03-08', 23],
      ['2026-11-01', 25],
    ] as const) {
      const zone = 'America/New_York'
      const bounds = dayBounds(day, zone)
      const halfHours = Array.from({ length: count * 2 }, (_, i) => bounds.from + i * 30 * MINUTE)
      const fixes = columnsOf(halfHours.map((time) => ({ ...at(0), time })))
      const { hours } = closeDay({ day, timeZone: zone, vehicle, fixes })
      expect(hours.map(({ fixes: own }) => own)).toEqual(Array(count).fill(2))
    }
  })

  test('a jump of a thousand kilometres and a jittering receiver add no distance', () => {
    const trembling = every(0, 60, (minute) => ({ lng: 73.5 + (minute % 2) * 0.0002 }))
    expect(sum(close(trembling).hours, 'distanceKm')).toBe(0)
    const leap = [
      ...drive(0, 10, 60),
      ...drive(11, 20, 60).map((fix) => ({ ...fix, lng: fix.lng + 10, odo: Number.NaN })),
    ]
    expect(sum(close(leap).hours, 'distanceKm')).toBeLessThan(21)
  })
})

describe('midnight', () => {
  test('DI-08 a stop over midnight in IST is an event of both days', () => {
    const evening = every(-60, -1, {})
    const morning = [...every(0, 59, {}), ...drive(60, 61, 50)]
    const dayBefore = closeDay({
      day: '2026-03-09',
      timeZone: ZONE,
      vehicle,
      fixes: columnsOf([...evening, ...morning]),
    })
    expect(summaries(dayBefore.events)).toEqual([['VS', -60, 59 * 60, 59 * 60]])
    expect(dayBefore.columns.length).toBe(60)
    const { events } = close(morning, evening)
    expect(summaries(events)).toEqual([['VS', 0, 3600, 7200]])
    expect(events[0]?.detail['since']).toBe(from - 60 * MINUTE)
  })

  test('DI-08 a drive over midnight: the two days share all its kilometres and seconds', () => {
    const { before, after } = closeBoth(
      drive(-30, 30, 60).map((fix) => ({ ...fix, time: fix.time + 20_000 })),
    )
    expect(sum(before.hours, 'distanceKm')).toBeCloseTo(29 + 2 / 3, 3)
    expect(sum(after.hours, 'distanceKm')).toBeCloseTo(30 + 1 / 3, 3)
    expect(sum(before.hours, 'runningS')).toBe(1780)
    expect(sum(after.hours, 'runningS')).toBe(1820)
  })
})

describe('the same day', () => {
  test('DI-04 results from any order of its fixes', () => {
    const fixes = [
      ...syntheticDay(300, from),
      at(7, { lng: 73.6 }),
      at(7, { lng: 73.7 }),
      at(7, { lng: 73.6 }),
    ]
    const expected = close(fixes)
    fc.assert(
      fc.property(fc.shuffledSubarray(fixes, { minLength: fixes.length }), (mixed) => {
        expect(close(mixed)).toEqual(expected)
      }),
      { numRuns: 50 },
    )
  })

  test('has the figures of its fixes as they are stored', () => {
    const fine = drive(0, 120, 20.04, { fuel: 100.004, rpm: 1600.04, ignition: true }).map((fix, i) => ({
      ...fix,
      speed: i % 2 === 0 ? 20.04 : 3.04,
      lng: fix.lng + i * 1e-8,
    }))
    const once = close(fine)
    const again = closeDay({ day: DAY, timeZone: ZONE, vehicle, fixes: decodeDay(encodeDay(once.columns)) })
    expect(once.hours).toEqual(again.hours)
    expect(sum(once.hours, 'speedTo20S')).toBeGreaterThan(3000)
  })

  test('is unchanged when closed twice', () => {
    const once = close(syntheticDay(600, from))
    expect(once.events.length).toBeGreaterThan(0)
    const twice = closeDay({ day: DAY, timeZone: ZONE, vehicle, fixes: once.columns })
    expect(twice).toEqual(once)
  })

  test('an event bit we derived is removed when a late fix removes its reason; a bit from the device stays', () => {
    const fixes = [...every(0, 40, {}), ...drive(41, 42, 50)]
    const first = close(fixes.map((fix, i) => (i === 3 ? { ...fix, events: EVENT_BIT.HC } : fix)))
    const late = [...drive(20, 20, 30)]
    const again = close([
      ...Array.from({ length: first.columns.length }, (_, i) => fixAt(first.columns, i)),
      ...late.map((fix) => ({ ...fix, time: fix.time + 1000 })),
    ])
    expect(fixAt(first.columns, 0).events).toBe(EVENT_BIT.VS)
    expect(fixAt(again.columns, 0).events).toBeUndefined()
    expect(fixAt(again.columns, 3).events).toBe(EVENT_BIT.HC)
  })
})

describe('DI-06 fixes where nobody can have driven', () => {
  /** With the values of a drive, so that they would change every figure. */
  const spikes = (fixes: readonly Fix[]): Fix[] =>
    fixes.map((fix) => ({
      ...{ ...fix, time: fix.time + 1000, lng: fix.lng + 5, speed: 130, ignition: true, odo: 0, rpm: 3500 },
      ...{ fuel: 20, adblue: 1, events: EVENT_BIT.HC },
    }))
  const isBelieved = ({ time }: Fix) => time % MINUTE === 0
  const day = [
    ...drive(0, 40, 60, { fuel: 100, adblue: 20 }),
    ...drive(41, 50, 95, { fuel: 100, adblue: 20 }).map((fix) => ({ ...fix, lng: fix.lng + 40 / 105.5 })),
    ...every(51, 60, { lng: 73.5 + 55 / 105.5, fuel: 100, adblue: 19 }),
    ...every(61, 100, { lng: 73.5 + 55 / 105.5, fuel: 80, adblue: 19 }),
  ]

  test('change no figure and no event, and are stored', () => {
    const expected = close(day)
    expect(expected.events.length).toBeGreaterThan(2)
    const wild = spikes(day)
    const closed = close([...day, ...wild])
    expect(closed.hours).toEqual(expected.hours)
    expect(closed.events).toEqual(expected.events)
    const stored = Array.from({ length: closed.columns.length }, (_, i) => fixAt(closed.columns, i))
    const without = Array.from({ length: expected.columns.length }, (_, i) => fixAt(expected.columns, i))
    expect(stored.filter(isBelieved)).toEqual(without)
    expect(stored.filter((fix) => !isBelieved(fix)).map(({ time, rpm }) => [time, rpm])).toEqual(
      wild.map(({ time, rpm }) => [time, rpm]),
    )
    const again = closeDay({ day: DAY, timeZone: ZONE, vehicle, fixes: closed.columns })
    expect(again).toEqual(closed)
  })

  test('at the end of the day before change nothing either', () => {
    const evening = every(-60, -1, {})
    const morning = every(5, 30, {})
    expect(close(morning, [...evening, ...spikes(evening)])).toEqual(close(morning, evening))
  })

  test('are believed from the second one on that is near the first', () => {
    const { hours, events } = close([...every(0, 9, {}), ...every(10, 50, { lng: 78 })])
    expect(sum(hours, 'fixes')).toBe(50)
    expect(summaries(events)).toEqual([['VS', 11, 39 * 60, 39 * 60]])
  })
})
