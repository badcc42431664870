import type { LngLat } from './geo.ts'
import { numberOf } from './numbers.ts'

const LEAST_RING = 4
/** The longest text of one place, in characters. */
const LONGEST_PLACE = 200

const tupleOf = (text: string): LngLat | null => {
  const all = text.split(',')
  const parts = all.slice(
    all.findIndex((part) => part !== ''),
    all.findLastIndex((part) => part !== '') + 1,
  )
  if (parts.length < 2 || parts.length > 3) return null
  const [lng, lat] = [numberOf(parts[0]), numberOf(parts[1])]
  return Number.isNaN(lng) || Number.isNaN(lat) ? null : [lng, lat]
}

const tuplesOf = (text: string): LngLat[] | null => {
  const places = text.split(/\s+/).map(tupleOf)
  return places.includes(null) ? null : (places as LngLat[])
}

/** Numbers in one row: how many belong together shows the ring that they close, or their count alone. */
const chainOf = (text: string): LngLat[] | null => {
  const numbers = text.split(/[\s,]+/).filter((part) => part !== '')
  const values = numbers.map(numberOf)
  if (values.some(Number.isNaN)) return null
  const splits = [2, 3].flatMap((size) => {
    if (values.length % size !== 0) return []
    return [
      Array.from(
        { length: values.length / size },
        (_, i): LngLat => [values[i * size] ?? Number.NaN, values[i * size + 1] ?? Number.NaN],
      ),
    ]
  })
  const closed = splits.filter((places) => {
    const [first, last] = [places[0], places.at(-1)]
    return places.length >= LEAST_RING && first?.[0] === last?.[0] && first?.[1] === last?.[1]
  })
  const [only, other] = closed.length > 0 ? closed : splits
  return only === undefined || other !== undefined ? null : only
}

/**
 * The places of a KML `coordinates` text in degrees: `lng,lat,altitude` by blanks, and as programs write it wrongly, with blanks behind
 * commas or commas alone. Null where it cannot be told which numbers belong together, or a part is no number.
 */
export const kmlCoordinates = (text: string): readonly LngLat[] | null => {
  const trimmed = text.trim()
  if (trimmed === '') return []
  const joined = trimmed
    .split(',')
    .map((part) => part.trim())
    .join(',')
  const isChain = joined.includes(',') !== /\s/.test(joined)
  return tuplesOf(trimmed) ?? tuplesOf(joined) ?? (isChain ? chainOf(joined) : null)
}

/**
 * The longitude and latitude of a `gx:coord`, as texts: blanks part its numbers, so that a comma within one is its decimal sign; without
 * blanks commas do. Null where it is not two or three numbers.
 */
export const kmlTrackPlace = (text: string): { readonly lng: string; readonly lat: string } | null => {
  if (text.length > LONGEST_PLACE) return null
  const trimmed = text.trim()
  const parts = trimmed
    .split(/\s/.test(trimmed) ? /\s+/ : ',')
    .map((part) => part.replaceAll(/^,|,$/g, ''))
    .filter((part) => part !== '')
  const [lng, lat] = parts
  const isOne = parts.length <= 3 && parts.every((part) => part.split(',').length <= 2)
  return isOne && lng !== undefined && lat !== undefined ? { lng, lat } : null
}
