import type { Call } from '#contract/calls/call.ts'
import type { Answer, CallInput } from './answer.ts'
import {
  CallRefused,
  EmptyReply,
  endsSession,
  isAbort,
  isMarkedError,
  isNetworkFailure,
  isQuestion,
} from './failures.ts'

/** A call that failed for good. `isShown`: people are to read why, whatever the screen that asked (SES-54, SES-55). */
export type FailedCall = { readonly call: Call; readonly error: Error; readonly isShown: boolean }

type Manner = Pick<CallInput<Call>, 'isPolled' | 'isSilent'>

/**
 * Decides which failures of calls are reported, and which of them people read: all, whether the call reads or writes (SES-54, SES-55,
 * TCK-09), unless their caller is silent, the session is over, the server was not reached, or it asks what the form puts to the user. Of
 * a query that is asked by a clock, people read the first of the failures in a row. What the caller ended itself is no failure.
 */
export const createReporting = (report: (failed: FailedCall) => void) => {
  /** Ids of polled calls whose failure is on record since they last succeeded. */
  const failing = new Set<string>()

  const reportFailure = (call: Call, { isPolled, isSilent }: Manner, error: Error, mayShow = true) => {
    const isShown =
      mayShow && isSilent !== true && !isNetworkFailure(error) && !endsSession(error) && !isQuestion(error)
    const isKnown = isPolled === true && failing.has(call.id)
    report({ call, error, isShown: isShown && !isKnown })
    if (isShown && isPolled === true) failing.add(call.id)
  }

  return {
    /** A call was answered: with its body, with nothing, or with a status that is no failure by itself (SES-25). */
    answered: (call: Call, manner: Manner, answer: Answer<unknown>): void => {
      if (answer.kind === 'body') failing.delete(call.id)
      else if (answer.kind === 'empty') reportFailure(call, manner, new EmptyReply(answer.reference))
      else
        reportFailure(
          call,
          manner,
          new CallRefused(answer.status, answer.body, null, answer.reference),
          isMarkedError(answer.body),
        )
    },
    /** A call failed. */
    failed: (call: Call, manner: Manner, error: unknown): void => {
      if (error instanceof Error && !isAbort(error)) reportFailure(call, manner, error)
    },
  }
}
