import { expect, test } from 'vitest'
import type { LivePoint } from '#src/machines/fleet/fleet.ports.ts'
import { type AddressLookup, nextAddressLookup } from '#src/views/live/live-card.tsx'

const METRE = 1 / 111_195
const point = (metres: number, seconds: number, speed: number) =>
  ({ LAT: 13 + metres * METRE, LONG: 77, time: seconds * 1000, speed }) as LivePoint

/** The fixes for which an address is requested. */
const requestedFor = (...fixes: readonly LivePoint[]) => {
  let last: AddressLookup | null = null
  return fixes.map((fix) => {
    const before: AddressLookup | null = last
    last = nextAddressLookup(last, fix)
    return last !== before
  })
}

test("MAP-16 a driving truck's address is requested every 500 m, at most twice a minute", () => {
  expect(requestedFor(point(0, 0, 50), point(400, 35, 50), point(520, 40, 50), point(900, 75, 50))).toEqual([
    ...[true, false, true, false],
  ])
  expect(requestedFor(point(0, 0, 90), point(700, 29, 90), point(760, 30, 90))).toEqual([true, false, true])
})

test("MAP-16 a standing truck's address is that of its exact position, and is requested once", () => {
  const fixes = [
    point(0, 0, 50),
    point(300, 40, 0),
    point(301, 80, 0),
    point(299, 120, 0),
    point(300, 160, 0),
  ]
  expect(requestedFor(...fixes)).toEqual([true, true, false, false, false])
})
