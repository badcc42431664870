import { isOnGlobe } from '#domain/geo.ts'
import type { FleetStore } from '../../fleet/fleet-columns.ts'
import { type FleetLayout, layOut } from './clusters.ts'
import { mercatorX, mercatorY, projector, type Viewport, zoomStepOf } from './mercator.ts'

/** The visible vehicles, and whether they are clustered already (MAP-40). */
export type FleetVisibility = { readonly visible: ReadonlySet<number> | 'all'; readonly clustered: boolean }

/** New positions re-cluster at most this often, in ms; zoom, filter and membership do so at once. */
const RECLUSTER_EVERY_MS = 1000

/** Caches the fleet's layout. `now` is ms of a monotonic clock. */
export const createFleetLayoutCache = (fleet: FleetStore) => {
  let made: { key: readonly unknown[]; version: number; at: number; layout: FleetLayout } | undefined

  return {
    at: (shown: FleetVisibility, selected: number | null, zoom: number, now: number): FleetLayout => {
      const step = shown.clustered ? zoomStepOf(zoom) : null
      const key = [shown.visible, shown.clustered, selected, step, fleet.membershipVersion]
      const same = made !== undefined && key.every((part, place) => part === made?.key[place])
      const fresh =
        made !== undefined && (made.version === fleet.version || now - made.at < RECLUSTER_EVERY_MS)
      if (made && same && fresh) return made.layout
      const slots: number[] = []
      for (let slot = 0; slot < fleet.size; slot++) {
        const vehicleId = fleet.columns.vehicleId[slot] ?? 0
        if (vehicleId === selected || !(shown.visible === 'all' || shown.visible.has(vehicleId))) continue
        if (isOnGlobe(fleet.columns.lng[slot] ?? Number.NaN, fleet.columns.lat[slot] ?? Number.NaN))
          slots.push(slot)
      }
      const layout = step === null ? { singles: slots, clusters: [] } : layOut(fleet.columns, slots, step)
      const top = selected === null ? undefined : fleet.slotOf(selected)
      const drawsTop =
        top !== undefined &&
        isOnGlobe(fleet.columns.lng[top] ?? Number.NaN, fleet.columns.lat[top] ?? Number.NaN)
      made = {
        key,
        version: fleet.version,
        at: now,
        layout: drawsTop ? { singles: [...layout.singles, top], clusters: layout.clusters } : layout,
      }
      return made.layout
    },
    /** ms of the same clock when new positions may re-cluster; undefined if none are pending. */
    dueAt: (): number | undefined =>
      made && made.version !== fleet.version ? made.at + RECLUSTER_EVERY_MS : undefined,
  }
}

/** Calls `recluster` when new positions may change the clusters. `now` is the clock of `at`. */
export const createReclusterTimer = ({
  dueAt,
  now,
  recluster,
}: {
  dueAt: () => number | undefined
  now: () => number
  recluster: () => void
}) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    /** To be called when positions changed. */
    schedule: () => {
      const due = dueAt()
      if (due === undefined) return
      timer ??= setTimeout(
        () => {
          timer = undefined
          recluster()
        },
        Math.max(0, due - now()),
      )
    },
    stop: () => clearTimeout(timer),
  }
}

/** A vehicle's position in the view, in px. */
export type ScreenPosition = { readonly slot: number; readonly x: number; readonly y: number }

/** px beyond the view within which something still shows. */
const MARGIN = 40

export const isInView = ({ x, y }: { x: number; y: number }, { width, height }: Viewport): boolean =>
  x >= -MARGIN && y >= -MARGIN && x <= width + MARGIN && y <= height + MARGIN

/** The single vehicles in view. */
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

/** One vehicle per cell of `px` size: the first one. */
export const withoutOverlaps = (positions: readonly ScreenPosition[], px: number): ScreenPosition[] => {
  const taken = new Set<number>()
  return positions.filter(({ x, y }) => {
    const cell = Math.floor(x / px) * 100_000 + Math.floor(y / px)
    if (taken.has(cell)) return false
    taken.add(cell)
    return true
  })
}

/**
 * Plates are shown from `fromZoom` on, while at most `most` vehicles are in view. px: the plate's size, its distance
 * below the vehicle, and from the vehicle's centre to its edge.
 */
const PLATES = { fromZoom: 10, most: 120, width: 92, height: 20, below: 21, vehicle: 8 } as const

/**
 * The vehicles with a visible plate: always `top`; others if their plate covers neither another plate nor another
 * vehicle.
 */
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
