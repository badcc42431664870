import {
  asyncScheduler,
  catchError,
  concat,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  filter,
  map,
  merge,
  type Observable,
  of,
  connect as publishTo,
  share,
  switchMap,
  takeWhile,
  tap,
  timer,
} from 'rxjs'
import { LiveMessage, STREAM_EVENT } from '#contract/records/live.ts'
import { lateAfterMs } from '#domain/lateness.ts'
import { newInsertionIndex } from '#domain/numbers.ts'
import type { LiveState, LiveStreamEvent } from '#src/machines/fleet/fleet.ports.ts'
import {
  type ConnectionOptions,
  type ConnectionSignal,
  parseMessage,
  type ReportMalformed,
  reconnecting$,
} from './reconnecting.stream.ts'
/** What the stream of one vehicle stands on. */
export type LivePointsOptions = ConnectionOptions & {
  /** Fetches the latest point once (LIV-02); its errors are passed over. */
  readonly latest$: Observable<LiveMessage>
  /** The clock of the fixes' times, ms. */
  readonly now: () => number
  /** When the latest point is fetched again while the stream is away: each refresh rate (OPEN-39). */
  readonly refresh$: Observable<unknown>
  readonly reportMalformed: ReportMalformed
}

/** So many times are remembered at most, then half of them: at least half as many points are told apart, and of older ones none is taken any more. */
const MAX_KNOWN = 20_000

/** Tells which points are news: each time once, and none from before the first. */
const createKnownTimes = () => {
  let times: number[] = []
  return (time: number): boolean => {
    const place = newInsertionIndex(times, time)
    if (place === null || (place === 0 && times.length > 0)) return false
    times.splice(place, 0, time)
    if (times.length > MAX_KNOWN) times = times.slice(MAX_KNOWN / 2)
    return true
  }
}

/**
 * The positions of one vehicle (LIV-02, LIV-03): the latest at once, then each as it comes, once; those that a truck kept
 * while it had no coverage come late, and none comes from before the first. Fetched now and then while the stream is away.
 * An ERROR of the stream ends it (LIV-09).
 */
export const livePoints$ = ({
  connect,
  random,
  latest$,
  now,
  refresh$,
  reportMalformed,
  scheduler = asyncScheduler,
}: LivePointsOptions): Observable<LiveStreamEvent> => {
  const eventsOf = (signals$: Observable<ConnectionSignal>): Observable<LiveStreamEvent> => {
    const isNews = createKnownTimes()
    let newest = Number.NEGATIVE_INFINITY
    let connectionState: Exclude<LiveState, 'late'> = 'connecting'
    let late = false
    /** Since the stream was opened. */
    let beats = 0
    const connectionStates$ = signals$.pipe(filter((signal) => signal.type === 'state'))

    const streamed$ = signals$.pipe(
      filter((signal) => signal.type === 'message'),
      filter(({ event }) => event === STREAM_EVENT.livePoint),
      map(({ data }) => parseMessage(LiveMessage, data, reportMalformed)),
      filter((message) => message !== undefined),
    )
    // A stream is back with what comes over it behind its first bytes, which each one that is accepted begins with: one that
    // is cut as soon as it is open would put off each fetch for good.
    const reached$ = signals$.pipe(
      tap(({ type }) => {
        if (type === 'state') beats = 0
        else if (type === 'beat') beats += 1
      }),
      filter((signal) =>
        signal.type === 'state' ? signal.state !== 'open' : signal.type !== 'beat' || beats > 1,
      ),
      map((signal) => (signal.type === 'state' ? signal.state : 'heard')),
      distinctUntilChanged(),
    )
    const fetched$ = reached$.pipe(
      switchMap((reached) => {
        if (reached === 'heard') return EMPTY
        return reached === 'connecting' ? of(0) : refresh$
      }),
      exhaustMap(() => latest$.pipe(catchError(() => EMPTY))),
      // A vehicle that never reported has no latest point; its stream brings the first.
      filter((message) => !('ERROR' in message)),
    )
    const events$: Observable<LiveStreamEvent> = merge(streamed$, fetched$).pipe(
      filter((message) => 'ERROR' in message || isNews(message.time)),
      map((message) =>
        'ERROR' in message
          ? { type: 'live.ended' as const, reason: message.ERROR }
          : { type: 'live.pointArrived' as const, point: message },
      ),
      share(),
    )
    const late$ = events$.pipe(
      filter((event) => event.type === 'live.pointArrived'),
      filter(({ point }) => point.time > newest),
      tap(({ point }) => {
        newest = point.time
      }),
      switchMap(({ point: { time, intervalS } }) => {
        const inMs = lateAfterMs(intervalS) - (now() - time)
        return inMs <= 0 ? of(true) : concat(of(false), timer(inMs, scheduler).pipe(map(() => true)))
      }),
      tap((isLate) => {
        late = isLate
      }),
    )
    const states$ = merge(
      connectionStates$.pipe(
        tap(({ state }) => {
          connectionState = state
        }),
      ),
      late$,
    ).pipe(
      map((): LiveState => (connectionState === 'open' && late ? 'late' : connectionState)),
      distinctUntilChanged(),
      map((state) => ({ type: 'live.streamChanged' as const, state })),
    )
    const ended$ = signals$.pipe(
      filter((signal) => signal.type === 'ended'),
      map(({ reason }) => ({ type: 'live.ended' as const, reason })),
    )
    return merge(states$, events$, ended$)
  }
  return reconnecting$({ connect, random, scheduler }).pipe(
    publishTo(eventsOf),
    takeWhile(({ type }) => type !== 'live.ended', true),
  )
}
