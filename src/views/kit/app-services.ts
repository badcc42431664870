import type { Preferences } from '#contract/records/preferences.ts'
import type { AlertStore } from '#src/services/alerts/alert-store.ts'
import type { FigureStore } from '#src/services/dashboard/figure-store.ts'
import type { DrivingStore } from '#src/services/driving-analysis/driving-store.ts'
import type { Faults } from '#src/services/faults/faults.ts'
import type { FleetList } from '#src/services/fleet/fleet-list.ts'
import type { FleetStore } from '#src/services/fleet/fleet-store.ts'
import type { VehicleOptions } from '#src/services/fleet-filter/vehicle-options.ts'
import type { Geocoder } from '#src/services/geocoder/geocoder.port.ts'
import type { FenceDownloads } from '#src/services/geofences/fence-downloads.ts'
import type { HealthStore } from '#src/services/health/health-store.ts'
import type { PickedFiles } from '#src/services/import/picked-files.ts'
import type { Clipboard, ShareSheet } from '#src/services/kit/page-actions.ts'
import type { OwnedLinks } from '#src/services/live-share/owned-links.ts'
import type { AppLocation } from '#src/services/location/location.ts'
import type { MapPort } from '#src/services/map/map.port.ts'
import type {
  AlertMap,
  FenceDirector,
  GridMaps,
  IncidentMap,
  MapDirector,
  ShareDirector,
} from '#src/services/map/map-director.port.ts'
import type { RouteDownloads } from '#src/services/playback/route-download.ts'
import type { TrackStore } from '#src/services/playback/track-store.ts'
import type { TracksService } from '#src/services/playback/tracks.ts'
import type { ProblemReport } from '#src/services/problem-report/problem-report.ts'
import type { TripList } from '#src/services/trips/trip-list.ts'

/**
 * What views use besides the root actor: stores that they read directly, and ports of the page. The wiring draws on the
 * map as the root actor changes; views only mount it, open popups, move the camera and set the padding.
 */
export type AppServices = {
  readonly fleetStore: FleetStore
  readonly fleetList: FleetList
  readonly vehicleOptions: Pick<VehicleOptions, 'list'>
  readonly tracks: TrackStore
  /** The progress of loading a playback file. */
  readonly routeLoading: Pick<TracksService, 'progress' | 'onProgress'>
  readonly routeDownloads: RouteDownloads
  readonly fenceDownloads: FenceDownloads
  readonly tripList: Pick<TripList, 'subscribe' | 'getSnapshot'>
  readonly alertStore: AlertStore
  readonly healthStore: HealthStore
  readonly figureStore: FigureStore
  readonly map: MapPort
  readonly geocoder: Geocoder
  readonly director: MapDirector
  readonly fences: Pick<FenceDirector, 'begun'>
  readonly gridMaps: GridMaps
  readonly alertMap: AlertMap
  readonly drivingStore: DrivingStore
  readonly incidentMap: IncidentMap
  /** The address of a live link that this page has made. */
  readonly ownedLinks: Pick<OwnedLinks, 'addressOf'>
  readonly shareSheet: ShareSheet
  /** The map of the shared page, and the shared vehicles; there once its link is open. */
  readonly liveShare: {
    readonly map: MapPort
    readonly fleetStore: FleetStore
    readonly director: Pick<ShareDirector, 'following' | 'follow' | 'showAll'>
  }
  /** The time in ms since 1970 UTC by the server's clock, which also dates fixes. */
  readonly serverNow: () => number
  readonly location: AppLocation
  readonly clipboard: Clipboard
  readonly pickedFiles: Pick<PickedFiles, 'put'>
  readonly problemReport: ProblemReport
  /** Downloads a file under a name. */
  readonly saveFile: (file: Blob, name: string) => void
  /** Downloads a table as CSV under a name without its ending. */
  readonly saveTable: (
    name: string,
    headings: readonly string[],
    rows: readonly (readonly string[])[],
  ) => void
  /** What the faults on demand have done. */
  readonly faults: Pick<Faults, 'counts' | 'clockErrorMs' | 'onChange' | 'newSeed'>
  /** How the user reads the portal. `choose` resolves when it is shown. */
  readonly preferences: {
    current(): Preferences
    choose(change: Partial<Preferences>): Promise<void>
  }
}
