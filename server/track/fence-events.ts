import type { DayFence, EventRow } from './closed-day.ts'
import { createFenceWalk, watched } from './fence-walk.ts'
import type { Timeline } from './timeline.ts'

/** The entries and exits of a day. */
export const fenceEvents = ({ columns, first }: Timeline, fences: readonly DayFence[]): EventRow[] => {
  const walk = createFenceWalk(fences.toSorted((a, b) => a.id - b.id).map(watched))
  const { time, lng, lat, speed, length } = columns
  const rows: EventRow[] = []
  for (let i = 0; i < length; i += 1) {
    const kmph = speed[i] ?? Number.NaN
    const step = {
      time: time[i] ?? 0,
      lng: lng[i] ?? 0,
      lat: lat[i] ?? 0,
      speed: Number.isNaN(kmph) ? null : kmph,
    }
    const crossed = walk.step(step)
    if (i >= first) rows.push(...crossed)
  }
  return rows
}
