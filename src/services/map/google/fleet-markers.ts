import { type Algorithm, Cluster, MarkerClusterer, type Renderer } from '@googlemaps/markerclusterer'
import type { GoogleApi } from '../../google/google-api.ts'
import type { LngLat } from '../map.port.ts'
import { COLOURS, FIGURES } from '../overlay/colours.ts'
import { createSprites, ringSprite } from '../overlay/sprites.ts'
import type { FleetLayout, VehicleCluster } from '../scene/clusters.ts'
import {
  createFleetLayoutCache,
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

/** px beyond the view that have their markers too, for when the map is dragged. */
const AROUND = 160
/** With more vehicles in view than this, one that would lie within OVERLAP_PX of another gets no marker: markers are elements. */
const MAX_WITH_OVERLAPS = 300
const OVERLAP_PX = 40

const CLUSTER_Z = 1

const around = (view: Viewport): Viewport => ({
  ...view,
  width: view.width + 2 * AROUND,
  height: view.height + 2 * AROUND,
  middle: { x: view.middle.x + AROUND, y: view.middle.y + AROUND },
})

/** What stands on the map after a calculation. */
type RenderedFleet = {
  readonly layout: FleetLayout | undefined
  readonly singles: string
  readonly groups: string
}

/**
 * Shows the fleet with Google's markers. The clusterer keeps them: its algorithm is our own grouping, so that groups are the
 * same on every map, and hands out markers only for what is in view; its renderer draws our rings.
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
  /** A steady clock in ms. */
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
  let regroup: ReturnType<typeof setTimeout> | undefined
  /** Vehicles whose marker must move at the next frame, or the whole fleet to be laid out anew. */
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
    const inView = (shown?.clusters ?? []).filter((group) => isInView({ x: x(group.x), y: y(group.y) }, view))
    const next: RenderedFleet = {
      layout: shown,
      singles: positions.map(idOf).join(),
      groups: inView.map(({ x, y, statuses }) => `${x} ${y} ${statuses.join(' ')}`).join(),
    }
    const withPlate = new Set(withVisiblePlate(positions, top, view.zoom))
    vehicles = new Map(positions.map((position) => [idOf(position), singleOf(idOf(position))]))
    for (const position of positions) vehicles.get(idOf(position))?.update(withPlate.has(position))
    const changed = next.singles !== rendered?.singles || next.groups !== rendered?.groups
    rendered = next
    if (!changed) return { clusters: [], changed }
    const singles = positions.flatMap((position) => {
      const marker = vehicles.get(idOf(position))?.marker
      return marker?.position ? [new Cluster({ markers: [marker], position: marker.position })] : []
    })
    vehicleClusters = new Map(
      inView.map((group) => {
        const [lng, lat] = toLngLat(group)
        return [new Cluster({ markers: [], position: { lng, lat } }), group]
      }),
    )
    return { clusters: [...singles, ...vehicleClusters.keys()], changed }
  }

  const render: Renderer['render'] = (cluster) => {
    const group = vehicleClusters.get(cluster)
    const content = createMarkerContent(document)
    if (group) content.show('ring', ringSprite(sprites, COLOURS[scene.theme], group))
    return new api.marker.AdvancedMarkerElement({
      content: content.element,
      position: cluster.position,
      title: `${group?.count ?? 0} vehicles`,
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
    const due = fleetLayouts.dueAt()
    if (due !== undefined)
      regroup ??= setTimeout(
        () => {
          regroup = undefined
          requestRender()
        },
        Math.max(0, due - now()),
      )
  })
  const stopScene = scene.onChange((change) => {
    if (change === 'fleet' || change === 'selected') requestRender()
  })

  let removed = false
  void document.fonts?.load(`600 12px ${FIGURES}`).then(
    () => {
      if (removed) return
      sprites.clear(ratio)
      rendered = undefined
      requestRender()
    },
    () => undefined,
  )

  return {
    layout,
    remove: () => {
      removed = true
      stopFleet()
      stopScene()
      clearTimeout(regroup)
      if (frame !== undefined) window.cancelAnimationFrame(frame)
      clusterer.setMap(null)
      vehicles.clear()
      vehicleClusters.clear()
    },
  }
}
