import type { FleetStore } from '../../fleet-store/fleet-store.types.ts'
import { plated, uncrowded } from '../scene/crowd.ts'
import type { FleetLayout } from '../scene/groups.ts'
import { projector } from '../scene/mercator.ts'
import { isInView, type Spot, spotsInView } from '../scene/spots.ts'
import type { PaintTools } from './paint-tools.ts'
import { ringSprite } from './ring-sprite.ts'
import { plateSprite } from './small-sprites.ts'
import { stamp } from './sprites.ts'
import { selectionSprite, vehicleSprite } from './vehicle-sprite.ts'

/** px from a vehicle's middle down to its plate's. */
export const PLATE_BELOW = { any: 21, selected: 29 } as const
/** With more vehicles in view than this, one that would lie within CROWD_PX of another is not drawn. */
const CROWD = 1500
const CROWD_PX = 6

/** Draws the vehicles of a layout that are in view; the selected one on top, with its plate. */
export const paintFleet = (
  tools: PaintTools,
  fleet: FleetStore,
  layout: FleetLayout,
  selected: number | null,
) => {
  const { pen, sprites, colours, ratio, view } = tools
  const { columns } = fleet
  const { x, y } = projector(view)
  const spots = spotsInView(fleet, layout, view)
  const top = spots.find(({ slot }) => columns.vehicleId[slot] === selected)
  const drawn = spots.length > CROWD ? uncrowded(spots, CROWD_PX) : spots

  if (top) stamp(pen, selectionSprite(sprites, colours.accent), top.x, top.y, ratio)
  const stampVehicle = ({ slot, ...at }: Spot) => {
    const heading = columns.heading[slot] ?? Number.NaN
    const pointed = !Number.isNaN(heading)
    const sprite = vehicleSprite(sprites, columns.status[slot] ?? 0, pointed, columns.late[slot] === 1)
    stamp(pen, sprite, at.x, at.y, ratio, pointed ? heading : 0)
  }
  for (const spot of drawn) stampVehicle(spot)
  for (const group of layout.groups) {
    const at = { x: x(group.x), y: y(group.y) }
    if (isInView(at, view)) stamp(pen, ringSprite(sprites, colours, group), at.x, at.y, ratio)
  }
  if (top) stampVehicle(top)

  for (const spot of plated(spots, top, view.zoom)) {
    const registration = fleet.record(columns.vehicleId[spot.slot] ?? 0)?.registrationId
    if (registration)
      stamp(
        pen,
        plateSprite(sprites, registration),
        spot.x,
        spot.y + (spot === top ? PLATE_BELOW.selected : PLATE_BELOW.any),
        ratio,
      )
  }
}
