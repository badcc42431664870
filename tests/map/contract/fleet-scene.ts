import type { LngLat } from '#domain/geo.ts'
import type { MapPress } from '#src/services/map/map.port.ts'
import { mapVehicle } from '#tests/kit/builders/map-scene.ts'
import { type MapHarness, mountMap } from './map-harness.ts'

export const CHENNAI: LngLat = [80.27, 13.08]
export const PUNE: LngLat = [73.85, 18.52]
export const DELHI: LngLat = [77.21, 28.61]

/** Three vehicles far apart, and five in one yard in Delhi. */
export const FLEET = [
  mapVehicle(1, { longitude: CHENNAI[0], latitude: CHENNAI[1], vehicleStatus: 'RUNNING', heading: 45 }),
  mapVehicle(2, { longitude: PUNE[0], latitude: PUNE[1], vehicleStatus: 'IDLE', heading: 180 }),
  mapVehicle(3, { longitude: 88.36, latitude: 22.57, vehicleStatus: 'TOWED', heading: null }),
  ...['RUNNING', 'RUNNING', 'STOPPED', 'KEYON', 'OFFLINE'].map((vehicleStatus, place) =>
    mapVehicle(11 + place, { longitude: DELHI[0] + place * 0.002, latitude: DELHI[1], vehicleStatus }),
  ),
  mapVehicle(99, { longitude: null, latitude: null, fixTime: 0 }),
]

/** The fleet on a mounted map, its yard clustered. */
export const showFleetOnMap = async (harness: MapHarness) => {
  harness.fleet.replaceMembers(FLEET)
  await mountMap(harness)
  harness.map.showFleet('all')
  await harness.until('the yard to be grouped', () => harness.map.drawn().clusters.length === 1)
}

/** Every press that the map reports from now on. */
export const pressesOf = ({ map }: MapHarness) => {
  const presses: MapPress[] = []
  map.onPress((press) => presses.push(press))
  return presses
}

/** Waits until the camera has arrived. */
export const waitForCamera = ({ until }: MapHarness, isThere: () => boolean) =>
  until('the camera to arrive', isThere)
