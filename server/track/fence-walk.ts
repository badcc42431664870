import type { DayFence, EventRow } from './closed-day.ts'
import { insideOf } from './geo.ts'

/** A fence with its test worked out, to be shared by the walks of many vehicles. */
export type WatchedFence = {
  readonly fence: DayFence
  readonly isInside: (lng: number, lat: number) => boolean
}

/** Prepares a fence for walks. */
export const watched = (fence: DayFence): WatchedFence => ({ fence, isInside: insideOf(fence) })

/** What a walk must know of a fix: ms, degrees, km/h or null. */
type Step = {
  readonly time: number
  readonly lng: number
  readonly lat: number
  readonly speed: number | null
}

const UNKNOWN = -1

/**
 * Follows one vehicle's fixes, in order of time, in and out of its fences while those are valid. The first fix that is known
 * of a fence is neither an entry nor an exit: nobody saw where the vehicle came from.
 */
export const createFenceWalk = (fences: readonly WatchedFence[]) => {
  const was = new Int8Array(fences.length).fill(UNKNOWN)
  /** When a vehicle came in, and the fix before, by the fence's place in the list. */
  const entries = new Map<number, { readonly at: number; readonly since: number }>()
  let last: number | null = null

  return {
    /** Time of the last fix, ms; null before the first. */
    last: (): number | null => last,

    /** Takes the next fix, and answers the alerts it gives, in the order of the fences. */
    step: ({ time, lng, lat, speed }: Step): EventRow[] => {
      const rows: EventRow[] = []
      fences.forEach(({ fence, isInside }, i) => {
        if (time < fence.validFrom || time > fence.validTo) return
        const is = isInside(lng, lat)
        const before = was[i]
        was[i] = is ? 1 : 0
        if (before === UNKNOWN || before === was[i]) return
        const entry = entries.get(i)
        if (is) entries.set(i, { at: time, since: last ?? time })
        else entries.delete(i)
        if (is ? fence.entryAlert : fence.exitAlert)
          rows.push({
            ...{ time, code: 'GEOFENCEINOUT', kind: 'alert', lng, lat, value: speed },
            durationS: is || entry === undefined ? null : (time - entry.at) / 1000,
            detail: { geofenceId: fence.id, name: fence.name, way: is ? 'IN' : 'OUT' },
          })
      })
      last = time
      return rows
    },

    /** Makes the walk what it would be, had it begun with the first fix at `time` (ms) or later. */
    forgetBefore: (time: number): void => {
      if (last === null) return
      if (last < time) {
        was.fill(UNKNOWN)
        entries.clear()
      } else for (const [i, { since }] of entries) if (since < time) entries.delete(i)
    },
  }
}

export type FenceWalk = ReturnType<typeof createFenceWalk>
