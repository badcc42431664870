import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayBounds, shiftDay } from '#domain/company-time.ts'
import type { FigureName } from '#domain/figure-fields.ts'
import { FIGURE_NAMES, figuresTogether } from '#domain/figures.ts'
import { DERIVED_BIT, type Fix } from '#domain/fix.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { NO_FENCES } from '#server/rules/fence-index.ts'
import { INITIAL_RULES } from '#server/rules/rules.ts'
import { createAlertRun } from '#server/rules/run.ts'
import type { FoundAlert } from '#server/rules/types.ts'
import { closeDay, type DriverSince, type HourRow } from '#server/track/close-day.ts'
import { columnsOf } from '#server/track/columns.ts'
import { faultRounds } from '#tests/kit/server/fault-rounds.ts'

const ZONE = 'Europe/Berlin'
const DAY = '2026-11-10'
const NEXT = '2026-11-11'
const { from, to: midnight } = dayBounds(DAY, ZONE)
const vehicle = { segment: 'HDT', fuelTankLitres: 300, adblueTankLitres: 40 } as const

type Fields = { readonly [Name in keyof Fix]?: Fix[Name] | undefined }
/** A fix at a time (ms), standing with the key off by default; a field that is undefined is missing. */
const at = (time: number, more: Fields = {}): Fix => {
  const known = Object.entries({ speed: 0, ignition: false, lng: 73.5, lat: 18.5, ...more })
  return { time, ...Object.fromEntries(known.filter(([, value]) => value !== undefined)) } as Fix
}
/** Fixes from one time to another, a minute apart by default. */
const every = (
  first: number,
  last: number,
  more: Fields | ((time: number) => Fields) = {},
  stepMs = MINUTE_MS,
) => {
  const fixes: Fix[] = []
  for (let time = first; time <= last; time += stepMs)
    fixes.push(at(time, typeof more === 'function' ? more(time) : more))
  return fixes
}

type Cuts = {
  readonly cuts?: readonly number[]
  readonly drivers?: readonly DriverSince[]
  readonly zone?: string
}
/** A day as it is closed with all fixes around it. */
const close = (fixes: readonly Fix[], day: string, { cuts, drivers, zone = ZONE }: Cuts = {}) => {
  const all = columnsOf(fixes)
  const around = { timeZone: zone, fixes: all, previous: all, next: all }
  return closeDay({ ...around, day, cuts, vehicle: { ...vehicle, drivers } })
}
const sum = (rows: readonly HourRow[], name: FigureName) => figuresTogether(rows)[name]
/** A figure of the day and of the one after. */
const both = (fixes: readonly Fix[], name: FigureName) =>
  [DAY, NEXT].map((day) => sum(close(fixes, day).hours, name))
const alertsOf = (fixes: readonly Fix[]): FoundAlert[] => {
  const run = createAlertRun({ rules: INITIAL_RULES, vehicle, fences: NO_FENCES })
  const columns = columnsOf(fixes)
  run.stepOver(columns, 0, columns.length)
  const found = new Map([...run.take(), ...run.open()].map((one) => [`${one.type} ${one.began}`, one]))
  return [...found.values()]
}

describe('over midnight', () => {
  const fuelAt = (changePerMin: number) => (time: number) => {
    const minutes = Math.min(20, Math.max(0, (time - (midnight - 10 * MINUTE_MS)) / MINUTE_MS))
    return { fuel: 173.75 + minutes * changePerMin }
  }

  test('ALR-05 no litre of a theft or a filling is lost, and each belongs to one day', () => {
    const theft = every(midnight - 3 * HOUR_MS, midnight + 3 * HOUR_MS, fuelAt(-1.25))
    const dropped = both(theft, 'fuelDropped')
    expect(dropped[0]).toBeGreaterThan(10)
    expect(dropped[1]).toBeGreaterThan(10)
    const alert = alertsOf(theft).find(({ type }) => type === 'FUELDROP')
    expect((dropped[0] ?? 0) + (dropped[1] ?? 0)).toBeCloseTo(alert?.value ?? 0, 2)
    expect(alert?.value).toBeCloseTo(25, 2)
    expect(both(theft, 'fuelDrops')).toEqual([1, 0])
    const filling = every(midnight - 3 * HOUR_MS, midnight + 3 * HOUR_MS, fuelAt(3))
    const filled = both(filling, 'fuelFilled')
    expect((filled[0] ?? 0) + (filled[1] ?? 0)).toBeCloseTo(60, 2)
  })

  test('DRV-03 an event counts on the day on which it began, also if the fix that ends it raises it', () => {
    const idling = { ignition: true, rpm: 700 }
    const fixes = [
      ...every(midnight - 4.5 * MINUTE_MS, midnight - 0.5 * MINUTE_MS, idling),
      at(midnight + 0.5 * MINUTE_MS, { speed: 40, ignition: true, rpm: 1400 }),
    ]
    expect(alertsOf(fixes).map(({ type, durationS }) => [type, durationS])).toEqual([['IDLING', 300]])
    expect(both(fixes, 'idlings')).toEqual([1, 0])
    const [first] = close(fixes, DAY).events
    expect([first?.code, first?.time, first?.durationS]).toEqual(['ID', midnight - 4.5 * MINUTE_MS, 300])
  })

  test('DRV-03 an event belongs to whoever drove when it began, also where the driver changes at midnight', () => {
    const drivers = [
      { from: 0, driverId: 7 },
      { from: midnight, driverId: 8 },
    ]
    const fast = (time: number) => ({
      speed: 95,
      ignition: true,
      lng: 73.5 + ((time - from) / HOUR_MS) * 0.9,
    })
    const fixes = every(midnight - 2 * MINUTE_MS, midnight + 2 * MINUTE_MS, fast, 10_000)
    const counts = [DAY, NEXT].flatMap((day) =>
      close(fixes, day, { drivers })
        .hours.filter(({ overspeeds }) => overspeeds > 0)
        .map(({ driverId, overspeeds }) => [driverId, overspeeds]),
    )
    expect(counts).toEqual([[7, 1]])
  })

  test('DSH-12 a device that is silent while it is parked stands through the evening and the night', () => {
    const evening = from + 18 * HOUR_MS
    const noon = midnight + 12 * HOUR_MS
    const fixes = [
      ...every(evening - HOUR_MS, evening - MINUTE_MS, (time) => ({
        ...{ speed: 60, ignition: true, lng: 73.5 - ((evening - time) / HOUR_MS) * 0.57 },
      })),
      at(evening),
      at(noon),
    ]
    expect(both(fixes, 'stoppedS')).toEqual([6 * 3600, 12 * 3600])
    expect(both(fixes, 'stoppages')).toEqual([1, 0])
    expect(alertsOf(fixes).map(({ type, durationS }) => [type, durationS])).toEqual([['STOPPAGE', 18 * 3600]])
  })

  test('DSH-12 nothing is known after the last fix', () => {
    expect(both([at(from), at(from + HOUR_MS)], 'stoppedS')).toEqual([3600, 0])
    expect(close([at(midnight - HOUR_MS)], DAY).next).toEqual({ fixes: 0, until: null })
  })

  test('what lies between fixes more than a day apart counts where it was seen', () => {
    const silent = [at(from, { odo: 1000, fuel: 100 }), at(midnight + 20 * HOUR_MS, { odo: 1300, fuel: 60 })]
    expect(both(silent, 'distanceKm')).toEqual([0, 300])
  })
})

describe('silence', () => {
  const here = { lng: 73.5, lat: 18.5 }
  const [start, end] = [from + 8 * HOUR_MS, from + 11 * HOUR_MS]

  test.each([
    ['moved', { speed: 60, ignition: true }],
    ['idled', { ignition: true, rpm: 700 }],
  ])(
    'ALR-17 a truck that %s and is found where it was three hours later has stood, for figures and alerts',
    (_, fields) => {
      const fixes = [at(start, { ...fields, ...here }), at(end, { ...fields, ...here })]
      expect(sum(close(fixes, DAY).hours, 'stoppedS')).toBe(3 * 3600)
      expect(sum(close(fixes, DAY).hours, 'stoppages')).toBe(1)
      expect(alertsOf(fixes).map(({ type, began, durationS }) => [type, began, durationS])).toEqual([
        ['STOPPAGE', start, 3 * 3600],
      ])
    },
  )

  test.each([
    ['elsewhere', {}, { lng: 73.51 }, 3],
    ['after more than a day', {}, {}, 25],
    ['if nobody knows what it did before', { speed: undefined }, {}, 3],
  ])('ALR-17 nobody knows %s', (_, before, after, hours) => {
    const fixes = [at(from, before), at(from + hours * HOUR_MS, after)]
    expect(both(fixes, 'stoppedS')).toEqual([0, 0])
    expect(alertsOf(fixes)).toEqual([])
  })
})

describe('measured and derived', () => {
  const derived = (fix: Fix): Fix => ({
    ...fix,
    ...{ speed: 130, odo: 5000 + fix.time / 1e6, ignition: true },
    derived: DERIVED_BIT.speed | DERIVED_BIT.odo | DERIVED_BIT.ignition,
  })
  const drive = every(from + 8 * HOUR_MS, from + 9 * HOUR_MS, (time) => ({
    ...{ speed: undefined, ignition: undefined, lng: 73.5 + ((time - from) / HOUR_MS) * 0.57 },
  }))
  const stop = every(from + 9 * HOUR_MS + MINUTE_MS, from + 10 * HOUR_MS, {
    ...{ speed: undefined, ignition: undefined, lng: 73.5 + 9 * 0.57 },
  })

  test('DI-09 what an import derived changes no figure and no alert, and is stored', () => {
    const fixes = [...drive, ...stop]
    const closed = close(fixes.map(derived), DAY)
    expect(closed.hours).toEqual(close(fixes, DAY).hours)
    expect(alertsOf(fixes.map(derived))).toEqual(alertsOf(fixes))
    expect(sum(closed.hours, 'odometerKm')).toBe(0)
    expect(sum(closed.hours, 'maxSpeed')).toBe(0)
    expect(closed.columns.odo.every((km) => km > 5000)).toBe(true)
    expect(closed.columns.ignition.every((key) => key === 1)).toBe(true)
  })

  test('DSH-12 without speeds a drive has its states, times and bands from its positions, and no alert of speed', () => {
    const { hours } = close([...drive, ...stop], DAY)
    expect(sum(hours, 'distanceKm')).toBeCloseTo(60, 0)
    expect(sum(hours, 'runningS')).toBeGreaterThan(3500)
    expect(sum(hours, 'speedTo80S') + sum(hours, 'speedTo60S')).toBeGreaterThan(3500)
    expect(sum(hours, 'stoppedS')).toBeGreaterThan(3400)
    const fast = every(from, from + HOUR_MS, (time) => ({
      ...{ speed: undefined, neutral: true, lng: 73.5 + ((time - from) / HOUR_MS) * 1.2 },
    }))
    expect(sum(close(fast, DAY).hours, 'overspeedS')).toBeGreaterThan(3400)
    expect(close(fast, DAY).events).toEqual([])
    expect(alertsOf(fast)).toEqual([])
  })
})

describe('standing', () => {
  /** Numbers of a normal distribution. */
  const normal = (seed: number) => {
    let state = seed
    const next = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return (state + 1) / 2 ** 32
    }
    return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next())
  }
  const METRE = 1 / 111_195

  test.each([1, 2, 3])(
    'B11 parked for ten hours with noise of the speed and strays it is one stop (%i)',
    (seed) => {
      const noise = normal(seed)
      const place = (i: number) => (i % 97 === 50 ? 150 : noise() * 8) * METRE
      let i = 0
      const fixes = every(
        from,
        from + 10 * HOUR_MS,
        () => {
          i += 1
          const speed = i === 1 ? 0 : Math.min(9.5, Math.max(0, noise() * 2))
          return { speed, ignition: undefined, lng: 73.5 + place(i), lat: 18.5 + place(i) }
        },
        30_000,
      )
      const { hours, events } = close(fixes, DAY)
      expect(fixes.some(({ speed = 0 }) => speed > 3)).toBe(true)
      expect([sum(hours, 'runningS'), sum(hours, 'stoppedS')]).toEqual([0, 36_000])
      expect(events.map(({ code, durationS }) => [code, durationS])).toEqual([['VS', 36_000]])
      expect(alertsOf(fixes).map(({ type }) => type)).toEqual(['STOPPAGE'])
    },
  )

  test('B11 a truck that creeps moves within fifty metres and a fix', () => {
    const standing = every(from, from + 10 * MINUTE_MS, { ignition: true, rpm: 700 }, 10_000)
    const [began, last] = [from + 10 * MINUTE_MS, from + 20 * MINUTE_MS]
    const creep = every(
      began + 10_000,
      last,
      (time) => ({
        speed: 6,
        ignition: true,
        rpm: 900,
        lng: 73.5 + ((time - began) / 3600) * 6 * METRE * 1.054,
      }),
      10_000,
    )
    const { hours } = close([...standing, ...creep], DAY)
    expect(sum(hours, 'runningS')).toBeGreaterThan(540)
    expect(sum(hours, 'runningS')).toBeLessThan(600)
    const byOdometer = creep.map((fix, i) => ({ ...fix, lng: 73.5, odo: 100 + i / 60 }))
    expect(
      sum(close([...standing.map((fix) => ({ ...fix, odo: 100 })), ...byOdometer], DAY).hours, 'runningS'),
    ).toBeGreaterThan(500)
  })
})

/** What a truck does for some minutes; it may be silent while it stands, and it fills up or loses fuel only then. */
const stretch = fc.record({
  minutes: fc.integer({ min: 1, max: 600 }),
  everyS: fc.constantFrom(20, 60, 300, 900),
  speed: fc.constantFrom(0, 0, 2, 6, 45, 95),
  ignition: fc.constantFrom(undefined, true, false),
  rpm: fc.constantFrom(undefined, 0, 800, 2900),
  neutral: fc.boolean(),
  isSilent: fc.boolean(),
  litresPerMin: fc.constantFrom(0, 0, -1.25, 4),
})
const DAYS = 4
const RUNS = faultRounds(10, 300)
const LONGEST_MS = faultRounds(30_000, 600_000)

const fixesOf = (
  stretches: ReadonlyArray<typeof stretch extends fc.Arbitrary<infer T> ? T : never>,
  start: number,
) => {
  const fixes: Fix[] = []
  let [time, last, lng, odo, fuel] = [start, start, 73.5, 1000, 200]
  for (const { minutes, everyS, speed, isSilent, litresPerMin, ...rest } of stretches) {
    // A change of the level is one of 20 minutes, and so long that it is believed.
    const until = time + Math.max(minutes, litresPerMin === 0 ? 0 : 90) * MINUTE_MS
    for (let i = 0; time < until; i += 1, time += everyS * 1000) {
      const km = (speed * (time - last)) / HOUR_MS
      last = time
      lng += km / 105.5
      odo += km
      if (speed === 0 && i < (20 * 60) / everyS) fuel += (litresPerMin * everyS) / 60
      else fuel -= km * 0.3
      fuel = Math.min(290, Math.max(20, fuel))
      if (isSilent && speed === 0 && i > 0) continue
      fixes.push(at(time, { ...rest, speed, lng, odo, fuel: Math.round(fuel * 100) / 100 }))
    }
  }
  return fixes
}

describe.each([
  ['a day of 23 hours', '2026-03-28'],
  ['a day of 25 hours', '2026-10-24'],
])('around %s', (_, firstDay) => {
  const days = Array.from({ length: DAYS }, (__, i) => shiftDay(firstDay, i))
  const { from: start } = dayBounds(firstDay, ZONE)

  test('DSH-12 any cut adds up, each litre and event is in one row, and figures and alerts agree', {
    timeout: LONGEST_MS,
  }, () => {
    fc.assert(
      fc.property(
        fc.array(stretch, { minLength: 8, maxLength: 16, size: 'max' }),
        fc.array(fc.integer({ min: 0, max: DAYS * 24 * HOUR_MS }), { maxLength: 5 }),
        fc.integer({ min: 0, max: DAYS * 24 * HOUR_MS }),
        (stretches, places, handOver) => {
          const end = dayBounds(days[DAYS - 1] ?? '', ZONE).to
          const fixes = fixesOf(stretches, start).filter(({ time }) => time < end)
          const drivers = [{ from: start + handOver, driverId: 1 }]
          const whole = days.map((day) => close(fixes, day))
          const cut = days.flatMap((day) => [
            ...close(fixes, day, { cuts: places.map((place) => start + place), drivers }).hours,
          ])
          const total = figuresTogether(whole.flatMap(({ hours }) => [...hours]))
          const ofCut = figuresTogether(cut)
          for (const name of FIGURE_NAMES) expect(ofCut[name], name).toBeCloseTo(total[name], 6)

          const alerts = alertsOf(fixes)
          const count = (type: string) => alerts.filter((alert) => alert.type === type).length
          expect({
            ...{ OS: total.overspeeds, ID: total.idlings, ND: total.neutrals, EO: total.overruns },
            ...{ VS: total.stoppages, FD: total.fuelDrops, FF: total.fuelFills },
          }).toEqual({
            ...{ OS: count('OVERSPEED'), ID: count('IDLING'), ND: count('NEUTRALDRIVING') },
            ...{ EO: count('ENGINEOVERRUN'), VS: count('STOPPAGE') },
            ...{ FD: count('FUELDROP'), FF: count('FUELFILL') },
          })
          const litres = (type: string) =>
            alerts.reduce((all, alert) => all + (alert.type === type ? (alert.value ?? 0) : 0), 0)
          expect(total.fuelDropped).toBeCloseTo(litres('FUELDROP'), 1)
          expect(total.fuelFilled).toBeCloseTo(litres('FUELFILL'), 1)
          const levels = fixes.map(({ fuel = 0 }) => fuel)
          // The steady level at both ends is a mean of several readings.
          const fell = (levels[0] ?? 0) - (levels.at(-1) ?? 0)
          expect(Math.abs(total.fuelUsed + total.fuelDropped - total.fuelFilled - fell)).toBeLessThan(10)
          const km = (fixes.at(-1)?.odo ?? 0) - (fixes[0]?.odo ?? 0)
          expect(total.distanceKm).toBeCloseTo(km, 1)
          expect(total.fixes).toBe(fixes.length)
        },
      ),
      { numRuns: RUNS },
    )
  })
})
