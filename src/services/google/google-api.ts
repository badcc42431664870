import { importLibrary, setOptions } from '@googlemaps/js-api-loader'

/** What is used of Google's script. */
export type GoogleApi = {
  readonly core: google.maps.CoreLibrary
  readonly maps: google.maps.MapsLibrary
  readonly marker: google.maps.MarkerLibrary
}

/** ms within which the script must come. */
const TIMEOUT_MS = 20_000

/** Libraries that the script's address names (MAP-47); clusters and drawing come from packages. */
const LIBRARIES = ['maps', 'marker', 'geocoding', 'places']

declare global {
  interface Window {
    /** Google calls this when it refuses the key. */
    gm_authFailure?: () => void
  }
}

const refusals = new Set<() => void>()
let isRefused = false
let isSet = false

const REFUSED = 'Google refuses the key for this page.'

const within = <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Google's script did not come within ${ms / 1000} s.`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** The script is one for the page, whoever asks for it, and so is its key. */
const begin = (key: string) => {
  if (isRefused) throw new Error(REFUSED)
  if (isSet) return
  isSet = true
  window.gm_authFailure = () => {
    isRefused = true
    for (const tell of [...refusals]) tell()
  }
  const options = { key, v: 'weekly', region: 'IN', language: 'en', libraries: LIBRARIES }
  setOptions({ ...options, authReferrerPolicy: 'origin' })
}

/** Loads what the map needs of Google. Rejects when the script fails or does not come in time; a later call tries again. */
export const loadGoogleMaps = async (key: string): Promise<GoogleApi> => {
  begin(key)
  const all = Promise.all([importLibrary('core'), importLibrary('maps'), importLibrary('marker')])
  const [core, maps, marker] = await within(TIMEOUT_MS, all)
  return { core, maps, marker }
}

/** Loads Google's geocoder. Rejects as `loadGoogleMaps` does. */
export const loadGoogleGeocoding = async (key: string): Promise<google.maps.GeocodingLibrary> => {
  begin(key)
  return within(TIMEOUT_MS, importLibrary('geocoding'))
}

/** Tells when Google refuses the key, which it says only after the script has loaded. Returns its undo. */
export const onGoogleRefused = (listener: (reason: string) => void): (() => void) => {
  const tell = () => listener(REFUSED)
  refusals.add(tell)
  return () => refusals.delete(tell)
}
