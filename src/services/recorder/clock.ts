/** The clock a root actor runs on, which tells what a machine hears from it. */
export type FlaggedClock = {
  setTimeout(act: () => void, afterMs: number): unknown
  clearTimeout(timer: unknown): void
  /** True for the first question while a callback runs: the event that is asked about came from the clock. What it sets off did not. */
  takeFiring(): boolean
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
    takeFiring: () => {
      const was = firing
      firing = false
      return was
    },
  }
}
