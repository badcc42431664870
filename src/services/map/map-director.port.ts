import type { BegunShape } from './map.port.ts'

/** Shows the machines' states on the map and sends them what was pressed there. */
export type MapDirector = {
  /** Moves the playback's marker, and the map where it follows it; called each frame of the player. Does nothing without a route. */
  onFrame(index: number, fraction: number): void
  /** Whether the map follows the live vehicle or the playback's marker, for `useSyncExternalStore`. Moving the map by hand ends it. */
  readonly following: { subscribe(listener: () => void): () => void; getSnapshot(): boolean }
  /** Makes the map follow the vehicle or the marker again, or stops it. Does nothing without either. */
  follow(on: boolean): void
  /** Fits the trail, the route or the fleet into the map and stops following. Does nothing while a route is loading. */
  showAll(): void
  /** Updates which fixes are too old to be shown as live; to be called every second (OPEN-40). */
  updateLateness(): void
  stop(): void
}

/** Shows the geofences on the map and runs its draw tool. */
export type FenceDirector = {
  /** The unfinished shape, for `useSyncExternalStore`: its figures change with the pointer. */
  readonly begun: { subscribe(listener: () => void): () => void; getSnapshot(): BegunShape | null }
  /** Undoes or redoes a corner of the unfinished shape, finishes it or drops it. */
  commandDrawTool(to: 'undo' | 'redo' | 'finish' | 'drop'): void
  stop(): void
}

/** The maps in the cells of the grid map (OPEN-54). Each follows one vehicle of the fleet store. */
export type GridMaps = {
  /** Draws a map that follows the vehicle into the container; returns its end. */
  mount(vehicleId: number, container: HTMLElement): () => void
  /** Makes a vehicle's map follow it again, after the user moved it by hand. */
  follow(vehicleId: number): void
  /** Whether a vehicle's map follows it; true where there is none. */
  isFollowing(vehicleId: number): boolean
  subscribe(listener: () => void): () => void
}
