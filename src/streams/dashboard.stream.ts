import { map, type Observable, type SchedulerLike } from 'rxjs'
import type { FiguresRefreshEvent } from '#src/machines/dashboard/dashboard.ports.ts'
import { refreshes$ } from './refreshes.stream.ts'

/** Figures of an open day are derived at most once a minute for each truck; people read trends, so five are enough. */
const FIGURES_REFRESH_MS = 300_000

/** Emits when the dashboard is to be loaded again: every five minutes while the page is visible. */
export const figureRefreshes$ = (
  page: Document,
  /** ms UTC. */
  now: () => number,
  scheduler?: SchedulerLike,
): Observable<FiguresRefreshEvent> =>
  refreshes$(page, FIGURES_REFRESH_MS, scheduler).pipe(
    map(() => ({ type: 'dashboard.refreshDue' as const, now: now() })),
  )
