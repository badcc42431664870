import type { PlaceOrder } from './place-order.ts'
import {
  type DecimalSign,
  isPlainNumber,
  LONGEST_WRITTEN,
  splitNumber,
  writtenValue,
} from './written-number.ts'

/** Latitude or longitude. */
export type Axis = 'lat' | 'lng'

/** Why a text gives no degrees: it says that there is no position, or its hemisphere is none of the axis or contradicts another or the sign. */
export type NoDegrees = 'noFix' | 'hemisphere'

const SIDES: Readonly<Record<Axis, Readonly<Record<string, 1 | -1>>>> = {
  lat: { n: 1, north: 1, s: -1, south: -1 },
  lng: { e: 1, east: 1, w: -1, west: -1 },
}
const SIDE = '(n|s|e|w|north|south|east|west)\\.?'
const BEFORE = new RegExp(`^${SIDE}\\s*(?=[\\d.,+-])`, 'i')
const BEHIND = new RegExp(`(?<=[\\d.,°'′’"″”\\s])${SIDE}$`, 'i')
const LABEL = /^(?:lat(?:itude)?|lng|lon(?:g(?:itude)?)?)\s*[:=]?\s*(?=[\dnsew.,+-])/i
const SEXAGESIMAL =
  /^([+-]?)(\d{1,3})\s*[°ºd]\s*(\d{1,2}(?:[.,]\d+)?)\s*['′’m]\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:["″”s]|'')?)?$/i
/** What programs write where the receiver had no position: lower case, letters alone. */
const NO_FIX: ReadonlySet<string> = new Set(
  `nofix nogps nogpsfix nogpssignal nosignal noposition nopositionfix nolocation nolock nocoverage nosatellites nosats
  notfixed unfixed nofixyet nogpsdata gpsnofix gpslost gpsoff gpsinvalid fixlost lostfix signallost invalid invalidfix
  invalidposition notvalid void unavailable gpsunavailable searching`.split(/\s+/),
)

/** Whether a text says that there was no position, such as `NO FIX`. */
export const saysNoFix = (text: string): boolean => NO_FIX.has(text.toLowerCase().replaceAll(/[^a-z]/g, ''))

/** 1 for north and east, -1 for south and west; undefined where the text names no side of this axis. */
export const sideOf = (text: string, axis: Axis): 1 | -1 | undefined => {
  const name = text.trim().toLowerCase().replace(/\.$/, '')
  return Object.hasOwn(SIDES[axis], name) ? SIDES[axis][name] : undefined
}

const BOTH_SIDES =
  /^(?:(n|s|north|south)[\s/,;_-]*(e|w|east|west)|(e|w|east|west)[\s/,;_-]*(n|s|north|south))\.?$/i

/** The hemispheres of both axes in one text, such as `SW`; undefined for any other text. */
export const sidesIn = (text: string): { readonly lat: string; readonly lng: string } | undefined => {
  const [, north, east, first, second] = BOTH_SIDES.exec(text.trim()) ?? []
  const [lat, lng] = [north ?? second, east ?? first]
  return lat === undefined || lng === undefined ? undefined : { lat, lng }
}

const sexagesimal = (text: string): number => {
  const [, sign, degrees, minutes = '', seconds = '0'] = SEXAGESIMAL.exec(text) ?? []
  const [m, s] = [Number(minutes.replace(',', '.')), Number(seconds.replace(',', '.'))]
  if (degrees === undefined || !(m < 60) || !(s < 60)) return Number.NaN
  return (sign === '-' ? -1 : 1) * (Number(degrees) + m / 60 + s / 3600)
}

const JOINED = { lat: /^(\d\d)(\d\d[.,]\d+)$/, lng: /^(\d{2,3})(\d\d[.,]\d+)$/ } as const

/** Degrees and minutes in one number, as receivers write them beside a hemisphere: `1254.600` is 12°54.6'. NaN for another number. */
const joinedDegrees = (text: string, axis: Axis): number => {
  const [, degrees, minutes = ''] = JOINED[axis].exec(text) ?? []
  const value = Number(minutes.replace(',', '.'))
  return degrees === undefined || !(value < 60) ? Number.NaN : Number(degrees) + value / 60
}

/** Degrees without their sides, which stand before or behind them. */
const withoutSides = (text: string) => {
  const unlabelled = text.trim().replace(LABEL, '')
  const before = BEFORE.exec(unlabelled)
  const rest = before === null ? unlabelled : unlabelled.slice(before[0].length)
  const behind = BEHIND.exec(rest)
  return {
    number: (behind === null ? rest : rest.slice(0, behind.index)).trim(),
    sides: [before?.[1], behind?.[1]].filter((side) => side !== undefined),
  }
}

/** The number among degrees, with its signs and without hemisphere; undefined where it has minutes or is none. */
export const degreesNumber = (text: string) => {
  if (text.length > LONGEST_WRITTEN) return undefined
  const number = splitNumber(withoutSides(text).number)
  return number?.unit === undefined || /^(?:[°º]|deg(?:rees)?)$/i.test(number.unit) ? number : undefined
}

/**
 * Degrees as a text gives them: a number, or degrees, minutes and seconds, with or without a hemisphere (`12.91N`, `S 33,8`, `12°54'36"N`),
 * or beside one degrees and minutes in one number (`1254.600,N`).
 * `side` is the hemisphere that another column names, `usual` the one that holds where nothing else does. NaN for what is no number.
 */
export const readDegrees = (
  text: string,
  axis: Axis,
  decimal: DecimalSign | undefined,
  side?: string,
  usual?: 1 | -1,
): number | NoDegrees => {
  if (side === undefined && usual === undefined && decimal === '.' && isPlainNumber(text)) return Number(text)
  if (text.length > LONGEST_WRITTEN) return Number.NaN
  if (saysNoFix(text) || (side !== undefined && saysNoFix(side))) return 'noFix'
  const { number, sides } = withoutSides(text)
  const named = [...sides, ...(side === undefined ? [] : [side])].map((name) => sideOf(name, axis))
  const [first = usual] = named
  const joined = first === undefined ? Number.NaN : joinedDegrees(number, axis)
  const marked = degreesNumber(text)
  const plain = () => (marked === undefined ? sexagesimal(number) : writtenValue(marked, decimal))
  const value = Number.isNaN(joined) ? plain() : joined
  if (Number.isNaN(value)) return Number.NaN
  if (named.some((one) => one === undefined || one !== first)) return 'hemisphere'
  if (first === undefined) return value
  // A minus beside N or E contradicts it; beside S or W it says the same.
  if (value < 0 || Object.is(value, -0)) return first === 1 && named.length > 0 ? 'hemisphere' : value
  return first * value
}

/** The axis that a text of degrees names, by its side or a label. */
const axisNamed = (text: string): Axis | undefined => {
  const [side = text.trim()] = withoutSides(text).sides
  if (sideOf(side, 'lat') !== undefined || /^lat/i.test(side)) return 'lat'
  return sideOf(side, 'lng') !== undefined || /^(?:lng|lon)/i.test(side) ? 'lng' : undefined
}

/**
 * The texts of a place in one column, the latitude first, and whether they say themselves which of them it is; undefined where it is not
 * two numbers. Where they do not, the first one is what `order` says. Commas may part them or be decimal.
 */
export const splitPlace = (
  text: string,
  order: PlaceOrder = 'latFirst',
): { readonly lat: string; readonly lng: string; readonly isNamed: boolean } | undefined => {
  if (text.length > LONGEST_WRITTEN) return undefined
  const bare = text.trim().replaceAll(/^[[({]\s*|\s*[\])}]$/g, '')
  const splits = [/\s*[;|/]\s*/, /\s*,\s+|\s{2,}|\t/, /\s*,\s*/, /\s+/].map((by) => bare.split(by))
  const found = splits.find((parts) => parts.length === 2) ?? commaPlace(bare) ?? withHeight(splits)
  const [first, second] = found ?? []
  if (first === undefined || second === undefined) return undefined
  const [axis, other] = [axisNamed(first), axisNamed(second)]
  const isNamed = axis !== undefined || other !== undefined
  const isTurned = isNamed ? axis === 'lng' || (axis === undefined && other === 'lat') : order === 'lngFirst'
  return isTurned ? { lat: second, lng: first, isNamed } : { lat: first, lng: second, isNamed }
}

/** `26,8,75,7`: the commas at both ends are decimal. */
const commaPlace = (text: string): string[] | undefined => {
  const parts = text.split(/\s*,\s*/)
  return parts.length === 4 && parts.every((part) => /^[+-]?\d+\D*$/.test(part))
    ? [`${parts[0]},${parts[1]}`, `${parts[2]},${parts[3]}`]
    : undefined
}

/** A third number is the altitude. */
const withHeight = (splits: readonly string[][]): string[] | undefined =>
  splits
    .find((parts) => parts.length === 3 && parts.every((part) => /^[^,]*\d[^,]*$/.test(part)))
    ?.slice(0, 2)
