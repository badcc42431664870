import ky from 'ky'
import type * as z from 'zod/mini'
import type { Call } from '#contract/calls/call.ts'
import type { Environment } from '#contract/records/environment.ts'
import type { TokenBarrier } from '../session/token-barrier.ts'
import {
  BadReply,
  CallRefused,
  EmptyReply,
  isAbort,
  isNetworkFailure,
  messageOf,
  NetworkFailure,
  readContent,
} from './failures.ts'
import {
  type ActingTarget,
  type CdsMode,
  encodeFields,
  fillPath,
  headersFor,
  withoutInputErrors,
} from './request-encoding.ts'
import { retryAfterMs } from './retry-after.ts'

/** The input of a call. Each part fits the call's schema. */
export type CallInput<C extends Call> = {
  readonly params?: z.input<C['params']>
  readonly query?: z.input<C['query']>
  /** A `FormData`, `Blob` or text for calls whose body is no JSON. */
  readonly body?: z.input<C['body']> | BodyInit
}

/**
 * The answer: the promised body; nothing (204); or a status that is handed to the caller as it is (417, SES-25).
 * `sentAt` is the server's clock in ms, null where it did not say.
 */
export type Answer<T> =
  | { readonly kind: 'body'; readonly body: T; readonly sentAt: number | null }
  | { readonly kind: 'empty' }
  | { readonly kind: 'returned'; readonly status: 417; readonly body: unknown }

/** The request builder over the table of calls. */
export type Http = {
  /**
   * Makes a call. Errors: `CallRefused` for status 400 to 599 and refused sessions,
   * `NetworkFailure`, `BadReply`, and the browser's AbortError.
   */
  ask<C extends Call>(
    call: C,
    input?: CallInput<C>,
    signal?: AbortSignal,
  ): Promise<Answer<z.output<C['reply']>>>
  /** `ask` for callers that need the body: without one it errs with `EmptyReply` or `CallRefused` (417). */
  call<C extends Call>(call: C, input?: CallInput<C>, signal?: AbortSignal): Promise<z.output<C['reply']>>
  /**
   * Lets `send` make a request by itself, such as in a worker, with the headers of every call (SES-41 to SES-44, SES-46, SES-47);
   * a second time with a newer token if it errs with what `isUnauthorized` says of a 401. Errors: those of `send`, and
   * `NetworkFailure` if the session could not be renewed in time.
   */
  delegate<T>(
    send: (headers: Readonly<Record<string, string>>) => Promise<T>,
    isUnauthorized: (error: unknown) => boolean,
    signal?: AbortSignal,
  ): Promise<T>
}

/** Options of the request builder. */
export type HttpOptions = {
  /** The loaded environment; throws while there is none. */
  environment: () => Pick<Environment, 'v2BaseUrl' | 'v3BaseUrl' | 'identityBaseUrl' | 'apiKey'>
  barrier: TokenBarrier
  /** The logged-in user's id. */
  userId: () => number | null
  /** Whom support acts for (SES-46). */
  actingFor: () => ActingTarget | null
  /** The user and state of the customer data share requests in work (SES-47). */
  cdsMode: () => CdsMode | null
  /** The server says that this session is over (SES-27, SES-28), or answers 401 to a fresh token too (SE-05). */
  sessionLost: () => void
  /** Wall clock in ms, to read `Retry-After` dates. */
  now?: () => number
  /** Most ms to wait for a reply's headers and, again, for its body. */
  timeoutMs?: number
  fetch?: typeof fetch
}

const WRONG_CREDENTIALS = 'Enter Valid Credentials'
const NO_TOKEN = 'Token Not Available'

const isJsonObject = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body)

/** The address below which a backend's calls lie. */
export const baseOf = (
  backend: Call['backend'],
  environment: Pick<Environment, 'v2BaseUrl' | 'v3BaseUrl' | 'identityBaseUrl'>,
): string =>
  ({
    v2: environment.v2BaseUrl,
    v3: environment.v3BaseUrl,
    identity: environment.identityBaseUrl,
    root: '/',
  })[backend]

/** Body and content type of a request by the call's body type (SES-39, SES-40, CONFLICT-18). */
const payloadOf = (call: Call, body: unknown): { json: unknown } | { body: BodyInit } | undefined => {
  if (call.method === 'GET') return undefined
  if (body instanceof FormData || body instanceof Blob || typeof body === 'string') return { body }
  if (call.bodyType === 'form') return { body: encodeFields(withoutInputErrors(body)) }
  if (call.bodyType === 'raw' || call.bodyType === 'image') return { body: body as BodyInit }
  return { json: withoutInputErrors(body ?? {}) }
}

/** A request builder. Nothing is sent twice but a call answered 401, once, with a newer token (SES-20, SES-21). */
export const createHttp = ({
  environment,
  barrier,
  userId,
  actingFor,
  cdsMode,
  sessionLost,
  now = Date.now,
  timeoutMs = 30_000,
  fetch: send = (input, init) => fetch(input, init),
}: HttpOptions): Http => {
  const headersWith = (token: string | null): Record<string, string> =>
    headersFor({
      apiKey: environment().apiKey,
      userId: userId(),
      token,
      actingFor: actingFor(),
      cdsMode: cdsMode(),
    })

  const request = async (call: Call, input: CallInput<Call>, token: string | null, signal?: AbortSignal) => {
    const known = environment()
    try {
      return await ky(fillPath(call.path, (input.params ?? {}) as Record<string, unknown>), {
        prefix: baseOf(call.backend, known),
        method: call.method,
        headers: headersWith(token),
        searchParams: encodeFields(input.query),
        ...payloadOf(call, input.body),
        cache: 'no-store',
        retry: 0,
        throwHttpErrors: false,
        timeout: timeoutMs,
        fetch: send,
        ...(signal ? { signal } : {}),
      })
    } catch (error) {
      throw isNetworkFailure(error)
        ? new NetworkFailure(`${call.id} did not get through.`, { cause: error })
        : error
    }
  }

  const sendWithToken = async (
    call: Call,
    input: CallInput<Call>,
    signal?: AbortSignal,
  ): Promise<Response> => {
    if (call.roles === 'public') return request(call, input, barrier.peek(), signal)
    const token = await barrier.token(signal)
    const response = await request(call, input, token, signal)
    if (response.status !== 401 || token === null || !(await barrier.refused(token, signal))) return response
    await response.body?.cancel()
    const replayed = await request(call, input, await barrier.token(signal), signal)
    if (replayed.status === 401) sessionLost()
    return replayed
  }

  const contentOf = async (call: Call, response: Response) => {
    try {
      return await readContent(response)
    } catch (error) {
      if (isAbort(error)) throw error
      if (isNetworkFailure(error)) throw new NetworkFailure(`${call.id} broke off.`, { cause: error })
      if (response.ok) throw new BadReply(`${call.id} answered JSON that cannot be read.`, { cause: error })
      return { kind: 'empty' } as const
    }
  }

  const ask = async <C extends Call>(
    call: C,
    input: CallInput<C> = {},
    signal?: AbortSignal,
  ): Promise<Answer<z.output<C['reply']>>> => {
    const response = await sendWithToken(call, input as CallInput<Call>, signal)
    const content = await contentOf(call, response)
    const body = content.kind === 'empty' ? undefined : content.value
    const refusal = () =>
      new CallRefused(call.id, response.status, body, retryAfterMs(response.headers, now()))

    if (messageOf(body) === NO_TOKEN) {
      sessionLost()
      throw refusal()
    }
    if (response.status === 417) return { kind: 'returned', status: 417, body }
    if (response.status >= 400) throw refusal()
    const saysNo = isJsonObject(body) && '401' in body
    if (saysNo && messageOf(body) !== WRONG_CREDENTIALS) {
      sessionLost()
      throw refusal()
    }
    if (content.kind === 'empty') return { kind: 'empty' }
    const parsed = call.reply.safeParse(body)
    if (parsed.success) {
      const sentAt = Date.parse(response.headers.get('date') ?? '')
      return {
        kind: 'body',
        body: parsed.data as z.output<C['reply']>,
        sentAt: Number.isNaN(sentAt) ? null : sentAt,
      }
    }
    if (saysNo) throw refusal()
    const issue = parsed.error.issues[0]
    throw new BadReply(
      `${call.id} answered something else than promised: ${issue?.path.join('.') || 'the body'} ${issue?.message ?? ''}`.trim(),
    )
  }

  return {
    ask,
    call: async (call, input, signal) => {
      const answer = await ask(call, input, signal)
      if (answer.kind === 'body') return answer.body
      if (answer.kind === 'empty') throw new EmptyReply(`${call.id} answered nothing.`)
      throw new CallRefused(call.id, answer.status, answer.body, null)
    },
    delegate: async (send, isUnauthorized, signal) => {
      const token = await barrier.token(signal)
      try {
        return await send(headersWith(token))
      } catch (error) {
        if (!isUnauthorized(error) || token === null || !(await barrier.refused(token, signal))) throw error
      }
      try {
        return await send(headersWith(await barrier.token(signal)))
      } catch (error) {
        if (isUnauthorized(error)) sessionLost()
        throw error
      }
    },
  }
}
