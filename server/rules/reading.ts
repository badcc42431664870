import { ABSENT, DERIVED_BIT, type Fix } from '#domain/fix.ts'
import { FIX_FIELDS } from '#domain/fix-fields.ts'
import type { FixColumns } from '../track/columns.ts'

/**
 * What rules read of a fix, as columns store it: NaN, or `ABSENT` for small numbers, where it says nothing. What was derived, and not
 * measured, it does not say.
 */
export type Reading = {
  /** ms UTC. */
  time: number
  lng: number
  lat: number
  /** m. */
  accuracy: number
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

const {
  time: TIME,
  lng: LNG,
  lat: LAT,
  speed: SPEED,
  rpm: RPM,
  fuel: FUEL,
  adblue: ADBLUE,
  odo: ODO,
  accuracy: ACCURACY,
} = FIX_FIELDS

/** Rounds a value as a stored day rounds it, so that a day gives the same alerts open and closed. */
const rounded = ({ steps }: { readonly steps: number }, value: number | undefined): number =>
  value === undefined ? Number.NaN : Math.round(value * steps) / steps

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
  time: rounded(TIME, fix.time),
  lng: rounded(LNG, fix.lng),
  lat: rounded(LAT, fix.lat),
  accuracy: rounded(ACCURACY, fix.accuracy),
  speed: rounded(SPEED, fix.speed),
  rpm: rounded(RPM, fix.rpm),
  fuel: rounded(FUEL, fix.fuel),
  adblue: rounded(ADBLUE, fix.adblue),
  odo: rounded(ODO, fix.odo),
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
  return {
    time: rounded(TIME, columns.time[i]),
    lng: rounded(LNG, columns.lng[i]),
    lat: rounded(LAT, columns.lat[i]),
    accuracy: rounded(ACCURACY, columns.accuracy[i]),
    speed: (derived & DERIVED_BIT.speed) === 0 ? rounded(SPEED, columns.speed[i]) : Number.NaN,
    rpm: rounded(RPM, columns.rpm[i]),
    fuel: rounded(FUEL, columns.fuel[i]),
    adblue: rounded(ADBLUE, columns.adblue[i]),
    odo: (derived & DERIVED_BIT.odo) === 0 ? rounded(ODO, columns.odo[i]) : Number.NaN,
    ignition: (derived & DERIVED_BIT.ignition) === 0 ? (columns.ignition[i] ?? ABSENT) : ABSENT,
    neutral: columns.neutral[i] ?? ABSENT,
    adblueZone: columns.adblueZone[i] ?? ABSENT,
    dpf: columns.dpf[i] ?? ABSENT,
    dtcs: columns.dtcs[i] ?? null,
  }
}

/** A fix that says nothing at all. */
export const NO_READING: Reading = readingOf({ time: Number.NaN, lng: Number.NaN, lat: Number.NaN })
