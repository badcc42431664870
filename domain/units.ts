import { roundTo } from './rounding.ts'
/** Milliseconds in a minute, an hour and a day. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Seconds in an hour and a day. */
export const HOUR_S = 3600
export const DAY_S = 24 * HOUR_S

/** A level in percent of its tank, 0 to 100 with one decimal; null if either is unknown. */
export const percentOf = (litres: number | null | undefined, tankLitres: number | null): number | null => {
  if (litres === null || litres === undefined || Number.isNaN(litres)) return null
  if (tankLitres === null || tankLitres <= 0) return null
  return roundTo(Math.min(100, Math.max(0, (litres / tankLitres) * 100)), 1)
}

/** Units as the specification spells them: CST-06, and CST-08 for odometers and for speeds at a marker. */
export const UNIT = {
  distance: 'kms',
  speed: 'kmph',
  odometer: 'KMS',
  markerSpeed: 'KMPH',
  acceleration: 'kmph/s',
  engineSpeed: 'rpm',
  volume: 'ltrs',
  economy: 'kmpl',
  percent: '%',
  temperature: '°C',
  pressure: 'kPa',
  voltage: 'V',
} as const

/** Kilometres in one of each unit of distance that a user may choose. */
export const KM_PER = { km: 1, mi: 1.609344 } as const
export type DistanceUnit = keyof typeof KM_PER

/** Litres in one of each unit of volume that a user may choose (NIST SP 811, B.8; The Units of Measurement Regulations 1995). */
export const LITRES_PER = { litre: 1, usGallon: 3.785411784, imperialGallon: 4.54609 } as const
export type VolumeUnit = keyof typeof LITRES_PER

/** The units of fuel economy that a user may choose, each by its figure for a number of km per litre above 0. */
export const ECONOMY_OF = {
  kmpl: (kmpl: number) => kmpl,
  litresPer100Km: (kmpl: number) => 100 / kmpl,
  usMpg: (kmpl: number) => (kmpl * LITRES_PER.usGallon) / KM_PER.mi,
  imperialMpg: (kmpl: number) => (kmpl * LITRES_PER.imperialGallon) / KM_PER.mi,
} as const
export type EconomyUnit = keyof typeof ECONOMY_OF

/** The units a user reads figures in. */
export type Units = {
  readonly distance: DistanceUnit
  readonly volume: VolumeUnit
  readonly economy: EconomyUnit
}

/** The specification's units (CST-06). */
export const DEFAULT_UNITS: Units = { distance: 'km', volume: 'litre', economy: 'kmpl' }

/** km/h in one of each unit of speed. */
export const KMPH_PER = { kmph: 1, knots: 1.852, mps: 3.6, mph: KM_PER.mi } as const
export type SpeedUnit = keyof typeof KMPH_PER

/** Which gallon a file means that says only gallons. */
export type Gallon = 'usGallon' | 'imperialGallon'

/** A whole number from 0 to 99 with two digits. */
export const twoDigits = (value: number): string => (value < 10 ? `0${value}` : `${value}`)

/** Seconds from 0 on as `HH:mm:ss`, begun seconds cut off; hours may have more digits. */
export const clockText = (seconds: number): string => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(Math.floor(seconds) % 60)}`
}
