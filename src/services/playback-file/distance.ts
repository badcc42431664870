import type { Track } from './track.ts'

const EARTH_KM = 6371.0088
const RADIANS = Math.PI / 180

/** Great-circle distance in km between two places in degrees. */
export const distanceKm = (lng1: number, lat1: number, lng2: number, lat2: number): number => {
  const dLat = (lat2 - lat1) * RADIANS
  const dLng = (lng2 - lng1) * RADIANS
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Length in km of the line through all points of a track. */
export const pathKm = ({ lng, lat, length }: Pick<Track, 'lng' | 'lat' | 'length'>): number => {
  let sum = 0
  for (let i = 1; i < length; i++) {
    sum += distanceKm(lng[i - 1] ?? 0, lat[i - 1] ?? 0, lng[i] ?? 0, lat[i] ?? 0)
  }
  return sum
}
