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
  messagesOf,
  type ReportMalformed,
  reconnecting$,
} from './reconnecting.stream.ts'

/** Options of `livePoints$`. */
export type LivePointsOptions = ConnectionOptions & {
  /** Fetches the latest point once (LIV-02); its errors are ignored. */
  readonly latest$: Observable<LiveMessage>
  /** The time in ms since 1970 UTC by the clock that dates fixes. */
  readonly now: () => number
  /** Emits at the refresh rate, at which the latest point is fetched while the stream is away (OPEN-39). */
  readonly refresh$: Observable<unknown>
  readonly reportMalformed: ReportMalformed
}

/** The most fix times remembered. Beyond it the older half is dropped, and points older than the rest are ignored. */
const MAX_KNOWN = 20_000

/** Accepts each fix time once, and none before the first. */
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
 * The points of one vehicle (LIV-02, LIV-03): the latest at once, then each new one, once. Points that a truck stored
 * without coverage arrive late, but none is older than the first. While the stream is away, the latest point is fetched at
 * the refresh rate. An ERROR message ends the stream (LIV-09).
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
    /** Heartbeats since the stream was opened. */
    let beats = 0
    const connectionStates$ = signals$.pipe(filter((signal) => signal.type === 'state'))

    const streamed$ = messagesOf(signals$, [STREAM_EVENT.livePoint], LiveMessage, reportMalformed)
    // Every accepted stream begins with a heartbeat, so a stream is back with what follows that. Otherwise one that is cut as
    // soon as it opens would postpone the fetch forever.
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
      // A vehicle without a fix has no latest point; its stream delivers the first.
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
