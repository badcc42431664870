import * as z from 'zod/mini'
import { compassPoint } from '#domain/compass.ts'
import { type LngLat, RADIANS } from '#domain/geo.ts'
import type { AddressLookup } from './geocoder.port.ts'

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

/**
 * Describes a position by its nearest town, as in `12 kms NE of Nashik, Maharashtra`; '' if there is none within
 * MAX_KM.
 */
export const nearestText = (towns: readonly Town[], [lng, lat]: LngLat): string => {
  const narrowing = Math.cos(lat * RADIANS)
  let best: { town: Town; east: number; north: number; km: number } | undefined
  for (const town of towns) {
    const east = (lng - town.lng) * narrowing * KM_PER_DEGREE
    const north = (lat - town.lat) * KM_PER_DEGREE
    const km = Math.hypot(east, north)
    if (km < (best?.km ?? MAX_KM)) best = { town, east, north, km }
  }
  if (best === undefined) return ''
  const { town, east, north, km } = best
  const where = `${town.name}, ${town.state}`
  if (km < IN_TOWN_KM) return where
  return `${Math.round(km)} kms ${compassPoint(Math.atan2(east, north) / RADIANS)} of ${where}`
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
      return nearestText(await towns, place)
    } catch (error) {
      towns = undefined
      throw error
    }
  }
}
