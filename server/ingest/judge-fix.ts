import type { Fix } from '#domain/fix.ts'
import { FUTURE_LIMIT_MS } from '#domain/lateness.ts'
import { roundDegrees } from '#domain/rounding.ts'
import { DAY_MS } from '#domain/units.ts'
import { PLAUSIBLE } from './limits.ts'

/** What the rules say of one fix: refused with a reason, or the part of it that can be believed, perhaps with a doubt. */
export type Judgement =
  | { readonly rejected: string; readonly fix?: never; readonly doubt?: never }
  | { readonly rejected?: never; readonly fix: Fix; readonly doubt?: string }

/** GPS weeks are counted modulo 1,024; an old receiver therefore reports a date this much too early. */
const ROLLOVER_MS = 1024 * 7 * DAY_MS
/** How near to now a date moved by the rollover must come to be taken for one. */
const ROLLOVER_WINDOW_MS = 7 * DAY_MS

const within = (value: number | undefined, low: number, high: number): number | undefined =>
  value !== undefined && value >= low && value <= high ? value : undefined

const wholeWithin = (value: number | undefined, low: number, high: number): number | undefined =>
  Number.isInteger(value) ? within(value, low, high) : undefined

const flag = (value: boolean | undefined): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined

const usableCodes = (dtcs: readonly string[] | undefined): readonly string[] | undefined => {
  const kept = dtcs
    ?.filter((code) => code !== '' && code.length <= PLAUSIBLE.dtcLength)
    .slice(0, PLAUSIBLE.dtcs)
  return kept?.length ? kept : undefined
}

/** Places are kept to 1e-6 degrees (a tenth of a metre), so that what was stored compares equal to what is sent again. */
const sixDecimals = (degrees: number): number => roundDegrees(degrees) + 0

const rejectionOf = ({ time, lng, lat }: Fix): string | undefined => {
  if (!Number.isFinite(time)) return 'the time is missing or not readable'
  if (time < PLAUSIBLE.firstTime) return 'the time is before the year 2000'
  if (time >= PLAUSIBLE.lastTime) return 'the time is after the year 2099'
  if (!Number.isFinite(lat)) return 'the latitude is missing or not a number'
  if (!Number.isFinite(lng)) return 'the longitude is missing or not a number'
  if (Math.abs(lat) > 90) return 'the latitude is outside -90 to 90'
  if (Math.abs(lng) > 180) return 'the longitude is outside -180 to 180'
  if (Math.abs(lat) < 1e-4 && Math.abs(lng) < 1e-4) return 'the position is (0, 0), which means no position'
  return undefined
}

const doubtOf = ({ time, speed }: Fix, now: number, source: FixSource): string | undefined => {
  if (time > now + FUTURE_LIMIT_MS) return 'the time is in the future'
  if (source === 'device' && Math.abs(now - time - ROLLOVER_MS) < ROLLOVER_WINDOW_MS)
    return 'the time is 1,024 weeks old, as of a receiver whose week count rolled over'
  if (speed !== undefined && speed > PLAUSIBLE.speedKmph)
    return `the speed is above ${PLAUSIBLE.speedKmph} km/h`
  return undefined
}

/** Where a fix comes from: a file may well be twenty years old, a device may not. */
export type FixSource = 'device' | 'file'

/**
 * Judges one fix on its own (DI-05, DI-06). `now` is ms UTC.
 * Without a usable time and place it is rejected; other fields that cannot be are dropped; a doubtful fix is kept but never becomes the latest.
 */
export const judgeFix = (fix: Fix, now: number, source: FixSource): Judgement => {
  const rejected = rejectionOf(fix)
  if (rejected !== undefined) return { rejected }
  const clean: { -readonly [Key in keyof Fix]: Fix[Key] } = {
    time: Math.round(fix.time),
    lng: sixDecimals(fix.lng),
    lat: sixDecimals(fix.lat),
  }
  const speed = within(fix.speed, 0, PLAUSIBLE.speedKmph)
  if (speed !== undefined) clean.speed = speed
  const heading = within(fix.heading, 0, 360)
  if (heading !== undefined) clean.heading = heading % 360
  const odo = within(fix.odo, 0, PLAUSIBLE.odoKm)
  if (odo !== undefined) clean.odo = odo
  const ignition = flag(fix.ignition)
  if (ignition !== undefined) clean.ignition = ignition
  const engineHours = within(fix.engineHours, 0, PLAUSIBLE.engineHours)
  if (engineHours !== undefined) clean.engineHours = engineHours
  const rpm = within(fix.rpm, 0, PLAUSIBLE.rpm)
  if (rpm !== undefined) clean.rpm = rpm
  const neutral = flag(fix.neutral)
  if (neutral !== undefined) clean.neutral = neutral
  const fuel = within(fix.fuel, 0, PLAUSIBLE.litres)
  if (fuel !== undefined) clean.fuel = fuel
  const adblue = within(fix.adblue, 0, PLAUSIBLE.litres)
  if (adblue !== undefined) clean.adblue = adblue
  const adblueZone = wholeWithin(fix.adblueZone, 0, 5)
  if (adblueZone !== undefined) clean.adblueZone = adblueZone
  const dpf = wholeWithin(fix.dpf, 0, 254)
  if (dpf !== undefined) clean.dpf = dpf
  const dtcs = usableCodes(fix.dtcs)
  if (dtcs !== undefined) clean.dtcs = dtcs
  const events = wholeWithin(fix.events, 1, 0xffff)
  if (events !== undefined) clean.events = events
  const derived = wholeWithin(fix.derived, 1, 0xffff)
  if (derived !== undefined) clean.derived = derived
  const doubt = doubtOf(fix, now, source)
  return doubt === undefined ? { fix: clean } : { fix: clean, doubt }
}
