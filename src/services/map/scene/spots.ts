import type { FleetStore } from '../../fleet-store/fleet-store.types.ts'
import type { FleetLayout } from './groups.ts'
import { mercatorX, mercatorY, projector, type View } from './mercator.ts'

/** Where a vehicle lies in the view, in px. */
export type Spot = { readonly slot: number; readonly x: number; readonly y: number }

/** px beyond the view within which a thing still shows. */
const MARGIN = 40

export const isInView = ({ x, y }: { x: number; y: number }, { width, height }: View): boolean =>
  x >= -MARGIN && y >= -MARGIN && x <= width + MARGIN && y <= height + MARGIN

/** The vehicles of a layout that are drawn singly and in view. */
export const spotsInView = (fleet: FleetStore, layout: FleetLayout, view: View): Spot[] => {
  const { columns } = fleet
  const { x, y } = projector(view)
  const spots: Spot[] = []
  for (const slot of layout.singles) {
    const spot = { slot, x: x(mercatorX(columns.lng[slot] ?? 0)), y: y(mercatorY(columns.lat[slot] ?? 0)) }
    if (isInView(spot, view)) spots.push(spot)
  }
  return spots
}
