import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Recording } from '#contract/records/recording.ts'
import { roundTo } from '#domain/rounding.ts'
import { fleetArrivals } from '#src/lab/recorded-fleet.ts'
import { readRecording } from '#src/services/recorder/recording-file.ts'
import { unpackTrack } from '#src/services/recorder/unpacked.ts'

/** Fields of replies that name a person, a place or a vehicle. User names of the demo are those of roles, which are recorded. */
const NAMES =
  /^(firstName|lastName|driver|driverName|companyName|groupName|regionName|geoFenceName|fromCity|toCity|mobile|mobileNumber|email|emailId|imei|vin|RegNo|RegistrationNumber|registration|registrationId|truck)$/
const TIMES = /^(eta|scheduledStartDate|scheduledEndDate|actualStartDate)$/
const LONGITUDE = /^(lng|LONG|longitude|geoFenceCircleLongitude|circleLongitude)$/
const LATITUDE = /^(lat|LAT|latitude|geoFenceCircleLatitude|circleLatitude)$/

/** What the server has sent to a page, by kind. Names shorter than four characters are words of any text. */
export type KnownData = {
  readonly names: Set<string>
  readonly times: Set<string>
  /** Longitude and latitude, to 3 decimals. */
  readonly places: Set<string>
  /** Longitudes and latitudes of more than 3 decimals, each for itself, to 6. */
  readonly degrees: Set<string>
  readonly odometers: Set<number>
}

const noData = (): KnownData => ({
  names: new Set(),
  times: new Set(),
  places: new Set(),
  degrees: new Set(),
  odometers: new Set(),
})

const placeOf = (lng: number, lat: number): string => `${lng.toFixed(3)},${lat.toFixed(3)}`

const isObject = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null

const collect = (data: unknown, known: KnownData): void => {
  if (!isObject(data)) return
  let [lng, lat] = [0, 0]
  for (const [field, value] of Object.entries(data)) {
    if (typeof value === 'string' && NAMES.test(field) && value.length >= 4) known.names.add(value)
    if (typeof value === 'string' && TIMES.test(field)) known.times.add(value)
    if (typeof value === 'number' && field === 'odo' && value > 1000) known.odometers.add(value)
    if (typeof value === 'number' && LONGITUDE.test(field)) lng = value
    if (typeof value === 'number' && LATITUDE.test(field)) lat = value
    collect(value, known)
  }
  if (lng === 0 || lat === 0) return
  known.places.add(placeOf(lng, lat))
  for (const one of [lng, lat]) if (roundTo(one, 3) !== one) known.degrees.add(one.toFixed(6))
}

/** Collects what the server sends to a page from now on: real data of the demo, as its replies have it. */
export const watchKnownData = (page: Page) => {
  const known = noData()
  const replies: string[] = []
  const reading = new Set<Promise<void>>()
  page.on('response', (response) => {
    if (!/\bjson\b/.test(response.headers()['content-type'] ?? '')) return
    const read = response.text().then(
      (text) => {
        collect(JSON.parse(text), known)
        replies.push(text)
      },
      () => undefined,
    )
    reading.add(read)
  })
  return {
    known: async (): Promise<KnownData> => {
      await Promise.all(reading)
      return known
    },
    /** The replies as one document, in which all must be found. */
    replies: (): unknown => replies.map((text) => JSON.parse(text) as unknown),
  }
}

/** A recording with its columns as rows, as a supporter can have it. */
const opened = (recording: Recording): unknown => ({
  ...recording,
  segments: recording.segments.map(({ fixes: _, ...others }) => others),
  fleet: fleetArrivals(recording).map((arrival) =>
    'batch' in arrival
      ? arrival.batch.lng.map((lng, row) => ({ lng, lat: arrival.batch.lat[row] ?? 0 }))
      : arrival,
  ),
  tracks: (recording.tracks ?? []).map((packed) => {
    const { lng, lat, odo } = unpackTrack(packed) as unknown as Record<string, Float64Array>
    return Array.from(lng ?? [], (east, row) => ({ lng: east, lat: lat?.[row], odo: odo?.[row] }))
  }),
})

/** The file of a recording, opened. */
export const openFile = (file: string): unknown => opened(readRecording(readFileSync(file)))

/** Numbers with three or more decimals, in a text. */
const DECIMALS = /-?\d{1,3}\.\d{3,}/g

/** All numbers in the order in which they stand, those in texts among them, and the ids that are no masks. */
const numbersIn = (data: unknown, numbers: number[], plainIds: string[]): void => {
  if (typeof data === 'string') for (const [text] of data.matchAll(DECIMALS)) numbers.push(Number(text))
  if (typeof data === 'number') numbers.push(data)
  if (!isObject(data)) return
  for (const [field, value] of Object.entries(data)) {
    const isId = /(?:^id|Id)s?$/.test(field) && field !== 'typeId'
    for (const id of isId ? [value].flat() : [])
      if (typeof id === 'number' && id > 0 && id < 2 ** 30) plainIds.push(`${field} ${id}`)
    numbersIn(value, numbers, plainIds)
  }
}

const BASE32 = '0123456789bcdefghjkmnpqrstuvwxyz'

/** The geohash of a place, 8 characters: some 20 m. */
const geohash = (lng: number, lat: number): string => {
  const ranges: [number, number][] = [
    [-180, 180],
    [-90, 90],
  ]
  let text = ''
  for (let character = 0; character < 8; character++) {
    let bits = 0
    for (let bit = 0; bit < 5; bit++) {
      const axis = (character * 5 + bit) % 2
      const range = ranges[axis] ?? [0, 0]
      const middle = (range[0] + range[1]) / 2
      const isUpper = (axis === 0 ? lng : lat) >= middle
      range[isUpper ? 0 : 1] = middle
      bits = bits * 2 + (isUpper ? 1 : 0)
    }
    text += BASE32[bits]
  }
  return text
}

/** A coordinate as encoded polylines have it, 5 decimals. */
const polylineOf = (degrees: number): string => {
  const steps = Math.round(degrees * 1e5) * 2
  let left = steps < 0 ? -steps - 1 : steps
  let text = ''
  while (left >= 32) {
    text += String.fromCharCode((left % 32) + 32 + 63)
    left = Math.floor(left / 32)
  }
  return text + String.fromCharCode(left + 63)
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
const words = (text: string): string => ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `

/** What of the known data is in a document, in any form: other spellings, numbers in texts, pairs in either order, geohashes, polylines. */
export const foundIn = (document: unknown, known: KnownData) => {
  const text = JSON.stringify(document).replaceAll('Asia/Kolkata', '')
  const [joined, spaced] = [plain(text), words(text)]
  const numbers: number[] = []
  const plainIds: string[] = []
  numbersIn(document, numbers, plainIds)
  const pairs = new Set<string>()
  for (const [at, number] of numbers.entries())
    for (const next of numbers.slice(at + 1, at + 3)) {
      pairs.add(placeOf(number, next))
      pairs.add(placeOf(next, number))
    }
  const exact = new Set(numbers.map((number) => number.toFixed(2)))
  const toSix = new Set(numbers.map((number) => number.toFixed(6)))
  const hasDigits = (name: string) => /\d/.test(name)
  const isCoded = (place: string) => {
    const [lng = 0, lat = 0] = place.split(',').map(Number)
    return (
      text.includes(geohash(lng, lat)) ||
      text.includes(JSON.stringify(polylineOf(lat) + polylineOf(lng)).slice(1, -1))
    )
  }
  return {
    names: [...known.names].filter((name) =>
      hasDigits(name) ? joined.includes(plain(name)) : spaced.includes(words(name)),
    ),
    times: [...known.times].filter((time) => text.includes(time)),
    places: [...known.places].filter((place) => pairs.has(place) || isCoded(place)),
    degrees: [...known.degrees].filter((one) => toSix.has(one)),
    odometers: [...known.odometers].filter((odo) => exact.has(odo.toFixed(2))),
    plainIds,
  }
}
