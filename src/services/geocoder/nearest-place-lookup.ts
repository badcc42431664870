import * as z from 'zod/mini'
import { compassPoint } from '#domain/compass.ts'
import { type LngLat, RADIANS } from '#domain/geo.ts'
import type { Address, AddressLookup } from './geocoder.port.ts'

/**
 * Towns by state, each as name, longitude and latitude in thousandths of a degree; written by
 * scripts/basemap/places.mjs.
 */
const Places = z.object({ states: z.record(z.string(), z.array(z.union([z.string(), z.number()]))) })

type Town = { readonly name: string; readonly state: string; readonly lng: number; readonly lat: number }

const townsOf = (document: unknown): readonly Town[] =>
  Object.entries(Places.parse(document).states).flatMap(([state, flat]) =>
    Array.from({ length: Math.floor(flat.length / 3) }, (_, place) => ({
      state,
      name: String(flat[place * 3]),
      lng: Number(flat[place * 3 + 1]) / 1000,
      lat: Number(flat[place * 3 + 2]) / 1000,
    })),
  )

const KM_PER_DEGREE = 111.2
/** Within `IN_TOWN_KM` a position is in the town; beyond `MAX_KM` no town describes it. */
const IN_TOWN_KM = 2
const MAX_KM = 250

/** The nearest town of a position as its address; null if there is none within MAX_KM. */
export const nearestTown = (towns: readonly Town[], [lng, lat]: LngLat): Address | null => {
  const narrowing = Math.cos(lat * RADIANS)
  let best: { town: Town; east: number; north: number; km: number } | undefined
  for (const town of towns) {
    const east = (lng - town.lng) * narrowing * KM_PER_DEGREE
    const north = (lat - town.lat) * KM_PER_DEGREE
    const km = Math.hypot(east, north)
    if (km < (best?.km ?? MAX_KM)) best = { town, east, north, km }
  }
  if (best === undefined) return null
  const { east, north, km } = best
  const town = `${best.town.name}, ${best.town.state}`
  if (km < IN_TOWN_KM) return town
  return { town, distanceKm: km, direction: compassPoint(Math.atan2(east, north) / RADIANS) }
}

/**
 * Looks up positions among the towns of the bundled basemap. `load` fetches them once; if it fails, the next lookup
 * tries again.
 */
export const createNearestPlaceLookup = (load: () => Promise<unknown>): AddressLookup => {
  let towns: Promise<readonly Town[]> | undefined
  return async (place) => {
    towns ??= load().then(townsOf)
    try {
      return nearestTown(await towns, place)
    } catch (error) {
      towns = undefined
      throw error
    }
  }
}
