import type { DayFence, EventRow } from './closed-day.ts'
import { rowAt } from './events.ts'
import { insideOf } from './geo.ts'
import type { Timeline } from './timeline.ts'

/** Entries into and exits from fences while they are valid. A day's first known fix is neither: nobody saw where it came from. */
export const fenceEvents = (timeline: Timeline, fences: readonly DayFence[]): EventRow[] =>
  fences.toSorted((a, b) => a.id - b.id).flatMap((fence) => crossings(timeline, fence))

const crossings = (timeline: Timeline, fence: DayFence): EventRow[] => {
  const { time, lng, lat, speed, length } = timeline.columns
  const isInside = insideOf(fence)
  const rows: Array<EventRow | null> = []
  let was: boolean | null = null
  let enteredAt: number | null = null
  for (let i = 0; i < length; i += 1) {
    const now = time[i] ?? 0
    if (now < fence.validFrom || now > fence.validTo) continue
    const is = isInside(lng[i] ?? 0, lat[i] ?? 0)
    if (was !== null && was !== is) {
      if (is ? fence.entryAlert : fence.exitAlert)
        rows.push(
          rowAt(timeline, i, {
            code: 'GEOFENCEINOUT',
            kind: 'alert',
            value: Number.isNaN(speed[i] ?? Number.NaN) ? null : (speed[i] ?? null),
            durationS: is || enteredAt === null ? null : (now - enteredAt) / 1000,
            detail: { geofenceId: fence.id, name: fence.name, way: is ? 'IN' : 'OUT' },
          }),
        )
      enteredAt = is ? now : null
    }
    was = is
  }
  return rows.filter((row) => row !== null)
}
