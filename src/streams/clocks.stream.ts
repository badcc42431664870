import { asyncScheduler, interval, map, Observable, type SchedulerLike, switchMap } from 'rxjs'
import type { RefreshDueEvent } from '#src/machines/fleet/fleet.ports.ts'
import type { MaintenanceDueEvent } from '#src/machines/maintenance/maintenance.ports.ts'
import type { TickerRefreshEvent } from '#src/machines/ticker/ticker.ports.ts'

/** A tick of the clock; `now` is ms since 1970 UTC. */
export type TickEvent = { type: 'clock.ticked'; now: number }

/** Emits the time every `everyMs`. */
export const ticks$ = ({
  everyMs,
  scheduler = asyncScheduler,
}: {
  everyMs: number
  scheduler?: SchedulerLike
}): Observable<TickEvent> =>
  interval(everyMs, scheduler).pipe(map(() => ({ type: 'clock.ticked' as const, now: scheduler.now() })))

const MAINTENANCE_CHECK_MS = 60_000
const TICKER_REFRESH_MS = 300_000
const LATENESS_CHECK_MS = 1000

/** Emits when the maintenance status is to be checked: once a minute. */
export const maintenanceChecks$ = (): Observable<MaintenanceDueEvent> =>
  ticks$({ everyMs: MAINTENANCE_CHECK_MS }).pipe(map(() => ({ type: 'maintenance.checkDue' })))

/** Emits when the ticker's messages are to be loaded: every five minutes. */
export const tickerRefreshes$ = (): Observable<TickerRefreshEvent> =>
  ticks$({ everyMs: TICKER_REFRESH_MS }).pipe(map(() => ({ type: 'ticker.refreshDue' })))

/** Emits when fixes are to be checked for lateness: once a second (OPEN-40). */
export const latenessChecks$ = (): Observable<TickEvent> => ticks$({ everyMs: LATENESS_CHECK_MS })

const MIN_REFRESH_S = 5

/** Emits at the stored refresh rate in seconds (OPEN-44); restarts when the rate changes. Rates under 5 s count as 5 s. */
export const refreshRate$ = ({
  seconds$,
  scheduler = asyncScheduler,
}: {
  seconds$: Observable<number>
  scheduler?: SchedulerLike
}): Observable<RefreshDueEvent> =>
  seconds$.pipe(
    switchMap((seconds) => ticks$({ everyMs: Math.max(MIN_REFRESH_S, seconds) * 1000, scheduler })),
    map(() => ({ type: 'refresh.due' as const })),
  )

/** Replaces the frames of a hidden page, which draws none; ms. */
const HIDDEN_EVERY_MS = 1000

type Page = Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame'> & {
  readonly document: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>
}

/** Emits the time of each frame of the page in ms; once a second while the page is hidden. Cold: requests frames only while subscribed. */
export const frames$ = (page: Page): Observable<number> =>
  new Observable((subscriber) => {
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const forget = () => {
      page.cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
    const ask = () => {
      forget()
      if (page.document.hidden) timer = setTimeout(() => emit(performance.now()), HIDDEN_EVERY_MS)
      else frame = page.requestAnimationFrame(emit)
    }
    const emit = (time: number) => {
      subscriber.next(time)
      if (!subscriber.closed) ask()
    }
    page.document.addEventListener('visibilitychange', ask)
    ask()
    return () => {
      page.document.removeEventListener('visibilitychange', ask)
      forget()
    }
  })
