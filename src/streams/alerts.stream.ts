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
import type { AlertRefreshEvent } from '#src/machines/alerts/alert-list.ports.ts'

const ALERT_REFRESH_MS = 10_000

/** Emits when the alert list is to be refreshed: every ten seconds while the page is visible, and at once when it is shown again. */
export const alertRefreshes$ = (
  page: Document,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<AlertRefreshEvent> =>
  fromEvent(page, 'visibilitychange').pipe(
    map(() => 0),
    startWith(ALERT_REFRESH_MS),
    switchMap((firstMs) => defer(() => (page.hidden ? EMPTY : timer(firstMs, ALERT_REFRESH_MS, scheduler)))),
    map(() => ({ type: 'alertList.refreshDue' as const })),
  )
