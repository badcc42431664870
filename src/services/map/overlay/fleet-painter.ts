import type { FleetStore } from '../../fleet/fleet-columns.ts'
import type { FleetLayout } from '../scene/clusters.ts'
import {
  isInView,
  type ScreenPosition,
  vehiclesInView,
  withoutOverlaps,
  withVisiblePlate,
} from '../scene/fleet-layout.ts'
import { projector } from '../scene/mercator.ts'
import type { StampTools } from './canvas.ts'
import { plateSprite, ringSprite } from './sprites.ts'
import { selectionSprite, vehicleSprite } from './vehicle-sprite.ts'

/** px from a vehicle's centre down to the centre of its plate. */
export const PLATE_BELOW = { any: 21, selected: 29 } as const
/** With more vehicles in view, one within OVERLAP_PX of another is not drawn. */
const MAX_WITH_OVERLAPS = 1500
const OVERLAP_PX = 6

/** Draws the vehicles and clusters in view; the selected vehicle on top, with its plate. */
export const paintFleet = (
  { sprites, colours, view, stamp }: StampTools,
  fleet: FleetStore,
  layout: FleetLayout,
  selected: number | null,
) => {
  const { columns } = fleet
  const { x, y } = projector(view)
  const positions = vehiclesInView(fleet, layout, view)
  const top = positions.find(({ slot }) => columns.vehicleId[slot] === selected)
  const drawn = positions.length > MAX_WITH_OVERLAPS ? withoutOverlaps(positions, OVERLAP_PX) : positions

  if (top) stamp(selectionSprite(sprites, colours.accent), top.x, top.y)
  const stampVehicle = ({ slot, ...at }: ScreenPosition) => {
    const heading = columns.heading[slot] ?? Number.NaN
    const pointed = !Number.isNaN(heading)
    const sprite = vehicleSprite(sprites, columns.status[slot] ?? 0, pointed, columns.late[slot] === 1)
    stamp(sprite, at.x, at.y, pointed ? heading : 0)
  }
  for (const position of drawn) stampVehicle(position)
  for (const cluster of layout.clusters) {
    const at = { x: x(cluster.x), y: y(cluster.y) }
    if (isInView(at, view)) stamp(ringSprite(sprites, colours, cluster), at.x, at.y)
  }
  if (top) stampVehicle(top)

  for (const position of withVisiblePlate(positions, top, view.zoom)) {
    const registration = fleet.record(columns.vehicleId[position.slot] ?? 0)?.registrationId
    if (registration)
      stamp(
        plateSprite(sprites, registration),
        position.x,
        position.y + (position === top ? PLATE_BELOW.selected : PLATE_BELOW.any),
      )
  }
}
