import {
  asyncScheduler,
  catchError,
  defer,
  endWith,
  filter,
  finalize,
  map,
  merge,
  type Observable,
  of,
  retry,
  type SchedulerLike,
  Subject,
  startWith,
  tap,
  throwError,
  timer,
} from 'rxjs'
import * as z from 'zod/mini'
import { createBackoff } from '#domain/backoff.ts'
import type { StreamFailure, StreamFailureKind, StreamItem } from '#src/services/live/event-stream.ts'

/** Called with each malformed message, which is dropped (ST-20). */
export type ReportMalformed = (data: string) => void

/** Parses a message by its schema; undefined, after a report, if it does not fit. */
const parseMessage = <T>(
  schema: z.ZodMiniType<T>,
  data: string,
  reportMalformed: ReportMalformed,
): T | undefined => {
  try {
    return z.parse(schema, JSON.parse(data))
  } catch {
    reportMalformed(data)
    return undefined
  }
}

/** The messages of these events. One that does not fit the schema is reported and dropped (ST-20). */
export const messagesOf = <T>(
  signals$: Observable<ConnectionSignal>,
  events: readonly string[],
  schema: z.ZodMiniType<T>,
  reportMalformed: ReportMalformed,
): Observable<T> =>
  signals$.pipe(
    filter((signal) => signal.type === 'message'),
    filter(({ event }) => events.includes(event)),
    map(({ data }) => parseMessage(schema, data, reportMalformed)),
    filter((message) => message !== undefined),
  )

/** Opens a connection that resumes after that event id. Cold; errs with a `StreamFailure`; completes when the server has nothing more to send. */
export type Connect = (lastEventId: string | null) => Observable<StreamItem>

/** Why a connection is not opened again. */
export type ConnectionEnd = 'finished' | 'refused' | 'gone'

/** Signals of a reconnecting connection: its state, messages, heartbeats and end. */
export type ConnectionSignal =
  | { readonly type: 'state'; readonly state: 'connecting' | 'open' | 'reconnecting' }
  | { readonly type: 'message'; readonly event: string; readonly data: string }
  | { readonly type: 'beat' }
  | { readonly type: 'ended'; readonly reason: ConnectionEnd }

/** Options that all streams over a connection share. `random` returns 0 to below 1. */
export type ConnectionOptions = {
  readonly connect: Connect
  readonly random: () => number
  readonly scheduler?: SchedulerLike
}

const FINAL: Partial<Record<StreamFailureKind, ConnectionEnd>> = { refused: 'refused', gone: 'gone' }

const endOf = (error: unknown): ConnectionEnd | undefined => FINAL[(error as StreamFailure).kind]

const signalOf = (item: StreamItem): ConnectionSignal => {
  if (item.type === 'open') return { type: 'state', state: 'open' }
  return item.type === 'beat' ? item : { type: 'message', event: item.event, data: item.data }
}

/**
 * A connection that reconnects with backoff and resumes after the last event, until the server refuses it or has nothing
 * more to send. Failed connections do not err; an error without a kind is a defect and does.
 */
export const reconnecting$ = ({
  connect,
  random,
  scheduler = asyncScheduler,
}: ConnectionOptions): Observable<ConnectionSignal> =>
  defer(() => {
    const backoff = createBackoff({ random })
    const breaks = new Subject<ConnectionSignal>()
    let lastEventId: string | null = null

    const connection$ = defer(() => {
      backoff.attempted(scheduler.now())
      return connect(lastEventId)
    }).pipe(
      tap((item) => {
        if (item.type === 'open') backoff.opened(scheduler.now())
        if (item.type === 'message' && item.id !== null) lastEventId = item.id
      }),
      map(signalOf),
      retry({
        delay: (error: StreamFailure) => {
          if (error.kind === undefined || endOf(error) !== undefined) return throwError(() => error)
          breaks.next({ type: 'state', state: 'reconnecting' })
          return timer(backoff.next(scheduler.now(), error.retryAfterMs), scheduler)
        },
      }),
      endWith<ConnectionSignal>({ type: 'ended', reason: 'finished' }),
      catchError((error: unknown) => {
        const reason = endOf(error)
        return reason === undefined
          ? throwError(() => error)
          : of<ConnectionSignal>({ type: 'ended', reason })
      }),
      finalize(() => breaks.complete()),
    )
    return merge(breaks, connection$).pipe(
      startWith<ConnectionSignal>({ type: 'state', state: 'connecting' }),
    )
  })
