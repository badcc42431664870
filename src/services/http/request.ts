import { Observable } from 'rxjs'
import type * as z from 'zod/mini'
import type { Call } from '#contract/calls/call.ts'
import type { CallInput } from './answer.ts'
import { BadReply, CallRefused } from './failures.ts'
import type { Http } from './http.ts'

/** Events of a request: that it began, then that it succeeded or failed (SES-31). `error` is plain data. */
export type RequestProgress<TTypes extends readonly string[], TResponse> =
  | { type: TTypes[0]; method: Call['method'] }
  | { type: TTypes[1]; method: Call['method']; response: TResponse }
  | { type: TTypes[2]; method: Call['method']; error: unknown }

/** The part of an error that can be recorded: `name`, `message`, `retryAfterMs`, `reference`, and the codes of a refusal. */
const plain = (error: unknown): unknown =>
  error instanceof Error
    ? {
        name: error.name,
        message: error.message,
        retryAfterMs: 'retryAfterMs' in error ? error.retryAfterMs : null,
        ...('reference' in error ? { reference: error.reference } : {}),
        ...(error instanceof CallRefused
          ? { code: error.code, params: error.params, fields: error.fields }
          : {}),
      }
    : error

/**
 * Builds a request: a call of the table, three event types for its progress, and the part of the reply to
 * read. The result makes the request for each subscriber and aborts it when that one unsubscribes.
 * @throws Error for the developer, unless the types are exactly three names (SES-35) and the call has an address (SES-36).
 */
export const buildRequest = <C extends Call, TResponse, const TTypes extends readonly string[]>({
  types,
  call,
  read,
}: {
  types: TTypes
  call: C
  read: (reply: z.output<C['reply']>) => TResponse
}): ((http: Pick<Http, 'call'>, input: CallInput<C>) => Observable<RequestProgress<TTypes, TResponse>>) => {
  const [started, succeeded, failed] = types
  if (types.length !== 3 || types.some((type) => typeof type !== 'string' || type === '')) {
    throw new Error(`A request needs exactly three action types, not ${JSON.stringify(types)}.`)
  }
  if (call.path === '') throw new Error(`The call '${call.id}' has no address: a request needs one.`)
  const { method } = call
  return (http, input) =>
    new Observable((subscriber) => {
      const stop = new AbortController()
      subscriber.next({ type: started, method } as RequestProgress<TTypes, TResponse>)
      http.call(call, input, stop.signal).then(
        (reply) => {
          subscriber.next({ type: succeeded, method, response: read(reply) } as RequestProgress<
            TTypes,
            TResponse
          >)
          subscriber.complete()
        },
        (error) => {
          subscriber.next({ type: failed, method, error: plain(error) } as RequestProgress<TTypes, TResponse>)
          subscriber.complete()
        },
      )
      return () => stop.abort()
    })
}

/**
 * Reads what the shell shows beside the page: the body of the reply, or an empty object for any other answer (SES-51,
 * CONFLICT-16). One that cannot be read goes to the console, as every failed call does (SES-52). Errors: `NetworkFailure` and
 * the browser's AbortError.
 */
export const shellRead = async <C extends Call>(
  http: Pick<Http, 'send'>,
  call: C,
  input: CallInput<C> = {},
  signal?: AbortSignal,
): Promise<Partial<z.output<C['reply']>>> => {
  try {
    const answer = await http.send(call, { ...input, isSilent: true }, signal)
    return answer.kind === 'body' ? (answer.body as Partial<z.output<C['reply']>>) : {}
  } catch (error) {
    if (error instanceof BadReply || error instanceof CallRefused) return {}
    throw error
  }
}
