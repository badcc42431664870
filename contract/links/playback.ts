import { LARGEST_ID } from '#contract/constants.ts'
import { isOnGlobe } from '#domain/geo.ts'
import { PLAYBACK_SPEEDS, type PlaybackSpeed } from '#domain/playback.ts'
import { MINUTE_MS } from '#domain/units.ts'
import { startOfHour } from '#domain/zone-time.ts'

/** The map's camera, in degrees and zoom levels. */
export type LinkCamera = { readonly lng: number; readonly lat: number; readonly zoom: number }

/** A playback, as a link carries it. `at` is the cursor's time; times in ms since 1970 UTC, the range's start a whole hour of some time zone, its end in whole seconds. */
export type PlaybackLink = {
  readonly vehicleId: number
  readonly range: { readonly from: number; readonly to: number }
  readonly at: number
  readonly speed: PlaybackSpeed
  /** null: the map fits the route. */
  readonly camera: LinkCamera | null
  /** Whether the route's alerts are shown. */
  readonly alerts: boolean
}

/** Where the portal opens playback links, below its address. */
export const PLAYBACK_LINK_PATH = '/track-trace'

const LONGEST_SEARCH = 300
const EARLIEST = Date.UTC(2000, 0, 1)

const FORM = {
  play: /^[1-9]\d{0,9}$/,
  from: /^\d{12,13}$/,
  to: /^\d{12,13}$/,
  at: /^\d{12,13}$/,
  speed: /^([1-9]|10)$/,
  alerts: /^1?$/,
  map: /^$|^-?\d{1,3}(\.\d{1,5})?,-?\d{1,2}(\.\d{1,5})?,\d{1,2}(\.\d{1,2})?$/,
} as const satisfies Readonly<Record<string, RegExp>>
type Field = keyof typeof FORM

/** Whether an address has a playback link, valid or not. */
export const hasPlaybackLink = (search: string): boolean => new URLSearchParams(search).has('play')

/** The search part of a playback link, with its leading `?`. It names the vehicle by its id alone. */
export const playbackLinkSearch = ({ vehicleId, range, at, speed, camera, alerts }: PlaybackLink): string => {
  const map =
    camera === null
      ? ''
      : `&map=${[camera.lng.toFixed(5), camera.lat.toFixed(5), camera.zoom.toFixed(2)].join(',')}`
  return `?play=${vehicleId}&from=${range.from}&to=${range.to}&at=${Math.trunc(at)}&speed=${speed}${map}${alerts ? '&alerts=1' : ''}`
}

/** Zoom level that shows the streets around the start of a drive. */
const DRIVE_ZOOM = 14

/**
 * The search part of a link that plays a drive from its start until `to`; times in ms UTC, degrees. Its range begins with an hour of
 * the time zone. Without the `place` where it starts, the map fits the route.
 */
export const driveLinkSearch = ({
  vehicleId,
  at,
  to,
  place,
  timeZone,
}: {
  readonly vehicleId: number
  readonly at: number
  readonly to: number
  readonly place: { readonly lng: number; readonly lat: number } | null
  readonly timeZone: string
}): string =>
  playbackLinkSearch({
    vehicleId,
    range: { from: startOfHour(at, timeZone), to: Math.ceil(to / 1000) * 1000 },
    at,
    speed: 1,
    camera: place === null ? null : { lng: place.lng, lat: place.lat, zoom: DRIVE_ZOOM },
    alerts: false,
  })

/** The fields, each given once and well-formed, else null. Unknown fields are ignored. `map` and `alerts` alone may be missing. */
const fieldsOf = (search: string): Readonly<Record<Field, string>> | null => {
  if (search.length > LONGEST_SEARCH) return null
  const given = new URLSearchParams(search)
  const only = (field: Field): string | null => {
    const [value = '', ...more] = given.getAll(field)
    return more.length === 0 && FORM[field].test(value) ? value : null
  }
  const [play, from, to] = [only('play'), only('from'), only('to')]
  const [at, speed, map] = [only('at'), only('speed'), only('map')]
  const alerts = only('alerts')
  if (play === null || from === null || to === null || at === null || speed === null) return null
  return map === null || alerts === null ? null : { play, from, to, at, speed, map, alerts }
}

/** The hours of every time zone begin at a quarter of an hour in UTC. */
const isWholeHour = (time: number): boolean => time % (15 * MINUTE_MS) === 0

/** Reads a link's search part; null where a field is missing, malformed, given twice or out of bounds. */
export const parsePlaybackLink = (search: string): PlaybackLink | null => {
  const fields = fieldsOf(search)
  if (fields === null) return null
  const [vehicleId, from, to, at] = [fields.play, fields.from, fields.to, fields.at].map(Number)
  if (vehicleId === undefined || from === undefined || to === undefined || at === undefined) return null
  const speed = PLAYBACK_SPEEDS.find((candidate) => candidate === Number(fields.speed))
  const [lng = 181, lat = 91, zoom = 0] = fields.map.split(',').map(Number)
  const camera = fields.map === '' ? null : { lng, lat, zoom }
  const isSound =
    vehicleId <= LARGEST_ID &&
    from >= EARLIEST &&
    to > from &&
    isWholeHour(from) &&
    to % 1000 === 0 &&
    at >= from &&
    at <= to &&
    (camera === null || (isOnGlobe(lng, lat) && zoom <= 24))
  return isSound && speed !== undefined
    ? { vehicleId, range: { from, to }, at, speed, camera, alerts: fields.alerts === '1' }
    : null
}
