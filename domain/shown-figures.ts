import { numberOf } from './numbers.ts'
import { DEFAULT_UNITS, ECONOMY_OF, KM_PER, LITRES_PER, UNIT, type Units } from './units.ts'

/** What a figure is measured in. */
export type FigureUnit = keyof typeof UNIT

type ShownFigure = {
  readonly decimals: number
  /** Decimals in another unit than that in which it is set. */
  readonly converted?: number
  readonly unit: FigureUnit | null
}

/**
 * Every figure that people read, with its decimals and unit (OPEN-89): two, but overspeed one (PLB-43), the greatest speed of a trip or a
 * time none (RPT-26), counts, odometers and what is measured by them none, percent one. It is the same on each screen, in popups, plots,
 * notifications, downloads and prints. Values are in km, km/h, km/h a second, 1/min, litres, km per litre, °C, kPa and V.
 */
export const SHOWN_FIGURES = {
  distance: { decimals: 2, unit: 'distance' },
  /** To the middle of a town, which nobody can say more closely. */
  townDistance: { decimals: 0, unit: 'distance' },
  /** The odometer until a service. */
  serviceDistance: { decimals: 0, unit: 'distance' },
  /** A limit that is a whole number, which somebody has set. */
  distanceLimit: { decimals: 0, unit: 'distance' },
  odometer: { decimals: 0, unit: 'odometer' },
  speed: { decimals: 2, unit: 'speed' },
  /** At a marker of the playback (CST-08). */
  markerSpeed: { decimals: 2, unit: 'markerSpeed' },
  /** Of an overspeed: its speed, and how far that is above the limit. */
  overspeed: { decimals: 1, unit: 'speed' },
  maxSpeed: { decimals: 0, unit: 'speed' },
  speedLimit: { decimals: 0, unit: 'speed' },
  /** How much speed a harsh manoeuvre changes. */
  acceleration: { decimals: 2, unit: 'acceleration' },
  engineSpeed: { decimals: 0, unit: 'engineSpeed' },
  volume: { decimals: 2, unit: 'volume' },
  volumeLimit: { decimals: 0, converted: 2, unit: 'volume' },
  economy: { decimals: 2, unit: 'economy' },
  percent: { decimals: 1, unit: 'percent' },
  /** A driving score or its change, 0 to 100. */
  score: { decimals: 2, unit: null },
  /** What an incident takes from a driving score. */
  points: { decimals: 2, unit: null },
  /** Incidents in an hour or in 100 km. */
  rate: { decimals: 2, unit: null },
  /** How many times as much. */
  factor: { decimals: 2, unit: null },
  coolant: { decimals: 2, unit: 'temperature' },
  oilPressure: { decimals: 2, unit: 'pressure' },
  battery: { decimals: 2, unit: 'voltage' },
  count: { decimals: 0, unit: null },
  /** A latitude or a longitude: about a metre. */
  degrees: { decimals: 5, unit: null },
} as const satisfies Readonly<Record<string, ShownFigure>>
export type ShownFigureName = keyof typeof SHOWN_FIGURES

/** Stands for a figure that nobody measured (OPEN-89, RPT-24). */
export const NOT_MEASURED = 'N/A'

/** A value in the unit that a user has chosen; others as they are. */
export const inUnit = (
  name: ShownFigureName,
  value: number,
  { distance, volume, economy }: Units,
): number => {
  switch (SHOWN_FIGURES[name].unit) {
    case 'distance':
    case 'odometer':
    case 'speed':
    case 'markerSpeed':
    case 'acceleration':
      return value / KM_PER[distance]
    case 'volume':
      return value / LITRES_PER[volume]
    case 'economy':
      return ECONOMY_OF[economy](value)
    default:
      return value
  }
}

/** How the server groups numbers: all languages of the portal do it alike. */
export const FIGURE_LOCALE = 'en-IN'

const formats = new Map<string, Intl.NumberFormat>()

const formatOf = (locale: string, decimals: number): Intl.NumberFormat => {
  const id = `${locale} ${decimals}`
  const format =
    formats.get(id) ??
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      signDisplay: 'negative',
    })
  formats.set(id, format)
  return format
}

/**
 * A figure without its unit, grouped as the locale does it: `7,90,016.34`. What is not known, NaN too, is `N/A`, and a text other than that
 * where a number should be is 0 (RPT-25).
 */
export const figureText = (
  name: ShownFigureName,
  value: number | string | null | undefined,
  { units, locale }: { units: Units; locale: string },
): string => {
  if (value === null || value === undefined || value === NOT_MEASURED) return NOT_MEASURED
  if (typeof value === 'number' && !Number.isFinite(value)) return NOT_MEASURED
  const figure: ShownFigure = SHOWN_FIGURES[name]
  const number = typeof value === 'number' ? inUnit(name, value, units) : numberOf(value) || 0
  const isConverted = figure.unit === 'volume' && units.volume !== 'litre'
  return formatOf(locale, isConverted ? (figure.converted ?? figure.decimals) : figure.decimals).format(
    number,
  )
}

/** `92.0 kmph`: a figure in English and in the specification's units, as the server says it. */
export const specifiedText = (name: ShownFigureName, value: number): string => {
  const { unit } = SHOWN_FIGURES[name]
  const figure = figureText(name, value, { units: DEFAULT_UNITS, locale: FIGURE_LOCALE })
  return unit === null ? figure : `${figure} ${UNIT[unit]}`
}
