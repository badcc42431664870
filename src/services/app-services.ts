import type { Clipboard } from './clipboard.ts'
import type { FleetList } from './fleet-store/fleet-list.ts'
import type { FleetStore } from './fleet-store/fleet-store.ts'
import type { Geocoder } from './geocoder/geocoder.port.ts'
import type { AppLocation } from './location.ts'
import type { MapPort } from './map/map.port.ts'
import type { FenceDirector } from './map-director/fence-director.ts'
import type { GridMaps } from './map-director/grid-maps.ts'
import type { MapDirector } from './map-director/map-director.ts'
import type { TrackStore } from './playback-file/track-store.ts'
import type { Recorder } from './recorder/recorder.ts'
import type { TrackFiles } from './track-files/track-files.ts'
import type { TracksService } from './tracks.ts'
import type { TripList } from './trips/trip-list.ts'
import type { VehicleOptions } from './vehicle-options.ts'

/**
 * What views may touch besides the root actor: stores that are drawn from directly, and ports of the page.
 * `main.tsx` builds them, starts the root actor and renders `<App actor={actor} services={services} />` of
 * `src/views/app.tsx`. The map is told what to draw (fleet, trail, track, theme, base) by the wiring, which follows the
 * root actor; views mount it, open popups and set the padding.
 */
export type AppServices = {
  readonly fleetStore: FleetStore
  readonly fleetList: FleetList
  readonly vehicleOptions: Pick<VehicleOptions, 'list'>
  readonly tracks: TrackStore
  /** How far the playback file that is being read has come. */
  readonly routeLoading: Pick<TracksService, 'progress' | 'onProgress'>
  readonly trackFiles: TrackFiles
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
