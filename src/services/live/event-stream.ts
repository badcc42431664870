import { createParser } from 'eventsource-parser'
import { Observable } from 'rxjs'
import type * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import type { Environment } from '#contract/records/environment.ts'
import { encodeFields, fillPath } from '../http/encode.ts'
import { type ActingTarget, type CdsMode, headersFor } from '../http/headers.ts'
import { baseOf } from '../http/http.ts'
import { retryAfterMs } from '../http/reply.ts'
import type { TokenGate } from '../session/token-gate.ts'

/** What an event stream tells: that it is open, one message, or that bytes came (comments keep a stream alive). */
export type StreamItem =
  | { readonly type: 'open' }
  | { readonly type: 'message'; readonly event: string; readonly data: string; readonly id: string | null }
  | { readonly type: 'beat' }

/**
 * Why a stream broke off.
 * - `network`: not reached, cut, or ended by the server
 * - `silent`: no bytes for the read timeout
 * - `busy`: 429 or 5xx; `retryAfterMs` where the server says how long
 * - `notAStream`: answered, but with something else
 * - `refused`: 401 and no newer token, or 403
 * - `gone`: 404 or another 4xx; trying again is no use
 */
export type StreamFailureKind = 'network' | 'silent' | 'busy' | 'notAStream' | 'refused' | 'gone'

/** The error of a stream's Observable. */
export class StreamFailure extends Error {
  override readonly name = 'StreamFailure'
  readonly kind: StreamFailureKind
  readonly retryAfterMs: number | null

  constructor(kind: StreamFailureKind, message: string, waitMs: number | null = null) {
    super(message)
    this.kind = kind
    this.retryAfterMs = waitMs
  }
}

/** What a stream is asked for. `lastEventId` resumes behind that event. */
export type StreamRequest<C extends Call> = {
  readonly query?: z.input<C['query']>
  readonly params?: z.input<C['params']>
  readonly lastEventId?: string | null
}

/**
 * Opens event streams. Each subscription is one connection; unsubscribing ends it.
 * Completes when the server says that there is nothing to wait for (204); errs with `StreamFailure`.
 * It never connects again by itself: that is the caller's.
 */
export type EventStreams = {
  open<C extends Call>(call: C, request?: StreamRequest<C>): Observable<StreamItem>
}

/** What the reader stands on. */
export type EventStreamOptions = {
  environment: () => Pick<Environment, 'v2BaseUrl' | 'v3BaseUrl' | 'identityBaseUrl' | 'apiKey'>
  gate: TokenGate
  userId: () => number | null
  /** Whom support acts for (SES-46). */
  actingFor: () => ActingTarget | null
  /** Whose customer data share requests are worked on (SES-47). */
  cdsMode: () => CdsMode | null
  /** Longest silence in ms before the connection counts as dead. */
  readTimeoutMs?: number
  now?: () => number
  fetch?: typeof fetch
}

const LONGEST_EVENT = 4 * 1024 * 1024
const STREAM_TYPE = /^text\/event-stream\s*(;|$)/i

const failureOf = (call: Call, response: Response, now: number): StreamFailure | undefined => {
  const { status, headers } = response
  const said = `${call.id} answered with status ${status}.`
  if (status === 401 || status === 403) return new StreamFailure('refused', said)
  if (status === 429 || status >= 500) return new StreamFailure('busy', said, retryAfterMs(headers, now))
  if (status >= 400) return new StreamFailure('gone', said)
  if (status !== 200 || !STREAM_TYPE.test(headers.get('content-type') ?? '')) {
    return new StreamFailure('notAStream', `${call.id} answered something that is no event stream.`)
  }
  return undefined
}

/** An event stream reader over fetch, which can send headers where EventSource cannot. */
export const createEventStreams = ({
  environment,
  gate,
  userId,
  actingFor,
  cdsMode,
  readTimeoutMs = 35_000,
  now = Date.now,
  fetch: send = (input, init) => fetch(input, init),
}: EventStreamOptions): EventStreams => {
  const connect = async (
    call: Call,
    { query, params, lastEventId }: StreamRequest<Call>,
    token: string | null,
    signal: AbortSignal,
  ): Promise<Response> => {
    const known = environment()
    const path = fillPath(call.path, (params ?? {}) as Record<string, unknown>)
    const search = encodeFields(query).toString()
    const address = `${baseOf(call.backend, known).replace(/\/+$/, '')}/${path}${search && `?${search}`}`
    return send(address, {
      headers: {
        ...headersFor({
          ...{ apiKey: known.apiKey, userId: userId(), token },
          ...{ actingFor: actingFor(), cdsMode: cdsMode() },
        }),
        Accept: 'text/event-stream',
        ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}),
      },
      cache: 'no-store',
      signal,
    })
  }

  const connectWithToken = async (call: Call, request: StreamRequest<Call>, signal: AbortSignal) => {
    const token = await gate.token(signal)
    const response = await connect(call, request, token, signal)
    if (response.status !== 401 || token === null || !(await gate.refused(token, signal))) return response
    await response.body?.cancel()
    return connect(call, request, await gate.token(signal), signal)
  }

  return {
    open: (call, request = {}) =>
      new Observable<StreamItem>((subscriber) => {
        const control = new AbortController()
        let timer: ReturnType<typeof setTimeout> | undefined
        const fail = (failure: StreamFailure) => {
          subscriber.error(failure)
          control.abort()
        }
        const rewind = () => {
          clearTimeout(timer)
          timer = setTimeout(
            () => fail(new StreamFailure('silent', `${call.id} was silent for ${readTimeoutMs / 1000} s.`)),
            readTimeoutMs,
          )
        }
        const parser = createParser({
          maxBufferSize: LONGEST_EVENT,
          onEvent: ({ event, data, id }) =>
            subscriber.next({ type: 'message', event: event ?? 'message', data, id: id ?? null }),
          onError: (error) => {
            if (error.type === 'max-buffer-size-exceeded') {
              fail(new StreamFailure('notAStream', `${call.id} sent an event above ${LONGEST_EVENT} bytes.`))
            }
          },
        })

        const read = async () => {
          rewind()
          const response = await connectWithToken(call, request as StreamRequest<Call>, control.signal)
          if (response.status === 204) return subscriber.complete()
          const failure = failureOf(call, response, now())
          if (failure || response.body === null) {
            return fail(failure ?? new StreamFailure('network', `${call.id} ended at once.`))
          }
          rewind()
          subscriber.next({ type: 'open' })
          const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
          for (;;) {
            const { done, value } = await reader.read()
            if (done) return fail(new StreamFailure('network', `${call.id} was ended by the server.`))
            rewind()
            parser.feed(value)
            if (subscriber.closed) return
            subscriber.next({ type: 'beat' })
          }
        }

        read().catch((error: unknown) => {
          if (!subscriber.closed)
            subscriber.error(new StreamFailure('network', `${call.id} broke off. ${error}`))
        })
        return () => {
          clearTimeout(timer)
          control.abort()
        }
      }),
  }
}
