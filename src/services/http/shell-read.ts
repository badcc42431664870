import type * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { BadReply, CallRefused } from './failures.ts'
import type { CallInput, Http } from './http.ts'

/**
 * The helper for what the shell reads beside the page: the body of an answer, and an empty object where the server
 * answers anything else (SES-51, CONFLICT-16). An answer that cannot be read is written to the console (SES-52).
 * Errors: `NetworkFailure` and the browser's AbortError.
 */
export const shellRead = async <C extends Call>(
  http: Pick<Http, 'ask'>,
  call: C,
  input: CallInput<C> = {},
  signal?: AbortSignal,
  log: (message: string) => void = console.warn,
): Promise<Partial<z.output<C['reply']>>> => {
  try {
    const answer = await http.ask(call, input, signal)
    return answer.kind === 'body' ? (answer.body as Partial<z.output<C['reply']>>) : {}
  } catch (error) {
    if (error instanceof BadReply) log(error.message)
    if (error instanceof BadReply || error instanceof CallRefused) return {}
    throw error
  }
}
