import { describe, expect, test } from 'vitest'
import { type RosterEntry, readRoster } from '#server/simulator/demo/demo.repository.ts'
import { seedDemo } from '#server/simulator/demo/seed.repository.ts'
import { createSimulation } from '#server/simulator/demo/simulation.ts'
import { createTripWriter } from '#server/simulator/demo/trips.repository.ts'
import { expectedArrival, type Leg } from '#server/simulator/drive/legs.ts'
import { punctualityOf } from '#server/trips/trips.service.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { withDatabase } from '#tests/kit/server/test-database.ts'
import { DAY_MS, FLEET, HANDFUL, NOW } from './company-plans.fixture.ts'

const MINUTE = 60

const fleet = createSimulation(11, FLEET)
const legs = fleet.companies
  .flatMap(({ vehicles }) => vehicles)
  .flatMap(({ registration }) => {
    const life = fleet.newLifeOf(registration)
    const rounds = new Set(Array.from({ length: 30 }, (_, day) => life.journeyAt(NOW - day * DAY_MS)))
    return [...rounds].flatMap((round) => round.legs)
  })

const leg = (change: Partial<Leg>): Leg => ({
  ...{ from: 0, to: 1, departs: 0, arrives: 600 * MINUTE, scheduledStart: 0, scheduledEnd: 540 * MINUTE },
  ...{ delays: [], misjudged: 0, km: 400, fuel: 120, adblue: 5, loadType: 'Empty', roadType: 'Highway' },
  ...change,
})

describe('schedules', () => {
  test('are kept by more than half of the trips; 15 to 30 % are late, by minutes to hours, and some early', () => {
    const late = legs.map(({ arrives, scheduledEnd }) => (arrives - scheduledEnd) / MINUTE)
    const share = (holds: (minutes: number) => boolean) => late.filter(holds).length / late.length
    expect(late.length).toBeGreaterThan(400)
    expect(share((minutes) => Math.abs(minutes) <= 15)).toBeGreaterThan(0.55)
    expect(share((minutes) => Math.abs(minutes) <= 15)).toBeLessThan(0.7)
    expect(share((minutes) => minutes > 15)).toBeGreaterThan(0.15)
    expect(share((minutes) => minutes > 15)).toBeLessThan(0.3)
    expect(share((minutes) => minutes > 120)).toBeGreaterThan(0.02)
    expect(share((minutes) => minutes < -15)).toBeGreaterThan(0.05)
  })

  test('do not foresee breakdowns: most trips with one are late', () => {
    const broken = legs.filter(({ delays }) => delays.some(({ from, to }) => to - from > 50 * MINUTE))
    expect(broken.length).toBeGreaterThan(10)
    const isLate = ({ arrives, scheduledEnd }: Leg) => arrives - scheduledEnd > 15 * MINUTE
    expect(broken.filter(isLate).length / broken.length).toBeGreaterThan(0.8)
  })
})

describe('the expected arrival', () => {
  const delays = [{ from: 200 * MINUTE, to: 260 * MINUTE }]

  test('does not know of a delay before it begins, moves as long as it lasts, and stays after it', () => {
    const at = (minute: number) => expectedArrival(leg({ delays }), minute * MINUTE) / MINUTE
    expect([0, 200, 230, 260, 599].map(at)).toEqual([540, 540, 570, 600, 600])
  })

  test('is off by a share of what is left, and right at the end', () => {
    const at = (minute: number) => expectedArrival(leg({ misjudged: 0.03 }), minute * MINUTE) / MINUTE
    expect([0, 300, 600].map(at)).toEqual([618, 609, 600])
  })
})

describe('stored trips', () => {
  const database = withDatabase()
  const simulation = createSimulation(3, HANDFUL)

  const rosterOf = () => readRoster(database.db, simulation, simulation.newLifeOf)
  const stored = async (entry: RosterEntry, leg: Leg) =>
    database.db
      .selectFrom('trip')
      .selectAll()
      .where('vehicle_id', '=', entry.vehicleId)
      .where('scheduled_start', '=', new Date(leg.scheduledStart * 1000))
      .executeTakeFirstOrThrow()

  /** The trip of a leg as it is stored at each of the times, seconds, one after another. */
  const storedAt = async (entry: RosterEntry, leg: Leg, seconds: readonly number[]) => {
    const trips = createTripWriter({ db: database.db, network: simulation.network })
    const journeys = [entry.life.journeyAt(leg.departs * 1000)]
    const rows: Awaited<ReturnType<typeof stored>>[] = []
    for (const second of seconds) {
      await trips.write([{ entry, journeys }], second * 1000)
      rows.push(await stored(entry, leg))
    }
    return rows
  }

  test('are planned, move their arrival with the truck, and are closed when it arrives', async () => {
    await seedDemo({ db: database.db, simulation, passwordHash: 'hash', now: NOW, log: () => {} })
    const [entry] = await rosterOf()
    const leg = entry?.life.journeyAt(NOW + 3 * DAY_MS).legs[0]
    if (!entry || !leg) throw new Error('There is no trip to drive.')
    const half = (leg.departs + leg.arrives) / 2
    const [planned, begun, under, over] = await storedAt(entry, leg, [
      leg.departs - 60,
      leg.departs + 60,
      half,
      leg.arrives + 60,
    ])
    expect(planned).toMatchObject({ status: 'PLANNED', eta: null })
    expect(begun?.status).toBe('RUNNING')
    expect(begun?.eta?.getTime()).not.toBe(under?.eta?.getTime())
    const off = (row: typeof begun) => Math.abs((row?.eta?.getTime() ?? 0) / 1000 - leg.arrives)
    expect(off(under)).toBeLessThan(off(begun))
    expect(over).toMatchObject({ status: 'COMPLETED', eta: null, end_type: 'Automatic' })
    expect(over?.actual_end).toEqual(new Date(Math.round(leg.arrives) * 1000))
    expect(over && punctualityOf({ ...over, expected: over.actual_end })).not.toBeNull()
  })

  test('are those of the demo’s trucks, though another company has one of the same IMEI', async () => {
    const before = await rosterOf()
    const { id: company_id } = await addCompany(database.db)
    const [taken] = await database.db
      .selectFrom('vehicle')
      .select('imei')
      .where('id', '=', before[0]?.vehicleId ?? 0)
      .execute()
    await addVehicle(database.db, { company_id, imei: taken?.imei ?? '' })
    const idsOf = (roster: readonly RosterEntry[]) =>
      roster.map(({ companyId, vehicleId }) => [companyId, vehicleId])
    expect(idsOf(await rosterOf())).toEqual(idsOf(before))
  })

  test('say what was last known while a tracker is silent, and are closed by hand', async () => {
    const [entry] = await rosterOf()
    const leg = entry?.life.journeyAt(NOW + 9 * DAY_MS).legs[0]
    if (!entry || !leg) throw new Error('There is no trip to drive.')
    const silentFrom = leg.departs + 1800
    const knownUntil = (time: number) => Math.min(time, silentFrom * 1000)
    const silent: RosterEntry = { ...entry, life: { ...entry.life, knownUntil } }
    const [before, during, over] = await storedAt(silent, leg, [
      silentFrom,
      leg.arrives - 60,
      leg.arrives + 60,
    ])
    expect(during).toMatchObject({ status: 'RUNNING', eta: before?.eta })
    expect(over).toMatchObject({ status: 'COMPLETED', end_type: 'Manual' })
  })

  test('have the driver who drove then', async () => {
    const [first, second] = await rosterOf()
    if (!first || !second) throw new Error('There are no trucks.')
    const drivers = [
      { from: 0, driverId: first.vehicle.drivers?.[0]?.driverId ?? 0 },
      { from: NOW + 20 * DAY_MS, driverId: second.vehicle.drivers?.[0]?.driverId ?? 0 },
    ]
    const entry = { ...first, vehicle: { ...first.vehicle, drivers } }
    for (const [days, driver] of [
      [15, 0],
      [25, 1],
    ] as const) {
      const leg = entry.life.journeyAt(NOW + days * DAY_MS).legs[0]
      if (!leg) throw new Error('There is no trip to drive.')
      const [row] = await storedAt(entry, leg, [leg.departs + 60])
      expect(row?.driver_id).toBe(drivers[driver]?.driverId)
    }
  })
})
