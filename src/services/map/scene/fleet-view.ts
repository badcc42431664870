import type { FleetStore } from '../../fleet-store/fleet-store.types.ts'
import type { FleetLayout } from './groups.ts'
import { layOut } from './groups.ts'
import { isPlace, zoomStepOf } from './mercator.ts'

/** The fleet as it is to be shown: who, and whether grouped already (MAP-40). */
export type FleetShown = { readonly visible: ReadonlySet<number> | 'all'; readonly grouped: boolean }

/** Positions move trucks between groups at most this often, in ms; zoom, filter and membership at once. */
const REGROUP_EVERY_MS = 1000

/**
 * Keeps the layout of the fleet. `at` answers from memory while nothing changed; `now` is ms of any steady clock.
 */
export const createFleetView = (fleet: FleetStore) => {
  let made: { key: readonly unknown[]; version: number; at: number; layout: FleetLayout } | undefined

  return {
    at: (shown: FleetShown, selected: number | null, zoom: number, now: number): FleetLayout => {
      const step = shown.grouped ? zoomStepOf(zoom) : null
      const key = [shown.visible, shown.grouped, selected, step, fleet.membershipVersion]
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
      const layout = step === null ? { singles: slots, groups: [] } : layOut(fleet.columns, slots, step)
      const top = selected === null ? undefined : fleet.slotOf(selected)
      const drawsTop =
        top !== undefined &&
        isPlace(fleet.columns.lng[top] ?? Number.NaN, fleet.columns.lat[top] ?? Number.NaN)
      made = {
        key,
        version: fleet.version,
        at: now,
        layout: drawsTop ? { singles: [...layout.singles, top], groups: layout.groups } : layout,
      }
      return made.layout
    },
    /** ms of the same clock when a change of positions may regroup; undefined when nothing waits. */
    dueAt: (): number | undefined =>
      made && made.version !== fleet.version ? made.at + REGROUP_EVERY_MS : undefined,
  }
}
