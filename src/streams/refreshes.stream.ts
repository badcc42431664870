import {
  asyncScheduler,
  defer,
  EMPTY,
  fromEvent,
  type Observable,
  type SchedulerLike,
  startWith,
  switchMap,
  tap,
  timer,
} from 'rxjs'

/**
 * Emits every `everyMs` while the page is visible. What fell due while it was hidden is made up at once when it is shown again; showing it
 * sooner, or focusing its window, is no reason to load anything (CST-11).
 */
export const refreshes$ = (
  page: Document,
  everyMs: number,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<unknown> =>
  defer(() => {
    let dueAt = scheduler.now() + everyMs
    // The clock may be put back.
    const untilDue = () => Math.min(Math.max(dueAt - scheduler.now(), 0), everyMs)
    return fromEvent(page, 'visibilitychange').pipe(
      startWith(null),
      switchMap(() => (page.hidden ? EMPTY : timer(untilDue(), everyMs, scheduler))),
      tap(() => {
        dueAt = scheduler.now() + everyMs
      }),
    )
  })
