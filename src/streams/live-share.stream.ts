import {
  asyncScheduler,
  concat,
  distinctUntilChanged,
  filter,
  map,
  merge,
  type Observable,
  of,
  connect as publishTo,
  share,
  switchMap,
  take,
  takeWhile,
  tap,
  timer,
} from 'rxjs'
import { SHARE_EVENT, ShareMessage, ShareTrail } from '#contract/records/live-share.ts'
import { lateAfterMs } from '#domain/lateness.ts'
import type {
  ShareEnded,
  ShareStreamEvent,
  ShareStreamState,
} from '#src/machines/live-share/live-share.ports.ts'
import type { StreamFailure } from '#src/services/live/event-stream.ts'
import {
  type ConnectionOptions,
  type ConnectionSignal,
  messagesOf,
  type ReportMalformed,
  reconnecting$,
} from './reconnecting.stream.ts'

/** Options of `shareEnd$`. */
export type ShareEndOptions = ConnectionOptions & { readonly reportMalformed: ReportMalformed }

/** Options of `sharePoints$`. */
export type SharePointsOptions = ShareEndOptions & {
  /** Is given the trail, once after each connection: the server sends it whole. */
  readonly onTrail: (trail: ShareTrail) => void
  /** The time in ms since 1970 UTC by the clock that dates fixes. */
  readonly now: () => number
}

const endsOf = (signals$: Observable<ConnectionSignal>): Observable<ShareEnded> =>
  signals$.pipe(
    filter((signal) => signal.type === 'ended'),
    map(() => ({ type: 'share.ended' as const })),
  )

/** The end of a shared link, once: an ERROR message, or a server that refuses the stream. It is opened again when it breaks off. */
export const shareEnd$ = ({ reportMalformed, ...connection }: ShareEndOptions): Observable<ShareEnded> =>
  reconnecting$(connection).pipe(
    publishTo((signals$) =>
      merge(
        messagesOf(signals$, [SHARE_EVENT.point], ShareMessage, reportMalformed).pipe(
          filter((message) => 'ERROR' in message),
          map(() => ({ type: 'share.ended' as const })),
        ),
        endsOf(signals$),
      ),
    ),
    take(1),
  )

/**
 * The positions of a shared vehicle (SHR-12), each newer than the one before. The stream is opened again with backoff when it
 * breaks off; an ERROR message, and a server that refuses it, end it for good (SHR-10, SHR-16).
 */
export const sharePoints$ = ({
  connect,
  random,
  onTrail,
  now,
  reportMalformed,
  scheduler = asyncScheduler,
}: SharePointsOptions): Observable<ShareStreamEvent> => {
  let isBusy = false
  let newest = Number.NEGATIVE_INFINITY
  let connection: ShareStreamState = 'connecting'
  let isLate = false

  const eventsOf = (signals$: Observable<ConnectionSignal>): Observable<ShareStreamEvent> => {
    const trails$ = messagesOf(signals$, [SHARE_EVENT.trail], ShareTrail, reportMalformed).pipe(
      tap(onTrail),
      filter((_): _ is never => false),
    )
    const events$: Observable<ShareStreamEvent> = messagesOf(
      signals$,
      [SHARE_EVENT.point],
      ShareMessage,
      reportMalformed,
    ).pipe(
      filter((message) => 'ERROR' in message || message.time > newest),
      map((message): ShareStreamEvent => {
        if ('ERROR' in message) return { type: 'share.ended' }
        newest = message.time
        return { type: 'share.pointArrived', point: message }
      }),
      share(),
    )
    const late$ = events$.pipe(
      filter((event) => event.type === 'share.pointArrived'),
      switchMap(({ point }) => {
        const inMs = lateAfterMs(null) - (now() - point.time)
        return inMs <= 0 ? of(true) : concat(of(false), timer(inMs, scheduler).pipe(map(() => true)))
      }),
      tap((late) => {
        isLate = late
      }),
    )
    const states$ = merge(
      signals$.pipe(
        filter((signal) => signal.type === 'state'),
        tap(({ state }) => {
          connection = state === 'reconnecting' && isBusy ? 'busy' : state
        }),
      ),
      late$,
    ).pipe(
      map((): ShareStreamState => (connection === 'open' && isLate ? 'late' : connection)),
      distinctUntilChanged(),
      map((state) => ({ type: 'share.streamChanged' as const, state })),
    )
    return merge(states$, trails$, events$, endsOf(signals$))
  }

  const noting: ConnectionOptions['connect'] = (lastEventId) =>
    connect(lastEventId).pipe(
      tap({
        error: (failure: StreamFailure) => {
          isBusy = failure.kind === 'busy'
        },
      }),
    )
  return reconnecting$({ connect: noting, random, scheduler }).pipe(
    publishTo(eventsOf),
    takeWhile(({ type }) => type !== 'share.ended', true),
  )
}
