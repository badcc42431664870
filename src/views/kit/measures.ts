import { DISTANCE_DECIMALS } from '#domain/rounding.ts'
import { ECONOMY_OF, KM_PER, LITRES_PER } from '#domain/units.ts'
import { currentConventions } from '#src/texts/conventions.ts'
import { SIZE, UNITS } from '#src/texts/en/kit.ts'
import { currentLanguage } from '#src/texts/language.ts'

/** Stands for an unknown value. */
export const NOT_KNOWN = '–'

/** A value that may be unknown; NaN is unknown too. */
type Value = number | null | undefined

/** A figure in the unit the user has chosen, and that unit's name. */
export type Measure = { readonly figure: string; readonly unit: string }

const isKnown = (value: Value): value is number =>
  value !== null && value !== undefined && Number.isFinite(value)

const formats = new Map<string, Intl.NumberFormat>()

/** `7,90,016.34` of a number, in the language of the page: every number that is shown and may be large comes from here. */
export const formatNumber = (value: number, decimals = 0): string => {
  const { locale } = currentLanguage()
  const id = `${locale} ${decimals}`
  const format =
    formats.get(id) ??
    new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  formats.set(id, format)
  return format.format(value)
}

/** A figure with two decimals (PLB-43). */
const figureOf = (value: Value, decimals: number = DISTANCE_DECIMALS): string =>
  isKnown(value) ? formatNumber(value, decimals) : NOT_KNOWN

/** `25.00 kms` of a figure and its unit. */
export const formatMeasure = ({ figure, unit }: Measure): string => `${figure} ${unit}`

const perUnit = (value: Value, one: number): Value => (isKnown(value) ? value / one : value)

const inDistance = (
  value: Value,
  name: 'distance' | 'speed' | 'odometer' | 'markerSpeed',
  decimals?: number,
) => {
  const { distance } = currentConventions()
  return { figure: figureOf(perUnit(value, KM_PER[distance]), decimals), unit: UNITS[name][distance] }
}

/** A distance in km (CST-06). */
export const distanceMeasure = (km: Value, decimals?: number): Measure => inDistance(km, 'distance', decimals)

/** A speed in km/h (CST-06). */
export const speedMeasure = (kmph: Value, decimals?: number): Measure => inDistance(kmph, 'speed', decimals)

/** A speed in km/h at a marker (CST-08). */
export const markerSpeedMeasure = (kmph: Value): Measure => inDistance(kmph, 'markerSpeed')

/** An odometer's km (CST-08). */
export const odometerMeasure = (km: Value): Measure => inDistance(km, 'odometer')

/** A volume in litres (CST-06), with one decimal. */
export const volumeMeasure = (litres: Value, decimals = 1): Measure => {
  const { volume } = currentConventions()
  return { figure: figureOf(perUnit(litres, LITRES_PER[volume]), decimals), unit: UNITS.volume[volume] }
}

/** A fuel economy in km per litre (CST-06), above 0. */
export const economyMeasure = (kmpl: number): Measure => {
  const { economy } = currentConventions()
  return { figure: figureOf(ECONOMY_OF[economy](kmpl)), unit: UNITS.economy[economy] }
}

/** `25.00 kms` of a distance in km (CST-06). */
export const formatDistance = (km: Value): string => formatMeasure(distanceMeasure(km))

/** `350 m` or `1.20 kms` of a length in metres. */
export const formatLength = (metres: number): string =>
  metres < 1000 && currentConventions().distance === 'km'
    ? UNITS.metres({ count: Math.round(metres) })
    : formatDistance(metres / 1000)

/** `80 kmph` of a whole speed in km/h, such as a limit. */
export const formatLimit = (kmph: number): string => formatMeasure(speedMeasure(kmph, 0))

/** A level as whole percent, without the sign. */
export const formatPercent = (value: Value): string => figureOf(value, 0)

/** `87 kB` or `2.4 MB` of a number of bytes. */
export const formatBytes = (bytes: number): string =>
  bytes < 100_000
    ? SIZE.kilobytes({ count: Math.ceil(bytes / 1000) })
    : SIZE.megabytes({ count: bytes / 1_000_000 })
