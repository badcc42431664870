import type { Observable } from 'rxjs'
import type * as z from 'zod/mini'
import type { Call } from '#contract/calls/call.ts'
import type { Environment } from '#contract/records/environment.ts'
import { baseOf } from '../http/http.ts'
import {
  type ActingTarget,
  type CdsMode,
  encodeFields,
  fillPath,
  headersFor,
} from '../http/request-encoding.ts'
import type { TokenBarrier } from '../session/token-barrier.ts'
import {
  type ConnectionParams,
  type RequestConnectionParams,
  readStream,
  type StreamItem,
} from './hub/read-stream.ts'

export { StreamFailure, type StreamFailureKind, type StreamItem } from './hub/read-stream.ts'

/** The request of a stream. `lastEventId` resumes after that event. */
export type StreamRequest<C extends Call> = {
  readonly query?: z.input<C['query']>
  readonly params?: z.input<C['params']>
  readonly lastEventId?: string | null
}

/**
 * Opens event streams. Each subscription is one connection; unsubscribing ends it.
 * Completes when the server has nothing to send (204); errs with `StreamFailure`.
 * It never reconnects by itself: the caller does.
 */
export type EventStreams = {
  open<C extends Call>(call: C, request?: StreamRequest<C>): Observable<StreamItem>
}

/** The session of the connections, and the backends' addresses. */
export type StreamConnectorOptions = {
  environment: () => Pick<Environment, 'v2BaseUrl' | 'v3BaseUrl' | 'identityBaseUrl' | 'apiKey'>
  barrier: TokenBarrier
  userId: () => number | null
  /** The user that support acts for (SES-46). */
  actingFor: () => ActingTarget | null
  /** The user and state of the customer data share requests in work (SES-47). */
  cdsMode: () => CdsMode | null
}

/** Makes the connection parameters of this page's session. */
export type StreamConnector = {
  /** A key that is equal for the same data and only for it; null while no user is logged in. */
  userKey(): string | null
  /** Requests the parameters of one connection, with the current token; again if that was refused. */
  requesterFor(call: Call, request: StreamRequest<Call>): RequestConnectionParams
}

/** The connector of this page's session. */
export const createStreamConnector = ({
  environment,
  barrier,
  userId,
  actingFor,
  cdsMode,
}: StreamConnectorOptions): StreamConnector => {
  const paramsWith = (
    call: Call,
    { query, params, lastEventId }: StreamRequest<Call>,
    token: string | null,
  ): ConnectionParams => {
    const known = environment()
    const path = fillPath(call.path, (params ?? {}) as Record<string, unknown>)
    const search = encodeFields(query).toString()
    return {
      address: `${baseOf(call.backend, known).replace(/\/+$/, '')}/${path}${search && `?${search}`}`,
      headers: {
        ...headersFor({
          apiKey: known.apiKey,
          userId: userId(),
          token,
          actingFor: actingFor(),
          cdsMode: cdsMode(),
        }),
        ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}),
      },
    }
  }

  return {
    userKey: () => {
      const id = userId()
      return id === null ? null : JSON.stringify([id, actingFor(), cdsMode()])
    },
    requesterFor: (call, request) => {
      let sent: string | null = null
      return async (refused, signal) => {
        if (refused && (sent === null || !(await barrier.refused(sent, signal)))) return null
        sent = await barrier.token(signal)
        return paramsWith(call, request, sent)
      }
    },
  }
}

/** Streams that this page reads by itself. */
export const createEventStreams = ({
  connector,
  ...read
}: {
  connector: Pick<StreamConnector, 'requesterFor'>
  readTimeoutMs?: number
  now?: () => number
  fetch?: typeof fetch
}): EventStreams => ({
  open: (call, request = {}) =>
    readStream({
      ...read,
      name: call.id,
      requestParams: connector.requesterFor(call, request as StreamRequest<Call>),
    }),
})
