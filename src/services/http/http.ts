import ky from 'ky'
import type * as z from 'zod/mini'
import type { Call } from '#contract/calls/call.ts'
import type { Environment } from '#contract/records/environment.ts'
import { isRequestId, newRequestId } from '#contract/request-id.ts'
import { wait } from '../kit/wait.ts'
import type { TokenBarrier } from '../session/token-barrier.ts'
import { type Answer, type CallInput, withBody } from './answer.ts'
import {
  BadReply,
  CallRefused,
  type Content,
  endsSession,
  isAbort,
  isJsonObject,
  isMarkedError,
  isNetworkFailure,
  isRefusedForGood,
  messageOf,
  NetworkFailure,
  NO_TOKEN,
  readContent,
  WRONG_CREDENTIALS,
} from './failures.ts'
import { createReporting, type FailedCall } from './reporting.ts'
import {
  type ActingTarget,
  type CdsMode,
  encodeFields,
  fillPath,
  HEADER,
  headersFor,
  payloadOf,
} from './request-encoding.ts'
import { requestedWaitMs } from './retry-after.ts'

/** The request builder over the table of calls. */
export type Http = {
  /**
   * Makes a call. A query that fails is sent once more after 5 s (SES-53). Errors: `CallRefused` for status 400 to 599,
   * replies marked as errors and refused sessions, `NetworkFailure`, `BadReply`, and the browser's AbortError.
   */
  send<C extends Call>(
    call: C,
    input?: CallInput<C>,
    signal?: AbortSignal,
  ): Promise<Answer<z.output<C['reply']>>>
  /**
   * The body of `send`'s answer, for callers that can do nothing without one. Errors: those of `send`, `EmptyReply`, and
   * `CallRefused` for a 417 whose body is none that the contract promises.
   */
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

/** `fetch` for a request of the call of that id. */
export type CallFetch = (
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  callId: string,
) => Promise<Response>

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
  /** Is told each failure that the caller did not cause itself. */
  report?: (failed: FailedCall) => void
  /** ms after which a failed query is sent again (CST-11); null: never. */
  retryAfterMs?: number | null
  /** Wall clock in ms, to read `Retry-After` dates. */
  now?: () => number
  /** Most ms to wait for a reply's headers and, again, for its body. */
  timeoutMs?: number
  fetch?: CallFetch
}

const RETRY_DELAY_MS = 5000

/** No content, or an object without any key, which promises nothing (SES-55). */
const isNothing = (content: Content): boolean =>
  content.kind === 'empty' ||
  (content.kind === 'json' && isJsonObject(content.value) && Object.keys(content.value).length === 0)

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

/** A reply, and the id under which the server's log has its request. */
type Sent = { readonly response: Response; readonly reference: string }

/**
 * A request builder. Sent twice are a call answered 401, with a newer token (SES-20, SES-21), and a query that failed and may succeed
 * (SES-53); nothing else.
 */
export const createHttp = ({
  environment,
  barrier,
  userId,
  actingFor,
  cdsMode,
  sessionLost,
  report = () => undefined,
  retryAfterMs = RETRY_DELAY_MS,
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

  const request = async (
    call: Call,
    input: CallInput<Call>,
    token: string | null,
    signal?: AbortSignal,
  ): Promise<Sent> => {
    const known = environment()
    const requestId = newRequestId()
    try {
      const response = await ky(fillPath(call.path, (input.params ?? {}) as Record<string, unknown>), {
        prefix: baseOf(call.backend, known),
        method: call.method,
        headers: { ...headersWith(token), [HEADER.requestId]: requestId },
        searchParams: encodeFields(input.query),
        ...payloadOf(call, input.body),
        cache: 'no-store',
        retry: 0,
        throwHttpErrors: false,
        timeout: timeoutMs,
        fetch: (input, init) => send(input, init, call.id),
        ...(signal ? { signal } : {}),
      })
      const answered = response.headers.get(HEADER.requestId)
      return { response, reference: isRequestId(answered) ? answered : requestId }
    } catch (error) {
      throw isNetworkFailure(error)
        ? new NetworkFailure('The request did not get through.', { cause: error, reference: requestId })
        : error
    }
  }

  const sendWithToken = async (call: Call, input: CallInput<Call>, signal?: AbortSignal): Promise<Sent> => {
    if (call.roles === 'public') return request(call, input, barrier.peek(), signal)
    const token = await barrier.token(signal)
    const sent = await request(call, input, token, signal)
    if (sent.response.status !== 401 || token === null || !(await barrier.refused(token, signal))) return sent
    await sent.response.body?.cancel()
    const replayed = await request(call, input, await barrier.token(signal), signal)
    if (replayed.response.status === 401) sessionLost()
    return replayed
  }

  const contentOf = async ({ response, reference }: Sent): Promise<Content> => {
    try {
      return await readContent(response)
    } catch (error) {
      if (isAbort(error)) throw error
      if (isNetworkFailure(error))
        throw new NetworkFailure('The reply broke off.', { cause: error, reference })
      if (response.ok) throw new BadReply('The reply is no valid JSON.', { cause: error, reference })
      return { kind: 'empty' }
    }
  }

  const sendOnce = async <C extends Call>(
    call: C,
    input: CallInput<C>,
    signal?: AbortSignal,
  ): Promise<Answer<z.output<C['reply']>>> => {
    const sent = await sendWithToken(call, input as CallInput<Call>, signal)
    const { response, reference } = sent
    const content = await contentOf(sent)
    const body = content.kind === 'empty' ? undefined : content.value
    const refusal = () =>
      new CallRefused(response.status, body, requestedWaitMs(response.headers, now()), reference)

    const parsed = call.reply.safeParse(body)
    const asPromised = (reply: unknown): Answer<z.output<C['reply']>> => {
      const sentAt = Date.parse(response.headers.get('date') ?? '')
      return {
        kind: 'body',
        body: reply as z.output<C['reply']>,
        sentAt: Number.isNaN(sentAt) ? null : sentAt,
      }
    }

    if (response.status === 417)
      return parsed.success && !isMarkedError(body) && !isNothing(content)
        ? asPromised(parsed.data)
        : { kind: 'returned', status: 417, body, reference }
    if (messageOf(body) === NO_TOKEN) {
      sessionLost()
      throw refusal()
    }
    if (response.status >= 400) throw refusal()
    const saysNo = isJsonObject(body) && '401' in body
    if (saysNo && messageOf(body) !== WRONG_CREDENTIALS) {
      sessionLost()
      throw refusal()
    }
    if (isMarkedError(body)) throw refusal()
    if (isNothing(content)) return { kind: 'empty', reference }
    if (parsed.success) return asPromised(parsed.data)
    if (saysNo) throw refusal()
    const issue = parsed.error.issues[0]
    throw new BadReply(
      `The reply is not as promised: ${issue?.path.join('.') || 'the body'}: ${issue?.message ?? ''}`,
      { reference },
    )
  }

  const sendTwice: Http['send'] = async (call, input = {}, signal) => {
    try {
      return await sendOnce(call, input, signal)
    } catch (error) {
      const isFinal = retryAfterMs === null || !call.isQuery || input.isSentOnce === true
      if (isFinal || isAbort(error) || endsSession(error) || isRefusedForGood(error)) throw error
      await wait(retryAfterMs, signal)
      return sendOnce(call, input, signal)
    }
  }

  const reporting = createReporting(report)

  const sendAndReport: Http['send'] = async (call, input = {}, signal) => {
    try {
      const answer = await sendTwice(call, input, signal)
      reporting.answered(call, input, answer)
      return answer
    } catch (error) {
      reporting.failed(call, input, error)
      throw error
    }
  }

  return {
    send: sendAndReport,
    call: async (call, input = {}, signal) => withBody(await sendAndReport(call, input, signal)).body,
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
