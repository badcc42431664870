import { describe, expect, test } from 'vitest'
import { RULES } from '#server/rules/limits.ts'
import { createRandom } from '#server/simulator/random.ts'
import { columnsOf } from '#server/track/columns.ts'
import { FUEL_SENSORS, type FuelSensor, fuelTruck } from '#tests/server/track/fuel-truck.fixture.ts'
import { alertsOf, at, drive, every, FROM, HEAVY, inShort, startRun } from './vehicle-day.fixture.ts'

const fuelAlerts = (fixes: Parameters<typeof alertsOf>[0], setup?: Parameters<typeof alertsOf>[1]) =>
  inShort(
    alertsOf(fixes, setup).filter(({ isUndone }) => !isUndone),
    'FUELDROP',
    'FUELFILL',
  )
const IDLES = { ignition: true, rpm: 650 }

/** A level that falls by so many litres between two minutes. */
const falling =
  (from: number, to: number, litres: number, before = 180) =>
  (minute: number): number =>
    before - (litres * Math.min(Math.max(minute - from, 0), to - from)) / (to - from)

describe('a theft', () => {
  test.each([10, 30, 60, 120])(
    'ALR-05 of 25 l in 10 min while the engine idles is one alert with a fix each %d s',
    (everyS) => {
      const level = falling(30, 40, 25)
      const fixes = Array.from({ length: (60 * 90) / everyS }, (_, i) => (i * everyS) / 60).map((minute) =>
        at(minute, { ...IDLES, fuel: level(minute) - minute * 0.04 }),
      )
      const found = fuelAlerts([...fixes, ...drive(90, 95, 50, { fuel: 150 })])
      expect(found.map(([type]) => type)).toEqual(['FUELDROP'])
      expect(Math.abs(Number(found[0]?.[4]) - 25)).toBeLessThan(1.5)
      expect(found[0]?.[1]).toBeGreaterThanOrEqual(28)
    },
  )

  test('ALR-05 of 25 l in two hours while parked is one alert, by the level at key-off', () => {
    const parked = Array.from({ length: 100 }, (_, i) => i * 5)
    const [found, ...more] = fuelAlerts(
      parked.map((minute) => at(minute, { fuel: falling(60, 180, 25)(minute) })),
    )
    expect(more).toEqual([])
    expect(found?.[0]).toBe('FUELDROP')
    expect(found?.[1]).toBeGreaterThanOrEqual(60)
    expect(found?.[1]).toBeLessThanOrEqual(70)
    expect(found?.[3]).toBe(180)
    expect(found?.[4]).toBeCloseTo(25, 0)
  })

  test('ALR-05 of which a silent night says nothing shows at key-on, and is sure on the road', () => {
    const before = [...every(-30, -1, { ...IDLES, speed: 50, fuel: 180, lng: 73.5 }), at(0, { fuel: 180 })]
    const keyOn = at(600, { ...IDLES, fuel: 155 })
    const road = drive(601, 630, 50, { fuel: 155 })
    expect(fuelAlerts([...before, keyOn])).toEqual([])
    expect(
      fuelAlerts([...before, keyOn, ...road]).map(([type, began, , ended]) => [type, began, ended]),
    ).toEqual([['FUELDROP', 0, 600]])
    const wrong = drive(601, 630, 50, { fuel: 180 })
    expect(fuelAlerts([...before, keyOn, ...wrong])).toEqual([])
  })

  test('is one, where the truck then drives off without a level and shows the rest on the road', () => {
    const parked = every(0, 44, (minute) => ({ fuel: minute < 30 ? 180 : 155 }))
    const road = drive(45, 130, 50).map((fix, i) => (i < 15 ? fix : { ...fix, fuel: 155 - i * 0.2 }))
    expect(fuelAlerts([...parked, ...road]).map(([type]) => type)).toEqual(['FUELDROP'])
  })

  test('in a stop before which nobody read levels is one, and leaves no doubt', () => {
    const road = drive(0, 44, 50).map((fix, i) => (i <= 30 ? { ...fix, fuel: 180 } : fix))
    const place = road.at(-1)?.lng ?? 0
    const parked = every(45, 90, (minute) => ({ fuel: minute < 48 ? 180 : 155, lng: place }))
    expect(fuelAlerts([...road, ...parked]).map(([type, began]) => [type, began])).toEqual([['FUELDROP', 47]])
  })

  test.each([
    ['is shown by the road', 10, 155, ['FUELDROP']],
    ['is none where the road shows the levels before it', 10, 180, []],
    ['is none where the truck had just come and nothing had come to rest', 1, 155, []],
  ])('after which the truck drives off within two minutes %s', (_title, minutes, after, expected) => {
    const before = drive(-60, -1, 50, { fuel: 180 })
    const place = before.at(-1)?.lng ?? 0
    const parked = every(0, minutes, { fuel: 180, lng: place })
    const afterwards = every(minutes + 1, minutes + 1, { fuel: 155, lng: place })
    const road = every(minutes + 2, minutes + 40, (minute) => ({
      ...{ ...IDLES, speed: 50, fuel: after },
      lng: place + ((minute - minutes - 1) * 50) / 60 / 105.5,
    }))
    expect(fuelAlerts([...before, ...parked, ...afterwards, ...road]).map(([type]) => type)).toEqual(expected)
  })

  test('is undone, and withdrawn, where the level comes back', () => {
    const run = startRun({ rules: [{ type: 'FUELDROP', threshold: 8 }] })
    const level = (minute: number) => (minute >= 30 && minute < 45 ? 60 : 180)
    for (const fix of every(0, 44, (minute) => ({ fuel: level(minute) }))) run.step(fix)
    expect(run.take().map(({ isUndone }) => isUndone)).toEqual([undefined])
    expect(run.open().map(({ type, ended }) => [type, ended])).toEqual([['FUELDROP', null]])
    for (const fix of every(45, 60, (minute) => ({ fuel: level(minute) }))) run.step(fix)
    expect(run.take().map(({ isUndone }) => isUndone)).toEqual([true])
    expect(run.open()).toEqual([])
  })
})

describe('ALR-05 a theft of 30 l of which some litres come back', () => {
  /** Parked for a quarter of an hour with 30 l less, then with so many litres. */
  const back = (litres: number, until: number) =>
    every(0, until, (minute) => ({ fuel: minute < 30 ? 180 : minute < 45 ? 150 : litres }))
  const found = (fixes: Parameters<typeof alertsOf>[0]) =>
    alertsOf(fixes)
      .filter(({ type }) => type === 'FUELDROP')
      .map(({ value, isUndone = false }) => [value, isUndone])

  test.each([
    [172, false],
    [172.1, true],
  ])('is undone where less than the threshold is missing: %d l', (litres, isUndone) => {
    expect(found(back(litres, 60))).toEqual([[30, isUndone]])
    const left = [...back(litres, 46), ...drive(47, 50, 50)]
    expect(found(left)).toEqual(
      [[180 - litres, isUndone]].map(([by, is]) => [expect.closeTo(Number(by), 9), is]),
    )
  })

  test.each<[string, number[], number, number]>([
    ['is what was read before', [60], 30, 30],
    ['counts once it was read twice', [60, 60], 45, 120],
  ])('a last level before the truck leaves, which may be wrong, %s', (_title, last, ended, litres) => {
    const parked = [...back(150, 44), ...last.map((fuel, i) => at(45 + i, { fuel }))]
    const fixes = [...parked, ...drive(45 + last.length, 60, 50)]
    expect(fuelAlerts(fixes)).toEqual([['FUELDROP', 29, 35, ended, litres]])
  })
})

test('ALR-25 a drop tells its rule and its levels: before it, where it was raised, and where it ended', () => {
  const run = startRun({ rules: [{ type: 'FUELDROP', threshold: 8 }] })
  for (const fix of every(0, 40, (minute) => ({ fuel: falling(20, 23, 18)(minute) }))) run.step(fix)
  const shownBy = (alerts: ReturnType<typeof run.take>) =>
    alerts.map(({ ended, evidence }) => [ended, evidence.fixes.map(({ shows, value }) => [shows, value])])
  const open = [
    ['began', 180],
    ['raised', 162],
  ]
  expect(shownBy(run.take())).toEqual([[null, open]])
  expect(shownBy([...run.open()])).toEqual([[null, open]])
  for (const fix of drive(41, 45, 50)) run.step(fix)
  const ended = run.take()
  expect(shownBy(ended)).toEqual([[at(23).time, [...open, ['ended', 162]]]])
  expect(ended[0]).toMatchObject({ lastSeen: at(23).time, lng: 73.5, lat: 18.5, durationS: null })
})

describe('ALR-05 levels that nobody reads', () => {
  // An engine that idles for ten hours burns 24 l.
  const silence = (fixes: ReturnType<typeof every>) => [
    ...every(-30, -1, { ...IDLES, speed: 50, fuel: 180 }),
    ...fixes,
    ...drive(601, 640, 50, { fuel: 160 }),
  ]
  const tenMinutes = (more: object) => Array.from({ length: 59 }, (_, i) => at(10 + i * 10, more))
  test.each<[string, ReturnType<typeof every>, string[]]>([
    ['of a parked truck are no use', [at(0, { fuel: 180 }), ...tenMinutes({})], ['FUELDROP']],
    ['of an engine that idles are use', [at(0, { ...IDLES, fuel: 180 }), ...tenMinutes(IDLES)], []],
    [
      'after which nobody knows what the truck did are no use',
      [at(0, { ...IDLES, fuel: 180 })],
      ['FUELDROP'],
    ],
  ])('%s', (_title, fixes, expected) => {
    expect(fuelAlerts(silence(fixes)).map(([type]) => type)).toEqual(expected)
  })

  test.each([
    [9, []],
    [10, ['FUELFILL']],
  ])('for %d minutes on the road hide a filling: %j', (minutes, expected) => {
    const fixes = drive(0, 80, 50).map((fix, i) => ({
      ...fix,
      ...(i <= 30 && { fuel: 100 }),
      ...(i >= 30 + minutes && { fuel: 250 }),
    }))
    expect(fuelAlerts(fixes).map(([type]) => type)).toEqual(expected)
  })

  test.each([
    [2, []],
    [3, ['FUELFILL']],
  ])('for %d minutes after a stop hide a filling: %j', (minutes, expected) => {
    const road = drive(31, 80, 50).map((fix, i) => (i + 1 >= minutes ? { ...fix, fuel: 250 } : fix))
    expect(fuelAlerts([...every(0, 30, { fuel: 100 }), ...road]).map(([type]) => type)).toEqual(expected)
  })
})

describe('a sensor', () => {
  test('that reads 0 for minutes or hours, more than the tank can hold, or a few wrong values raises nothing', () => {
    const wrong = (minute: number): number => {
      if ((minute >= 30 && minute < 34) || (minute >= 100 && minute < 220)) return 0
      if (minute === 60 || minute === 61 || minute === 62 || minute === 280) return 95
      if (minute > 250 && minute < 262) return 1999
      return 180
    }
    expect(fuelAlerts(every(0, 400, (minute) => ({ fuel: wrong(minute) })))).toEqual([])
    const idles = (minute: number) => (wrong(minute) === 180 ? 180 - minute * 0.03 : wrong(minute))
    expect(fuelAlerts(every(0, 400, (minute) => ({ ...IDLES, fuel: idles(minute) })))).toEqual([])
    expect(
      fuelAlerts(
        drive(0, 400, 50).map((fix, i) => ({ ...fix, fuel: wrong(i) === 180 ? 280 - i * 0.2 : wrong(i) })),
      ),
    ).toEqual([])
  })

  test.each([4, 276])('that shows %d l once on the road after a stop raises nothing', (litres) => {
    const random = createRandom(2)
    const noisy = (fuel: number) => fuel + random.between(-3, 3)
    const road = (from: number, count: number, km: number) =>
      Array.from({ length: count }, (_, i) => ({
        ...drive(from, from, 50)[0],
        ...at(from + i / 2, { ...IDLES, speed: 50, lng: 73 + (km + i * 0.4) / 105.5 }),
        fuel: noisy(122 - i * 0.1),
      }))
    const before = road(0, 120, 0)
    const parked = [at(60, { fuel: noisy(110), lng: 73.455 }), at(65, { fuel: noisy(110), lng: 73.455 })]
    const after = road(70, 40, 48).map((fix, i) => ({ ...fix, fuel: noisy(110 - i * 0.1) }))
    for (let wrong = 0; wrong < 20; wrong += 1) {
      const fixes = after.map((fix, i) => (i === wrong ? { ...fix, fuel: litres } : fix))
      expect(fuelAlerts([...before, ...parked, ...fixes]), `at ${wrong}`).toEqual([])
    }
  })

  test('that scatters is told from more litres on, and the evidence says so', () => {
    const random = createRandom(1)
    const noise = Array.from({ length: 601 }, () => random.between(-6, 6))
    const fixes = every(0, 600, (minute) => ({ fuel: falling(400, 404, 25)(minute) + (noise[minute] ?? 0) }))
    const [alert, ...more] = alertsOf([...fixes, ...drive(601, 602, 50, { fuel: 155 })]).filter(
      ({ type }) => type === 'FUELDROP',
    )
    expect(more).toEqual([])
    expect(alert?.evidence.rule).toMatchObject({ threshold: 8 })
    expect(alert?.evidence.rule['scatterLitres']).toBeGreaterThan(3)
    const sensitive = alertsOf([...fixes, ...drive(601, 602, 50, { fuel: 155 })], {
      rules: [{ type: 'FUELDROP', threshold: 1 }],
    })
    const { leastLitres, scatterLitres } = sensitive[0]?.evidence.rule ?? {}
    // Between means of 16 levels.
    expect(leastLitres).toBeCloseTo(RULES.fuelScatterTimes * Number(scatterLitres) * Math.sqrt(2 / 16), 1)
    const small = every(0, 600, (minute) => ({ fuel: falling(400, 404, 8)(minute) + (noise[minute] ?? 0) }))
    expect(fuelAlerts([...small, ...drive(601, 602, 50, { fuel: 172 })])).toEqual([])
    const calm = every(0, 600, (minute) => ({ fuel: falling(400, 404, 8.5)(minute) }))
    expect(fuelAlerts([...calm, ...drive(601, 602, 50, { fuel: 171.5 })])).toHaveLength(1)
  })

  test('that tells levels in large steps needs more than one of them', () => {
    const steps = (minute: number) => (minute < 200 ? 180 + 6 * (Math.floor(minute / 20) % 2) : 180)
    const rules = [{ type: 'FUELDROP', threshold: 5 }] as const
    expect(
      fuelAlerts(
        every(0, 400, (minute) => ({ fuel: steps(minute) })),
        { rules },
      ),
    ).toEqual([])
  })
})

test('driving parts levels: what is burnt on the road is no drop', () => {
  const fixes = drive(0, 600, 60).map((fix, i) => ({
    ...fix,
    fuel: 280 - i * 0.4,
    ...(i % 60 > 45 ? { speed: 0, lng: 73.5 + (i - (i % 60) + 45) / 105.5 } : {}),
  }))
  expect(fuelAlerts(fixes)).toEqual([])
})

test('levels that scatter for a month leave a small state, whatever came before', () => {
  const sensor = FUEL_SENSORS.find(({ name }) => name === 'Gaussian, sd 1 %') as FuelSensor
  const { fixes } = fuelTruck(sensor, 4, FROM, 6)
  const columns = columnsOf(fixes)
  const rules = [{ type: 'FUELDROP', threshold: 8 }] as const
  const whole = startRun({ rules })
  whole.stepOver(columns, 0, columns.length)
  expect(JSON.stringify(whole.state()).length).toBeLessThan(6000)
  const late = startRun({ rules })
  late.stepOver(columns, Math.floor(columns.length / 3), columns.length)
  late.beginDay()
  whole.beginDay()
  expect(late.state()).toEqual(whole.state())
})

/** Six days of each sensor of the bench, whose `fuel-truth` measures fifty. */
test.each(FUEL_SENSORS.filter(({ fails }) => !fails))(
  'ALR-05 $name: thefts, siphonings and fillings are found, and nothing else',
  (sensor) => {
    const truck = fuelTruck(sensor, 7, FROM, 8)
    const run = startRun({
      rules: [
        { type: 'FUELDROP', threshold: 8 },
        { type: 'FUELFILL', threshold: 8 },
      ],
    })
    const columns = columnsOf(truck.fixes)
    run.stepOver(columns, 0, columns.length)
    const found = run.take().filter(({ isUndone }) => !isUndone)
    const count = (type: string) => found.filter((alert) => alert.type === type).length
    expect(truck.events.filter(({ kind }) => kind !== 'fill').length).toBeGreaterThan(3)
    expect(count('FUELFILL')).toBe(truck.events.filter(({ kind }) => kind === 'fill').length)
    expect(count('FUELDROP')).toBe(truck.events.filter(({ kind }) => kind !== 'fill').length)
    for (const { from, to, litres } of truck.events) {
      const own = found.find(({ began, lastSeen }) => began <= to + 300_000 && lastSeen >= from - 300_000)
      expect(Math.abs((own?.value ?? 0) - litres)).toBeLessThan(13)
    }
  },
)

test('a tank of unknown size is judged by a usual one', () => {
  const vehicle = { ...HEAVY, fuelTankLitres: null }
  const fixes = every(0, 200, (minute) => ({ fuel: falling(60, 64, 25)(minute) }))
  expect(fuelAlerts(fixes, { vehicle })).toHaveLength(1)
})
