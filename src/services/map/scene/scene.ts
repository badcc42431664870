import { CLUSTER_DELAY_MS, DEFAULT_CENTRE, DEFAULT_ZOOM } from '#contract/constants.ts'
import { isOnGlobe, type LngLat } from '#domain/geo.ts'
import { statusAt } from '#domain/status.ts'
import type { FleetStore } from '../../fleet/fleet-columns.ts'
import { createListeners } from '../../kit/listeners.ts'
import type { Drawn, MapFailure, MapPadding, MapPort, MapPress, MapProblem } from '../map.port.ts'
import type { Camera, CameraRequest } from './camera.ts'
import type { FleetLayout } from './clusters.ts'
import { createDrawings, type SceneChange, type SceneState } from './drawings.ts'
import { drawnFences } from './fences.ts'
import { type MercatorPoint, toLngLat } from './mercator.ts'
import { markerPlace } from './route-paths.ts'

/** Everything to be shown, whether a map is mounted or not. Adapters draw it and report what the user did. */
export type Scene = Readonly<Omit<SceneState, 'camera'>> & {
  readonly fleetStore: FleetStore
  /** The current camera; adapters keep it up to date. */
  camera: Camera
  /** Moves the camera. Fitted content stays visible beside panels that open later, until the camera moves elsewhere. */
  requestCamera(next: CameraRequest): void
  /** Removes and returns the oldest pending request. */
  takeCameraRequest(): CameraRequest | undefined
  onChange(listener: (change: SceneChange) => void): () => void
  /** Not reported while a shape is drawn: the press belongs to the draw tool. */
  pressed(press: MapPress): void
  /**
   * The user moved the camera. Fitted content is no longer kept visible; moving by hand also ends following the
   * trail, turning the wheel does not.
   */
  cameraMovedByUser(how: 'wheel' | 'hand'): void
  /** The camera follows something on the map. Fitted content is no longer kept visible. */
  cameraFollows(): void
  /** A part of the map could not be shown; with `undrawn`, none of it. */
  failed(problem: MapProblem, undrawn?: Pick<MapFailure, 'offersBundledMap'>): void
}

const isSamePadding = (one: MapPadding, other: MapPadding): boolean =>
  one.left === other.left && one.top === other.top && one.right === other.right && one.bottom === other.bottom

/** The engine-independent part of the port. `now` is ms of a monotonic clock. */
export const createScene = ({ fleet: fleetStore, now }: { fleet: FleetStore; now: () => number }) => {
  const changes = createListeners<SceneChange>()
  const presses = createListeners<MapPress>()
  const moves = createListeners<void>()
  const failures = createListeners<MapFailure>()
  let clusterTimer: ReturnType<typeof setTimeout> | undefined
  let cameraRequests: CameraRequest[] = []
  /** What was last fitted, until the camera moves elsewhere: panels that open or grow later must not cover it. */
  let fitted: CameraRequest | undefined

  const state: SceneState = {
    theme: 'light',
    names: { map: '', closePopup: '', roads: '', imagery: '', scale: 'metric' },
    base: 'street',
    padding: { left: 0, top: 0, right: 0, bottom: 0 },
    fleet: null,
    selected: null,
    trail: null,
    track: null,
    plot: null,
    alerts: null,
    fences: [],
    drawSession: null,
    popups: [],
    camera: { centre: [DEFAULT_CENTRE.lng, DEFAULT_CENTRE.lat], zoom: DEFAULT_ZOOM },
  }

  const requestCamera = (next: CameraRequest) => {
    cameraRequests = next.kind === 'fit' ? [next] : [...cameraRequests.slice(-9), next]
    fitted = next.kind === 'fit' ? next : undefined
    changes.notify('camera')
  }

  /** Only the latest one matters. `fitted` stays, because a position on fitted content needs no move. */
  const requestInView = ({ x, y }: MercatorPoint) => {
    cameraRequests = [
      ...cameraRequests.filter(({ kind }) => kind !== 'keep'),
      { kind: 'keep', place: { x, y } },
    ]
    changes.notify('camera')
  }

  const showFleet = (visible: ReadonlySet<number> | 'all') => {
    const wasShown = state.fleet !== null
    state.fleet = { visible, clustered: state.fleet?.clustered ?? false }
    if (!wasShown)
      clusterTimer = setTimeout(() => {
        if (state.fleet) state.fleet = { ...state.fleet, clustered: true }
        changes.notify('fleet')
      }, CLUSTER_DELAY_MS)
    changes.notify('fleet')
  }

  const hideFleet = () => {
    clearTimeout(clusterTimer)
    state.fleet = null
    changes.notify('fleet')
  }

  const visiblePlaces = (): LngLat[] => {
    const { columns, size } = fleetStore
    const places: LngLat[] = []
    for (let slot = 0; slot < size; slot++) {
      const place: LngLat = [columns.lng[slot] ?? Number.NaN, columns.lat[slot] ?? Number.NaN]
      const visible = state.fleet?.visible ?? 'all'
      if (isOnGlobe(...place) && (visible === 'all' || visible.has(columns.vehicleId[slot] ?? 0)))
        places.push(place)
    }
    return places
  }

  const set = <Key extends 'theme' | 'names' | 'base' | 'padding' | 'selected'>(
    key: Key,
    value: (typeof state)[Key],
    change: SceneChange,
  ) => {
    if (state[key] === value) return
    state[key] = value
    changes.notify(change)
  }

  const port = {
    setTheme: (theme) => set('theme', theme, 'look'),
    setNames: (names) => {
      if (JSON.stringify(names) !== JSON.stringify(state.names)) set('names', names, 'names')
    },
    setBase: (base) => set('base', base, 'look'),
    showFleet,
    hideFleet,
    select: (vehicleId) => set('selected', vehicleId, 'selected'),
    ...createDrawings({ state, notify: changes.notify, keepInView: requestInView, now }),
    showFences: (fences, chosen) => {
      state.fences = drawnFences(fences, chosen)
      changes.notify('fences')
    },
    fit: (points, { maxZoom }) =>
      requestCamera({ kind: 'fit', points: points === 'fleet' ? visiblePlaces() : points, maxZoom }),
    moveTo: (camera) => requestCamera({ kind: 'move', camera }),
    zoomBy: (delta) => requestCamera({ kind: 'zoom', delta }),
    setPadding: (padding) => {
      if (isSamePadding(padding, state.padding)) return
      set('padding', padding, 'padding')
      if (fitted && state.drawSession === null && state.trail === null) requestCamera(fitted)
    },
    onPress: presses.add,
    onCameraMoved: moves.add,
    onFailure: failures.add,
  } satisfies Omit<MapPort, 'prepare' | 'mount' | 'showBundledMap' | 'drawn'>

  const scene: Scene = {
    fleetStore,
    get theme() {
      return state.theme
    },
    get names() {
      return state.names
    },
    get base() {
      return state.base
    },
    get padding() {
      return state.padding
    },
    get fleet() {
      return state.fleet
    },
    get selected() {
      return state.selected
    },
    get trail() {
      return state.trail
    },
    get track() {
      return state.track
    },
    get plot() {
      return state.plot
    },
    get alerts() {
      return state.alerts
    },
    get fences() {
      return state.fences
    },
    get drawSession() {
      return state.drawSession
    },
    get popups() {
      return state.popups
    },
    get camera() {
      return state.camera
    },
    set camera(camera) {
      state.camera = camera
    },
    requestCamera,
    takeCameraRequest: () => cameraRequests.shift(),
    onChange: changes.add,
    pressed: (press) => {
      if (state.drawSession === null) presses.notify(press)
    },
    cameraMovedByUser: (how) => {
      fitted = undefined
      if (how === 'wheel') return
      if (state.trail) state.trail.following = false
      moves.notify()
    },
    cameraFollows: () => {
      fitted = undefined
    },
    failed: (problem, undrawn) =>
      failures.notify({
        ...problem,
        isDrawn: undrawn === undefined,
        offersBundledMap: undrawn?.offersBundledMap ?? false,
      }),
  }

  return { scene, port }
}

/** Describes what is shown. `layout` is the fleet's, undefined if it is hidden. */
export const drawnOf = (scene: Scene, layout: FleetLayout | undefined, ready: boolean): Drawn => {
  const { columns } = scene.fleetStore
  const { trail, track, plot, drawSession } = scene
  const head = trail?.steps.at(-1)
  return {
    theme: scene.theme,
    base: scene.base,
    ready,
    vehicles: (layout?.singles ?? []).map((slot) => ({
      vehicleId: columns.vehicleId[slot] ?? 0,
      at: [columns.lng[slot] ?? 0, columns.lat[slot] ?? 0],
      status: statusAt(columns.status[slot]) ?? 'OTHER',
      heading: known(columns.heading[slot]),
      late: columns.late[slot] === 1,
    })),
    clusters: (layout?.clusters ?? []).map((cluster) => ({
      at: toLngLat(cluster),
      count: cluster.count,
      statuses: cluster.statuses,
    })),
    selected: scene.selected,
    trail: trail && {
      points: trail.steps.length,
      head: head ? toLngLat(head) : null,
      status: trail.last?.status ?? '',
      following: trail.following,
      live: trail.live,
    },
    track: track && {
      index: track.index,
      fraction: track.fraction,
      marker: markerPlace(track),
      stops: track.path.stops.length,
      events: track.path.events.length,
    },
    plot: plot && {
      points: plot.path.length,
      start: toLngLat(plot.path.start),
      end: toLngLat(plot.path.ahead ?? plot.path.last),
      truck: plot.truck?.at ?? null,
      live: plot.live,
    },
    alerts: scene.alerts?.shown.length ?? 0,
    fences: scene.fences.map(({ geoFenceId, chosen }) => ({ geoFenceId, chosen })),
    drawing: drawSession && {
      tool: drawSession.tool,
      shape: drawSession.shape,
      begun: drawSession.begun,
      ready: drawSession.hasDrawTool,
    },
    popups: scene.popups.length,
    camera: scene.camera,
  }
}

const known = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value)
