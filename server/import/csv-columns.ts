import type { ImportProblem } from '#contract/import-problems.ts'
import { sideOf } from '#domain/degrees.ts'
import { fixFields } from '#domain/fix.ts'
import type { PlaceOrder } from '#domain/place-order.ts'
import { isUnitName, unitNamed } from '#domain/unit-names.ts'
import { LONGEST_WRITTEN } from '#domain/written-number.ts'
import { COLUMN_NAMES, type Meaning } from './csv-names.ts'
import { IMPORT } from './limits.ts'
import { type FileProblem, UnreadableFile } from './readings.ts'
import type { Survey } from './survey.ts'
import { isZoneName } from './zone-names.ts'

/**
 * Units that a header may end with though nothing parts them from its name (`speedkmh`), in the order in which they are tried. Names of
 * metres are none of them: an odometer and an hour meter only end like one.
 */
const GLUED = [
  'kmph',
  'kmh',
  'kph',
  'mph',
  'mps',
  'knots',
  'kts',
  'miles',
  'litres',
  'liters',
  'ltrs',
  'percent',
  'kpa',
  'psi',
  'kms',
  'km',
]

/**
 * The place of a column in the file, the unit that its header names, by its key in `domain/units.ts`, the hemisphere that it names,
 * 1 for north and east, -1 for south and west, and the zone that the header of a time or day names.
 */
export type Column = {
  readonly at: number
  readonly unit: string | undefined
  readonly side?: 1 | -1 | undefined
  readonly zone?: string | undefined
  /** The place of the column that holds the unit of each cell. */
  readonly unitAt?: number | undefined
}
type MutableColumns = { [M in Meaning]?: Column }
export type Columns = Partial<Readonly<Record<Meaning, Column>>>

/** A header in a message. */
const shown = (header = ''): string => header.trim().slice(0, 40)

/** A name as names are compared: lower case, without blanks and signs. */
export const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const TIME_NAMES: ReadonlySet<string> = new Set(
  COLUMN_NAMES.flatMap(([meaning, names]) => (meaning === 'time' || meaning === 'date' ? names : [])),
)

const VEHICLE_NAMES: ReadonlySet<string> = new Set(
  COLUMN_NAMES.flatMap(([meaning, names]) => (meaning === 'vehicle' ? names : [])),
)

const KNOWN_NAMES: ReadonlySet<string> = new Set(COLUMN_NAMES.flatMap(([, names]) => names))

/** Whether a column of this name holds the name of a vehicle. */
export const isVehicleName = (header: string): boolean => VEHICLE_NAMES.has(bare(header))

const BRACKETED = /[([{]([^()[\]{}]*)[)\]}]/g
/** What parts a name from a unit behind it: blanks and signs, and the capital letter of `speedKmh`. A slash belongs to a unit. */
const PARTING = /[\s_,:;.-]+|(?<=\p{Ll})(?=\p{Lu})/u
/** The words of the longest unit. */
const UNIT_WORDS = 4

/** A name that a header may mean, and the text that stands for its unit. */
type HeaderName = {
  readonly name: string
  readonly unitText?: string
  readonly axis?: { readonly side: 1 | -1 | undefined }
  readonly zone?: string
}

const tailsOf = (text: string): HeaderName[] => {
  const words = text.split(PARTING).filter((word) => word !== '')
  return Array.from(
    { length: Math.min(UNIT_WORDS, words.length - 1) },
    (_, i) => words.length - 1 - i,
  ).flatMap((at) => {
    const unitText = words.slice(at).join(' ')
    // An odo meter and an hour meter are instruments.
    const isUnit = isUnitName(unitText) && !/^met(er|re)$/i.test(unitText)
    return isUnit ? [{ name: bare(words.slice(0, at).join('')), unitText }] : []
  })
}

const gluedOf = (text: string): HeaderName[] => {
  const all = bare(text)
  return GLUED.filter((unit) => all.endsWith(unit)).map((unitText) => ({
    name: all.slice(0, -unitText.length),
    unitText,
  }))
}

/** `Latitude N/S`, `Longitude (W)`. */
const WITH_SIDE =
  /^((?:gps[\s_]*)?(?:lat(?:itude)?|lng|lon(?:g(?:itude)?)?))(?:[\s_.:([-]*(?:n\s*[/|,+]?\s*s|e\s*[/|,+]?\s*w)|[\s_.:([-]+([nsew]|north|south|east|west))\s*[)\]]?$/i

/** The latitude or longitude that a header with a hemisphere means. */
const axisOf = (text: string): HeaderName[] => {
  const [, name, side] = WITH_SIDE.exec(text) ?? []
  if (name === undefined) return []
  const known = side === undefined ? undefined : (sideOf(side, 'lat') ?? sideOf(side, 'lng'))
  return [{ name: bare(name), axis: { side: known } }]
}

const ZONE_FIRST = /^(utc|gmt|ist)(.*)$/
const ZONE_LAST = /^(.+)(utc|gmt|ist)$/
const OFFSET_LAST = /^(.*?)[\s_-]*((?:UTC|GMT)\s*[+-]\s*\d{1,2}(?::?\d{2})?)$/i

/** The time or day that a header with a zone means: `Time (UTC)`, `UTC time`, `isttime`, `Date GMT+05:30`. */
const zonedOf = (header: string): HeaderName[] => {
  if (header.length > LONGEST_WRITTEN) return []
  const text = header.trim()
  const [, first, behind] = ZONE_FIRST.exec(bare(text)) ?? []
  const [, before, last] = ZONE_LAST.exec(bare(text)) ?? []
  const [, name = '', offset] = OFFSET_LAST.exec(text) ?? []
  const inside = [...text.matchAll(BRACKETED)].map(([, zone = '']) => zone.trim()).find(isZoneName)
  const found = [
    [bare(text.replaceAll(BRACKETED, ' ')), inside],
    [bare(name), offset],
    [before ?? '', last],
    [behind || (first ?? ''), first],
  ] as const
  return found.flatMap(([name, zone]) =>
    zone !== undefined && TIME_NAMES.has(name)
      ? [{ name, zone: zone.toUpperCase().replace('GMT', 'UTC') }]
      : [],
  )
}

/** Whether a column of this name holds a time or a day. */
export const isTimeName = (header: string): boolean =>
  TIME_NAMES.has(bare(header)) || zonedOf(header).length > 0

/** A unit counts in brackets, behind a blank or a sign, and glued to a name where it can be nothing else. */
const namesOf = (header: string): readonly HeaderName[] => {
  const text = header.trim()
  const [zoned] = zonedOf(text)
  if (zoned !== undefined) return KNOWN_NAMES.has(bare(text)) ? [{ ...zoned, name: bare(text) }] : [zoned]
  const whole = bare(text)
  const axis = axisOf(text)
  if (axis.length > 0) return [{ name: whole }, ...axis]
  // Signs are no part of a name, but these are units.
  if (KNOWN_NAMES.has(whole) && !/[%°º]/.test(text)) return [{ name: whole }]
  const brackets = [...text.matchAll(BRACKETED)].map(([, inside = '']) => inside.trim())
  if (brackets.length === 0) return [{ name: whole }, ...tailsOf(text), ...gluedOf(text)]
  const unbracketed = text.replaceAll(BRACKETED, ' ')
  if (brackets.some((inside) => placeOrderIn(inside) !== undefined)) return [{ name: bare(unbracketed) }]
  const inBrackets = brackets.join(' ')
  return [
    { name: bare(unbracketed), unitText: inBrackets },
    // As in `Fuel gal (US)`.
    ...tailsOf(unbracketed).map(({ name, unitText }) => ({ name, unitText: `${unitText} ${inBrackets}` })),
  ]
}

/** The text that names a unit in a header; undefined where there is none. */
export const unitTextOf = (header: string): string | undefined =>
  namesOf(header).find(({ unitText }) => unitText !== undefined && isUnitName(unitText))?.unitText

/** Which number of a place comes first by a header that names both: `lng,lat`, `Location (lat/lon)`. */
export const placeOrderIn = (header: string): PlaceOrder | undefined => {
  const text = bare(header)
  const [lat, lng] = [text.indexOf('lat'), text.search(/l(?:ng|on)/)]
  if (lat < 0 || lng < 0) return undefined
  return lat < lng ? 'latFirst' : 'lngFirst'
}

/** The units of the fields that have one. */
export const UNIT_OF: Partial<Readonly<Record<Meaning, string | undefined>>> = {
  ...Object.fromEntries(fixFields.map(({ name, unit }) => [name, unit])),
  zone: 'h',
}

const isUsable = (meaning: Meaning, { unitText }: HeaderName): boolean =>
  unitText === undefined || unitNamed(UNIT_OF[meaning], unitText) !== undefined

/** The columns that may hold something, the most telling first. */
type Candidates = Partial<Readonly<Record<Meaning, readonly Column[]>>>
type Times = { readonly date: Column; readonly time: Column }

/** A day and a time of day whose headers name one zone, where there are such: the time as found, or else others that both name theirs. */
const inOneZone = (found: Times, { date: dates = [], time: times = [] }: Candidates): Times => {
  if (found.date.zone === found.time.zone) return found
  const hasZones = found.date.zone !== undefined && found.time.zone !== undefined
  const others = hasZones ? times.filter(({ zone }) => zone !== undefined) : []
  for (const time of [found.time, ...others]) {
    const date = dates.find(({ at, zone }) => zone === time.zone && at !== time.at)
    if (date !== undefined) return { date, time }
  }
  return found
}

/** The columns with the hours of a time of day as its time, where it has columns of its own; else without those. */
const withTimeOfDay = (columns: Columns, headers: readonly string[]): MutableColumns => {
  const { hour, minute, second, ...others } = columns
  const hasTime = others.time !== undefined && others.time.at !== others.date?.at
  if (hour === undefined || minute === undefined || others.date === undefined || hasTime) return others
  if (others.engineHours?.at === hour.at) delete others.engineHours
  const [zone] = /utc|ist/.exec(bare(headers[hour.at] ?? '')) ?? []
  const time = { ...hour, ...(zone !== undefined && { zone: zone.toUpperCase() }) }
  return { ...others, time, minute, ...(second !== undefined && { second }) }
}

/** The texts of the day and of the time of a record; hours, minutes and seconds in columns of their own are one time. */
export const timeTexts = (
  { date, time, minute, second }: Columns,
  textOf: (column: Column) => string | undefined,
): readonly [day: string | undefined, time: string | undefined] => {
  const texts = (minute === undefined ? [time] : [time, minute, second]).flatMap((column) =>
    column === undefined ? [] : [(textOf(column) ?? '').trim()],
  )
  const parts = minute === undefined ? texts : texts.map((text) => text.replace(/^\d(?!\d)/, '0$&'))
  const isEmpty = texts.every((text) => text === '')
  return [date && textOf(date), isEmpty ? undefined : parts.join(':')]
}

/** Which column holds what, and why columns with a known name are left out. Those that are passed over hold nothing. */
export const findColumns = (
  headers: readonly string[],
  isPassedOver: (header: string) => boolean = () => false,
): { readonly columns: Columns; readonly leftOut: readonly ImportProblem[] } => {
  const meant = headers.flatMap((header, at) =>
    isPassedOver(header) ? [] : namesOf(header).map((one) => ({ ...one, at })),
  )
  // A plain name means it more than one with a hemisphere.
  const byName = new Map<string, Array<(typeof meant)[number]>>()
  for (const one of [...meant.filter(({ axis }) => !axis), ...meant.filter(({ axis }) => axis)]) {
    const alike = byName.get(one.name)
    if (alike === undefined) byName.set(one.name, [one])
    else alike.push(one)
  }
  let columns: MutableColumns = {}
  const candidates: { [M in Meaning]?: readonly Column[] } = {}
  const leftOut = new Map<number, string>()
  for (const [meaning, names] of COLUMN_NAMES) {
    const named = names.flatMap((name) => byName.get(name) ?? [])
    const unit = UNIT_OF[meaning]
    const usable = named
      .filter((one) => isUsable(meaning, one))
      .map(({ at, unitText, axis, zone }) => ({
        at,
        unit: unitText && unitNamed(unit, unitText),
        ...(axis?.side !== undefined && { side: axis.side }),
        ...(zone !== undefined && { zone }),
      }))
    candidates[meaning] = usable
    const [found] = usable
    if (found) columns[meaning] = found
    else if (unit !== undefined) for (const { at } of named) leftOut.set(at, unit)
  }
  if (columns.date !== undefined && columns.time !== undefined)
    Object.assign(columns, inOneZone({ date: columns.date, time: columns.time }, candidates))
  columns = withTimeOfDay(columns, headers)
  if (columns.date?.at === columns.time?.at) delete columns.date
  if (columns.lat && columns.lng) delete columns.place
  if (columns.latSide?.at === columns.lat?.at) delete columns.latSide
  if (columns.lngSide?.at === columns.lng?.at) delete columns.lngSide
  return {
    columns,
    leftOut: [...leftOut].map(([at, unit]) => ({
      code: 'columnUnit',
      params: { column: shown(headers[at]), unit },
    })),
  }
}

/** That there are too many columns to look through; undefined where there are not. */
export const tooManyColumns = ({ length: found }: readonly string[]): ImportProblem | undefined =>
  found > IMPORT.columns ? { code: 'columnsTooMany', params: { found, most: IMPORT.columns } } : undefined

/** Throws `UnreadableFile` naming what is missing, what was found and what is expected. */
export const demandColumns = (
  columns: Columns,
  headers: readonly string[],
  where: Pick<FileProblem, 'file' | 'line'>,
): void => {
  const missing = [
    ...(columns.time ? [] : ['time']),
    ...(columns.lat || columns.place ? [] : ['latitude']),
    ...(columns.lng || columns.place ? [] : ['longitude']),
  ]
  if (missing.length === 0) return
  const found = headers.map((header) => `'${shown(header)}'`).slice(0, 40)
  const params = { missing: missing.join(', '), found: found.join(', ') }
  throw new UnreadableFile({ ...where, code: 'columnsMissing', params })
}

/** Throws `UnreadableFile` where the days of a file have no time of day. */
export const demandTimeOfDay = (
  columns: Columns,
  headers: readonly string[],
  survey: Pick<Survey, 'daysAlone'>,
  where: Pick<FileProblem, 'file' | 'line'>,
): void => {
  const column = shown(headers[columns.time?.at ?? columns.date?.at ?? -1])
  if (survey.daysAlone.found())
    throw new UnreadableFile({ ...where, code: 'timeOfDayMissing', params: { column } })
}

/** Whether the file is a route report of Traccar: speeds in knots, distances in metres, durations in ms, texts without quotes. */
export const isTraccar = (headers: readonly string[]): boolean => {
  const names = new Set(headers.map(bare))
  return ['deviceid', 'protocol', 'fixtime', 'valid', 'latitude', 'longitude', 'speed', 'course'].every(
    (name) => names.has(name),
  )
}

/** Whether the file is a log of a Columbus receiver, whose dates are six digits, the year first. */
export const isColumbus = (headers: readonly string[]): boolean =>
  headers.slice(0, 5).map(bare).join(' ') === 'index tag date time latitudens'

/** The delimiter a header line uses most. */
export const delimiterOf = (line: string): string => {
  const outside = line.replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t', '|'].map(
    (delimiter) => [delimiter, outside.split(delimiter).length] as const,
  )
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}
