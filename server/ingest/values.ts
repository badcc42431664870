/** Readers of what devices send. Each answers NaN or undefined where there is nothing usable; the rules decide what follows. */

const DIGITS = /^\d+(\.\d+)?$/
/** Up to here a number of a timestamp means seconds: as ms it would be 1973. */
const LARGEST_SECONDS = 100_000_000_000
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/
const ISO = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?$/i

/** A number, or NaN for anything else; an empty text is not 0. */
export const numberOf = (value: unknown): number => {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return Number.NaN
  return Number(value)
}

/** The same, but undefined where the field is not there at all. */
export const optionalNumber = (value: unknown): number | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  const number = numberOf(value)
  return Number.isFinite(number) ? number : undefined
}

/** true, 1, on, yes and their opposites; undefined for anything else. */
export const optionalFlag = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value
  switch (
    String(value ?? '')
      .trim()
      .toLowerCase()
  ) {
    case 'true':
    case '1':
    case 'on':
    case 'yes':
      return true
    case 'false':
    case '0':
    case 'off':
    case 'no':
      return false
    default:
      return undefined
  }
}

const epochMs = (number: number): number => (Math.abs(number) < LARGEST_SECONDS ? number * 1000 : number)

/** ms UTC of seconds or milliseconds since 1970, or of an ISO text; one without a zone is UTC. NaN where it is none of these. */
export const timeOf = (value: unknown): number => {
  if (typeof value === 'number') return epochMs(value)
  if (typeof value !== 'string') return Number.NaN
  const text = value.trim()
  if (DIGITS.test(text)) return epochMs(Number(text))
  if (!ISO.test(text)) return Number.NaN
  const withZone = WITHOUT_ZONE.test(text) ? `${text}Z` : text
  return Date.parse(withZone.replace(' ', 'T').replace(',', '.'))
}

/** The given value times `factor`, undefined staying undefined. */
export const scaled = (value: number | undefined, factor: number): number | undefined =>
  value === undefined ? undefined : value * factor

/** Drops the keys whose value is undefined, as optional properties demand it. */
export const defined = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } => {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) kept[name] = value
  return kept as { [K in keyof T]?: Exclude<T[K], undefined> }
}
