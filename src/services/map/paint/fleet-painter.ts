import type { FleetStore } from '../../fleet-store/fleet-store.types.ts'
import type { FleetLayout } from '../scene/groups.ts'
import { projector } from '../scene/mercator.ts'
import { isInView, type Spot, spotsInView } from '../scene/spots.ts'
import type { PaintTools } from './paint-tools.ts'
import { ringSprite } from './ring-sprite.ts'
import { plateSprite } from './small-sprites.ts'
import { stamp } from './sprites.ts'
import { selectionSprite, vehicleSprite } from './vehicle-sprite.ts'

/** Plates are drawn from this zoom on, while no more vehicles than this are in view. */
const PLATES = { fromZoom: 10, most: 120, below: 21, belowSelected: 29, width: 92, height: 20 } as const
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
  const drawn = spots.length > CROWD ? uncrowded(spots) : spots

  if (top) stamp(pen, selectionSprite(sprites, colours.accent), top.x, top.y, ratio)
  const stampVehicle = ({ slot, ...at }: Spot) => {
    const heading = columns.heading[slot] ?? Number.NaN
    const pointed = !Number.isNaN(heading)
    const sprite = vehicleSprite(sprites, columns.status[slot] ?? 0, pointed)
    stamp(pen, sprite, at.x, at.y, ratio, pointed ? heading : 0)
  }
  for (const spot of drawn) stampVehicle(spot)
  for (const group of layout.groups) {
    const at = { x: x(group.x), y: y(group.y) }
    if (isInView(at, view)) stamp(pen, ringSprite(sprites, colours, group), at.x, at.y, ratio)
  }
  if (top) stampVehicle(top)

  const plated = view.zoom >= PLATES.fromZoom && spots.length <= PLATES.most ? spots : []
  const placed: Spot[] = []
  for (const spot of top ? [top, ...plated] : plated) {
    const hidden = placed.some(
      (other) => Math.abs(other.x - spot.x) < PLATES.width && Math.abs(other.y - spot.y) < PLATES.height,
    )
    if (hidden) continue
    placed.push(spot)
    const registration = fleet.record(columns.vehicleId[spot.slot] ?? 0)?.registrationId
    if (registration)
      stamp(
        pen,
        plateSprite(sprites, registration),
        spot.x,
        spot.y + (spot === top ? PLATES.belowSelected : PLATES.below),
        ratio,
      )
  }
}

const uncrowded = (spots: readonly Spot[]): Spot[] => {
  const taken = new Set<number>()
  return spots.filter(({ x, y }) => {
    const cell = Math.floor(x / CROWD_PX) * 100_000 + Math.floor(y / CROWD_PX)
    if (taken.has(cell)) return false
    taken.add(cell)
    return true
  })
}
