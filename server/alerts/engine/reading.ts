import { ABSENT, type Fix } from '#domain/fix.ts'
import { FIX_FIELDS } from '#domain/fix-fields.ts'
import type { FixColumns } from '../../track/columns.ts'

/** What rules read of a fix, as columns store it: NaN, or `ABSENT` for small numbers, where it says nothing. */
export type Reading = {
  /** ms UTC. */
  time: number
  lng: number
  lat: number
  /** km/h. */
  speed: number
  rpm: number
  /** Litres. */
  fuel: number
  adblue: number
  /** km. */
  odo: number
  ignition: number
  neutral: number
  adblueZone: number
  dpf: number
  dtcs: readonly string[] | null
}

type NumberField = 'time' | 'lng' | 'lat' | 'speed' | 'rpm' | 'fuel' | 'adblue' | 'odo'

/** Rounds a value as a stored day rounds it, so that a day gives the same alerts open and closed. */
const rounded = (name: NumberField, value: number | undefined): number => {
  const { steps } = FIX_FIELDS[name]
  return value === undefined ? Number.NaN : Math.round(value * steps) / steps
}

const flag = (value: boolean | undefined): number => (value === undefined ? ABSENT : value ? 1 : 0)

/** What rules read of a fix. */
export const readingOf = (fix: Fix): Reading => ({
  time: rounded('time', fix.time),
  lng: rounded('lng', fix.lng),
  lat: rounded('lat', fix.lat),
  speed: rounded('speed', fix.speed),
  rpm: rounded('rpm', fix.rpm),
  fuel: rounded('fuel', fix.fuel),
  adblue: rounded('adblue', fix.adblue),
  odo: rounded('odo', fix.odo),
  ignition: flag(fix.ignition),
  neutral: flag(fix.neutral),
  adblueZone: fix.adblueZone ?? ABSENT,
  dpf: fix.dpf ?? ABSENT,
  dtcs: fix.dtcs ?? null,
})

/** What rules read of row `i`. */
export const readingAt = (columns: FixColumns, i: number): Reading => ({
  time: rounded('time', columns.time[i]),
  lng: rounded('lng', columns.lng[i]),
  lat: rounded('lat', columns.lat[i]),
  speed: rounded('speed', columns.speed[i]),
  rpm: rounded('rpm', columns.rpm[i]),
  fuel: rounded('fuel', columns.fuel[i]),
  adblue: rounded('adblue', columns.adblue[i]),
  odo: rounded('odo', columns.odo[i]),
  ignition: columns.ignition[i] ?? ABSENT,
  neutral: columns.neutral[i] ?? ABSENT,
  adblueZone: columns.adblueZone[i] ?? ABSENT,
  dpf: columns.dpf[i] ?? ABSENT,
  dtcs: columns.dtcs[i] ?? null,
})

/** A fix that says nothing at all. */
export const NO_READING: Reading = readingOf({ time: Number.NaN, lng: Number.NaN, lat: Number.NaN })
