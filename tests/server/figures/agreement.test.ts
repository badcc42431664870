import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DrivingRow } from '#contract/records/driving-analysis.ts'
import { dayBounds, shiftDay } from '#domain/company-time.ts'
import type { Figures } from '#domain/figure-fields.ts'
import { FIGURE_NAMES, figuresTogether, mileageOf } from '#domain/figures.ts'
import type { Fix } from '#domain/fix.ts'
import { toPayloadTime } from '#domain/ist.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { FLEET_API } from '#tests/kit/server/backend.fixture.ts'
import { faultRounds } from '#tests/kit/server/fault-rounds.ts'
import { filterOf, withFigures } from './fleets.fixture.ts'

const RUNS = faultRounds(5, 200)
const LONGEST_MS = faultRounds(60_000, 3_600_000)
const DAYS = 3

/** What a truck does for some minutes, with a fix every so often; `odo` may be reset, and levels may be missing. */
const stretch = fc.record({
  minutes: fc.integer({ min: 1, max: 400 }),
  everyS: fc.constantFrom(30, 60, 240, 900),
  speed: fc.constantFrom(0, 0, 15, 45, 62, 95),
  ignition: fc.boolean(),
  rpm: fc.constantFrom(0, 800, 1400, 2000, 3000),
  neutral: fc.boolean(),
  isReset: fc.boolean(),
  isSilent: fc.nat(4).map((one) => one === 0),
  fuelled: fc.constantFrom(0, 0, 0, 120),
  hasLevels: fc.boolean(),
})

type Stretch = typeof stretch extends fc.Arbitrary<infer T> ? T : never

/** The fixes of stretches, one after another from `start` on, for as long as there are days. */
const fixesOf = (stretches: ReadonlyArray<Stretch>, start: number): Fix[] => {
  const fixes: Fix[] = []
  let [time, lng, odo, fuel] = [start, 73.5, 1000, 150]
  for (const { minutes, everyS, speed, isReset, isSilent, fuelled, hasLevels, ...rest } of stretches) {
    const until = Math.min(time + minutes * MINUTE_MS, start + DAYS * DAY_MS)
    if (isReset) odo = 0
    if (speed === 0) fuel = Math.min(300, fuel + fuelled)
    for (; time < until; time += everyS * 1000) {
      const km = (speed * everyS) / 3600
      lng += km / 105.5
      odo += km * 1.02
      fuel = Math.max(1, fuel - km * 0.3)
      if (isSilent) continue
      fixes.push({ time, lng, lat: 18.5, speed, odo, ...(hasLevels && { fuel, adblue: 20 }), ...rest })
    }
  }
  return fixes
}

const expectSame = (actual: Figures, expected: Figures, what: string): void => {
  for (const name of FIGURE_NAMES) expect(actual[name], `${name} ${what}`).toBeCloseTo(expected[name], 5)
}

describe.each([
  ['a zone without changes of the clock', 'Asia/Kolkata', '2026-11-16'],
  ['the days around a change of the clock', 'Europe/Berlin', '2026-10-24'],
])('in %s', (_, timeZone, firstDay) => {
  const { backend, own, ask, logIn, addTruck, addDriver, assign, send } = withFigures(timeZone)
  const { from: start } = dayBounds(firstDay, timeZone)
  let lead = 0

  type Rows = {
    rows: Array<{ vehicleId: number | null; date: string | null; figures: Figures }>
    total: Figures
  }
  const playbackOf = async (vehicleId: number, from: number, to: number): Promise<Figures> => {
    const { body } = await backend.ask('POST', `${FLEET_API}/routeplayback`, {
      token: own.token,
      body: { vehicleId, fromDate: toPayloadTime(from), toDate: toPayloadTime(to) },
    })
    return (body as { figures: Figures }).figures
  }

  /** The driving analysis by driver, of all who drove these trucks. */
  const analysisOf = async (filter: object): Promise<DrivingRow[]> => {
    const { body } = await backend.ask('POST', `${FLEET_API}/driving-analysis/scores`, {
      token: own.token,
      body: { ...filter, by: 'driver' },
    })
    return (body as { rows: DrivingRow[] }).rows
  }
  const sumOf = (
    rows: readonly DrivingRow[],
    column: 'TotalDistance' | 'TotalDrivingTime' | 'Overspeed',
  ): number => rows.reduce((sum, { columns }) => sum + columns[column], 0)

  test('DSH-12 dashboard, rows behind it, driving score, driving analysis and playback have the same figures, by day, vehicle and hour', {
    timeout: LONGEST_MS,
  }, async () => {
    const truck = fc.array(stretch, { minLength: 6, maxLength: 14, size: 'max' })
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(truck, truck),
        fc.array(fc.nat(9), { minLength: 5, maxLength: 5 }),
        fc.integer({ min: 0, max: DAYS * DAY_MS - 1 }),
        fc.tuple(fc.nat(DAYS - 1), fc.nat(DAYS - 1)),
        fc.tuple(fc.nat(DAYS * 24 - 1), fc.integer({ min: 1, max: 24 })),
        async (drives, lateness, handOver, dayPicks, [firstHour, hours]) => {
          await logIn()
          const trucks = [await addTruck(), await addTruck()]
          const vehicleIds = trucks.map(({ id }) => id)
          const late: Array<[number, Fix[]]> = []
          for (const [i, { id }] of trucks.entries()) {
            await assign(id, 0, await addDriver('First'))
            await assign(id, start + handOver, await addDriver('Second'))
            const fixes = fixesOf(drives[i] ?? [], start)
            const isLate = (_: Fix, at: number) => lateness[at % lateness.length] === 0
            await send(
              id,
              fixes.filter((fix, at) => !isLate(fix, at)),
            )
            late.push([id, fixes.filter(isLate)])
          }
          await backend.tracks.closeFinishedDays({ now: Date.now() })
          for (const [id, fixes] of late) if (fixes.length > 0) await send(id, fixes)

          const days = [Math.min(...dayPicks), Math.max(...dayPicks)].map((day) => shiftDay(firstDay, day))
          const bounds = days.map((day) => dayBounds(day ?? firstDay, timeZone))
          const [from, to] = [bounds[0]?.from ?? 0, bounds[1]?.to ?? 0]
          const [hourFrom, hourTo] = [start + firstHour * HOUR_MS, start + (firstHour + hours) * HOUR_MS]

          for (const state of ['open', 'closed']) {
            if (state === 'closed') await backend.tracks.closeFinishedDays({ now: Date.now() })
            await backend.figures.settled()
            // Answers are given again for some seconds.
            lead += 10_000
            backend.setLead(lead)
            const filter = filterOf(from, to, { vehicleIds })
            const byVehicle = await ask<Rows>('figures', { ...filter, by: 'vehicle' })
            const byDay = await ask<Rows>('figures', { ...filter, by: 'day' })
            const byHour = await ask<Rows>('figures', { ...filter, by: 'hour' })
            const all = figuresTogether(byVehicle.rows.map(({ figures }) => figures))
            expectSame(byVehicle.total, all, `by vehicle, ${state}`)
            expectSame(figuresTogether(byDay.rows.map(({ figures }) => figures)), all, `by day, ${state}`)
            expectSame(figuresTogether(byHour.rows.map(({ figures }) => figures)), all, `by hour, ${state}`)

            const mileage = await ask<{ total: { distanceKm: number; mileage: number | null } }>(
              'MileageVsDate',
              filter,
            )
            expect(mileage.total.distanceKm).toBeCloseTo(all.distanceKm, 5)
            expect(mileage.total.mileage).toEqual(mileageOf(all))
            const score = await ask<{ rows: Array<{ vehicleId: number; distanceKm: number }> }>(
              'drivingScore',
              filter,
            )
            for (const { vehicleId, figures } of byVehicle.rows) {
              expectSame(await playbackOf(vehicleId ?? 0, from, to), figures, `of the playback, ${state}`)
              const scored = score.rows.find((row) => row.vehicleId === vehicleId)
              expect(scored?.distanceKm ?? 0).toBeCloseTo(figures.distanceKm, 5)
            }
            const analysed = await analysisOf(filter)
            expect(sumOf(analysed, 'TotalDistance')).toBeCloseTo(all.distanceKm, 3)
            expect(sumOf(analysed, 'TotalDrivingTime')).toBeCloseTo(all.runningS, 3)
            expect(sumOf(analysed, 'Overspeed')).toBe(all.overspeeds)
            const within = await ask<Rows>('figures', {
              ...filterOf(hourFrom, hourTo, { vehicleIds }),
              by: 'vehicle',
            })
            for (const { vehicleId, figures } of within.rows)
              expectSame(
                await playbackOf(vehicleId ?? 0, hourFrom, hourTo),
                figures,
                `of the playback of hours, ${state}`,
              )
          }
        },
      ),
      { numRuns: RUNS },
    )
  })
})
