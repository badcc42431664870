/** The clock of a root actor, which marks the events it fires. */
export type FlaggedClock = {
  setTimeout(act: () => void, afterMs: number): unknown
  clearTimeout(timer: unknown): void
  /** True once while a callback runs: for the event of the clock itself, not for those it triggers. */
  takeFiring(): boolean
}

type Timers = { setTimeout(act: () => void, afterMs: number): unknown; clearTimeout(timer: never): void }

/** Wraps timers to distinguish events of the clock from immediate ones, which have the same source. */
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
