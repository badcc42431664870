/** The clock a root actor runs on, which tells whether one of its callbacks is running now. */
export type FlaggedClock = {
  setTimeout(act: () => void, afterMs: number): unknown
  clearTimeout(timer: unknown): void
  /** True while a callback of the clock runs: what a machine hears now came from the clock. */
  isFiring(): boolean
}

type Timers = { setTimeout(act: () => void, afterMs: number): unknown; clearTimeout(timer: never): void }

/** Wraps timers so that events of the clock can be told from immediate ones, which have the same source. */
export const createClock = (timers: Timers = globalThis): FlaggedClock => {
  let firing = false
  return {
    setTimeout: (act, afterMs) =>
      timers.setTimeout(() => {
        firing = true
        try {
          act()
        } finally {
          firing = false
        }
      }, afterMs),
    clearTimeout: (timer) => timers.clearTimeout(timer as never),
    isFiring: () => firing,
  }
}
