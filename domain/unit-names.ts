import { HOUR_MS, HOUR_S, KM_PER, KMPH_PER, LITRES_PER } from './units.ts'

/** A unit as files and devices name it: its names in lower case, and how a value in it becomes one in ours, `value × factor + offset`. */
type OtherUnit = { readonly names: readonly string[]; readonly factor?: number; readonly offset?: number }

const named = (names: string, factor = 1, offset = 0): OtherUnit => ({
  names: names.split('|'),
  factor,
  offset,
})

const KILOMETRE_NAMES = 'km|kms|kilometers|kilometres|kilometer|kilometre'
const METRE_NAMES = 'm|meters|metres|meter|metre|mtr|mtrs'
const FOOT_NAMES = 'ft|feet|foot'
const FOOT_M = 0.3048

/**
 * Of each unit that a fix uses: the units that are turned into it, ours first. Factors are those of NIST SP 811 (2008), appendix B, and
 * for the imperial gallon of The Units of Measurement Regulations 1995. `gallon` has no factor as long as nobody says which one is meant.
 */
const OTHER_UNITS = {
  kmph: {
    kmph: named('km/h|kmph|kph|kmh|km/hr|kmhr|km per hour|kilometers per hour|kilometres per hour'),
    knots: named('knots|knot|kn|kt|kts|nmi/h', KMPH_PER.knots),
    mps: named('m/s|mps|m/sec|ms-1|meters per second|metres per second', KMPH_PER.mps),
    mph: named('mph|mi/h|miles per hour', KMPH_PER.mph),
  },
  km: {
    km: named(KILOMETRE_NAMES),
    m: named(METRE_NAMES, 1 / 1000),
    mi: named('mi|mile|miles|mls', KM_PER.mi),
    ft: named(FOOT_NAMES, FOOT_M / 1000),
  },
  m: {
    m: named(METRE_NAMES),
    km: named(KILOMETRE_NAMES, 1000),
    ft: named(FOOT_NAMES, FOOT_M),
  },
  h: {
    h: named('h|hr|hrs|hour|hours'),
    min: named('min|mins|minute|minutes', 1 / 60),
    s: named('s|sec|secs|second|seconds', 1 / HOUR_S),
    ms: named('ms|msec|millis|milliseconds', 1 / HOUR_MS),
  },
  litres: {
    litres: named('litres|litre|liters|liter|ltrs|ltr|lts|lt|l'),
    ml: named('ml|millilitres|milliliters', 1 / 1000),
    usGallon: named(
      'us gal|us gals|us gallon|us gallons|usgal|usg|gal us|gallon us|gallons us|gal (us)|u.s. gal|u.s. gallons',
      LITRES_PER.usGallon,
    ),
    imperialGallon: named(
      'imp gal|imp gals|imp gallon|imp gallons|impgal|imp. gal|imperial gal|imperial gallon|imperial gallons|uk gal|uk gallon|uk gallons|gal imp|gallons imp|gal imperial|gallons imperial|gal uk|gallons uk',
      LITRES_PER.imperialGallon,
    ),
    gallon: { names: ['gal', 'gals', 'gallon', 'gallons'] },
  },
  kPa: {
    kPa: named('kpa|kilopascal|kilopascals'),
    psi: named('psi|psig|lbf/in2|lbf/in²', 6.894_757),
    bar: named('bar|bars|barg', 100),
    mbar: named('mbar|hpa|millibar', 0.1),
    MPa: named('mpa|megapascal', 1000),
    Pa: named('pa|pascal|pascals', 1 / 1000),
    kgfPerCm2: named('kg/cm2|kg/cm²|kgf/cm2|kgf/cm²|kg/sq.cm', 98.066_5),
  },
  '°C': {
    '°C': named('°c|c|degc|deg c|celsius|degrees c|degrees celsius|º c|ºc|° c'),
    '°F': named('°f|f|degf|deg f|fahrenheit|degrees f|degrees fahrenheit|º f|ºf|° f', 5 / 9, -160 / 9),
    K: named('k|kelvin', 1, -273.15),
  },
  V: { V: named('v|volt|volts'), mV: named('mv|millivolt|millivolts', 1 / 1000) },
  rpm: { rpm: named('rpm|1/min|r/min|rev/min|revs/min|min-1') },
  degrees: { degrees: named('degrees|degree|deg|°|º|decimal degrees|dd') },
  ms: {
    ms: named('ms|msec|millis|milliseconds|unix ms|epoch ms'),
    s: named('s|sec|seconds|unix|epoch', 1000),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, OtherUnit>>>>

const unitsOf = (unit: string | undefined): Readonly<Record<string, OtherUnit>> =>
  unit !== undefined && Object.hasOwn(OTHER_UNITS, unit) ? OTHER_UNITS[unit as keyof typeof OTHER_UNITS] : {}

const collapsed = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?\/ ?/g, '/')

/** The unit that a text names, as one that values in `unit` can be made of; undefined where it names none of them. */
export const unitNamed = (unit: string | undefined, text: string): string | undefined => {
  const name = collapsed(text)
  if (name === unit?.toLowerCase()) return unit
  return Object.entries(unitsOf(unit)).find(([, { names }]) => names.includes(name))?.[0]
}

const ALL_NAMES: ReadonlySet<string> = new Set([
  ...Object.values(OTHER_UNITS).flatMap((units) =>
    Object.values<OtherUnit>(units).flatMap(({ names }) => names),
  ),
  // Levels in percent say nothing in litres as long as the tank is not known.
  ...['%', 'percent', 'pct'],
])

const SIGNS: Readonly<Record<string, string>> = {
  ...{ kmph: 'km/h', mps: 'm/s', gallon: 'gal', usGallon: 'US gal', imperialGallon: 'imp gal' },
  ...{ kgfPerCm2: 'kg/cm²' },
}

/** A unit by its key, as it is shown beside a column. */
export const unitSign = (unit: string): string => SIGNS[unit] ?? unit

/** Whether a text names a unit of anything, be there a factor to one of ours or not. */
export const isUnitName = (text: string): boolean => ALL_NAMES.has(collapsed(text))

/** How a value in `from`, a key of `OTHER_UNITS`, becomes one in `unit`: unchanged where `from` is not given or measures something else. */
export const conversionTo = (
  unit: string | undefined,
  from: string | undefined,
): ((value: number) => number) => {
  const { factor = 1, offset = 0 } = (from !== undefined && unitsOf(unit)[from]) || {}
  return factor === 1 && offset === 0 ? (value) => value : (value) => value * factor + offset
}
