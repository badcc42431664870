import { insideOf } from '../alerts/engine/fence-index.ts'
import type { DayFence, EventRow } from './close-day.ts'
import type { FixColumns } from './columns.ts'

/** A fence with its precomputed test, shared by the walks of many vehicles. */
export type WatchedFence = {
  readonly fence: DayFence
  readonly isInside: (lng: number, lat: number) => boolean
}

/** Prepares a fence for walks. */
export const watched = (fence: DayFence): WatchedFence => ({ fence, isInside: insideOf(fence) })

/** What a walk needs of a fix: ms, degrees, km/h or null. */
type Step = {
  readonly time: number
  readonly lng: number
  readonly lat: number
  readonly speed: number | null
}

export const stepAt = ({ time, lng, lat, speed }: FixColumns, i: number): Step => {
  const kmph = speed[i] ?? Number.NaN
  return {
    time: time[i] ?? 0,
    lng: lng[i] ?? 0,
    lat: lat[i] ?? 0,
    speed: Number.isNaN(kmph) ? null : kmph,
  }
}

const UNKNOWN = -1

/**
 * Follows a vehicle's fixes, in order of time, in and out of its fences while those are valid. The first fix within a fence's
 * validity is neither an entry nor an exit, because the vehicle's former position is unknown.
 */
export const createFenceWalk = (fences: readonly WatchedFence[]) => {
  const was = new Int8Array(fences.length).fill(UNKNOWN)
  /** The time of the entry, and of the fix before it, by the fence's index. */
  const entries = new Map<number, { readonly at: number; readonly since: number }>()
  let last: number | null = null

  return {
    /** Time of the last fix, ms; null before the first. */
    last: (): number | null => last,

    /** Adds the next fix and returns the alerts that it raises, in the order of the fences. */
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
            time,
            code: 'GEOFENCEINOUT',
            kind: 'alert',
            lng,
            lat,
            value: speed,
            durationS: is || entry === undefined ? null : (time - entry.at) / 1000,
            detail: { geofenceId: fence.id, name: fence.name, way: is ? 'IN' : 'OUT' },
          })
      })
      last = time
      return rows
    },

    /** Resets the walk to the state it would have if it had begun with the first fix at `time` (ms) or later. */
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
