import { importLibrary, setOptions } from '@googlemaps/js-api-loader'

/** The libraries of Google's script that we use. */
export type GoogleApi = {
  readonly core: google.maps.CoreLibrary
  readonly maps: google.maps.MapsLibrary
  readonly marker: google.maps.MarkerLibrary
}

/** Time limit for loading the script, in ms. */
const TIMEOUT_MS = 20_000

/** Libraries in the script's address (MAP-47). Clustering and drawing come from packages. */
const LIBRARIES = ['maps', 'marker', 'geocoding', 'places']

declare global {
  interface Window {
    /** Google calls this when it rejects the key. */
    gm_authFailure?: () => void
  }
}

const refusals = new Set<() => void>()
let isRefused = false
let isSet = false

const REFUSED = 'Google rejected the API key for this page.'

const withTimeout = <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Google's script did not load within ${ms / 1000} s.`)), ms)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

const throwIfRefused = () => {
  if (isRefused) throw new Error(REFUSED)
}

/** All callers on a page share one script and one key. */
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

/** Loads parts of the script. The key may be rejected meanwhile, before there are listeners. */
const load = async <T>(key: string, importParts: () => Promise<T>): Promise<T> => {
  throwIfRefused()
  setLoaderOptions(key)
  const loaded = await withTimeout(TIMEOUT_MS, importParts())
  throwIfRefused()
  return loaded
}

/**
 * Loads Google's map libraries. Rejects if the script fails or times out; a later call tries again. Once Google has
 * rejected the key, every call rejects until the page is reloaded.
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

/** Calls the listener when Google rejects the key, which happens only after the script has loaded. Returns its undo. */
export const onGoogleRefused = (listener: (reason: string) => void): (() => void) => {
  const notify = () => listener(REFUSED)
  refusals.add(notify)
  return () => refusals.delete(notify)
}
