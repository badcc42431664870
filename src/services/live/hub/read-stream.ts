import { createParser } from 'eventsource-parser'
import { Observable } from 'rxjs'
import { READ_TIMEOUT_MS } from '#contract/stream-timings.ts'
import { requestedWaitMs } from '../../http/retry-after.ts'

/** Items of an event stream: it opened, a message, or a heartbeat (comments keep a stream alive). */
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

/** Address and headers of a connection. They carry the token: use them at once and never store them. */
export type ConnectionParams = {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
}

/** Requests the parameters of one connection; a second time if the first were answered 401. null: there are none. */
export type RequestConnectionParams = (
  refused: boolean,
  signal: AbortSignal,
) => Promise<ConnectionParams | null>

/** Options of the reader of one connection. `name` is the stream's name in its failures. */
export type ReadOptions = {
  readonly name: string
  readonly requestParams: RequestConnectionParams
  /** Longest silence in ms before the connection counts as dead. */
  readonly readTimeoutMs?: number
  readonly now?: () => number
  readonly fetch?: typeof fetch
}

const LONGEST_EVENT = 4 * 1024 * 1024
const STREAM_TYPE = /^text\/event-stream\s*(;|$)/i

const failureOf = (name: string, response: Response, now: number): StreamFailure | undefined => {
  const { status, headers } = response
  const message = `${name} answered with status ${status}.`
  if (status === 401 || status === 403) return new StreamFailure('refused', message)
  if (status === 429 || status >= 500)
    return new StreamFailure('busy', message, requestedWaitMs(headers, now))
  if (status >= 400) return new StreamFailure('gone', message)
  if (status !== 200 || !STREAM_TYPE.test(headers.get('content-type') ?? '')) {
    return new StreamFailure('notAStream', `${name} answered something that is no event stream.`)
  }
  return undefined
}

/**
 * Reads an event stream over fetch, which can send headers where EventSource cannot. Each subscription is one connection;
 * unsubscribing ends it. Completes when the server says that there is nothing to wait for (204); errs with `StreamFailure`.
 */
export const readStream = ({
  name,
  requestParams,
  readTimeoutMs = READ_TIMEOUT_MS,
  now = Date.now,
  fetch: send = (input, init) => fetch(input, init),
}: ReadOptions): Observable<StreamItem> =>
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
        () => fail(new StreamFailure('silent', `${name} was silent for ${readTimeoutMs / 1000} s.`)),
        readTimeoutMs,
      )
    }
    const parser = createParser({
      maxBufferSize: LONGEST_EVENT,
      onEvent: ({ event, data, id }) =>
        subscriber.next({ type: 'message', event: event ?? 'message', data, id: id ?? null }),
      onError: (error) => {
        if (error.type === 'max-buffer-size-exceeded') {
          fail(new StreamFailure('notAStream', `${name} sent an event above ${LONGEST_EVENT} bytes.`))
        }
      },
    })

    const connect = ({ address, headers }: ConnectionParams) =>
      send(address, {
        headers: { ...headers, Accept: 'text/event-stream' },
        cache: 'no-store',
        signal: control.signal,
      })

    const connectWithToken = async (): Promise<Response | null> => {
      const params = await requestParams(false, control.signal)
      if (params === null) return null
      const response = await connect(params)
      if (response.status !== 401) return response
      const newer = await requestParams(true, control.signal)
      if (newer === null) return response
      await response.body?.cancel()
      return connect(newer)
    }

    const read = async () => {
      rewind()
      const response = await connectWithToken()
      if (response === null) return fail(new StreamFailure('refused', `Nobody is logged in for ${name}.`))
      if (response.status === 204) return subscriber.complete()
      const failure = failureOf(name, response, now())
      if (failure || response.body === null) {
        return fail(failure ?? new StreamFailure('network', `${name} ended at once.`))
      }
      rewind()
      subscriber.next({ type: 'open' })
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return fail(new StreamFailure('network', `${name} was ended by the server.`))
        rewind()
        parser.feed(value)
        if (subscriber.closed) return
        subscriber.next({ type: 'beat' })
      }
    }

    read().catch((error: unknown) => {
      if (!subscriber.closed) subscriber.error(new StreamFailure('network', `${name} broke off. ${error}`))
    })
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  })
