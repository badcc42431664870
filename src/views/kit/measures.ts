import {
  type FigureUnit,
  figureText,
  NOT_MEASURED,
  SHOWN_FIGURES,
  type ShownFigureName,
} from '#domain/shown-figures.ts'
import { UNIT } from '#domain/units.ts'
import { currentConventions } from '#src/texts/conventions.ts'
import { SIZE, UNITS } from '#src/texts/en/measures.ts'
import { currentLanguage } from '#src/texts/language.ts'

/** Stands for an unknown value. */
export const NOT_KNOWN = NOT_MEASURED

/** A value that may be unknown; NaN is unknown too, and a text is 0 (RPT-25). */
type Value = number | string | null | undefined

/** A figure in the unit the user has chosen, and that unit's name. */
export type Measure = { readonly figure: string; readonly unit: string }

/** A figure without its unit, in the unit the user has chosen and the language of the page: every figure that is shown comes from here (OPEN-89). */
export const formatFigure = (name: ShownFigureName, value: Value): string =>
  figureText(name, value, { units: currentConventions(), locale: currentLanguage().locale })

/** `7,90,016` of a count. */
export const formatNumber = (value: number): string => formatFigure('count', value)

const unitText = (unit: FigureUnit | null): string => {
  const { distance, volume, economy } = currentConventions()
  switch (unit) {
    case null:
      return ''
    case 'distance':
    case 'odometer':
    case 'speed':
    case 'markerSpeed':
    case 'acceleration':
      return UNITS[unit][distance]
    case 'volume':
      return UNITS.volume[volume]
    case 'economy':
      return UNITS.economy[economy]
    case 'engineSpeed':
      return UNITS.engineSpeed
    default:
      return UNIT[unit]
  }
}

/** The unit of a figure, as the user has chosen it; '' without one. */
export const unitOf = (name: ShownFigureName): string => unitText(SHOWN_FIGURES[name].unit)

/** A figure in the unit the user has chosen, with that unit. */
export const measureOf = (name: ShownFigureName, value: Value): Measure => ({
  figure: formatFigure(name, value),
  unit: unitOf(name),
})

/** `25.00 kms` of a figure and its unit; a figure that is not known has none. */
export const formatMeasure = ({ figure, unit }: Measure): string =>
  figure === NOT_KNOWN || unit === '' ? figure : `${figure} ${unit}`

/** `25.00 kms` of a figure. */
export const formatWithUnit = (name: ShownFigureName, value: Value): string =>
  formatMeasure(measureOf(name, value))

/** A distance in km (CST-06). */
export const distanceMeasure = (km: Value): Measure => measureOf('distance', km)

/** A speed in km/h (CST-06). */
export const speedMeasure = (kmph: Value): Measure => measureOf('speed', kmph)

/** A speed in km/h at a marker (CST-08). */
export const markerSpeedMeasure = (kmph: Value): Measure => measureOf('markerSpeed', kmph)

/** An odometer's km (CST-08). */
export const odometerMeasure = (km: Value): Measure => measureOf('odometer', km)

/** A volume in litres (CST-06). */
export const volumeMeasure = (litres: Value): Measure => measureOf('volume', litres)

/** A fuel economy in km per litre (CST-06), above 0. */
export const economyMeasure = (kmpl: number): Measure => measureOf('economy', kmpl)

/** `25.00 kms` of a distance in km (CST-06). */
export const formatDistance = (km: Value): string => formatWithUnit('distance', km)

/** `350 m` or `1.20 kms` of a length in metres. */
export const formatLength = (metres: number): string =>
  metres < 1000 && currentConventions().distance === 'km'
    ? UNITS.metres({ count: Math.round(metres) })
    : formatDistance(metres / 1000)

/** `80 kmph` of a limit in km/h. */
export const formatLimit = (kmph: number): string => formatWithUnit('speedLimit', kmph)

/** `41.5` of percent, without the sign. */
export const formatPercent = (value: Value): string => formatFigure('percent', value)

/** `87 kB` or `2.4 MB` of a number of bytes. */
export const formatBytes = (bytes: number): string =>
  bytes < 100_000
    ? SIZE.kilobytes({ count: Math.ceil(bytes / 1000) })
    : SIZE.megabytes({ count: bytes / 1_000_000 })
