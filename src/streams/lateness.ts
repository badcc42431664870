import { KEPT_INTERVALS, lateAfterMs } from '#contract/lateness.ts'

/** Learns how often a vehicle reports. */
export type Lateness = {
  /** Takes the time of a newer fix, ms. */
  seen(time: number): void
  /** Milliseconds after which the latest fix is late (OPEN-40). */
  lateAfterMs(): number
}

/** A memory of the last few intervals of one vehicle. */
export const createLateness = (): Lateness => {
  let last: number | null = null
  let intervals: number[] = []
  return {
    seen: (time) => {
      if (last !== null) intervals = [...intervals, time - last].slice(-KEPT_INTERVALS)
      last = time
    },
    lateAfterMs: () => lateAfterMs(intervals),
  }
}
