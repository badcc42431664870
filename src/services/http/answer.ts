import type * as z from 'zod/mini'
import type { Call } from '#contract/calls/call.ts'
import { CallRefused, EmptyReply } from './failures.ts'

/** The input of a call. Each part fits the call's schema. */
export type CallInput<C extends Call> = {
  readonly params?: z.input<C['params']>
  readonly query?: z.input<C['query']>
  /** A `FormData`, `Blob` or text for calls whose body is no JSON. */
  readonly body?: z.input<C['body']> | BodyInit
  /** For queries whose caller repeats them by a rule of its own. */
  readonly isSentOnce?: boolean
  /** For callers that ask again by a clock: of failures in a row people read the first alone. */
  readonly isPolled?: boolean
  /** For callers that show nothing (SES-51), or say in words of their own what failed. */
  readonly isSilent?: boolean
}

/**
 * The answer: the promised body, whether with a status of success or with 417 (SES-25); nothing (204, or an empty object); or
 * any other body of a 417, as it is. `sentAt` is the server's clock in ms, null where it did not say.
 */
export type Answer<T> =
  | { readonly kind: 'body'; readonly body: T; readonly sentAt: number | null }
  | { readonly kind: 'empty'; readonly reference: string }
  | { readonly kind: 'returned'; readonly status: 417; readonly body: unknown; readonly reference: string }

/**
 * The answer, if it has the promised body, for callers that can do nothing without one. Errors: `EmptyReply` (SES-55), and
 * `CallRefused` with what the server said for a 417 whose body is none that the contract promises (SES-25).
 */
export const withBody = <T>(answer: Answer<T>): Extract<Answer<T>, { kind: 'body' }> => {
  if (answer.kind === 'body') return answer
  if (answer.kind === 'empty') throw new EmptyReply(answer.reference)
  throw new CallRefused(answer.status, answer.body, null, answer.reference)
}
