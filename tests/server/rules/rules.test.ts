import { describe, expect, test } from 'vitest'
import { ALERT_SETTINGS } from '#contract/records/alert-settings.ts'
import { ALERT_NAME, type AlertCode } from '#domain/alerts.ts'
import { RULES } from '#server/rules/limits.ts'
import { INITIAL_RULES } from '#server/rules/rules.ts'
import {
  alertsOf,
  at,
  drive,
  every,
  type Fields,
  FROM,
  fenceAt,
  HEAVY,
  inShort,
  startRun,
} from './vehicle-day.fixture.ts'

test('ALR-02 ALR-08 each of the twelve types has one rule with the initial threshold of its setting', () => {
  expect(INITIAL_RULES.map(({ type }) => type).sort()).toEqual(Object.keys(ALERT_NAME).sort())
  for (const { type, initial } of ALERT_SETTINGS)
    expect(INITIAL_RULES.find((rule) => rule.type === type)?.threshold).toBe(initial ?? 0)
})

test.each<[AlertCode, Fields, Record<string, number>]>([
  ['OVERSPEED', { speed: 90 }, { limit: 80, backKmph: RULES.overspeedBackKmph, afterS: RULES.overspeedS }],
  ['IDLING', { speed: 0, rpm: 700 }, { afterS: 300, movingAboveKmph: RULES.movingAbove }],
  ['STOPPAGE', { speed: 0, ignition: false }, { afterS: 1800, movingAboveKmph: RULES.movingAbove }],
  ['ENGINEOVERRUN', { rpm: 2900 }, { limit: 2850, backRpm: RULES.overrunBackRpm, afterS: RULES.overrunS }],
  [
    'NEUTRALDRIVING',
    { neutral: true },
    { afterS: 10, aboveKmph: RULES.neutralAbove, backKmph: RULES.neutralBackKmph },
  ],
  ['ADBLUEZONE', { adblueZone: 3 }, { from: RULES.adblueZoneFrom, to: RULES.adblueZoneTo }],
  ['DPFREGEN', { dpf: 1 }, {}],
])('the evidence of %s names the numbers of its rule, and no others', (type, fix, rule) => {
  const fixes = every(0, 40, { speed: 50, ignition: true, ...fix })
  const alert = alertsOf(fixes).find((each) => each.type === type)
  expect(alert?.evidence.rule).toEqual(rule)
})

describe('OVERSPEED', () => {
  test('ALR-04 ALR-19 ALR-20 lasts from the first fast fix to the last one, with its figures', () => {
    const [alert, ...more] = alertsOf([
      ...drive(0, 4, 60),
      ...drive(5, 7, 92),
      ...drive(8, 9, 96),
      ...drive(10, 12, 60),
    ])
    expect(more).toEqual([])
    expect(inShort(alert ? [alert] : [])).toEqual([['OVERSPEED', 5, 6, 9, 96]])
    expect(alert?.durationS).toBe(240)
    expect(alert?.evidence.figures).toMatchObject({ limit: 80, maxSpeed: 96, durationS: 240, atMaxS: 60 })
    expect(alert?.evidence.rule).toMatchObject({ limit: 80 })
    expect(alert?.evidence.fixes.map(({ shows, value }) => [shows, value])).toEqual([
      ['began', 92],
      ['raised', 92],
      ['peak', 96],
      ['ended', null],
    ])
  })

  test.each([
    [80, []],
    [81, [['OVERSPEED', 0, 1, 3, 81]]],
  ])('ALR-04 %d km/h at a limit of 80', (kmph, expected) => {
    expect(inShort(alertsOf([...drive(0, 3, kmph), ...drive(4, 5, 60)]))).toEqual(expected)
  })

  test.each([
    ['goes on above 3 km/h below the limit', 77.1, [[0, 1, 4]]],
    [
      'ends there',
      77,
      [
        [0, 1, 1],
        [3, 4, 4],
      ],
    ],
  ])('it %s', (_title, kmph, expected) => {
    const found = alertsOf([...drive(0, 1, 90), ...drive(2, 2, kmph), ...drive(3, 4, 90), ...drive(5, 6, 50)])
    expect(inShort(found).map(([, ...minutes]) => minutes.slice(0, 3))).toEqual(expected)
  })

  test('a speed that flickers around the limit is one alert', () => {
    const flicker = [79, 81, 79, 82, 78, 81, 76]
    const alerts = alertsOf(flicker.flatMap((kmph, i) => drive(i, i, kmph)))
    expect(inShort(alerts)).toEqual([['OVERSPEED', 1, 3, 5, 82]])
  })

  test('fast fixes count for the time from the first to the last of them: a single one is noise, however late the next fix', () => {
    const second = (s: number, speed: number | undefined) => at(s / 60, { speed, ignition: true })
    expect(alertsOf([second(0, 60), second(2, 95), second(4, 60)])).toEqual([])
    expect(alertsOf([second(0, 60), second(60, 95), second(600, 0)])).toEqual([])
    expect(alertsOf([second(0, 60), second(60, 95), second(120, 78), second(180, 79)])).toEqual([])
    expect(alertsOf([second(0, 60), second(60, 95), second(120, undefined), second(180, 60)])).toEqual([])
    expect(alertsOf([second(0, 60), second(2, 95), second(6, 95), second(60, 60)])).toEqual([])
    expect(inShort(alertsOf([second(0, 60), second(1, 95), second(6, 95)]), 'OVERSPEED')).toHaveLength(1)
  })

  test('its duration and distance end with the last fast fix', () => {
    const [alert] = alertsOf([
      ...drive(0, 6, 95),
      at(7, { speed: 78, lng: 73.6 }),
      at(15, { speed: 0, lng: 73.6 }),
    ])
    expect(alert).toMatchObject({
      began: at(0).time,
      ended: at(6).time,
      lastSeen: at(6).time,
      durationS: 360,
    })
    const { durationS, distanceM } = alert?.evidence.figures ?? {}
    expect(durationS).toBe(360)
    expect(distanceM).toBeCloseTo(9500, -2)
    const fixes = [...drive(0, 2, 95), ...drive(3, 4, 79), ...drive(5, 5, 90)]
    const lasting = fixes.map((fix, i) => ({ ...fix, lng: 73.5 + i * 0.01 }))
    expect(alertsOf(lasting)[0]?.evidence.figures['durationS']).toBe(60)
    const run = startRun()
    for (const fix of lasting) run.step(fix)
    expect(run.open()[0]?.evidence.figures).toMatchObject({ durationS: 300, atMaxS: 120 })
    expect(run.open()[0]?.evidence.figures['distanceM']).toBeCloseTo(5 * 1055, -2)
  })

  test.each([
    ['half a km/h more goes on', [90, 90.5], 60],
    ['more than that begins anew', [90, 90.6], 0],
    ['half a km/h less counts', [90, 89.5, 90], 120],
    ['less than that does not', [90, 89.4, 90], 60],
    ['a weaker one in between does not', [90, 85, 90], 60],
  ])('ALR-20 its time at the highest speed: %s', (_title, speeds, expected) => {
    const fixes = [...speeds, 60].flatMap((kmph, minute) => drive(minute, minute, kmph))
    expect(alertsOf(fixes)[0]?.evidence.figures['atMaxS']).toBe(expected)
  })

  test('the first of the highest speeds is its evidence', () => {
    const fixes = [90, 96, 96, 60].flatMap((kmph, minute) => drive(minute, minute, kmph))
    const peak = alertsOf(fixes)[0]?.evidence.fixes.find(({ shows }) => shows === 'peak')
    expect(peak).toMatchObject({ time: at(1).time, value: 96 })
  })

  test('a fix without a speed does not end it; a long gap does, at the last fix before', () => {
    const silent = [...drive(0, 1, 90), at(2, { speed: undefined }), ...drive(3, 3, 90), ...drive(4, 4, 50)]
    expect(inShort(alertsOf(silent))).toEqual([['OVERSPEED', 0, 1, 3, 90]])
    const gap = [...drive(0, 2, 90), ...drive(30, 31, 90), ...drive(32, 32, 50)]
    expect(inShort(alertsOf(gap))).toEqual([
      ['OVERSPEED', 0, 1, 2, 90],
      ['OVERSPEED', 30, 31, 31, 90],
    ])
  })

  test('each threshold is a rule of its own', () => {
    const rules = [60, 80].map((threshold) => ({ type: 'OVERSPEED', threshold }) as const)
    const alerts = alertsOf([...drive(0, 3, 70), ...drive(4, 6, 90), ...drive(7, 9, 40)], { rules })
    expect(alerts.map(({ threshold, began, ended }) => [threshold, began, ended])).toEqual([
      [60, at(0).time, at(6).time],
      [80, at(4).time, at(6).time],
    ])
  })
})

describe('standing', () => {
  test.each([
    ['ALR-03 idling counts from five minutes on', { ignition: true, rpm: 700 }, 5, 'IDLING'],
    ['four minutes of idling are none', { ignition: true, rpm: 700 }, 4, null],
    ['ALR-03 standing counts from thirty minutes on', {}, 30, 'STOPPAGE'],
    ['standing for 29 minutes is no stoppage', {}, 29, null],
    ['a key turned on with the engine off is no idling', { ignition: true, rpm: 0 }, 10, null],
  ] as const)('%s', (_title, fix, minutes, type) => {
    const alerts = alertsOf([...every(10, 9 + minutes, fix), ...drive(10 + minutes, 12 + minutes, 50)])
    expect(alerts.map((alert) => alert.type)).toEqual(type === null ? [] : [type])
  })

  test('ALR-17 is raised where its time was up, and ends with the first fix that moves', () => {
    const [alert] = alertsOf([...every(10, 60, {}), ...drive(61, 62, 50)])
    expect(inShort(alert ? [alert] : [])).toEqual([['STOPPAGE', 10, 40, 61, 51 * 60]])
    expect(alert?.evidence.figures).toEqual({ thresholdS: 1800, durationS: 51 * 60 })
  })

  test('a parked truck that reports once an hour stands all the time; a moved one does not', () => {
    const parked = [at(0), at(60), at(120), at(180)]
    expect(inShort(alertsOf(parked))).toEqual([['STOPPAGE', 0, 60, null, 3600]])
    expect(alertsOf(parked.map((fix, i) => ({ ...fix, lng: 73.5 + i * 0.02 })))).toEqual([])
  })

  test('a state lasts until the next fix says otherwise, if that is in the same place', () => {
    const idling = { ignition: true, rpm: 700 }
    const elsewhere = { speed: 50, ignition: true, lng: 73.54 }
    const here = { ...elsewhere, lng: 73.5 }
    const stop = [...every(0, 3, {}), at(480, { ignition: true, rpm: 700 })]
    expect(inShort(alertsOf(stop))).toEqual([['STOPPAGE', 0, 480, 480, 480 * 60]])
    expect(inShort(alertsOf([at(0), at(25), at(34, here)]))).toEqual([['STOPPAGE', 0, 34, 34, 34 * 60]])
    expect(alertsOf([at(0), at(25), at(34, elsewhere)])).toEqual([])
    expect(inShort(alertsOf([at(0, idling), at(9, here)]))).toEqual([['IDLING', 0, 9, 9, 540]])
    expect(alertsOf([at(0, idling), at(9, elsewhere)])).toEqual([])
    expect(alertsOf([at(0, idling), at(9, { ...idling, lng: 73.54 })])).toEqual([])
    expect(inShort(alertsOf([...every(0, 8, idling), at(9, elsewhere)]))).toEqual([['IDLING', 0, 5, 8, 480]])
    expect(inShort(alertsOf([at(0, idling), at(60, idling), at(120, idling)]))).toEqual([
      ['STOPPAGE', 0, 60, 60, 3600],
      ['STOPPAGE', 60, 120, 120, 3600],
    ])
  })

  test.each([
    ['without ignition, revolutions say that it idles', { ignition: undefined, rpm: 700 }, 'IDLING'],
    ['without ignition, no revolutions say that it is parked', { ignition: undefined, rpm: 0 }, 'STOPPAGE'],
    ['a device that reports neither is parked where it stands', { ignition: undefined }, 'STOPPAGE'],
    ['with the key off it is parked, whatever the revolutions', { ignition: false, rpm: 700 }, 'STOPPAGE'],
  ] as const)('%s', (_title, fix, type) => {
    const alerts = alertsOf([...drive(0, 4, 50), ...every(5, 45, fix), ...drive(46, 48, 50)])
    expect(alerts.map((alert) => alert.type)).toEqual([type])
  })

  test('a fix that says nothing of the engine does not end idling', () => {
    const silent = { ignition: undefined }
    const fixes = every(0, 40, (minute) => (minute % 10 === 0 ? { ignition: true } : silent))
    expect(inShort(alertsOf(fixes))).toEqual([['IDLING', 0, 5, null, 300]])
    const gap = [at(0, { ignition: true }), ...every(40, 80, silent)]
    expect(inShort(alertsOf(gap))).toEqual([['STOPPAGE', 0, 40, null, 2400]])
  })

  test('a fix without a speed ends no stop, unless it is elsewhere', () => {
    const stop = (more: { lng?: number }) => [
      ...every(0, 19, {}),
      at(20, { speed: undefined, ...more }),
      ...every(21, 45, {}),
    ]
    expect(inShort(alertsOf(stop({})))).toEqual([['STOPPAGE', 0, 30, null, 1800]])
    expect(alertsOf(stop({ lng: 73.51 }))).toEqual([])
  })

  const EAST_OF_STOP_M = 105_500

  test.each([
    ['49 m away it is noise of the receiver', 49, [['STOPPAGE', 0, 30, null, 1800]]],
    ['51 m away the truck has moved', 51, []],
  ])('a fix without a speed after a gap in a stop: %s', (_title, metres, expected) => {
    const moved = { lng: 73.5 + metres / EAST_OF_STOP_M }
    const fixes = [...every(0, 10, {}), at(25, { speed: undefined, ...moved }), ...every(26, 45, moved)]
    expect(inShort(alertsOf(fixes))).toEqual(expected)
  })

  test.each([
    ['idling', { ignition: true, rpm: 700 }, 'IDLING', 9],
    ['parked', {}, 'STOPPAGE', 60],
  ] as const)('%s, a truck is in the same place up to 300 m away', (_title, fix, type, minutes) => {
    const found = (metres: number) =>
      alertsOf([at(0, fix), at(minutes, { ...fix, lng: 73.5 + metres / EAST_OF_STOP_M })])
    expect(found(295).map((alert) => alert.type)).toEqual([type])
    expect(found(305)).toEqual([])
  })

  test('DI-08 a stop over midnight is one alert', () => {
    expect(inShort(alertsOf([...every(-60, 59, {}), ...drive(60, 61, 50)]))).toEqual([
      ['STOPPAGE', -60, -30, 60, 7200],
    ])
  })

  test('ALR-17 ALR-18 names the geofence in which it happens', () => {
    const [alert] = alertsOf(every(0, 40, {}), { fences: [fenceAt(4, 73.5, 18.5)] })
    expect(alert?.evidence.fence).toEqual({ id: 4, name: 'Yard 4' })
  })
})

describe('the engine', () => {
  test.each([
    ['HDT', 2851, true],
    ['HDT', 2850, false],
    ['MDT', 3101, true],
    ['MDT', 3100, false],
  ] as const)('ALR-10 CST-13 overrun of %s at %d rpm: %s', (segment, rpm, isOverrun) => {
    const fixes = [...drive(0, 2, 50), ...drive(3, 4, 50, { rpm }), ...drive(5, 6, 50, { rpm: 1500 })]
    const alerts = alertsOf(fixes, { vehicle: { ...HEAVY, segment } })
    expect(inShort(alerts)).toEqual(isOverrun ? [['ENGINEOVERRUN', 3, 4, 4, rpm]] : [])
  })

  test('ALR-21 overrun has the revolutions where it began, the highest, and the speed', () => {
    const [alert] = alertsOf([
      ...drive(0, 0, 50, { rpm: 2900 }),
      ...drive(1, 1, 55, { rpm: 2990 }),
      ...drive(2, 2, 55, { rpm: 1200 }),
    ])
    expect(alert?.evidence.figures).toEqual({
      limit: 2850,
      rpm: 2900,
      maxRpm: 2990,
      durationS: 60,
      speed: 50,
    })
  })

  test('ALR-04 ALR-23 neutral driving counts from ten seconds on, with its distance', () => {
    const neutral = drive(0, 5, 60).map((fix, i) => ({ ...fix, neutral: i === 2 || i === 3 }))
    const [alert] = alertsOf(neutral)
    expect(inShort(alert ? [alert] : [])).toEqual([['NEUTRALDRIVING', 2, 3, 3, 60]])
    expect(alert?.evidence.figures['distanceM']).toBeCloseTo(1000, -2)
    const short = [
      at(0, { speed: 50, neutral: true }),
      at(9 / 60, { speed: 50, neutral: true }),
      at(9.5 / 60, { speed: 50, neutral: false }),
    ]
    expect(alertsOf(short)).toEqual([])
  })
})

describe('fuel', () => {
  test('ALR-05 ALR-25 fuel lost while standing is a drop; fuel burnt driving or idling is not', () => {
    const fuelAt = (minute: number) => (minute < 20 ? 200 : minute < 23 ? 200 - (minute - 19) * 6 : 182)
    const [alert, ...more] = alertsOf([
      ...every(10, 29, (minute) => ({ fuel: fuelAt(minute) })),
      ...drive(30, 50, 60).map((fix, i) => ({ ...fix, fuel: 182 - i })),
    ])
    expect(more).toEqual([])
    // Raised once it has held for five minutes.
    expect(inShort(alert ? [alert] : [])).toEqual([['FUELDROP', 19, 25, 22, 18]])
    expect(alert?.evidence.figures).toEqual({ threshold: 8, litres: 18, from: 200, to: 182 })
    const idling = every(0, 300, (minute) => ({ ignition: true, rpm: 700, fuel: 200 - minute * 0.05 }))
    expect(inShort(alertsOf(idling), 'FUELDROP', 'FUELFILL')).toEqual([])
  })

  test('ALR-26 filling the tank is one alert, also when detected over a gap', () => {
    const filling = [
      ...every(0, 9, { fuel: 40 }),
      ...every(10, 20, (minute) => ({ fuel: Math.min(240, 40 + (minute - 9) * 50) })),
    ]
    const leaving = at(21, { speed: 50, fuel: 240 })
    expect(inShort(alertsOf([...filling, leaving]))).toEqual([['FUELFILL', 9, 15, 13, 200]])
    const gap = [...drive(0, 9, 50, { fuel: 50, lng: 73.5 }), ...drive(39, 49, 50, { fuel: 250, lng: 73.5 })]
    expect(inShort(alertsOf(gap), 'FUELFILL').map(([type, began, , ended]) => [type, began, ended])).toEqual([
      ['FUELFILL', 9, 39],
    ])
    const filled = alertsOf(gap).find(({ type }) => type === 'FUELFILL')?.value ?? 0
    expect(Math.abs(filled - 200)).toBeLessThan(2)
  })

  test('a smaller threshold of a user finds what the initial one does not', () => {
    const fixes = every(0, 20, (minute) => ({ fuel: minute < 10 ? 100 : 94 }))
    expect(alertsOf(fixes)).toEqual([])
    expect(inShort(alertsOf(fixes, { rules: [{ type: 'FUELDROP', threshold: 5 }] }))).toEqual([
      ['FUELDROP', 9, 15, null, 6],
    ])
  })
})

describe('AdBlue and the particle filter', () => {
  test('ALR-03 ALR-28 AdBlue runs low once, and again after a refill', () => {
    // One low value and one high one say nothing: the middle one of three counts.
    const level = [7, 6, 1, 7, 5.1, 5, 4.9, 30, 5.1, 3, 0, 30, 30, 6, 5, 5, 2]
    const alerts = alertsOf(
      drive(0, level.length - 1, 60).map((fix, i) => ({ ...fix, adblue: level[i] ?? 0 })),
    )
    expect(inShort(alerts)).toEqual([
      ['ADBLUELOW', 6, 6, 12, 5],
      ['ADBLUELOW', 15, 15, null, 5],
    ])
    expect(alerts[0]?.evidence.figures).toEqual({ limit: 5, litres: 5 })
  })

  test('ALR-28 the evidence of AdBlue has the first of its lowest levels', () => {
    const level = [9, 5, 5, 5, 2, 2, 2, 2, 3, 30, 30]
    const [alert] = alertsOf(
      drive(0, level.length - 1, 60).map((fix, i) => ({ ...fix, adblue: level[i] ?? 0 })),
    )
    const peak = alert?.evidence.fixes.find(({ shows }) => shows === 'peak')
    expect([peak?.value, (Number(peak?.time) - FROM) / 60_000]).toEqual([2, 5])
    expect(alert?.evidence.fixes.map(({ shows, value }) => [shows, value])).toEqual([
      ['raised', 5],
      ['peak', 2],
      ['ended', 30],
    ])
    expect(alert?.evidence.rule).toEqual({ limit: 5, rearmLitres: RULES.adblueRearmLitres })
    expect([alert?.ended, alert?.durationS]).toEqual([at(10).time, 8 * 60])
  })

  test('ALR-28 a tank that is low still tells no end', () => {
    const run = startRun()
    for (const fix of drive(0, 4, 60, { adblue: 5 })) run.step(fix)
    const shown = [...run.take(), ...run.open()].map(({ ended, durationS, evidence }) => [
      ...[ended, durationS, evidence.fixes.map(({ shows }) => shows)],
    ])
    expect(shown).toEqual(Array(2).fill([null, null, ['raised', 'peak']]))
  })

  test.each([
    ['is low still', 7, [['ADBLUELOW', 2, 2, null, 5]]],
    [
      'has been filled',
      7.5,
      [
        ['ADBLUELOW', 2, 2, 4, 5],
        ['ADBLUELOW', 8, 8, null, 5],
      ],
    ],
  ])('ALR-03 a tank %s at %d l, with a threshold of 5', (_title, filled, expected) => {
    const level = [5, 5, 5, filled, filled, filled, filled, 5, 5, 5]
    const fixes = drive(0, level.length - 1, 60).map((fix, i) => ({ ...fix, adblue: level[i] ?? 0 }))
    expect(inShort(alertsOf(fixes))).toEqual(expected)
  })

  test('ALR-11 ALR-30 zones 2 to 5 alert, 0 and 1 do not', () => {
    const zones = [0, 1, 2, 3, 1, 5]
    const alerts = alertsOf(drive(0, 5, 60).map((fix, i) => ({ ...fix, adblueZone: zones[i] ?? 0 })))
    expect(inShort(alerts)).toEqual([
      ['ADBLUEZONE', 2, 2, 4, 2],
      ['ADBLUEZONE', 5, 5, null, 5],
    ])
    expect(alerts[0]?.evidence.figures['zone']).toBe(2)
  })

  test('a zone and a state of the filter last over gaps and fixes without them, until another one is reported', () => {
    const hourly = (more: (hour: number) => Fields) =>
      Array.from({ length: 25 }, (_, hour) => at(hour * 60, more(hour)))
    const known = { adblueZone: 3, dpf: 2 }
    for (const fixes of [
      hourly(() => known),
      hourly((hour) => (hour % 3 === 0 ? known : {})),
      hourly((hour) => ({ ...known, lng: 73.5 + hour })),
    ]) {
      expect(inShort(alertsOf(fixes), 'ADBLUEZONE', 'DPFREGEN')).toEqual([
        ['ADBLUEZONE', 0, 0, null, 3],
        ['DPFREGEN', 0, 0, null, null],
      ])
      const ended = at(25 * 60, { adblueZone: 1, dpf: 0, lng: fixes.at(-1)?.lng ?? 0 })
      expect(inShort(alertsOf([...fixes, ended]), 'ADBLUEZONE', 'DPFREGEN')).toEqual([
        ['ADBLUEZONE', 0, 0, 1500, 3],
        ['DPFREGEN', 0, 0, 1500, null],
      ])
    }
  })

  test('ALR-29 a fault of the AdBlue system alerts until its codes are gone; other faults do not', () => {
    const codes: ReadonlyArray<readonly string[] | undefined> = [
      ['SPN 110 FMI 3'],
      ['SPN 3364 FMI 18', 'SPN 110 FMI 3'],
      undefined,
      ['P20EE'],
      ['SPN 110 FMI 3'],
    ]
    const alerts = alertsOf(codes.map((dtcs, i) => at(i, { speed: 50, ...(dtcs ? { dtcs } : {}) })))
    expect(inShort(alerts)).toEqual([['ADBLUEFAULT', 1, 1, 4, null]])
    expect(alerts[0]).toMatchObject({ durationS: 180, lastSeen: at(3).time })
    expect(alerts[0]?.evidence.fixes).toEqual([
      { shows: 'raised', value: null, time: at(1).time, lng: 73.5, lat: 18.5 },
      { shows: 'ended', value: null, time: at(4).time, lng: 73.5, lat: 18.5 },
    ])
    expect(alerts[0]?.evidence.figures).toEqual({
      description: 'AdBlue quality, Catalyst efficiency',
      codes: 'SPN 3364 FMI 18, P20EE',
    })
  })

  test('ALR-29 a fault is told of again with each code that is new, twenty at most', () => {
    const run = startRun()
    const reported = (minute: number, ...modes: number[]) => {
      run.step(at(minute, { speed: 50, dtcs: modes.map((mode) => `SPN 3364 FMI ${mode}`) }))
      return run
        .take()
        .map(({ ended, durationS, evidence }) => [
          ...[ended, durationS, evidence.fixes.map(({ shows }) => shows)],
          String(evidence.figures['codes']).split(', ').length,
        ])
    }
    const lasts = [null, null, ['raised']]
    expect(reported(0, 1, 2)).toEqual([[...lasts, 2]])
    expect(reported(1, 2)).toEqual([])
    expect(reported(2, 3)).toEqual([[...lasts, 3]])
    expect(reported(3, ...Array.from({ length: 18 }, (_, i) => i + 4))).toEqual([[...lasts, 20]])
    expect(reported(4, 30)).toEqual([])
    expect(run.open().map(({ evidence }) => evidence.figures['codes'])).toEqual([
      Array.from({ length: 20 }, (_, i) => `SPN 3364 FMI ${i + 1}`).join(', '),
    ])
  })

  test('ALR-31 a regeneration that is active or needed alerts once, with the odometer', () => {
    const dpf = [0, 1, 1, 2, 0, 0, 2]
    const alerts = alertsOf(drive(0, 6, 60).map((fix, i) => ({ ...fix, odo: 1000 + i, dpf: dpf[i] ?? 0 })))
    expect(inShort(alerts)).toEqual([
      ['DPFREGEN', 1, 1, 4, null],
      ['DPFREGEN', 6, 6, null, null],
    ])
    expect(alerts[0]?.evidence.figures).toEqual({ state: 1, odo: 1001, description: 'Regeneration active' })
    expect(alerts[1]?.evidence.figures['description']).toBe('Regeneration needed')
  })
})
