import type { PopupWidth } from '#contract/constants.ts'
import type { FenceShape, FenceTool } from '#domain/fences.ts'

/** Longitude and latitude in degrees (WGS 84), longitude first, as in GeoJSON. */
export type LngLat = readonly [lng: number, lat: number]

export type MapTheme = 'light' | 'dark'
export type MapBase = 'street' | 'satellite'

/** Space in px that floating panels take from each side of the map. */
export type MapPadding = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** One live position: `heading` degrees from north, `status` one of VEHICLE_STATUSES or anything else, `time` ms UTC. */
export type TrailPoint = {
  readonly at: LngLat
  readonly heading: number | null
  readonly status: string
  readonly time: number
}

/** The trail of the followed vehicle: a start marker, a line that grows, a head that moves (LIV-04, LIV-05). */
export type TrailDrawing = {
  /** Adds a position at its place by its time: the head stays at the newest. One of a time that is there, or not on the globe, is left out. */
  extend(point: TrailPoint): void
  /** Keeps the head in view. Ends by itself when the user moves the map; `onCameraMoved` tells. */
  follow(on: boolean): void
  /** Whether the head is shown as live: while it is not, it is drawn hollow, whatever its status (OPEN-40). True at first. */
  setLive(live: boolean): void
  /** Takes the trail off the map. The drawing takes no more calls afterwards. */
  clear(): void
}

/** The columns of a playback route that the map draws; `Track` of the playback file is one. */
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
  /** 1: the engine is on */
  readonly ignition: ArrayLike<number>
  /** seconds standing, 0 or NaN when it does not stand here */
  readonly stop: ArrayLike<number>
  /** Bits of EVENT_BIT. */
  readonly events: ArrayLike<number>
  /** 1: no line to the next point. */
  readonly breaks: ArrayLike<number>
}

/** A playback route: the driven part solid, the rest dotted, stops, events, one marker (PLB-33). */
export type TrackDrawing = {
  /** Puts the marker `fraction` (0 to 1) of the way from point `index` to the next. Out of range is clamped; a gap or break is jumped (PLB-19). */
  moveTo(index: number, fraction: number): void
  /** Moves the camera to the marker where that is near the edge of what panels leave free, or beyond. Cheap enough for every frame. */
  keepInView(): void
  /** Takes the route off the map. The drawing takes no more calls afterwards. */
  clear(): void
}

/** A route that is looked at as a whole, not played. At least one point. */
export type PlotRoute = {
  /** What was driven. */
  readonly driven: Pick<DrawableTrack, 'length' | 'time' | 'lng' | 'lat' | 'breaks'>
  /** Where it is to end; null where it ended at its last point. */
  readonly ahead: LngLat | null
}

/** A plotted route: the driven part solid, the way that is left dotted, a marker at either end, the truck where it is (PLT-01). */
export type PlotDrawing = {
  /**
   * Puts the truck somewhere. A place that is older than the last, or not on the globe, is left out. While it is not `live`
   * it is drawn hollow, whatever its status (OPEN-40).
   */
  moveTruck(point: TrailPoint, live: boolean): void
  /** Takes the route off the map. */
  clear(): void
}

/**
 * An alert on the map: a place and its code, an event code (PLB-08) or an alert code (ALR-02). `tells`: the first and the last
 * point of the route shown that mark the event of that code it tells of; they get no badge of it, the pin stands for them, also
 * at a zoom where it is thinned out.
 */
export type AlertPlace = {
  readonly at: LngLat
  readonly label: string
  readonly matchingPoints?: readonly [first: number, last: number]
}

/** Alert markers (PLT-07). */
export type AlertDrawing = {
  /** Takes the markers off the map. */
  clear(): void
}

/** A geofence that lies on the map. */
export type MapFence = { readonly geoFenceId: number; readonly name: string; readonly shape: FenceShape }

/** A shape that is begun and not finished: the corners that were set, or how far its circle reaches in metres. */
export type BegunShape = {
  readonly tool: FenceTool
  readonly corners: number
  readonly radiusM: number | null
}

/** What becomes of the shape that is drawn. */
export type FenceDrawingEvents = {
  /** A shape was begun, went on, or was dropped (null). */
  onBegun(begun: BegunShape | null): void
  /** There are corners that were taken back and can be set again, or none any more. */
  onRedo(canRedo: boolean): void
  /** A shape was finished, or the finished one was moved, reshaped or resized. */
  onFinished(shape: FenceShape): void
  /** A shape could not be finished or changed so, in words for the user. What was drawn stays. */
  onRefused(reason: string): void
}

/**
 * One shape that is drawn by the pointer and then changed by it (GEO-03). The map sees no presses meanwhile. Where the map
 * goes away what is begun is dropped, and what is finished is there again when it comes back.
 */
export type FenceDrawing = {
  /** Draws with this tool from now on; a shape that is begun keeps its own until it is finished or dropped. */
  setTool(tool: FenceTool): void
  /** Puts a finished shape there to be changed, or takes it away so that one can be drawn (null). */
  show(shape: FenceShape | null): void
  /** Takes back the last corner of what is begun, or sets it again. */
  undo(): void
  redo(): void
  /** Closes what is begun, as pressing its first corner does. */
  finish(): void
  /** Drops what is begun. */
  drop(): void
  /** Ends drawing. The drawing takes no more calls afterwards. */
  clear(): void
}

/** What the user pressed: always a place, and what lies there: a vehicle, the point index of an event or a stop of the route, the place of an alert in its list, or a fence. Pressing a cluster zooms in and is not reported; of one that no zoom splits, as of trucks in one yard, its vehicles are. */
export type MapPress = {
  readonly at: LngLat
  readonly vehicleId?: number
  readonly vehicleIds?: readonly number[]
  readonly eventIndex?: number
  readonly stopIndex?: number
  readonly alertIndex?: number
  readonly geoFenceId?: number
  /** By Enter, at the middle of the map. */
  readonly byKey?: true
}

/** Why the map cannot be shown, in words for the user, and whether the bundled map can take its place. Where `isDrawn`, a map is there, only not all of the one that was wanted. */
export type MapFailure = {
  readonly message: string
  readonly isDrawn: boolean
  readonly offersBundledMap: boolean
}

export type MapCamera = { readonly centre?: LngLat; readonly zoom?: number }

/** Where a popup hangs: a place, a vehicle, the head of the trail or the marker of the playback route. It moves along; while there is no such thing it is hidden. */
export type PopupAnchor = LngLat | { readonly vehicleId: number } | 'trail' | 'playback'

export type PopupOptions = {
  /** px (MAP-41); narrower on a narrow map. */
  readonly width: PopupWidth
  /** The user closed it by its close button or Escape. The popup stays until its remover is called. */
  onClose(): void
}

/** A cluster: how many vehicles of each status it holds, by the status' index in VEHICLE_STATUSES, the sixth for any other. */
export type DrawnCluster = {
  readonly at: LngLat
  readonly count: number
  readonly statuses: readonly number[]
}

/** What the map shows, in our words. For tests and for text twins of the map. */
export type Drawn = {
  readonly theme: MapTheme
  readonly base: MapBase
  /** True once the map can be seen and pressed. */
  readonly ready: boolean
  /** Vehicles drawn singly. */
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
  /** A plotted route: how many points are driven, its two ends, and the truck's place, live or not. */
  readonly plot: {
    readonly points: number
    readonly start: LngLat
    readonly end: LngLat
    readonly truck: LngLat | null
    readonly live: boolean
  } | null
  /** Alert markers, whether others cover them or not. */
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

/**
 * The map, whoever draws it. It exists before it is mounted: what it is told is kept and drawn at the mount,
 * and drawn again at the next one.
 */
export type MapPort = {
  /** Begins to bring the code that draws: a mount soon after need not wait for it behind what the fleet asks of the server. */
  prepare(): void
  /** Draws into the container until the returned function is called. One container at a time: a second mount ends the first. */
  mount(container: HTMLElement): () => void
  setTheme(theme: MapTheme): void
  setBase(base: MapBase): void
  /** Shows these vehicles of the fleet store, clustered, coloured by status, turned by heading (MAP-01, MAP-42). */
  showFleet(visible: ReadonlySet<number> | 'all'): void
  hideFleet(): void
  /** RouteMarkers one vehicle; it is drawn singly, on top, even where others are clustered. */
  select(vehicleId: number | null): void
  /** Starts a live trail; one that is there already is cleared. */
  showTrail(): TrailDrawing
  /** Shows a playback route with its marker at the start; one that is there already is cleared. */
  showTrack(track: DrawableTrack): TrackDrawing
  /** Shows a trip's route (PLT-01); one that is there already is cleared. */
  showPlot(route: PlotRoute): PlotDrawing
  /** Shows a marker for each alert (PLT-07); those that are there already are cleared. Places that are not on the globe get none. */
  showAlerts(alerts: readonly AlertPlace[]): AlertDrawing
  /** Shows these geofences, the chosen one set off; none takes them off the map. */
  showFences(fences: readonly MapFence[], chosen: number | null): void
  /** Lets the user draw a shape, or change the one given; a drawing that is there already is cleared. */
  drawFence(shape: FenceShape | null, events: FenceDrawingEvents): FenceDrawing
  /** Hangs `element` in a framed popup with a close button on the map; returns its remover. Focus is the caller's business. */
  openPopup(anchor: PopupAnchor, element: HTMLElement, options: PopupOptions): () => void
  /** Moves the camera so that all points (or the visible fleet) show inside the padding, no closer than `maxZoom` (MAP-39). Nothing to fit: nothing happens. */
  fit(points: readonly LngLat[] | 'fleet', options: { readonly maxZoom: number }): void
  moveTo(camera: MapCamera): void
  /** Zooms by `delta` levels, keeping the centre. */
  zoomBy(delta: number): void
  setPadding(padding: MapPadding): void
  onPress(listener: (press: MapPress) => void): () => void
  /** The user moved the map by hand. */
  onCameraMoved(listener: () => void): () => void
  /** The map, or a part of it, could not be shown. */
  onFailure(listener: (failure: MapFailure) => void): () => void
  /** Puts the bundled map in the place of one that failed, from now on; what is shown and the camera stay. Where none is offered nothing happens. */
  showBundledMap(): void
  /** What is on the map now. */
  drawn(): Drawn
}
