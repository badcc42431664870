import type { DayFence } from '../track/close-day.ts'
import { boxOf, exactEnoughFor, insideOf, nearOf } from './fence-shape.ts'

/** A fence with fast tests whether a position lies in it, and whether it is too near to count as outside. */
export type IndexedFence = {
  readonly fence: DayFence
  readonly isInside: (lng: number, lat: number) => boolean
  readonly isNear: (lng: number, lat: number) => boolean
  /** Whether a position of this accuracy, m, tells if the vehicle is in it. */
  readonly isExactEnough: (accuracy: number) => boolean
  /** Tells versions of a fence apart. */
  readonly key: string
}

/** The fences that watch one vehicle. */
export type VehicleFences = {
  /** Those that are valid at `time` (ms) and in which the position lies, by id. */
  readonly at: (lng: number, lat: number, time: number) => readonly IndexedFence[]
  /** A fence by its key, if it still is one that watches the vehicle. */
  readonly byKey: (key: string) => IndexedFence | undefined
}

/** A fence and whom it watches: null for every vehicle of the company. */
type Watching = { readonly fence: DayFence; readonly vehicleIds: ReadonlySet<number> | null }

/** Side of a cell of the grid in degrees, about 11 km. */
const CELL = 0.1
/** A fence over more cells than this is tested at every fix, by its bounding box first. */
const MOST_CELLS = 144

const cellOf = (degrees: number): number => Math.floor(degrees / CELL)
const cellKey = (x: number, y: number): number => y * 4000 + x

/** A grid of fences, shared by all vehicles of a company: a position meets only the fences whose bounding box touches its cell. */
export const createFenceIndex = (fences: readonly Watching[]) => {
  const cells = new Map<number, Array<{ readonly indexed: IndexedFence; readonly watching: Watching }>>()
  const everywhere: Array<{ readonly indexed: IndexedFence; readonly watching: Watching }> = []
  const byKey = new Map<string, { readonly indexed: IndexedFence; readonly watching: Watching }>()
  const ordered = fences.toSorted((a, b) => a.fence.id - b.fence.id || a.fence.validFrom - b.fence.validFrom)
  for (const watching of ordered) {
    const { fence } = watching
    const box = boxOf(fence)
    if (box === null) continue
    const key = `${fence.id}@${fence.validFrom}`
    const tests = {
      isInside: insideOf(fence),
      isNear: nearOf(fence),
      isExactEnough: exactEnoughFor(fence),
    }
    const entry = { indexed: { fence, ...tests, key }, watching }
    byKey.set(key, entry)
    const [west, east, south, north] = [box.west, box.east, box.south, box.north].map(cellOf) as [
      number,
      number,
      number,
      number,
    ]
    if ((east - west + 1) * (north - south + 1) > MOST_CELLS) {
      everywhere.push(entry)
      continue
    }
    for (let x = west; x <= east; x += 1)
      for (let y = south; y <= north; y += 1) {
        const cell = cells.get(cellKey(x, y))
        if (cell === undefined) cells.set(cellKey(x, y), [entry])
        else cell.push(entry)
      }
  }
  const NONE: readonly IndexedFence[] = []

  return {
    /** The fences that watch a vehicle. */
    ofVehicle: (vehicleId: number): VehicleFences => {
      const watches = ({ vehicleIds }: Watching) => vehicleIds === null || vehicleIds.has(vehicleId)
      return {
        at: (lng, lat, time) => {
          const near = cells.get(cellKey(cellOf(lng), cellOf(lat)))
          if (near === undefined && everywhere.length === 0) return NONE
          const hits: IndexedFence[] = []
          for (const list of [near ?? [], everywhere])
            for (const { indexed, watching } of list) {
              const { fence, isInside } = indexed
              if (time >= fence.validFrom && time <= fence.validTo && watches(watching) && isInside(lng, lat))
                hits.push(indexed)
            }
          return hits.sort((a, b) => a.fence.id - b.fence.id)
        },
        byKey: (key) => {
          const found = byKey.get(key)
          return found !== undefined && watches(found.watching) ? found.indexed : undefined
        },
      }
    },
  }
}

export type FenceIndex = ReturnType<typeof createFenceIndex>

/** No fences at all. */
export const NO_FENCES: VehicleFences = createFenceIndex([]).ofVehicle(0)
