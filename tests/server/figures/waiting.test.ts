import { expect, test } from 'vitest'
import { dayBounds, dayOf, shiftDay } from '#domain/company-time.ts'
import type { Fix } from '#domain/fix.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { pendOpenDays } from '#server/figures/pending.repository.ts'
import { filterOf, withFigures } from './fleets.fixture.ts'

const ZONE = 'Asia/Kolkata'
const { backend, ask, addTruck, send } = withFigures(ZONE)

const TODAY = dayOf(Date.now(), ZONE)
const dayAgo = (days: number) => dayBounds(shiftDay(TODAY, -days), ZONE)

/** An hour at 60 km/h from noon of a day on. */
const drive = (daysAgo: number, from = 12): Fix[] =>
  Array.from({ length: 61 }, (_, i) => ({
    time: dayAgo(daysAgo).from + from * HOUR_MS + i * MINUTE_MS,
    lng: 73.5 + i / 105.5,
    lat: 18.5,
    speed: 60,
    ignition: true,
  }))

type Answer = { waitingDays: number; rangeDays: number; pendingDays: number; total: { distanceKm: number } }
let lead = 0
/** Asks of the last eleven days and today, after answers are no longer given again. */
const figuresOf = (id: number, name = 'figures') => {
  lead += 10_000
  backend.setLead(lead)
  const filter = filterOf(dayAgo(11).from, dayBounds(TODAY, ZONE).to, { vehicleIds: [id] })
  return ask<Answer>(name, name === 'figures' ? { ...filter, by: 'vehicle' } : filter)
}

test('B12 an answer says of how many days of its range fixes wait for their figures, until they have them', async () => {
  const { id } = await addTruck()
  const other = await addTruck()
  await send(id, [...drive(9), ...drive(5), ...drive(2)])
  const before = await figuresOf(id)
  expect(before).toMatchObject({ waitingDays: 3, rangeDays: 12, pendingDays: 0, total: { distanceKm: 0 } })
  expect(await figuresOf(id, 'MileageVsDate')).toMatchObject({ waitingDays: 3, rangeDays: 12 })
  expect(await figuresOf(other.id)).toMatchObject({ waitingDays: 0 })
  await backend.figures.settled()
  const after = await figuresOf(id)
  expect(after).toMatchObject({ waitingDays: 0, rangeDays: 12 })
  // Three drives of 60 km, and the way back between them, which nobody saw.
  expect(after.total.distanceKm).toBeCloseTo(300, 0)
})

test('B12 late fixes of a closed day wait too, days outside of the range and today do not', async () => {
  const { id } = await addTruck()
  await send(id, drive(4))
  await backend.figures.settled()
  await backend.tracks.closeFinishedDays({ now: Date.now() })
  await send(id, [...drive(4, 15), ...drive(20)])
  await send(id, [{ time: Date.now(), lng: 73.5, lat: 18.5 }])
  expect(await figuresOf(id)).toMatchObject({ waitingDays: 1, pendingDays: 0 })
  await backend.figures.settled()
  expect(await figuresOf(id)).toMatchObject({ waitingDays: 0 })
})

test('B12 what a start puts down waits too', async () => {
  const { id } = await addTruck()
  await send(id, [...drive(9), ...drive(5)])
  await backend.figures.settled()
  await pendOpenDays(backend.database.db)
  expect(await figuresOf(id)).toMatchObject({ waitingDays: 2, pendingDays: 0 })
  await backend.figures.settled()
  expect(await figuresOf(id)).toMatchObject({ waitingDays: 0 })
})

test('B13 the kilometres of a device whose clock is ahead belong to the hour and the day they were driven', async () => {
  const { id } = await addTruck()
  const ahead = 26 * HOUR_MS
  const base = Date.now() - 70 * MINUTE_MS
  const fixes = Array.from(
    { length: 61 },
    (_, i): Fix => ({
      time: base + (i + 10) * MINUTE_MS + ahead,
      lng: 73.5 + i / 105.5,
      lat: 18.5,
      speed: 60,
      ignition: true,
    }),
  )
  await send(id, fixes)
  await backend.figures.settled()
  const range = filterOf(dayAgo(1).from, dayBounds(TODAY, ZONE).to, { vehicleIds: [id] })
  lead += 10_000
  backend.setLead(lead)
  const { total } = await ask<Answer>('figures', { ...range, by: 'hour' })
  expect(total.distanceKm).toBeCloseTo(60, 0)
  const { body } = await backend.ask('POST', '/api/v3/dashboard/tk3/figures', {
    token: (await backend.logIn('figures')).token,
    body: { ...filterOf(Date.now() - 2 * HOUR_MS, Date.now(), { vehicleIds: [id] }), by: 'hour' },
  })
  expect((body as Answer).total.distanceKm).toBeGreaterThan(30)
})
