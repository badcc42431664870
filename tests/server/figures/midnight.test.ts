import { expect, test } from 'vitest'
import { dayBounds } from '#domain/company-time.ts'
import type { Figures } from '#domain/figure-fields.ts'
import type { Fix } from '#domain/fix.ts'
import { toPayloadTime } from '#domain/ist.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/units.ts'
import { FLEET_API } from '#tests/kit/server/backend.fixture.ts'
import { filterOf, withFigures } from './fleets.fixture.ts'

const ZONE = 'Asia/Kolkata'
const { from, to: midnight } = dayBounds('2026-11-16', ZONE)
const { to: end } = dayBounds('2026-11-17', ZONE)
const { backend, own, ask, addTruck, send } = withFigures(ZONE)

const parked = (time: number, more: Partial<Fix> = {}): Fix => ({
  ...{ time, lng: 73.5, lat: 18.5, speed: 0, ignition: false, odo: 1000, fuel: 100 },
  ...more,
})
type Rows = { rows: Array<{ date: string; figures: Figures }>; pendingDays: number }
let lead = 0
/** What the two days have, by day. */
const figuresOf = async (vehicleId: number) => {
  await backend.figures.settled()
  lead += 10_000
  backend.setLead(lead)
  const filter = filterOf(from, end, { vehicleIds: [vehicleId] })
  return (await ask<Rows>('figures', { ...filter, by: 'day' })).rows.map(({ figures }) => figures)
}
const playbackOf = async (vehicleId: number, begin: number, until: number): Promise<Figures> => {
  const { body } = await backend.ask('POST', `${FLEET_API}/routeplayback`, {
    token: own.token,
    body: { vehicleId, fromDate: toPayloadTime(begin), toDate: toPayloadTime(until) },
  })
  return (body as { figures: Figures }).figures
}
const close = () => backend.tracks.closeFinishedDays({ now: Date.now() })

test.each([
  ['is open', false],
  ['is closed', true],
])('DSH-12 a day that %s is derived again with the first fix of the next one', async (_, isClosed) => {
  const { id } = await addTruck()
  await send(id, [parked(from + 17 * HOUR_MS), parked(from + 18 * HOUR_MS)])
  if (isClosed) await close()
  expect(await figuresOf(id)).toMatchObject([{ stoppedS: 3600, stoppages: 1 }, { stoppedS: 0 }])
  // Litres that were taken in the night belong to both days, by time.
  await send(
    id,
    [0, 10, 20].map((minute) => parked(midnight + 12 * HOUR_MS + minute * MINUTE_MS, { fuel: 70 })),
  )
  const derived = await figuresOf(id)
  expect(derived).toMatchObject([
    { stoppedS: 7 * 3600, stoppages: 1, fuelDropped: 10, fuelDrops: 1 },
    { stoppedS: 12 * 3600 + 1200, stoppages: 0, fuelDropped: 20, fuelDrops: 0 },
  ])
  await close()
  expect(await figuresOf(id)).toEqual(derived)
  // A late fix in the night: until then it was full.
  await send(id, [parked(midnight + HOUR_MS)])
  expect(await figuresOf(id)).toMatchObject([
    { stoppedS: 7 * 3600, fuelDropped: 0, fuelDrops: 0 },
    { stoppedS: 12 * 3600 + 1200, fuelDropped: 30, fuelDrops: 1 },
  ])
})

test('PLB-43 the playback of a closed day knows the fixes after it before its figures are derived again', async () => {
  const { id } = await addTruck()
  await send(id, [parked(from + 18 * HOUR_MS)])
  await close()
  await figuresOf(id)
  await send(id, [parked(midnight + 30 * MINUTE_MS)])
  const whole = await playbackOf(id, from, end)
  expect(whole.stoppedS).toBe(6.5 * 3600)
  expect((await playbackOf(id, from, midnight)).stoppedS).toBe(6 * 3600)
})
