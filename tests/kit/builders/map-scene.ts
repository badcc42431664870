import type { FleetVehicle } from '#contract/records/fleet.ts'
import { VEHICLE_STATUSES } from '#domain/status.ts'
import type { DrawableTrack } from '#src/services/map/map.port.ts'

/** 20 November 2026, 14:00 IST. */
export const NOON = Date.UTC(2026, 10, 20, 8, 30)

/** A vehicle of the fleet with plausible defaults. */
export const mapVehicle = (vehicleId: number, given: Partial<FleetVehicle> = {}): FleetVehicle => ({
  vehicleId,
  registrationId: `TN 01 AB ${String(vehicleId).padStart(4, '0')}`,
  imei: String(860_000_000_000_000 + vehicleId),
  latitude: 13.08,
  longitude: 80.27,
  vehicleStatus: 'RUNNING',
  tripDetail: null,
  lastUpdatedDate: '20-11-2026',
  lastUpdatedTime: '14:00:00',
  currentVehicleSpeed: 54,
  fixTime: NOON,
  heading: 45,
  odo: 184_230,
  fuelPercent: 41,
  adbluePercent: 62,
  intervalS: 10,
  model: 'HDT',
  ...given,
})

/** The same numbers between 0 and 1 every time. */
export const seededRandom = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const CITIES: readonly (readonly [lng: number, lat: number, share: number])[] = [
  [77.2, 28.6, 18],
  [72.9, 19.1, 20],
  [80.25, 13.05, 20],
  [77.6, 12.97, 12],
  [78.48, 17.4, 10],
  [88.36, 22.57, 8],
  [73.85, 18.52, 8],
  [79.09, 21.15, 4],
]

/** A fleet of `count` vehicles in and between the cities of India. */
export const fleetOf = (count: number, seed = 1): FleetVehicle[] => {
  const random = seededRandom(seed)
  const total = CITIES.reduce((sum, [, , share]) => sum + share, 0)
  const pickCity = () => {
    let at = random() * total
    for (const city of CITIES) {
      at -= city[2]
      if (at < 0) return city
    }
    return [79.09, 21.15, 1] as const
  }
  return Array.from({ length: count }, (_, place) => {
    const [lng, lat] = pickCity()
    const [toLng, toLat] = pickCity()
    const progress = random() < 0.75 ? random() * 0.02 : random()
    const pick = random()
    const status = VEHICLE_STATUSES[pick < 0.55 ? 0 : pick < 0.75 ? 1 : pick < 0.9 ? 2 : pick < 0.95 ? 3 : 4]
    return mapVehicle(place + 1, {
      longitude: lng + (toLng - lng) * progress + (random() - 0.5) * 0.25,
      latitude: lat + (toLat - lat) * progress + (random() - 0.5) * 0.25,
      vehicleStatus: status ?? 'RUNNING',
      heading: random() * 360,
      currentVehicleSpeed: status === 'RUNNING' ? 20 + random() * 60 : 0,
    })
  })
}

/** A winding route of `length` points, ten seconds apart, from Chennai towards Pune, with a stop, events and a gap. */
export const routeOf = (length: number): DrawableTrack => {
  const track = {
    length,
    time: new Float64Array(length),
    lng: new Float64Array(length),
    lat: new Float64Array(length),
    speed: new Float32Array(length).fill(58),
    heading: new Float32Array(length).fill(Number.NaN),
    ignition: new Uint8Array(length).fill(1),
    stop: new Float32Array(length),
    events: new Uint16Array(length),
    breaks: new Uint8Array(length),
  }
  let time = NOON
  for (let i = 0; i < length; i++) {
    const progress = i / Math.max(1, length - 1)
    track.lng[i] = 80.25 - 6.4 * progress + 0.12 * Math.sin(progress * 40)
    track.lat[i] = 13.05 + 5.45 * progress + 0.12 * Math.cos(progress * 29)
    track.time[i] = time
    time += 10_000
  }
  const at = (share: number) => Math.floor(share * (length - 1))
  track.speed[at(0.2)] = 0
  track.stop[at(0.2)] = 1320
  track.events[at(0.3)] = 1 << 1
  track.events[at(0.45)] = 1 << 5
  track.events[at(0.6)] = 1 << 4
  track.events[at(0.8)] = 1 << 7
  return track
}
