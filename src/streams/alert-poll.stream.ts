import {
  asyncScheduler,
  catchError,
  defer,
  EMPTY,
  exhaustMap,
  filter,
  interval,
  map,
  merge,
  Observable,
  of,
  type SchedulerLike,
  tap,
} from 'rxjs'
import { ALERT_POPUP } from '#contract/constants.ts'
import type { AlertPollEvent } from '#src/machines/alert-popup/alert-popup.ports.ts'
import type { AlertPoll, PolledAlerts } from '#src/services/alert-popup/alert-poll.ts'

/** How often it is checked whether a poll is due, so that a machine that slept polls soon after. The nearest check counts: timers are never exact. */
const CHECK_MS = 5000

const once$ = (ask: (signal: AbortSignal) => Promise<PolledAlerts>): Observable<PolledAlerts> =>
  new Observable((subscriber) => {
    const stop = new AbortController()
    ask(stop.signal).then(
      (polled) => {
        subscriber.next(polled)
        subscriber.complete()
      },
      (error) => subscriber.error(error),
    )
    return () => stop.abort()
  })

/**
 * Polls alerts at once and every 300000 ms from then on, over the last 5 minutes (ALR-36). One poll at a time: the next one waits for
 * one that takes longer, and for the next turn after one that failed; either looks back to where the last answer ended, at most 24 hours.
 * After the page was hidden or the machine slept there is one poll, not those that were missed (ST-17 to ST-19). Unsubscribing aborts
 * the poll. Never errs or ends.
 */
export const alertPolls$ = ({
  poll,
  now,
  runningTime,
  returns$,
  scheduler = asyncScheduler,
}: {
  poll: AlertPoll
  /** ms since 1970 UTC by the server's clock. */
  now: () => number
  /** ms since the page began. */
  runningTime: () => number
  /** Emits when the page is seen again. */
  returns$: Observable<unknown>
  scheduler?: SchedulerLike
}): Observable<AlertPollEvent> =>
  defer(() => {
    let begun: { readonly at: number; readonly running: number } | null = null
    let answeredTo = Number.POSITIVE_INFINITY
    // The running time may stand still while the machine sleeps, and the clock may be put back.
    const isDue = () =>
      begun === null ||
      Math.max(now() - begun.at, runningTime() - begun.running) >= ALERT_POPUP.pollMs - CHECK_MS / 2

    const pollNow = () => {
      const to = now()
      begun = { at: to, running: runningTime() }
      const from = Math.max(to - ALERT_POPUP.longestRangeMs, Math.min(to - ALERT_POPUP.rangeMs, answeredTo))
      return once$((signal) => poll({ from, to }, signal)).pipe(
        tap(({ readAt }) => {
          // What is stored after the server has read is left for the next poll, also where our clock is ahead.
          answeredTo = Math.min(to, readAt ?? to)
        }),
        catchError(() => EMPTY),
      )
    }
    return merge(of(0), interval(CHECK_MS, scheduler), returns$).pipe(
      filter(isDue),
      exhaustMap(pollNow),
      map(({ alerts, count }) => ({
        type: 'alertPopup.polled' as const,
        alerts,
        count,
        at: runningTime(),
      })),
    )
  })
