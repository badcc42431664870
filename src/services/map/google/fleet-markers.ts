import { type Algorithm, Cluster, MarkerClusterer, type Renderer } from '@googlemaps/markerclusterer'
import type { GoogleApi } from '../../google/google-api.ts'
import type { LngLat } from '../map.port.ts'
import { COLOURS, FIGURES } from '../paint/colours.ts'
import { ringSprite } from '../paint/ring-sprite.ts'
import { createSprites } from '../paint/sprites.ts'
import { plated, uncrowded } from '../scene/crowd.ts'
import { createFleetView } from '../scene/fleet-view.ts'
import type { FleetLayout, VehicleGroup } from '../scene/groups.ts'
import type { Hit } from '../scene/hit.ts'
import { projector, toLngLat, type View } from '../scene/mercator.ts'
import type { Scene } from '../scene/scene.ts'
import { isInView, type Spot, spotsInView } from '../scene/spots.ts'
import { createMarkContent } from './mark-content.ts'
import { createVehicleMarker, type VehicleMarker } from './vehicle-marker.ts'

/** px beyond the view that have their markers too, for when the map is dragged. */
const AROUND = 160
/** With more vehicles in view than this, one that would lie within CROWD_PX of another gets no marker: markers are elements. */
const CROWD = 300
const CROWD_PX = 40

const GROUP_Z = 1

const around = (view: View): View => ({
  ...view,
  width: view.width + 2 * AROUND,
  height: view.height + 2 * AROUND,
  middle: { x: view.middle.x + AROUND, y: view.middle.y + AROUND },
})

/** What stands on the map after a calculation. */
type Standing = {
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
  viewOf: () => View
  press: (hit: Hit, at: LngLat) => void
}) => {
  const fleetView = createFleetView(scene.fleetStore)
  const sprites = createSprites(document)
  const ratio = Math.min(2, window.devicePixelRatio || 1)
  sprites.clear(ratio)
  let vehicles = new Map<number, VehicleMarker>()
  let groups = new Map<Cluster, VehicleGroup>()
  let standing: Standing | undefined
  let frame: number | undefined
  let regroup: ReturnType<typeof setTimeout> | undefined
  /** Vehicles whose marker must move at the next frame, or the whole fleet to be laid out anew. */
  const moved = new Set<number>()
  let isStale = false

  const layout = () =>
    scene.fleet ? fleetView.at(scene.fleet, scene.selected, viewOf().zoom, now()) : undefined

  const singleOf = (vehicleId: number) =>
    vehicles.get(vehicleId) ?? createVehicleMarker({ api, scene, sprites, vehicleId, press })

  const idOf = ({ slot }: Spot) => scene.fleetStore.columns.vehicleId[slot] ?? 0

  const calculate: Algorithm['calculate'] = () => {
    const shown = layout()
    const view = around(viewOf())
    const { x, y } = projector(view)
    const all = shown ? spotsInView(scene.fleetStore, shown, view) : []
    const top = all.find((spot) => idOf(spot) === scene.selected)
    const few = all.length > CROWD ? uncrowded(all, CROWD_PX) : all
    const spots = top && !few.includes(top) ? [...few, top] : few
    const inView = (shown?.groups ?? []).filter((group) => isInView({ x: x(group.x), y: y(group.y) }, view))
    const next: Standing = {
      layout: shown,
      singles: spots.map(idOf).join(),
      groups: inView.map(({ x, y, statuses }) => `${x} ${y} ${statuses.join(' ')}`).join(),
    }
    const withPlate = new Set(plated(spots, top, view.zoom))
    vehicles = new Map(spots.map((spot) => [idOf(spot), singleOf(idOf(spot))]))
    for (const spot of spots) vehicles.get(idOf(spot))?.update(withPlate.has(spot))
    const changed = next.singles !== standing?.singles || next.groups !== standing?.groups
    standing = next
    if (!changed) return { clusters: [], changed }
    const singles = spots.flatMap((spot) => {
      const marker = vehicles.get(idOf(spot))?.marker
      return marker?.position ? [new Cluster({ markers: [marker], position: marker.position })] : []
    })
    groups = new Map(
      inView.map((group) => {
        const [lng, lat] = toLngLat(group)
        return [new Cluster({ markers: [], position: { lng, lat } }), group]
      }),
    )
    return { clusters: [...singles, ...groups.keys()], changed }
  }

  const render: Renderer['render'] = (cluster) => {
    const group = groups.get(cluster)
    const content = createMarkContent(document)
    if (group) content.show('ring', ringSprite(sprites, COLOURS[scene.theme], group))
    return new api.marker.AdvancedMarkerElement({
      content: content.element,
      position: cluster.position,
      title: `${group?.count ?? 0} vehicles`,
      zIndex: GROUP_Z,
      gmpClickable: true,
    })
  }

  const clusterer = new MarkerClusterer({
    map,
    algorithm: { calculate },
    renderer: { render },
    onClusterClick: (_event, cluster) => {
      const group = groups.get(cluster)
      if (group) press({ group }, toLngLat(group))
    },
  })

  const draw = () => {
    frame = undefined
    if (isStale) clusterer.render()
    else for (const vehicleId of moved) vehicles.get(vehicleId)?.move()
    isStale = false
    moved.clear()
  }
  const ask = () => {
    frame ??= window.requestAnimationFrame(draw)
  }
  const askAll = () => {
    isStale = true
    ask()
  }

  const stopFleet = scene.fleetStore.onChange(({ slots }) => {
    if (!scene.fleet) return
    if (slots === 'all') askAll()
    else
      for (const slot of slots) {
        const vehicleId = scene.fleetStore.columns.vehicleId[slot] ?? 0
        if (!vehicles.has(vehicleId)) continue
        moved.add(vehicleId)
        ask()
      }
    const due = fleetView.dueAt()
    if (due !== undefined)
      regroup ??= setTimeout(
        () => {
          regroup = undefined
          askAll()
        },
        Math.max(0, due - now()),
      )
  })
  const stopScene = scene.onChange((change) => {
    if (change === 'fleet' || change === 'selected') askAll()
  })

  let removed = false
  void document.fonts?.load(`600 12px ${FIGURES}`).then(
    () => {
      if (removed) return
      sprites.clear(ratio)
      standing = undefined
      askAll()
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
      groups.clear()
    },
  }
}
