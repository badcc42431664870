import type { FleetList } from '#src/services/fleet/fleet-list.ts'
import type { FleetStore } from '#src/services/fleet/fleet-store.ts'
import type { VehicleOptions } from '#src/services/fleet-filter/vehicle-options.ts'
import type { Geocoder } from '#src/services/geocoder/geocoder.port.ts'
import type { Clipboard } from '#src/services/kit/page-actions.ts'
import type { AppLocation } from '#src/services/location/location.ts'
import type { MapPort } from '#src/services/map/map.port.ts'
import type { FenceDirector, GridMaps, MapDirector } from '#src/services/map/map-director.port.ts'
import type { RouteDownloads } from '#src/services/playback/route-download.ts'
import type { TrackStore } from '#src/services/playback/track-store.ts'
import type { TracksService } from '#src/services/playback/tracks.ts'
import type { Recorder } from '#src/services/recorder/recorder.ts'
import type { TripList } from '#src/services/trips/trip-list.ts'

/**
 * What views may touch besides the root actor: stores that are drawn from directly, and ports of the page.
 * `main.tsx` builds them, starts the root actor and renders `<App actor={actor} services={services} />` of
 * `src/views/app.tsx`. The wiring tells the map what to draw (fleet, trail, track, theme, base) as it follows the
 * root actor; views mount it, open popups and set the padding.
 */
export type AppServices = {
  readonly fleetStore: FleetStore
  readonly fleetList: FleetList
  readonly vehicleOptions: Pick<VehicleOptions, 'list'>
  readonly tracks: TrackStore
  /** How far the playback file that is being read has come. */
  readonly routeLoading: Pick<TracksService, 'progress' | 'onProgress'>
  readonly routeDownloads: RouteDownloads
  readonly tripList: Pick<TripList, 'subscribe' | 'getSnapshot'>
  readonly map: MapPort
  readonly geocoder: Geocoder
  readonly director: MapDirector
  readonly fences: Pick<FenceDirector, 'begun'>
  readonly gridMaps: GridMaps
  /** ms since 1970 UTC by the server's clock, which dates positions. */
  readonly serverNow: () => number
  readonly location: AppLocation
  readonly clipboard: Clipboard
  readonly recorder: Recorder
}
