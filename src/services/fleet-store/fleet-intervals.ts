import { KEPT_INTERVALS, lateAfterMs } from '#contract/lateness.ts'

/** How often each vehicle of the store reports, by slot. */
export type FleetIntervals = {
  /** A newer fix came `ms` after the one before. */
  note(slot: number, ms: number): void
  /** Milliseconds after which a vehicle's latest fix is late (OPEN-40). */
  lateAfterMs(slot: number): number
  /** Takes over what another memory knows of a vehicle. */
  copy(slot: number, from: FleetIntervals, fromSlot: number): void
  /** The intervals of a vehicle in ms, in no order. */
  of(slot: number): Float32Array
}

/** A memory of the last few intervals of `length` vehicles. */
export const createIntervals = (length: number): FleetIntervals => {
  const ms = new Float32Array(length * KEPT_INTERVALS)
  const noted = new Uint32Array(length)
  const of = (slot: number) => {
    const first = slot * KEPT_INTERVALS
    return ms.subarray(first, first + Math.min(KEPT_INTERVALS, noted[slot] ?? 0))
  }
  const note = (slot: number, interval: number) => {
    const count = noted[slot] ?? 0
    ms[slot * KEPT_INTERVALS + (count % KEPT_INTERVALS)] = interval
    noted[slot] = count + 1
  }
  return {
    note,
    lateAfterMs: (slot) => lateAfterMs(of(slot)),
    copy: (slot, from, fromSlot) => {
      for (const interval of from.of(fromSlot)) note(slot, interval)
    },
    of,
  }
}
