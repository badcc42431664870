import { ABSENT, DERIVED_BIT, type Fix } from '#domain/fix.ts'
import { FIX_FIELDS } from '#domain/fix-fields.ts'
import type { FixColumns } from '../../track/columns.ts'

/**
 * What rules read of a fix, as columns store it: NaN, or `ABSENT` for small numbers, where it says nothing. What was derived, and not
 * measured, it does not say.
 */
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

/** A fix without what was derived of it and is no measurement. */
export const measuredFix = (fix: Fix): Fix => {
  if (!fix.derived) return fix
  const { speed, odo, ignition, ...rest } = fix
  const isMeasured = (bit: number) => ((fix.derived ?? 0) & bit) === 0
  return {
    ...rest,
    ...(speed !== undefined && isMeasured(DERIVED_BIT.speed) && { speed }),
    ...(odo !== undefined && isMeasured(DERIVED_BIT.odo) && { odo }),
    ...(ignition !== undefined && isMeasured(DERIVED_BIT.ignition) && { ignition }),
  }
}

const readingOfMeasured = (fix: Fix): Reading => ({
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

/** What rules read of a fix. */
export const readingOf = (fix: Fix): Reading => readingOfMeasured(measuredFix(fix))

/** What rules read of row `i`. */
export const readingAt = (columns: FixColumns, i: number): Reading => {
  const derived = columns.derived[i] ?? 0
  const isMeasured = (bit: number) => (derived & bit) === 0
  return {
    time: rounded('time', columns.time[i]),
    lng: rounded('lng', columns.lng[i]),
    lat: rounded('lat', columns.lat[i]),
    speed: isMeasured(DERIVED_BIT.speed) ? rounded('speed', columns.speed[i]) : Number.NaN,
    rpm: rounded('rpm', columns.rpm[i]),
    fuel: rounded('fuel', columns.fuel[i]),
    adblue: rounded('adblue', columns.adblue[i]),
    odo: isMeasured(DERIVED_BIT.odo) ? rounded('odo', columns.odo[i]) : Number.NaN,
    ignition: isMeasured(DERIVED_BIT.ignition) ? (columns.ignition[i] ?? ABSENT) : ABSENT,
    neutral: columns.neutral[i] ?? ABSENT,
    adblueZone: columns.adblueZone[i] ?? ABSENT,
    dpf: columns.dpf[i] ?? ABSENT,
    dtcs: columns.dtcs[i] ?? null,
  }
}

/** A fix that says nothing at all. */
export const NO_READING: Reading = readingOf({ time: Number.NaN, lng: Number.NaN, lat: Number.NaN })
