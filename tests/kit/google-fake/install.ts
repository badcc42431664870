import { AdvancedMarkerElement } from './advanced-marker.ts'
import { Data } from './data.ts'
import { event, MVCObject } from './events.ts'
import { FakeGoogleMap, madeMaps } from './fake-map.ts'
import { LatLng, LatLngBounds, type PlaceLike, Point, Size } from './geometry.ts'
import { OverlayView, overlaysOn } from './overlay-view.ts'

type Result = { readonly address_components: readonly { long_name: string; types: readonly string[] }[] }

/** What tests read from the fake, and do to it. */
export type FakeGoogle = {
  readonly maps: readonly FakeGoogleMap[]
  readonly overlays: ReadonlyMap<OverlayView, FakeGoogleMap>
  /** Libraries in the order of their requests. */
  readonly imported: readonly string[]
  /** The requests to the geocoder. */
  readonly geocoded: readonly { readonly location?: PlaceLike; readonly region?: string }[]
  /** The geocoder's answers, the last one repeated; an error is thrown. */
  answerWith(answer: readonly Result[] | Error): void
  /** Refuses the page's key, as Google does after the script has loaded. */
  refuseKey(): void
}

/** Installs a behavioural fake of Google's script in the page, as the script does when it loads. */
export const installFakeGoogle = (page: Window & typeof globalThis): FakeGoogle => {
  madeMaps.length = 0
  const imported: string[] = []
  const geocoded: { location?: PlaceLike; region?: string }[] = []
  let answer: readonly Result[] | Error = []

  class Geocoder {
    async geocode(request: { location?: PlaceLike; region?: string }) {
      geocoded.push(request)
      if (answer instanceof Error) throw answer
      return { results: answer }
    }
  }

  const tag = 'gmp-advanced-marker'
  if (!page.customElements.get(tag)) page.customElements.define(tag, AdvancedMarkerElement)
  const core = { LatLng, LatLngBounds, Point, Size, MVCObject, event }
  const maps = { Map: FakeGoogleMap, OverlayView, Data }
  const marker = { AdvancedMarkerElement }
  const libraries: Readonly<Record<string, object>> = {
    core,
    maps,
    marker,
    geocoding: { Geocoder },
    places: {},
  }

  const found = (page as { google?: { maps?: Record<string, unknown> } }).google?.maps
  const namespace: Record<string, unknown> = found ?? {}
  Object.assign(namespace, core, maps, {
    marker,
    importLibrary: async (name: string) => {
      imported.push(name)
      const library = libraries[name]
      if (!library) throw new Error(`The library ${name} is unknown.`)
      return library
    },
  })
  Object.assign(page, { google: { maps: namespace } })
  // The loader waits for the script by this name.
  const begun = namespace['__ib__']
  if (typeof begun === 'function') begun()

  return {
    maps: madeMaps,
    overlays: overlaysOn,
    imported,
    geocoded,
    answerWith: (next) => {
      answer = next
    },
    refuseKey: () => page.gm_authFailure?.(),
  }
}
