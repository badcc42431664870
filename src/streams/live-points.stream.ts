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
import { lateAfterMs } from '#contract/lateness.ts'
import { LiveMessage, STREAM_EVENT } from '#contract/records/live.ts'
import { newPlaceAmong } from '#contract/sorted.ts'
import { type LinkOptions, type LinkSignal, link$ } from './link.stream.ts'
import { parseMessage, type ReportMalformed } from './parse.ts'

type LivePoint = Extract<LiveMessage, { LAT: number }>

/** How the stream of one vehicle is; `late` is an open stream whose latest fix is too old. */
export type LiveState = 'connecting' | 'open' | 'late' | 'reconnecting'

/** What the followed vehicle's stream says to the machine. A point may be older than one before it: it came late. */
export type LiveFact =
  | { type: 'live.pointArrived'; point: LivePoint }
  | { type: 'live.streamChanged'; state: LiveState }
  | { type: 'live.ended'; reason: string }

/** What the stream of one vehicle stands on. */
export type LivePointsOptions = LinkOptions & {
  /** Fetches the latest point once (LIV-02); its errors are passed over. */
  readonly latest$: Observable<LiveMessage>
  /** The clock of the fixes' times, ms. */
  readonly now: () => number
  /** When the latest point is fetched again while the stream is away: each refresh rate (OPEN-39). */
  readonly refresh$: Observable<unknown>
  readonly reportMalformed: ReportMalformed
}

/** So many times are remembered at most, then half of them: at least half as many points are told apart, and of older ones none is taken any more. */
const MOST_KNOWN = 20_000

/** Tells which points are news: each time once, and none from before the first. */
const createKnownTimes = () => {
  let times: number[] = []
  return (time: number): boolean => {
    const place = newPlaceAmong(times, time)
    if (place === null || (place === 0 && times.length > 0)) return false
    times.splice(place, 0, time)
    if (times.length > MOST_KNOWN) times = times.slice(MOST_KNOWN / 2)
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
}: LivePointsOptions): Observable<LiveFact> => {
  const factsOf = (signals$: Observable<LinkSignal>): Observable<LiveFact> => {
    const isNews = createKnownTimes()
    let newest = Number.NEGATIVE_INFINITY
    let linked: Exclude<LiveState, 'late'> = 'connecting'
    let late = false
    /** Since the stream was opened. */
    let beats = 0
    const linked$ = signals$.pipe(filter((signal) => signal.type === 'state'))

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
    const said$: Observable<LiveFact> = merge(streamed$, fetched$).pipe(
      filter((message) => 'ERROR' in message || isNews(message.time)),
      map((message) =>
        'ERROR' in message
          ? { type: 'live.ended' as const, reason: message.ERROR }
          : { type: 'live.pointArrived' as const, point: message },
      ),
      share(),
    )
    const late$ = said$.pipe(
      filter((fact) => fact.type === 'live.pointArrived'),
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
      linked$.pipe(
        tap(({ state }) => {
          linked = state
        }),
      ),
      late$,
    ).pipe(
      map((): LiveState => (linked === 'open' && late ? 'late' : linked)),
      distinctUntilChanged(),
      map((state) => ({ type: 'live.streamChanged' as const, state })),
    )
    const ended$ = signals$.pipe(
      filter((signal) => signal.type === 'ended'),
      map(({ reason }) => ({ type: 'live.ended' as const, reason })),
    )
    return merge(states$, said$, ended$)
  }
  return link$({ connect, random, scheduler }).pipe(
    publishTo(factsOf),
    takeWhile(({ type }) => type !== 'live.ended', true),
  )
}
