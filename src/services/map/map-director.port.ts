import type { IncidentRecord } from '#contract/records/driving-analysis.ts'
import type { ShareTrail } from '#contract/records/live-share.ts'
import type { BegunShape, MapNames, MapPort } from './map.port.ts'

/** Drives the map from the machines' states, and sends them what was pressed on it. */
export type MapDirector = {
  /**
   * Moves the playback marker between two points, and the camera if it follows; called every frame. Does nothing
   * without a route.
   */
  onFrame(index: number, fraction: number): void
  /**
   * Whether the camera follows the live vehicle or the playback marker, for `useSyncExternalStore`. Moving the map by
   * hand ends it.
   */
  readonly following: { subscribe(listener: () => void): () => void; getSnapshot(): boolean }
  /** Starts or ends following. Does nothing without a live vehicle or playback. */
  follow(on: boolean): void
  /** Fits the trail or the route, else the fleet; nothing while a route is loading. Ends following. */
  showAll(): void
  /** Updates what is too old to be drawn as live (OPEN-40). Call it every second. */
  updateLateness(): void
  stop(): void
}

/** Drives the map of the shared page (SHR-13). `following`, `follow` and `showAll` as of `MapDirector`. */
export type ShareDirector = Pick<MapDirector, 'following' | 'follow' | 'showAll' | 'stop'> & {
  /** Draws where the followed vehicle has been. */
  addTrail(trail: ShareTrail): void
}

/** Shows the geofences on the map and connects its draw tool to the geofences machine. */
export type FenceDirector = {
  /** The unfinished shape, for `useSyncExternalStore`: it changes with every pointer move. */
  readonly begun: { subscribe(listener: () => void): () => void; getSnapshot(): BegunShape | null }
  /** Sends a command to the draw tool. */
  commandDrawTool(to: 'undo' | 'redo' | 'finish' | 'drop'): void
  stop(): void
}

/** A place with its pin, whose initials are those of `type`, and the fixes that tell of it. Times in ms UTC. */
export type PinnedPlace = {
  readonly alert: { readonly type: string; readonly lng: number; readonly lat: number }
  readonly fixes: ReadonlyArray<{ readonly time: number; readonly lng: number; readonly lat: number }>
}

/** The small map of the alert or trouble code that is looked at, with its place and the first and last fix that it rests on. */
export type AlertMap = {
  /** Created at the first use. */
  readonly map: MapPort
  /** Shows an alert instead of the one before. */
  show(evidence: PinnedPlace): void
  /** Removes what is shown. */
  clear(): void
}

/** The small map of the driving incidents that are listed. */
export type IncidentMap = {
  /** Created at the first use. */
  readonly map: MapPort
  /** Shows these incidents instead of the ones before. */
  show(incidents: readonly IncidentRecord[]): void
  /** Moves the camera to one of them. */
  lookAt(incident: IncidentRecord): void
  /** Removes what is shown. */
  clear(): void
}

/**
 * The small maps of the grid map (OPEN-54). Each follows one vehicle of the fleet store, which a single stream feeds.
 */
export type GridMaps = {
  /** Draws a map that follows the vehicle into the container, until the returned function is called. */
  mount(vehicleId: number, container: HTMLElement): () => void
  /** Names a vehicle's map, if it has one. */
  setNames(vehicleId: number, names: MapNames): void
  /** Follows a vehicle again, after the user moved its map. */
  follow(vehicleId: number): void
  /** Whether a vehicle's map follows it; true if it has no map. */
  isFollowing(vehicleId: number): boolean
  subscribe(listener: () => void): () => void
}
