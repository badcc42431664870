import { asyncScheduler, interval, map, type Observable, type SchedulerLike } from 'rxjs'

/** The clock has moved on; `now` is ms since 1970 UTC. */
export type TickFact = { type: 'clock.ticked'; now: number }

/** Says the time every `everyMs`. */
export const ticks$ = ({
  everyMs,
  scheduler = asyncScheduler,
}: {
  everyMs: number
  scheduler?: SchedulerLike
}): Observable<TickFact> =>
  interval(everyMs, scheduler).pipe(map(() => ({ type: 'clock.ticked' as const, now: scheduler.now() })))
