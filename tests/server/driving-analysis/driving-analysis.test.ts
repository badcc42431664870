import { afterEach, describe, expect, test } from 'vitest'
import { driverScores, driverScoreTrend, drivingIncidents } from '#contract/calls/driving-analysis.ts'
import { setScoredAlerts } from '#contract/calls/settings.ts'
import { shiftDay } from '#domain/company-time.ts'
import { DRIVING_INCIDENTS, INCIDENT_CODES } from '#domain/driving-incidents.ts'
import { addressesOf } from '#server/http/mount.ts'
import { at, FIRST_DAY, HAND_OVER, NEXT_DAY, WEEK, withDrivenDays } from './driven-days.fixture.ts'

const { backend, ids, own, other, ask, scores, trend, incidents, rowOf } = withDrivenDays()

/** Asha drives HANDED until the hand-over and LATER for three hours; Bala drives HANDED from then on. */
const ASHA_KM = 263.333 + 180
const BALA_KM = 480 - 263.333
const BOTH_DAYS = { fromTsInIST: `${FIRST_DAY} 00:00:00`, toTsInIST: `${NEXT_DAY} 23:59:59` }

describe('scores of drivers', () => {
  test('DRV-01 DRV-03 distance, incidents and score before a hand-over within an hour are of the first driver, after it of the second', async () => {
    const found = await scores()
    const [asha, bala] = [rowOf(found, 'Asha'), rowOf(found, 'Bala')]
    expect(asha.columns.TotalDistance).toBeCloseTo(ASHA_KM, 2)
    expect(bala.columns.TotalDistance).toBeCloseTo(BALA_KM, 2)
    expect(asha.registrations).toEqual(['HANDED', 'LATER'])
    expect(bala.registrations).toEqual(['HANDED'])
    // One that goes on after the hand-over is of the driver with whom it began.
    expect(asha.columns).toMatchObject({
      ...{ RegistrationNumber: 'HANDED, LATER', Overspeed: 3, Neutral: 1, Idling: 0, EngineOverrun: 0 },
      ...{ TOTALHA: 0, TOTALHB: 0, TOTALHC: 0, MaxSpeed: 95 },
    })
    expect(bala.columns).toMatchObject({
      ...{ RegistrationNumber: 'HANDED', Overspeed: 1, Neutral: 0, Idling: 1, EngineOverrun: 1 },
      ...{ TOTALHA: 1, TOTALHB: 1, TOTALHC: 1 },
    })
    const { rows } = await scores({ by: 'vehicle' })
    const later = rows.find(({ name }) => name === 'LATER')
    expect(later?.columns, 'it never reported one').toMatchObject({
      TOTALHA: null,
      TOTALHB: null,
      TOTALHC: null,
    })
    expect(asha.columns.TotalDrivingTime).toBeCloseTo(4 * 3600 + 23 * 60 + 20 + 3 * 3600, 1)
  })

  test('DSH-13 OPEN-90 the score is 100 less the sum of the incident scores by the number of alerts, with the parts that make it', async () => {
    const bala = rowOf(await scores(), 'Bala')
    // From 10:23:20 on: 13,000 s of driving until he idles for half an hour. Of the speeding at the hand-over 70 s are his.
    const [drivenS, engineS] = [13_000, 14_800]
    const parts = [
      {
        code: 'OS',
        alert: 'OVERSPEED',
        count: 1,
        seconds: 100,
        share: 100 / drivenS,
        excess: 1500 / drivenS,
      },
      { code: 'ND', alert: 'NEUTRALDRIVING', count: 0, seconds: 0, share: 0, points: 0 },
      { code: 'EO', alert: 'ENGINEOVERRUN', count: 1, seconds: 120, share: 120 / engineS },
      { code: 'ID', alert: 'IDLING', count: 1, seconds: 1800, share: 1800 / engineS },
      ...['HA', 'HB', 'HC'].map((code) => ({ code, alert: null, count: 1, perHour: 3600 / drivenS })),
    ]
    const near = (value: unknown) => (typeof value === 'number' ? expect.closeTo(value, 3) : value)
    expect(bala.parts).toMatchObject(
      parts.map((part) => Object.fromEntries(Object.entries(part).map(([name, of]) => [name, near(of)]))),
    )
    const points = [
      (0.4 * 100 * 100) / drivenS + (4.5 * 1500) / drivenS,
      (10 * 100 * 120) / engineS,
      (100 * 1800) / engineS,
      (3 * 10 * 3600) / drivenS,
    ]
    expect(bala.columns.DriverScore).toBeCloseTo(100 - points.reduce((sum, each) => sum + each, 0) / 4, 2)
    expect([bala.columns.DriverScoreCategory, bala.notScored]).toEqual(['Excellent', null])
  })

  test('by driver, all together are the drivers: the driving of nobody is in no score of them, nor in their trend', async () => {
    const [byDriver, byVehicle] = [await scores(), await scores({ by: 'vehicle' })]
    // Nobody drives 180 km without an incident.
    expect(byVehicle.fleet ?? 0).toBeGreaterThan((byDriver.fleet ?? 0) + 0.1)
    const { lines } = await trend({ subjectIds: [], step: 'day' })
    expect(lines[0]?.points[0]?.score).toBe(byDriver.fleet)
    expect(lines[0]?.points[0]?.distanceKm).toBeCloseTo(ASHA_KM + BALA_KM + 20, 2)
    const vehicles = await trend({ by: 'vehicle', subjectIds: [], step: 'day' })
    expect(vehicles.lines[0]?.points[0]?.score).toBe(byVehicle.fleet)
    const driven = { vehicleIds: [ids['HANDED'], ids['SHORT']] }
    expect((await scores(driven)).fleet).toBe((await scores({ ...driven, by: 'vehicle' })).fleet)
  })

  test('a driver without enough distance is not scored, nor is the driving without a driver', async () => {
    const found = await scores()
    const [chitra, nobody] = [rowOf(found, 'Chitra'), rowOf(found, '')]
    expect([chitra.columns.DriverScore, chitra.columns.DriverScoreCategory, chitra.notScored]).toEqual([
      ...[null, null, 'distance'],
    ])
    expect([nobody.id, nobody.columns.DriverScore, nobody.notScored]).toEqual([0, null, 'nobody'])
    expect(nobody.columns.TotalDistance).toBeCloseTo(180, 2)
    expect(found.rows.map(({ name }) => name)).toEqual(['Asha', 'Bala', '', 'Chitra'])
  })

  test.each([
    ['driver', 'Bala'],
    ['vehicle', 'HANDED'],
  ] as const)('the score of each %s has that of the time before beside it', async (by, name) => {
    const [first, next] = [
      rowOf(await scores({ by }), name),
      rowOf(
        await scores({ by, fromTsInIST: `${NEXT_DAY} 00:00:00`, toTsInIST: `${NEXT_DAY} 23:59:59` }),
        name,
      ),
    ]
    expect(first.columns.DriverScore).toBeLessThan(100)
    expect([first.before, next.columns.DriverScore]).toEqual([null, 100])
    expect(next.before).toBe(first.columns.DriverScore)
  })

  test.each([
    ['driver', 'Deepa', 'Esha'],
    ['vehicle', 'KNOWN', 'NEW'],
  ] as const)(
    'the score of a %s is not compared with a time before of which one day is known',
    async (by, known, barely) => {
      const week = { fromTsInIST: `${WEEK} 00:00:00`, toTsInIST: `${shiftDay(WEEK, 6)} 23:59:59` }
      const found = await scores({ by, ...week })
      expect([rowOf(found, known), rowOf(found, barely)]).toMatchObject([
        { columns: { DriverScore: 100 }, before: 100 },
        { columns: { DriverScore: 100 }, before: null },
      ])
      expect(found.before, 'both together had more than half of the time').toBe(100)
      const dayBefore = shiftDay(WEEK, -1)
      const day = { fromTsInIST: `${dayBefore} 00:00:00`, toTsInIST: `${dayBefore} 23:59:59` }
      const one = rowOf(await scores({ by, ...day }), barely)
      expect([one.columns.DriverScore, one.before], 'that day alone has a score').toEqual([100, null])
    },
  )

  test('the median is of those who are scored, of incidents in 100 km', async () => {
    const found = await scores()
    const [asha, bala] = [rowOf(found, 'Asha').columns, rowOf(found, 'Bala').columns]
    expect(found.median['DriverScore']).toBeCloseTo(
      ((asha.DriverScore ?? 0) + (bala.DriverScore ?? 0)) / 2,
      6,
    )
    expect(found.median['Overspeed']).toBeCloseTo((300 / ASHA_KM + 100 / BALA_KM) / 2, 5)
  })

  test('DRV-02 VEHICLE_SUMMARY_ALERT_COUNT has a row for each vehicle, with the incidents of all its drivers', async () => {
    const found = await scores({ by: 'vehicle' })
    expect(rowOf(found, 'HANDED').columns).toMatchObject({
      Overspeed: 4,
      Neutral: 1,
      EngineOverrun: 1,
      Idling: 1,
    })
    expect(found.rows.map(({ name }) => name)).toEqual(['LATER', 'HANDED', 'SHORT'])
    const one = await scores({ by: 'driver', vehicleIds: [ids['LATER']] })
    expect(one.rows.map(({ name }) => name)).toEqual(['Asha', ''])
  })

  describe('by the alerts', () => {
    const choose = (names: readonly string[]) =>
      backend.database.db
        .insertInto('alert_setting')
        .values(names.map((id) => ({ user_id: ids['kamala'] ?? 0, id, selected: false, value: null })))
        .execute()
    const ofCompany = (scoredAlerts: object) =>
      backend.ask('POST', addressesOf(setScoredAlerts)[0] ?? '', { token: own.token, body: { scoredAlerts } })
    const ALL = ['OVERSPEED', 'NEUTRALDRIVING', 'ENGINEOVERRUN', 'IDLING']
    const DAYS = { ...BOTH_DAYS, step: 'day' }

    afterEach(async () => {
      await backend.database.db.deleteFrom('scored_alert').execute()
      await backend.database.db
        .deleteFrom('alert_setting')
        .where('user_id', '=', ids['kamala'] ?? 0)
        .execute()
    })

    test('DRV-04 that the user has enabled, with the score of the company beside it', async () => {
      const company = await scores()
      expect(company.scoring).toEqual({
        ...{ by: 'company', isSame: true, alerts: ALL, companyAlerts: ALL, companySet: null },
      })
      expect(rowOf(company, 'Bala').companyScore).toBe(rowOf(company, 'Bala').columns.DriverScore)
      await choose(['engineOverrunAlert', 'idlingAlert', 'neutralDrivingAlert'])
      const found = await scores()
      const bala = rowOf(found, 'Bala')
      expect(found.scoring).toMatchObject({ by: 'own', isSame: false, alerts: ['OVERSPEED'] })
      expect(bala.parts.map(({ code }) => code)).toEqual(['OS', 'HA', 'HB', 'HC'])
      const sum = bala.parts.reduce((all, { points }) => all + points, 0)
      expect(bala.columns.DriverScore).toBeCloseTo(100 - sum, 9)
      expect(bala.companyScore).toBe(rowOf(company, 'Bala').columns.DriverScore)
      expect(bala.columns.DriverScore).not.toBeCloseTo(bala.companyScore ?? 0, 1)
      expect([found.companyFleet, found.companyMedian]).toEqual([
        company.fleet,
        company.median['DriverScore'],
      ])
      const { lines, scoring } = await trend({ ...DAYS, subjectIds: [] })
      expect([scoring.by, lines[0]?.points[0]?.score, lines[0]?.points[0]?.companyScore]).toEqual([
        ...['own', found.fleet, company.fleet],
      ])
    })

    test('DRV-04 of the company alone where it is requested, the same for every reader', async () => {
      const company = await scores()
      await choose(['engineOverrunAlert', 'idlingAlert', 'neutralDrivingAlert'])
      const requested = await scores({ scoredBy: 'company' })
      expect(requested.rows).toEqual(company.rows)
      expect(requested.scoring).toMatchObject({ by: 'company', isSame: false, alerts: ALL })
      const { lines } = await trend({ ...DAYS, subjectIds: [], scoredBy: 'company' })
      expect(lines[0]?.points[0]?.score).toBe(company.fleet)
    })

    test('OPEN-90 which the company’s admin chose: those alone make its score', async () => {
      const all = await scores()
      expect((await ofCompany({ IDLING: false, ENGINEOVERRUN: false })).status).toBe(200)
      const found = await scores({ scoredBy: 'company' })
      expect(found.scoring).toMatchObject({
        ...{ by: 'company', isSame: false, alerts: ['OVERSPEED', 'NEUTRALDRIVING'] },
        companySet: { by: 'kamala', at: expect.any(Number) },
      })
      const bala = rowOf(found, 'Bala')
      const sum = bala.parts.reduce((points, part) => points + part.points, 0)
      expect(bala.columns.DriverScore).toBeCloseTo(100 - sum / 2, 9)
      // The user's own are all four still.
      const mine = rowOf(await scores(), 'Bala')
      expect([mine.columns.DriverScore, mine.companyScore]).toEqual([
        rowOf(all, 'Bala').columns.DriverScore,
        bala.columns.DriverScore,
      ])
      expect(rowOf(await scores({}, other), 'Farid').companyScore, 'of another company').not.toBeNull()
      expect((await scores({}, other)).scoring.companyAlerts).toEqual(ALL)
    })

    test('DRV-04 with none of them there is no score, but that of the company', async () => {
      await choose(['engineOverrunAlert', 'idlingAlert', 'neutralDrivingAlert', 'overspeedAlert'])
      const none = rowOf(await scores(), 'Bala')
      expect([none.columns.DriverScore, none.notScored]).toEqual([null, 'alerts'])
      expect(none.companyScore).toBeGreaterThan(50)
      await ofCompany(Object.fromEntries(ALL.map((alert) => [alert, false])))
      expect(rowOf(await scores(), 'Bala')).toMatchObject({ notScored: 'alerts', companyScore: null })
    })
  })
})

describe('incidents', () => {
  test.each(['driver', 'vehicle'] as const)(
    'DRV-02 DRIVING_INCIDENTS the list of each kind has as many as the figures of each %s count',
    async (by) => {
      const { rows } = await scores({ by })
      let all = 0
      for (const { id, columns } of rows)
        for (const { code, column } of DRIVING_INCIDENTS) {
          const { incidents: listed, total } = await incidents({ by, subjectId: id, incident: code })
          expect([by, id, code, listed.length, total]).toEqual([
            by,
            id,
            code,
            columns[column] ?? 0,
            columns[column] ?? 0,
          ])
          all += total
        }
      expect(all).toBe(10)
    },
  )

  test('an incident says when, where and by whom; each is of who was assigned at that moment', async () => {
    const listed = async (subjectId: number | undefined) =>
      (await incidents({ subjectId, incident: 'OS' })).incidents
    const asha = await listed(ids['Asha'])
    expect(asha.map(({ time }) => time)).toEqual(
      ['10:22:30', '09:00:00', '08:00:00'].map((time) => at(`${FIRST_DAY} ${time}`)),
    )
    const [bala] = await listed(ids['Bala'])
    expect(bala).toMatchObject({
      ...{ registration: 'HANDED', driverName: 'Bala', code: 'OS', value: 95, limit: 80, lat: 21 },
      time: at(`${FIRST_DAY} 12:00:00`),
    })
    expect(asha.every(({ time }) => time < at(HAND_OVER))).toBe(true)
  })

  test('a part of a day counts the hours that begin in it, in the list as in the figures', async () => {
    const part = { fromTsInIST: `${FIRST_DAY} 10:00:00`, toTsInIST: `${FIRST_DAY} 11:59:59` }
    const found = await scores(part)
    for (const name of ['Asha', 'Bala']) {
      const { id, columns } = rowOf(found, name)
      for (const { code, column } of DRIVING_INCIDENTS)
        expect((await incidents({ ...part, subjectId: id, incident: code })).total).toBe(columns[column])
    }
    expect(rowOf(found, 'Asha').columns.Overspeed).toBe(1)
    expect(rowOf(found, 'Bala').columns.TOTALHB).toBe(1)
  })

  test("another company's driver has none, and another company's vehicle is not found", async () => {
    expect((await incidents({ subjectId: ids['Farid'], incident: 'OS' })).total).toBe(0)
    expect((await incidents({ subjectId: ids['Farid'], incident: 'OS' }, other)).total).toBe(1)
    const stranger = { by: 'vehicle', subjectId: ids['FOREIGN'], incident: 'OS' }
    expect((await ask(drivingIncidents)(stranger)).status).toBe(404)
    expect((await scores({}, other)).rows.map(({ name }) => name)).toEqual(['Farid'])
  })
})

describe('trend', () => {
  test('DRV-02 DRIVER_SCORE_TREND has a point for each day or week, of all together and of each driver', async () => {
    const requested = { ...BOTH_DAYS, subjectIds: [ids['Asha'], ids['Bala']], step: 'day' }
    const { dates, lines } = await trend(requested)
    expect(dates).toEqual([FIRST_DAY, NEXT_DAY])
    expect(lines.map(({ id, name }) => [id, name])).toEqual([
      [null, ''],
      [ids['Asha'], 'Asha'],
      [ids['Bala'], 'Bala'],
    ])
    const [fleet, asha, bala] = lines.map(({ points }) => points)
    const day = await scores()
    expect(bala?.map(({ score }) => score)).toEqual([rowOf(day, 'Bala').columns.DriverScore, 100])
    expect(asha?.[1]).toEqual({ score: null, companyScore: null, distanceKm: 0, notScored: 'distance' })
    expect(fleet?.[0]?.score).toBe(day.fleet)
    const week = await trend({ ...requested, step: 'week' })
    expect(week.dates).toEqual([FIRST_DAY])
    expect(week.lines[2]?.points[0]?.distanceKm).toBeCloseTo(BALA_KM + 120, 2)
  })

  test("who did not drive in the range has no line, nor has another company's driver or vehicle", async () => {
    const drivers = await trend({ subjectIds: [ids['Farid']], step: 'day' })
    expect(drivers.lines.length).toBe(1)
    const nextDay = { fromTsInIST: `${NEXT_DAY} 00:00:00`, toTsInIST: `${NEXT_DAY} 23:59:59` }
    const own = await trend({ ...nextDay, subjectIds: [ids['Asha'], ids['Bala']], step: 'day' })
    expect(own.lines.map(({ name }) => name)).toEqual(['', 'Bala'])
    const vehicles = await trend({ by: 'vehicle', subjectIds: [ids['FOREIGN'], ids['SHORT']], step: 'day' })
    expect(vehicles.lines.map(({ name }) => name)).toEqual(['', 'SHORT'])
  })

  test('more than five drivers, and an unknown kind of incident, are refused', async () => {
    expect((await ask(driverScoreTrend)({ subjectIds: [1, 2, 3, 4, 5, 6], step: 'day' })).status).toBe(400)
    expect((await ask(drivingIncidents)({ subjectId: 1, incident: 'VS' })).status).toBe(400)
    expect(INCIDENT_CODES).not.toContain('VS')
  })
})

test('as long as days are pending, nothing but their number is answered', async () => {
  const { db } = backend.database
  const day = { company_id: ids['company'] ?? 0, vehicle_id: ids['SHORT'] ?? 0, day: FIRST_DAY }
  await db
    .insertInto('vehicle_day')
    .values({ ...day, fixes: 0, version: 1, blob: Buffer.alloc(0) })
    .execute()
  await db.insertInto('figures_pending').values(day).execute()
  // Another range, so that no answer from before is given again.
  const range = { fromTsInIST: `${FIRST_DAY} 00:00:00`, toTsInIST: `${FIRST_DAY} 22:59:59` }
  const found = await scores(range)
  expect([found.pendingDays, found.rows, found.fleet]).toEqual([1, [], null])
  const listed = await incidents({ ...range, subjectId: ids['Asha'], incident: 'OS' })
  expect([listed.pendingDays, listed.incidents, listed.total]).toEqual([1, [], 0])
  expect((await trend({ ...range, subjectIds: [], step: 'day' })).lines).toEqual([])
  expect((await ask(driverScores)(range)).status).toBe(200)
})
