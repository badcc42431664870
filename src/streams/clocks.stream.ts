import { asyncScheduler, interval, map, Observable, type SchedulerLike, switchMap } from 'rxjs'
import type { RefreshDueEvent } from '#src/machines/kit/refresh.ts'

/** The clock has moved on; `now` is ms since 1970 UTC. */
export type TickEvent = { type: 'clock.ticked'; now: number }

/** Says the time every `everyMs`. */
export const ticks$ = ({
  everyMs,
  scheduler = asyncScheduler,
}: {
  everyMs: number
  scheduler?: SchedulerLike
}): Observable<TickEvent> =>
  interval(everyMs, scheduler).pipe(map(() => ({ type: 'clock.ticked' as const, now: scheduler.now() })))
const SHORTEST_S = 5

/** Says that a refresh is due, at the stored rate in seconds; starts over when the rate changes. Rates under 5 s count as 5 s. */
export const refreshRate$ = ({
  seconds$,
  scheduler = asyncScheduler,
}: {
  seconds$: Observable<number>
  scheduler?: SchedulerLike
}): Observable<RefreshDueEvent> =>
  seconds$.pipe(
    switchMap((seconds) => ticks$({ everyMs: Math.max(SHORTEST_S, seconds) * 1000, scheduler })),
    map(() => ({ type: 'refresh.due' as const })),
  )

/** How often a hidden page, which draws no frames, counts one, in ms. */
const HIDDEN_EVERY_MS = 1000

type Page = Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame'> & {
  readonly document: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>
}

/** The page's frames with their time in ms; one a second while the page is hidden. Nothing is asked for while nobody listens. */
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
