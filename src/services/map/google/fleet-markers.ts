import { type Algorithm, Cluster, MarkerClusterer, type Renderer } from '@googlemaps/markerclusterer'
import type { LngLat } from '#domain/geo.ts'
import type { GoogleApi } from '../../google/google-api.ts'
import { COLOURS } from '../overlay/colours.ts'
import { createSprites, onFiguresLoaded, ringSprite } from '../overlay/sprites.ts'
import type { FleetLayout, VehicleCluster } from '../scene/clusters.ts'
import {
  createFleetLayoutCache,
  createReclusterTimer,
  isInView,
  type ScreenPosition,
  vehiclesInView,
  withoutOverlaps,
  withVisiblePlate,
} from '../scene/fleet-layout.ts'
import type { Hit } from '../scene/hit-test.ts'
import { projector, toLngLat, type Viewport } from '../scene/mercator.ts'
import type { Scene } from '../scene/scene.ts'
import { createMarkerContent, createVehicleMarker, type VehicleMarker } from './marker-elements.ts'

/** px beyond the view where vehicles have markers too, for dragging the map. */
const AROUND = 160
/** With more vehicles in view, one within OVERLAP_PX of another gets no marker, because markers are elements. */
const MAX_WITH_OVERLAPS = 300
const OVERLAP_PX = 40

const CLUSTER_Z = 1

const around = (view: Viewport): Viewport => ({
  ...view,
  width: view.width + 2 * AROUND,
  height: view.height + 2 * AROUND,
  middle: { x: view.middle.x + AROUND, y: view.middle.y + AROUND },
})

/** What is on the map after a calculation. */
type RenderedFleet = {
  readonly layout: FleetLayout | undefined
  readonly singles: string
  readonly clusters: string
}

/**
 * Shows the fleet with Google's markers, managed by MarkerClusterer. Its algorithm is our own clustering, so that
 * clusters are the same on every map, and returns markers only for what is in view; its renderer draws our rings.
 */
export const createFleetMarkers = ({
  api,
  scene,
  map,
  now,
  viewOf,
  press,
}: {
  api: GoogleApi
  scene: Scene
  map: google.maps.Map
  /** ms of a monotonic clock. */
  now: () => number
  viewOf: () => Viewport
  press: (hit: Hit, at: LngLat) => void
}) => {
  const fleetLayouts = createFleetLayoutCache(scene.fleetStore)
  const sprites = createSprites(document)
  const ratio = Math.min(2, window.devicePixelRatio || 1)
  sprites.clear(ratio)
  let vehicles = new Map<number, VehicleMarker>()
  let vehicleClusters = new Map<Cluster, VehicleCluster>()
  let rendered: RenderedFleet | undefined
  let frame: number | undefined
  /** Vehicles whose markers move at the next frame, unless the whole fleet is laid out anew. */
  const moved = new Set<number>()
  let isStale = false

  const layout = () =>
    scene.fleet ? fleetLayouts.at(scene.fleet, scene.selected, viewOf().zoom, now()) : undefined

  const singleOf = (vehicleId: number) =>
    vehicles.get(vehicleId) ?? createVehicleMarker({ api, scene, sprites, vehicleId, press })

  const idOf = ({ slot }: ScreenPosition) => scene.fleetStore.columns.vehicleId[slot] ?? 0

  const calculate: Algorithm['calculate'] = () => {
    const shown = layout()
    const view = around(viewOf())
    const { x, y } = projector(view)
    const all = shown ? vehiclesInView(scene.fleetStore, shown, view) : []
    const top = all.find((position) => idOf(position) === scene.selected)
    const few = all.length > MAX_WITH_OVERLAPS ? withoutOverlaps(all, OVERLAP_PX) : all
    const positions = top && !few.includes(top) ? [...few, top] : few
    const inView = (shown?.clusters ?? []).filter((each) => isInView({ x: x(each.x), y: y(each.y) }, view))
    const next: RenderedFleet = {
      layout: shown,
      singles: positions.map(idOf).join(),
      clusters: inView.map(({ x, y, statuses }) => `${x} ${y} ${statuses.join(' ')}`).join(),
    }
    const withPlate = new Set(withVisiblePlate(positions, top, view.zoom))
    vehicles = new Map(positions.map((position) => [idOf(position), singleOf(idOf(position))]))
    for (const position of positions) vehicles.get(idOf(position))?.update(withPlate.has(position))
    const changed = next.singles !== rendered?.singles || next.clusters !== rendered?.clusters
    rendered = next
    if (!changed) return { clusters: [], changed }
    const singles = positions.flatMap((position) => {
      const marker = vehicles.get(idOf(position))?.marker
      return marker?.position ? [new Cluster({ markers: [marker], position: marker.position })] : []
    })
    vehicleClusters = new Map(
      inView.map((vehicleCluster) => {
        const [lng, lat] = toLngLat(vehicleCluster)
        return [new Cluster({ markers: [], position: { lng, lat } }), vehicleCluster]
      }),
    )
    return { clusters: [...singles, ...vehicleClusters.keys()], changed }
  }

  const render: Renderer['render'] = (cluster) => {
    const vehicleCluster = vehicleClusters.get(cluster)
    const content = createMarkerContent(document)
    if (vehicleCluster) content.show('ring', ringSprite(sprites, COLOURS[scene.theme], vehicleCluster))
    return new api.marker.AdvancedMarkerElement({
      content: content.element,
      position: cluster.position,
      title: `${vehicleCluster?.count ?? 0} vehicles`,
      zIndex: CLUSTER_Z,
      gmpClickable: true,
    })
  }

  const clusterer = new MarkerClusterer({
    map,
    algorithm: { calculate },
    renderer: { render },
    onClusterClick: (_event, clicked) => {
      const cluster = vehicleClusters.get(clicked)
      if (cluster) press({ cluster }, toLngLat(cluster))
    },
  })

  const draw = () => {
    frame = undefined
    if (isStale) clusterer.render()
    else for (const vehicleId of moved) vehicles.get(vehicleId)?.move()
    isStale = false
    moved.clear()
  }
  const requestFrame = () => {
    frame ??= window.requestAnimationFrame(draw)
  }
  const requestRender = () => {
    isStale = true
    requestFrame()
  }

  const reclusterTimer = createReclusterTimer({ dueAt: fleetLayouts.dueAt, now, recluster: requestRender })
  const stopFleet = scene.fleetStore.onChange(({ slots }) => {
    if (!scene.fleet) return
    if (slots === 'all') requestRender()
    else
      for (const slot of slots) {
        const vehicleId = scene.fleetStore.columns.vehicleId[slot] ?? 0
        if (!vehicles.has(vehicleId)) continue
        moved.add(vehicleId)
        requestFrame()
      }
    reclusterTimer.schedule()
  })
  const stopScene = scene.onChange((change) => {
    if (change === 'fleet' || change === 'selected') requestRender()
  })

  const stopFonts = onFiguresLoaded(document, () => {
    sprites.clear(ratio)
    rendered = undefined
    requestRender()
  })

  return {
    layout,
    remove: () => {
      stopFonts()
      stopFleet()
      stopScene()
      reclusterTimer.stop()
      if (frame !== undefined) window.cancelAnimationFrame(frame)
      clusterer.setMap(null)
      vehicles.clear()
      vehicleClusters.clear()
    },
  }
}
