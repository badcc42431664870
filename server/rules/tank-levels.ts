import { RULES } from './limits.ts'
import type { Reading } from './reading.ts'

/** A known level of a tank, litres. */
export type Level = Pick<Reading, 'time' | 'lng' | 'lat'> & { readonly litres: number }

/** The mean of readings; one that tells less than others counts as a part of one. */
export type Mean = { readonly litres: number; readonly count: number }

/** The most readings that a mean holds; further ones replace a part of it. */
const MOST_READINGS = 16

/** A mean with one more reading. */
export const withReading = ({ litres, count }: Mean, reading: number, weight = 1): Mean => {
  if (weight === 0) return { litres, count }
  const all = Math.min(count + weight, MOST_READINGS)
  return { litres: litres + ((reading - litres) * weight) / all, count: all }
}

/** Whether a mean holds as many readings as it can. */
export const isFull = ({ count }: Mean): boolean => count >= MOST_READINGS

/** The level that a sensor of a tank shows, litres; NaN where it shows none, as at exactly 0 and above what the tank can hold. */
export const knownLevel = (litres: number, tankLitres: number | null): number =>
  litres > 0 && (tankLitres === null || litres <= tankLitres * RULES.tankOverfull) ? litres : Number.NaN

/** The middle one of three. */
export const middleOf = (a: number, b: number, c: number): number =>
  Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
