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

const withTimeout = <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Google's script did not come within ${ms / 1000} s.`)), ms)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

const throwIfRefused = () => {
  if (isRefused) throw new Error(REFUSED)
}

/** The script is one for the page, whoever asks for it, and so is its key. */
const setLoaderOptions = (key: string) => {
  if (isSet) return
  isSet = true
  window.gm_authFailure = () => {
    isRefused = true
    for (const notify of [...refusals]) notify()
  }
  const options = { key, v: 'weekly', region: 'IN', language: 'en', libraries: LIBRARIES }
  setOptions({ ...options, authReferrerPolicy: 'origin' })
}

/** What `ask` brings of the script. The key may be refused while it comes, before anybody listens. */
const load = async <T>(key: string, importParts: () => Promise<T>): Promise<T> => {
  throwIfRefused()
  setLoaderOptions(key)
  const loaded = await withTimeout(TIMEOUT_MS, importParts())
  throwIfRefused()
  return loaded
}

/**
 * Loads what the map needs of Google. Rejects when the script fails or does not come in time, and a later call tries again;
 * and for good, until the page is loaded anew, once Google has refused the key.
 */
export const loadGoogleMaps = (key: string): Promise<GoogleApi> =>
  load(key, async () => {
    const all = [importLibrary('core'), importLibrary('maps'), importLibrary('marker')] as const
    const [core, maps, marker] = await Promise.all(all)
    return { core, maps, marker }
  })

/** Loads Google's geocoder. Rejects as `loadGoogleMaps` does. */
export const loadGoogleGeocoding = (key: string): Promise<google.maps.GeocodingLibrary> =>
  load(key, () => importLibrary('geocoding'))

/** Tells when Google refuses the key, which it says only after the script has loaded. Returns its undo. */
export const onGoogleRefused = (listener: (reason: string) => void): (() => void) => {
  const notify = () => listener(REFUSED)
  refusals.add(notify)
  return () => refusals.delete(notify)
}
