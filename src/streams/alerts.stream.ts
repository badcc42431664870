import { map, type Observable, type SchedulerLike } from 'rxjs'
import type { AlertRefreshEvent } from '#src/machines/alerts/alert-list.ports.ts'
import { refreshes$ } from './refreshes.stream.ts'

const ALERT_REFRESH_MS = 10_000

/** Emits when the alert list is to be refreshed: every ten seconds while the page is visible. */
export const alertRefreshes$ = (page: Document, scheduler?: SchedulerLike): Observable<AlertRefreshEvent> =>
  refreshes$(page, ALERT_REFRESH_MS, scheduler).pipe(map(() => ({ type: 'alertList.refreshDue' as const })))
