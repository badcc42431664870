import { VirtualTimeScheduler } from 'rxjs'

/** A clock for streams that only the test moves. */
export const createVirtualTime = () => {
  const scheduler = new VirtualTimeScheduler()
  return {
    scheduler,
    now: () => scheduler.now(),
    /** Moves the clock on, and runs what falls due on the way. */
    advance: (ms: number) => {
      const end = scheduler.frame + ms
      scheduler.maxFrames = end
      scheduler.flush()
      scheduler.frame = end
    },
  }
}
