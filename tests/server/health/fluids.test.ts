import { beforeAll, describe, expect, test } from 'vitest'
import type { FluidHistory, VehicleFluids } from '#contract/records/health.ts'
import { dayBounds, dayOf, shiftDay } from '#domain/company-time.ts'
import type { Fix } from '#domain/fix.ts'
import { FLUID_NAMES } from '#domain/fluids.ts'
import { MINUTE_MS } from '#domain/units.ts'
import { FLEET_API } from '#tests/kit/server/backend.fixture.ts'
import { addCompany, addVehicle } from '#tests/kit/server/fleet-records.ts'
import { withFigures } from '../figures/fleets.fixture.ts'

const ZONE = 'Asia/Kolkata'
const { backend, own, addTruck, send } = withFigures(ZONE)
const TODAY = shiftDay(dayOf(Date.now(), ZONE), 1)

/** Noon of that day, so that no midnight comes while the tests run. */
const NOON = dayBounds(TODAY, ZONE).from + 720 * MINUTE_MS

beforeAll(async () => {
  backend.setLead(NOON - Date.now())
  own.token = (await backend.logIn('figures')).token
})

/** What a truck reports in short: minute of the day, coolant, and whether the engine runs. */
type Report = readonly [minute: number, coolant: number | undefined, runs?: boolean, more?: Partial<Fix>]

const fixesOf = (day: string, reports: readonly Report[]): Fix[] =>
  reports.map(([minute, coolant, runs = true, more = {}]) => ({
    time: dayBounds(day, ZONE).from + minute * MINUTE_MS,
    ...{ lng: 73.5, lat: 18.5, speed: 0, ignition: runs, rpm: runs ? 700 : 0 },
    ...(coolant !== undefined && { coolant }),
    ...more,
  }))

const latest = async (vehicleId: number): Promise<VehicleFluids | undefined> => {
  const { status, body } = await backend.ask('GET', `${FLEET_API}/vehicle-fluids`, { token: own.token })
  expect(status).toBe(200)
  return (body as { vehicles: VehicleFluids[] }).vehicles.find((one) => one.vehicleId === vehicleId)
}
const askHistory = (vehicleId: number) =>
  backend.ask('POST', `${FLEET_API}/vehicle-fluids/history`, { token: own.token, body: { vehicleId } })
const history = async (vehicleId: number): Promise<FluidHistory> => {
  const { status, body } = await askHistory(vehicleId)
  expect(status).toBe(200)
  return body as FluidHistory
}
const close = () => backend.tracks.closeFinishedDays({ now: NOON })

const reportToday = async (vehicleId: number, reports: readonly Report[]) => {
  await send(vehicleId, fixesOf(TODAY, reports))
  await backend.figures.settled()
}

describe('HLT-05 what a vehicle reported last', () => {
  test('is null where it does not report it, and percent where its tank is known', async () => {
    const silent = await addTruck()
    const telling = await addTruck({ fuel_tank_litres: 300, adblue_tank_litres: null })
    await send(
      telling.id,
      fixesOf(TODAY, [
        [0, undefined, true, { fuel: 75, adblue: 10 }],
        [1, 86.5, true, { battery: 27.9 }],
      ]),
    )
    const nothing = Object.fromEntries(FLUID_NAMES.map((name) => [name, null]))
    expect(await latest(silent.id)).toMatchObject({ time: null, isEngineOn: null, fluids: nothing })
    const none = { usual: null, beside: null }
    expect((await latest(telling.id))?.fluids).toEqual({
      fuel: { value: 75, percent: 25, ...none },
      adblue: { value: 10, percent: null, ...none },
      coolant: { value: 86.5, percent: null, ...none },
      oilPressure: null,
      battery: { value: 27.9, percent: null, ...none },
    })
  })

  test('is compared with what is usual of its last thirty days, from seven days on, while the engine runs', async () => {
    const { id } = await addTruck()
    for (let back = 7; back >= 2; back -= 1)
      await send(
        id,
        fixesOf(shiftDay(TODAY, -back), [
          [600, 80],
          [601, 90],
          [602, 30, false],
        ]),
      )
    await close()
    expect((await latest(id))?.fluids.coolant).toMatchObject({ usual: null, beside: null })
    await send(
      id,
      fixesOf(shiftDay(TODAY, -1), [
        [600, 87],
        [601, 97],
      ]),
    )
    await close()
    expect((await latest(id))?.fluids.coolant, 'yesterday').toMatchObject({ value: 97, beside: null })
    await reportToday(id, [[1, 97]])
    // Lows 80 six times and 87 once: mean 81, deviation 2.449; highs ten degrees above.
    expect((await latest(id))?.fluids.coolant).toMatchObject({
      usual: { from: 76.1, to: 95.9 },
      beside: 'above',
    })
    expect((await latest(id))?.isEngineOn).toBe(true)
    await reportToday(id, [[2, 20, false]])
    expect((await latest(id))?.isEngineOn).toBe(false)
    expect((await latest(id))?.fluids.coolant, 'the engine stands').toMatchObject({ value: 20, beside: null })
    await reportToday(id, [[3, undefined]])
    expect((await latest(id))?.fluids.coolant, 'of before the start').toMatchObject({
      value: 20,
      beside: null,
    })
    await reportToday(id, [[4, 20]])
    expect((await latest(id))?.fluids.coolant).toMatchObject({ value: 20, beside: 'below' })
  })
})

test('HLT-05 are those of the chosen vehicles alone', async () => {
  const [{ id }] = [await addTruck(), await addTruck()]
  const { body } = await backend.ask('GET', `${FLEET_API}/vehicle-fluids?vehicleIds[0]=${id}`, {
    token: own.token,
  })
  expect((body as { vehicles: VehicleFluids[] }).vehicles.map(({ vehicleId }) => vehicleId)).toEqual([id])
})

describe('HLT-05 the levels of thirty days', () => {
  test('are the lowest, the mean and the highest of each day, whatever came late, and null without a value', async () => {
    const { id } = await addTruck()
    const [old, before] = [shiftDay(TODAY, -31), shiftDay(TODAY, -3)]
    await send(id, fixesOf(old, [[600, 50]]))
    await send(
      id,
      fixesOf(before, [
        [600, 80, true, { fuel: 200 }],
        [601, 90],
        [603, 12, false, { fuel: 190 }],
      ]),
    )
    await close()
    await send(id, fixesOf(before, [[602, 100]]))
    await close()
    await send(id, fixesOf(TODAY, [[0, 70]]))
    await backend.figures.settled()
    const { days, pendingDays } = await history(id)
    expect(pendingDays).toBe(0)
    expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 31 }, (_, i) => shiftDay(TODAY, i - 30)))
    const telling = days.filter(({ fluids }) => fluids.coolant !== null || fluids.fuel !== null)
    expect(telling.map(({ day, fluids: { coolant, fuel } }) => [day, coolant, fuel])).toEqual([
      // The first and the last of three values may be wrong ones: the middle one counts for them.
      [before, { low: 90, mean: 90, high: 90 }, { low: 190, mean: 195, high: 200 }],
      [TODAY, { low: 70, mean: 70, high: 70 }, null],
    ])
  })

  test('say how many days are being derived again', async () => {
    const { id } = await addTruck()
    const day = shiftDay(TODAY, -2)
    await send(id, fixesOf(day, [[600, 80]]))
    await close()
    await backend.database.db
      .insertInto('figures_pending')
      .values({ company_id: own.companyId, vehicle_id: id, day })
      .execute()
    expect((await history(id)).pendingDays).toBe(1)
    await backend.figures.settled()
    expect((await history(id)).pendingDays).toBe(0)
  })

  test('of a vehicle that is not the caller’s are not found', async () => {
    const foreign = await addVehicle(backend.database.db, {
      company_id: (await addCompany(backend.database.db)).id,
    })
    for (const id of [foreign.id, 2_000_000])
      expect(await askHistory(id)).toMatchObject({ status: 404, body: { code: 'notFound' } })
    expect((await askHistory(-1)).status).toBe(400)
  })
})
