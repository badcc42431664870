import type { Track } from '#src/services/playback-file/track.ts'
import { ofTrack } from './of-track.ts'

const EARTH_KM = 6371.0088
const RADIANS = Math.PI / 180

const stepKm = ({ lng, lat }: Track, index: number): number => {
  const lat1 = (lat[index - 1] ?? 0) * RADIANS
  const lat2 = (lat[index] ?? 0) * RADIANS
  const halfLat = (lat2 - lat1) / 2
  const halfLng = (((lng[index] ?? 0) - (lng[index - 1] ?? 0)) * RADIANS) / 2
  const h = Math.sin(halfLat) ** 2 + Math.cos(lat1) * Math.cos(lat2) * Math.sin(halfLng) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Kilometres from the first point to each point, along the line of the track. */
export const distancesKm = ofTrack((track): Float64Array => {
  const sums = new Float64Array(track.length)
  for (let index = 1; index < track.length; index++)
    sums[index] = (sums[index - 1] ?? 0) + stepKm(track, index)
  return sums
})
