import {
  asyncScheduler,
  defer,
  EMPTY,
  fromEvent,
  map,
  type Observable,
  type SchedulerLike,
  startWith,
  switchMap,
  timer,
} from 'rxjs'

/** Emits every `everyMs` while the page is visible, and at once when it is shown again. */
export const refreshes$ = (
  page: Document,
  everyMs: number,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<unknown> =>
  fromEvent(page, 'visibilitychange').pipe(
    map(() => 0),
    startWith(everyMs),
    switchMap((firstMs) => defer(() => (page.hidden ? EMPTY : timer(firstMs, everyMs, scheduler)))),
  )
