import { describe, expect, test } from 'vitest'
import type { FleetVehicle } from '#contract/records/fleet.ts'
import type { Recording } from '#contract/records/recording.ts'
import { hashText } from '#domain/hash.ts'
import { createRandom } from '#server/simulator/random.ts'
import { fleetArrivals } from '#src/lab/recorded-fleet.ts'
import { createFleetStore } from '#src/services/fleet/fleet-store.ts'
import { createClock } from '#src/services/recorder/clock.ts'
import { createRecorder } from '#src/services/recorder/recorder.ts'
import { createMask, type Mask } from '#src/services/recorder/redact.ts'
import { unpackColumn } from '#src/services/recorder/unpacked.ts'
import { vehicle } from '#tests/kit/builders/vehicle.ts'

const TRUCKS = 260
/** A place is recovered where a guess is this near, degrees: some 5 km. */
const NEAR = 0.05
const KNOWN = 41

const random = createRandom(7)
/** A fleet in India; every fifth truck stands in one of three yards. */
const FLEET: readonly FleetVehicle[] = Array.from({ length: TRUCKS }, (_, at) => {
  const yard = at % 15 < 3 ? at % 15 : null
  return vehicle(1000 + at, {
    registrationId: `MH ${10 + (at % 40)} AB ${1000 + 17 * at}`,
    imei: String(350_000_000_000_000 + at * 7919),
    latitude: yard === null ? 10 + 20 * random.next() : 18 + yard,
    longitude: yard === null ? 70 + 20 * random.next() : 73 + yard,
    odo: Math.round(3e6 * random.next()) / 10,
    fixTime: 1_795_000_000_000 + at,
    tripDetail: {
      tripId: 500 + at,
      fromCity: at % 3 === 0 ? 'Pune' : 'Nagpur',
      toCity: `Town ${at % 9}`,
      eta: `20-11-2026 ${10 + (at % 10)}:00:00`,
    },
  })
})

const record = (mask: Mask, withPlaces = false): Recording => {
  const recorder = createRecorder({ clock: createClock(), mask, release: 'test', userAgent: 'test' })
  const store = createFleetStore()
  recorder.followFleet(store)
  store.replaceMembers(FLEET)
  return recorder.snapshot({ withPlaces })
}

const listIn = (recording: Recording): readonly FleetVehicle[] =>
  fleetArrivals(recording).flatMap((arrival) => ('vehicles' in arrival ? arrival.vehicles : []))

/** A mask that hides nothing. */
const noMask: Mask = Object.assign((text: string) => text, { id: (id: number) => id, drawn: () => 0 })

const known = FLEET[KNOWN] as FleetVehicle
/** The recorded trucks in the order of the fleet, which the supporter cannot know but for that of the truck that was recognised. */
const inTrueOrder = (recording: Recording, mask: Mask): readonly FleetVehicle[] => {
  const byId = new Map(listIn(recording).map((each) => [each.vehicleId, each]))
  return FLEET.map(({ vehicleId }) => byId.get(mask.id(vehicleId)) as FleetVehicle)
}
const othersTrue = FLEET.filter((_, at) => at !== KNOWN)

const isNear = (one: FleetVehicle, [lng, lat]: readonly [number, number]) =>
  Math.abs((one.longitude ?? 0) - lng) < NEAR && Math.abs((one.latitude ?? 0) - lat) < NEAR

describe('a supporter who knows one truck of a recording', () => {
  const mask = createMask()
  const recording = record(mask)
  const recognise = (recorded: Recording, by: Mask) => {
    const list = inTrueOrder(recorded, by)
    return { truck: list[KNOWN] as FleetVehicle, others: list.filter((_, at) => at !== KNOWN) }
  }

  /** Trucks whose place follows from how far the known one was moved. */
  const recoveredPlaces = (recorded: Recording, by: Mask): number => {
    const { truck, others } = recognise(recorded, by)
    const [east, north] = [
      (truck.longitude ?? 0) - (known.longitude ?? 0),
      (truck.latitude ?? 0) - (known.latitude ?? 0),
    ]
    return others.filter((other, at) =>
      isNear(othersTrue[at] as FleetVehicle, [(other.longitude ?? 0) - east, (other.latitude ?? 0) - north]),
    ).length
  }

  test('learns the place of no other from how far it was moved', () => {
    // Of 259 moves one is near another by chance in every hundredth recording.
    expect(recoveredPlaces(recording, mask)).toBeLessThan(3)
    expect(recoveredPlaces(record(noMask, true), noMask)).toBe(TRUCKS - 1)
  })

  test('learns no odometer from how far its own was moved', () => {
    const recovered = (recorded: Recording, drawnBy: Mask): number => {
      const { truck, others } = recognise(recorded, drawnBy)
      const by = (truck.odo ?? 0) - (known.odo ?? 0)
      return others.filter(({ odo }, at) => Math.abs((odo ?? 0) - by - (othersTrue[at]?.odo ?? 0)) < 1).length
    }
    expect(recovered(recording, mask)).toBeLessThanOrEqual(1)
    expect(recovered(record(noMask), noMask)).toBe(TRUCKS - 1)
  })

  test('finds no truck of one yard by places that are equal or differ as known yards do', () => {
    const pairs = (list: readonly FleetVehicle[]) => {
      const places = list.map(({ longitude, latitude }) => `${longitude},${latitude}`)
      return places.length - new Set(places).size
    }
    expect(pairs(listIn(recording))).toBe(0)
    expect(pairs(FLEET)).toBeGreaterThan(40)
  })

  test('computes no mask: not by a hash of a text with any of 10,000 seeds, nor from another mask', () => {
    const masks = new Set(listIn(recording).flatMap(({ registrationId, imei }) => [registrationId, imei]))
    expect(masks.size).toBe(2 * TRUCKS)
    const guesses = Array.from({ length: 10_000 }, (_, seed) => [
      `~${hashText(known.registrationId, seed)}`,
      `~${hashText(known.registrationId.toLowerCase(), seed)}`,
      `~${hashText(known.imei, seed)}`,
    ]).flat()
    expect(guesses.filter((guess) => masks.has(guess))).toEqual([])
    const { truck } = recognise(recording, mask)
    const step = BigInt(`0x${truck.registrationId.slice(1)}`) - BigInt(known.vehicleId)
    const byStep = FLEET.map(
      ({ vehicleId }) => `~${(step + BigInt(vehicleId)).toString(16).padStart(14, '0')}`,
    )
    expect(byStep.filter((guess) => guess !== truck.registrationId && masks.has(guess))).toEqual([])
  })

  test('finds nothing in the order or the length of masks', () => {
    const list = listIn(recording)
    expect(new Set(list.map(({ registrationId }) => registrationId.length))).toEqual(new Set([15]))
    expect(new Set(list.map(({ imei }) => imei.length))).toEqual(new Set([15]))
    /** Trucks that are at the place in which the server has them. */
    const inPlace = (recorded: Recording, drawnBy: Mask) => {
      const { fixes } = recorded.segments[0] ?? {}
      const ofFixes = fixes === undefined ? [] : [...unpackColumn(fixes.vehicleId, Int32Array, fixes.count)]
      return [listIn(recorded).map(({ vehicleId }) => vehicleId), ofFixes].map(
        (ids) => FLEET.filter(({ vehicleId }, at) => ids[at] === drawnBy.id(vehicleId)).length,
      )
    }
    // One truck of any fleet is in its place in a random order, on average.
    for (const count of inPlace(recording, mask)) expect(count).toBeLessThan(10)
    expect(inPlace(record(noMask), noMask)[0]).toBe(TRUCKS)
    // Neither does the order of masks of one kind follow that of another.
    const rises = (of: (each: FleetVehicle) => number) =>
      inTrueOrder(recording, mask).filter(
        (each, at, all) => at > 0 && of(each) > of(all[at - 1] as FleetVehicle),
      ).length
    for (const count of [
      rises(({ registrationId }) => Number.parseInt(registrationId.slice(1, 9), 16)),
      rises(({ vehicleId }) => vehicleId),
      rises(({ tripDetail }) => tripDetail?.tripId ?? 0),
    ])
      expect([count > TRUCKS / 4, count < (3 * TRUCKS) / 4]).toEqual([true, true])
  })

  test('reads no id as the distance from one that is known', () => {
    const recovered = (recorded: Recording, drawnBy: Mask) => {
      const { truck, others } = recognise(recorded, drawnBy)
      const by = truck.vehicleId - known.vehicleId
      return others.filter(({ vehicleId }, at) => vehicleId - by === othersTrue[at]?.vehicleId).length
    }
    expect(recovered(recording, mask)).toBe(0)
    expect(recovered(record(noMask), noMask)).toBe(TRUCKS - 1)
  })

  test('links nothing of two page loads: no mask, no move and no odometer is the same again', () => {
    const again = createMask()
    const [one, two] = [inTrueOrder(recording, mask), inTrueOrder(record(again), again)]
    for (const field of ['registrationId', 'imei', 'vehicleId', 'longitude', 'latitude'] as const)
      expect(one.filter((each, at) => each[field] === two[at]?.[field])).toEqual([])
  })

  test('learns by how often a mask comes which town is frequent, and no truck', () => {
    const counted = new Map<string, number>()
    for (const { tripDetail } of listIn(recording))
      counted.set(tripDetail?.fromCity ?? '', (counted.get(tripDetail?.fromCity ?? '') ?? 0) + 1)
    expect([...counted.values()].sort()).toEqual([173, 87])
    const registrations = listIn(recording).map(({ registrationId }) => registrationId)
    expect(new Set(registrations).size).toBe(TRUCKS)
  })
})
