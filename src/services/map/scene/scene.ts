import { CLUSTER_DELAY_MS, DEFAULT_CENTRE, DEFAULT_ZOOM } from '#contract/constants.ts'
import type { FleetStore } from '../../fleet-store/fleet-store.types.ts'
import type { LngLat, MapFailure, MapPadding, MapPort, MapPress } from '../map.port.ts'
import type { Camera, CameraWish } from './camera.ts'
import { createDrawings, type SceneChange, type SceneState } from './drawings.ts'
import { drawnFences } from './fences.ts'
import { listeners } from './listeners.ts'
import { isPlace, type Place } from './mercator.ts'

/** All that is to be shown, kept whether a map is mounted or not. Adapters draw it and tell it what the user did. */
export type Scene = Readonly<Omit<SceneState, 'camera'>> & {
  readonly fleetStore: FleetStore
  /** The camera as it is; adapters keep it true. */
  camera: Camera
  /** Sends the camera somewhere. What it is made to show stays shown beside panels that come, until it goes elsewhere. */
  wish(next: CameraWish): void
  /** The first wish not granted yet. */
  takeWish(): CameraWish | undefined
  onChange(listener: (change: SceneChange) => void): () => void
  /** Not reported while a shape is drawn: the press is the pen's. */
  pressed(press: MapPress): void
  /** The user took the camera: what was fitted is so no longer, and moving by hand ends following the trail, which turning the wheel does not. */
  cameraTaken(how: 'wheel' | 'hand'): void
  /** The camera goes with what moves on the map: what was fitted is so no longer. */
  cameraFollows(): void
  /** A part of the map could not be shown; or none of it, and then whether the bundled map can take its place. */
  failed(message: string, undrawn?: Pick<MapFailure, 'offersBundledMap'>): void
}

const isSamePadding = (one: MapPadding, other: MapPadding): boolean =>
  one.left === other.left && one.top === other.top && one.right === other.right && one.bottom === other.bottom

/** Everything of a port that does not depend on who draws. `now` is a steady clock in ms. */
export const createScene = ({ fleet: fleetStore, now }: { fleet: FleetStore; now: () => number }) => {
  const changes = listeners<SceneChange>()
  const presses = listeners<MapPress>()
  const moves = listeners<void>()
  const failures = listeners<MapFailure>()
  let grouping: ReturnType<typeof setTimeout> | undefined
  let wishes: CameraWish[] = []
  /** What the camera was last made to show, until it goes elsewhere: panels that come or grow after it must not cover it. */
  let fitted: CameraWish | undefined

  const state: SceneState = {
    theme: 'light',
    base: 'street',
    padding: { left: 0, top: 0, right: 0, bottom: 0 },
    fleet: null,
    selected: null,
    trail: null,
    track: null,
    plot: null,
    alerts: null,
    fences: [],
    board: null,
    popups: [],
    camera: { centre: [DEFAULT_CENTRE.lng, DEFAULT_CENTRE.lat], zoom: DEFAULT_ZOOM },
  }

  const wish = (next: CameraWish) => {
    wishes = next.kind === 'fit' ? [next] : [...wishes.slice(-9), next]
    fitted = next.kind === 'fit' ? next : undefined
    changes.tell('camera')
  }

  /** Only the latest is of use; what is fitted stays so, for a place on it needs no move. */
  const wishToKeep = ({ x, y }: Place) => {
    wishes = [...wishes.filter(({ kind }) => kind !== 'keep'), { kind: 'keep', place: { x, y } }]
    changes.tell('camera')
  }

  const showFleet = (visible: ReadonlySet<number> | 'all') => {
    const wasShown = state.fleet !== null
    state.fleet = { visible, grouped: state.fleet?.grouped ?? false }
    if (!wasShown)
      grouping = setTimeout(() => {
        if (state.fleet) state.fleet = { ...state.fleet, grouped: true }
        changes.tell('fleet')
      }, CLUSTER_DELAY_MS)
    changes.tell('fleet')
  }

  const hideFleet = () => {
    clearTimeout(grouping)
    state.fleet = null
    changes.tell('fleet')
  }

  const visiblePlaces = (): LngLat[] => {
    const { columns, size } = fleetStore
    const places: LngLat[] = []
    for (let slot = 0; slot < size; slot++) {
      const place: LngLat = [columns.lng[slot] ?? Number.NaN, columns.lat[slot] ?? Number.NaN]
      const visible = state.fleet?.visible ?? 'all'
      if (isPlace(...place) && (visible === 'all' || visible.has(columns.vehicleId[slot] ?? 0)))
        places.push(place)
    }
    return places
  }

  const set = <Key extends 'theme' | 'base' | 'padding' | 'selected'>(
    key: Key,
    value: (typeof state)[Key],
    change: SceneChange,
  ) => {
    if (state[key] === value) return
    state[key] = value
    changes.tell(change)
  }

  const port = {
    setTheme: (theme) => set('theme', theme, 'look'),
    setBase: (base) => set('base', base, 'look'),
    showFleet,
    hideFleet,
    select: (vehicleId) => set('selected', vehicleId, 'selected'),
    ...createDrawings({ state, tell: changes.tell, keepInView: wishToKeep, now }),
    showFences: (fences, chosen) => {
      state.fences = drawnFences(fences, chosen)
      changes.tell('fences')
    },
    fit: (points, { maxZoom }) =>
      wish({ kind: 'fit', points: points === 'fleet' ? visiblePlaces() : points, maxZoom }),
    moveTo: (camera) => wish({ kind: 'move', camera }),
    zoomBy: (delta) => wish({ kind: 'zoom', delta }),
    setPadding: (padding) => {
      if (isSamePadding(padding, state.padding)) return
      set('padding', padding, 'padding')
      if (fitted && state.board === null && state.trail === null) wish(fitted)
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
    get board() {
      return state.board
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
    wish,
    takeWish: () => wishes.shift(),
    onChange: changes.add,
    pressed: (press) => {
      if (state.board === null) presses.tell(press)
    },
    cameraTaken: (how) => {
      fitted = undefined
      if (how === 'wheel') return
      if (state.trail) state.trail.following = false
      moves.tell()
    },
    cameraFollows: () => {
      fitted = undefined
    },
    failed: (message, undrawn) =>
      failures.tell({
        message,
        isDrawn: undrawn === undefined,
        offersBundledMap: undrawn?.offersBundledMap ?? false,
      }),
  }

  return { scene, port }
}
