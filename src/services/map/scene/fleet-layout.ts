import type { FleetStore } from '../../fleet/fleet-columns.ts'
import { type FleetLayout, layOut } from './clusters.ts'
import { isPlace, mercatorX, mercatorY, projector, type Viewport, zoomStepOf } from './mercator.ts'

/** The fleet as it is to be shown: who, and whether grouped already (MAP-40). */
export type FleetVisibility = { readonly visible: ReadonlySet<number> | 'all'; readonly clustered: boolean }

/** Positions move trucks between groups at most this often, in ms; zoom, filter and membership at once. */
const REGROUP_EVERY_MS = 1000

/**
 * Keeps the layout of the fleet. `at` answers from memory while nothing changed; `now` is ms of any steady clock.
 */
export const createFleetLayoutCache = (fleet: FleetStore) => {
  let made: { key: readonly unknown[]; version: number; at: number; layout: FleetLayout } | undefined

  return {
    at: (shown: FleetVisibility, selected: number | null, zoom: number, now: number): FleetLayout => {
      const step = shown.clustered ? zoomStepOf(zoom) : null
      const key = [shown.visible, shown.clustered, selected, step, fleet.membershipVersion]
      const same = made !== undefined && key.every((part, place) => part === made?.key[place])
      const fresh = made !== undefined && (made.version === fleet.version || now - made.at < REGROUP_EVERY_MS)
      if (made && same && fresh) return made.layout
      const slots: number[] = []
      for (let slot = 0; slot < fleet.size; slot++) {
        const vehicleId = fleet.columns.vehicleId[slot] ?? 0
        if (vehicleId === selected || !(shown.visible === 'all' || shown.visible.has(vehicleId))) continue
        if (isPlace(fleet.columns.lng[slot] ?? Number.NaN, fleet.columns.lat[slot] ?? Number.NaN))
          slots.push(slot)
      }
      const layout = step === null ? { singles: slots, clusters: [] } : layOut(fleet.columns, slots, step)
      const top = selected === null ? undefined : fleet.slotOf(selected)
      const drawsTop =
        top !== undefined &&
        isPlace(fleet.columns.lng[top] ?? Number.NaN, fleet.columns.lat[top] ?? Number.NaN)
      made = {
        key,
        version: fleet.version,
        at: now,
        layout: drawsTop ? { singles: [...layout.singles, top], clusters: layout.clusters } : layout,
      }
      return made.layout
    },
    /** ms of the same clock when a change of positions may regroup; undefined when nothing waits. */
    dueAt: (): number | undefined =>
      made && made.version !== fleet.version ? made.at + REGROUP_EVERY_MS : undefined,
  }
}

/** Where a vehicle lies in the view, in px. */
export type ScreenPosition = { readonly slot: number; readonly x: number; readonly y: number }

/** px beyond the view within which a thing still shows. */
const MARGIN = 40

export const isInView = ({ x, y }: { x: number; y: number }, { width, height }: Viewport): boolean =>
  x >= -MARGIN && y >= -MARGIN && x <= width + MARGIN && y <= height + MARGIN

/** The vehicles of a layout that are drawn singly and in view. */
export const vehiclesInView = (fleet: FleetStore, layout: FleetLayout, view: Viewport): ScreenPosition[] => {
  const { columns } = fleet
  const { x, y } = projector(view)
  const positions: ScreenPosition[] = []
  for (const slot of layout.singles) {
    const position = {
      slot,
      x: x(mercatorX(columns.lng[slot] ?? 0)),
      y: y(mercatorY(columns.lat[slot] ?? 0)),
    }
    if (isInView(position, view)) positions.push(position)
  }
  return positions
}

/** The vehicles of a view, none within about `px` of another: the first of each cell of that size stays. */
export const withoutOverlaps = (positions: readonly ScreenPosition[], px: number): ScreenPosition[] => {
  const taken = new Set<number>()
  return positions.filter(({ x, y }) => {
    const cell = Math.floor(x / px) * 100_000 + Math.floor(y / px)
    if (taken.has(cell)) return false
    taken.add(cell)
    return true
  })
}

/** Plates are shown from this zoom on, while no more vehicles than this are in view; px that a plate covers, so many below its vehicle, and px from a vehicle's middle to its edge. */
const PLATES = { fromZoom: 10, most: 120, width: 92, height: 20, below: 21, vehicle: 8 } as const

/** The vehicles whose plate is shown: `top` always, the others where it covers neither another plate nor another vehicle. */
export const withVisiblePlate = (
  positions: readonly ScreenPosition[],
  top: ScreenPosition | undefined,
  zoom: number,
): ScreenPosition[] => {
  const wanted = zoom >= PLATES.fromZoom && positions.length <= PLATES.most ? positions : []
  const placed: ScreenPosition[] = []
  for (const position of top ? [top, ...wanted.filter((each) => each !== top)] : wanted) {
    const isNear = (other: ScreenPosition, down: number, x: number, y: number) =>
      Math.abs(other.x - position.x) < x && Math.abs(other.y - position.y - down) < y
    const hides =
      placed.some((other) => isNear(other, 0, PLATES.width, PLATES.height)) ||
      wanted.some(
        (other) =>
          other !== position &&
          isNear(other, PLATES.below, PLATES.width / 2 + PLATES.vehicle, PLATES.height / 2 + PLATES.vehicle),
      )
    if (!hides || position === top) placed.push(position)
  }
  return placed
}
