import type { PopupWidth } from '#contract/constants.ts'
import type { Fault } from '#contract/errors.ts'
import type { PageErrorCode } from '#contract/page-errors.ts'
import type { FenceShape, FenceTool } from '#domain/fences.ts'
import type { LngLat } from '#domain/geo.ts'
import type { MatchingEvents } from '#domain/matching-event.ts'

export type MapTheme = 'light' | 'dark'
export type MapBase = 'street' | 'satellite'

/** px that floating panels cover on each side of the map. */
export type MapPadding = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * A live position: `heading` in degrees from north, `status` one of VEHICLE_STATUSES or anything else, `time` in ms
 * UTC.
 */
export type TrailPoint = {
  readonly at: LngLat
  readonly heading: number | null
  readonly status: string
  readonly time: number
}

/** The trail of the followed vehicle: a start marker, a growing line and a moving head (LIV-04, LIV-05). */
export type TrailDrawing = {
  /**
   * Inserts a position by its time; the head stays at the newest. Positions that are off the globe or repeat a time
   * are ignored.
   */
  extend(point: TrailPoint): void
  /** Keeps the head in view until the user moves the map, which `onCameraMoved` reports. */
  follow(on: boolean): void
  /** Whether the head is drawn as live. If not, it is hollow, whatever its status (OPEN-40). True at first. */
  setLive(live: boolean): void
  /** Removes the trail. Do not use the drawing afterwards. */
  clear(): void
}

/** The columns of a playback route that the map draws. `Track` of the playback file has them all. */
export type DrawableTrack = {
  readonly length: number
  /** ms UTC */
  readonly time: ArrayLike<number>
  readonly lng: ArrayLike<number>
  readonly lat: ArrayLike<number>
  /** km/h */
  readonly speed: ArrayLike<number>
  /** degrees from north, NaN unknown */
  readonly heading: ArrayLike<number>
  /** 1: engine on */
  readonly ignition: ArrayLike<number>
  /** seconds the vehicle stood here; 0 or NaN if it did not */
  readonly stop: ArrayLike<number>
  /** Bits of EVENT_BIT. */
  readonly events: ArrayLike<number>
  /** 1: no line to the next point. */
  readonly breaks: ArrayLike<number>
}

/** A playback route: the driven part solid, the rest dotted, with stops, events and one vehicle marker (PLB-33). */
export type TrackDrawing = {
  /**
   * Moves the marker to `fraction` (0 to 1) between point `index` and the next. Values out of range are clamped; gaps
   * and breaks are jumped (PLB-19).
   */
  moveTo(index: number, fraction: number): void
  /**
   * Moves the camera if the marker is near or beyond the edge of the area that panels leave free. Cheap enough for
   * every frame.
   */
  keepInView(): void
  /** Removes the route. Do not use the drawing afterwards. */
  clear(): void
}

/** A route shown as a whole, not played. Has at least one point. */
export type PlotRoute = {
  /** The driven part. */
  readonly driven: Pick<DrawableTrack, 'length' | 'time' | 'lng' | 'lat' | 'breaks'>
  /** The destination; null if the route ended at its last point. */
  readonly ahead: LngLat | null
}

/** A plotted route: the driven part solid, the remaining part dotted, a marker at each end and the truck (PLT-01). */
export type PlotDrawing = {
  /**
   * Moves the truck. Positions that are off the globe or older than the last one are ignored. A truck that is not
   * `live` is drawn hollow, whatever its status (OPEN-40).
   */
  moveTruck(point: TrailPoint, live: boolean): void
  /** Removes the route. */
  clear(): void
}

/**
 * An alert on the map, labelled with an event code (PLB-08) or an alert code (ALR-02). `matching` are the events it reports: their
 * points get no badge for them, because the pin stands for them even where it is thinned out.
 */
export type AlertPlace = {
  readonly at: LngLat
  readonly label: string
  readonly matching?: MatchingEvents | null
}

/** Alert markers (PLT-07). */
export type AlertDrawing = {
  /** Removes the markers. */
  clear(): void
}

/** A geofence on the map. */
export type MapFence = { readonly geoFenceId: number; readonly name: string; readonly shape: FenceShape }

/** A shape being drawn: its number of corners, or the radius of its circle in metres. */
export type BegunShape = {
  readonly tool: FenceTool
  readonly corners: number
  readonly radiusM: number | null
}

/** Callbacks of a drawing. */
export type FenceDrawingEvents = {
  /** A shape was started, extended or discarded (null). */
  onBegun(begun: BegunShape | null): void
  /** Whether `redo` is available changed. */
  onRedo(canRedo: boolean): void
  /** A shape was finished, or the finished shape was moved, reshaped or resized. */
  onFinished(shape: FenceShape): void
  /** A shape could not be finished or changed; `fault` says why. The drawing stays as it was. */
  onRefused(fault: Fault): void
}

/**
 * One shape, drawn with the pointer and then edited with it (GEO-03). `onPress` reports nothing meanwhile. When the
 * map is unmounted, an unfinished shape is discarded and a finished one is restored at the next mount.
 */
export type FenceDrawing = {
  /** Selects the tool. An unfinished shape keeps its own tool until it is finished or discarded. */
  setTool(tool: FenceTool): void
  /** Shows a finished shape for editing; null removes it so that one can be drawn. */
  show(shape: FenceShape | null): void
  /** Removes the last corner of the unfinished shape; `redo` adds it again. */
  undo(): void
  redo(): void
  /** Closes the unfinished shape, as pressing its first corner does. */
  finish(): void
  /** Discards the unfinished shape. */
  drop(): void
  /** Ends drawing. Do not use the drawing afterwards. */
  clear(): void
}

/**
 * A press: its position and what lies there. That is a vehicle, an event or stop (by point index), an alert (by its
 * index in the list), a fence, or the vehicles of a cluster that no zoom can split, such as trucks in one yard. Other
 * clusters are zoomed into and not reported.
 */
export type MapPress = {
  readonly at: LngLat
  readonly vehicleId?: number
  readonly vehicleIds?: readonly number[]
  readonly eventIndex?: number
  readonly stopIndex?: number
  readonly alertIndex?: number
  readonly geoFenceId?: number
  /** Pressed with Enter, at the centre of the map. */
  readonly byKey?: true
}

/** Why the map or a part of it cannot be shown. */
export type MapProblem = { readonly code: PageErrorCode }

/** A problem, and whether the bundled map can replace the map. If `isDrawn`, only a part of the map is missing. */
export type MapFailure = MapProblem & {
  readonly isDrawn: boolean
  readonly offersBundledMap: boolean
}

export type MapCamera = { readonly centre?: LngLat; readonly zoom?: number }

/**
 * What a popup points at: a position, a vehicle, the trail's head or the playback marker. The popup follows it and is
 * hidden while it does not exist.
 */
export type PopupAnchor = LngLat | { readonly vehicleId: number } | 'trail' | 'playback'

export type PopupOptions = {
  /** px (MAP-41); less on a narrow map. */
  readonly width: PopupWidth
  /** The user pressed the close button or Escape. The popup stays until its remover is called. */
  onClose(): void
}

/** A cluster and its number of vehicles by status, indexed as VEHICLE_STATUSES; the sixth counts all other statuses. */
export type DrawnCluster = {
  readonly at: LngLat
  readonly count: number
  readonly statuses: readonly number[]
}

/** What the map shows, independent of the engine. For tests and text alternatives. */
export type Drawn = {
  readonly theme: MapTheme
  readonly base: MapBase
  /** True once the map is visible and can be pressed. */
  readonly ready: boolean
  /** Vehicles outside clusters. */
  readonly vehicles: readonly {
    readonly vehicleId: number
    readonly at: LngLat
    readonly status: string
    readonly heading: number | null
    readonly late: boolean
  }[]
  readonly clusters: readonly DrawnCluster[]
  readonly selected: number | null
  readonly trail: {
    readonly points: number
    readonly head: LngLat | null
    readonly status: string
    readonly following: boolean
    readonly live: boolean
  } | null
  readonly track: {
    readonly index: number
    readonly fraction: number
    readonly marker: LngLat
    readonly stops: number
    readonly events: number
  } | null
  /** A plotted route: its number of driven points, its ends and the truck's position. */
  readonly plot: {
    readonly points: number
    readonly start: LngLat
    readonly end: LngLat
    readonly truck: LngLat | null
    readonly live: boolean
  } | null
  /** Number of alert markers, including covered ones. */
  readonly alerts: number
  readonly fences: readonly { readonly geoFenceId: number; readonly chosen: boolean }[]
  readonly drawing: {
    readonly tool: FenceTool
    readonly shape: FenceShape | null
    readonly begun: BegunShape | null
    /** True once shapes can be drawn. */
    readonly ready: boolean
  } | null
  readonly popups: number
  readonly camera: { readonly centre: LngLat; readonly zoom: number }
}

/** What a map says in the user's language and units. */
export type MapNames = {
  /** The accessible name of the map. */
  readonly map: string
  /** The accessible name of the button that closes a popup. */
  readonly closePopup: string
  /** What the bundled map says of its roads. */
  readonly roads: string
  /** What the bundled satellite image says of itself. */
  readonly imagery: string
  /** The units of its scale. */
  readonly scale: 'metric' | 'imperial'
}

/** The map, independent of the engine. It exists before it is mounted; its state is drawn at each mount. */
export type MapPort = {
  /** Starts loading the engine's code, so that the mount need not queue behind the fleet's requests. */
  prepare(): void
  /** Draws into the container until the returned function is called. A second mount ends the first. */
  mount(container: HTMLElement): () => void
  setTheme(theme: MapTheme): void
  setNames(names: MapNames): void
  setBase(base: MapBase): void
  /** Shows these vehicles of the fleet store, clustered, coloured by status and rotated by heading (MAP-01, MAP-42). */
  showFleet(visible: ReadonlySet<number> | 'all'): void
  hideFleet(): void
  /** Highlights one vehicle. It is drawn on top and never in a cluster. */
  select(vehicleId: number | null): void
  /** Starts a live trail and removes the one before. */
  showTrail(): TrailDrawing
  /** Shows a playback route with its marker at the start and removes the one before. */
  showTrack(track: DrawableTrack): TrackDrawing
  /** Shows a trip's route (PLT-01) and removes the one before. */
  showPlot(route: PlotRoute): PlotDrawing
  /** Shows a marker for each alert (PLT-07) and removes the ones before. Positions off the globe get none. */
  showAlerts(alerts: readonly AlertPlace[]): AlertDrawing
  /** Shows these geofences and highlights the chosen one. An empty list removes them. */
  showFences(fences: readonly MapFence[], chosen: number | null): void
  /** Lets the user draw a shape, or edit the given one. Ends the drawing before. */
  drawFence(shape: FenceShape | null, events: FenceDrawingEvents): FenceDrawing
  /** Shows `element` in a popup with a close button and returns its remover. The caller manages focus. */
  openPopup(anchor: PopupAnchor, element: HTMLElement, options: PopupOptions): () => void
  /**
   * Moves the camera to show all points (or the visible fleet) inside the padding, no closer than `maxZoom` (MAP-39).
   * Without points it does nothing.
   */
  fit(points: readonly LngLat[] | 'fleet', options: { readonly maxZoom: number }): void
  moveTo(camera: MapCamera): void
  /** Zooms by `delta` levels around the centre. */
  zoomBy(delta: number): void
  setPadding(padding: MapPadding): void
  onPress(listener: (press: MapPress) => void): () => void
  /** The user moved the map by hand. */
  onCameraMoved(listener: () => void): () => void
  /** The map, or a part of it, could not be shown. */
  onFailure(listener: (failure: MapFailure) => void): () => void
  /** Replaces a failed map with the bundled one for good; scene and camera stay. Does nothing if none was offered. */
  showBundledMap(): void
  /** What is on the map now. */
  drawn(): Drawn
}
