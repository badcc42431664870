import type { Failure } from '#src/machines/kit/failure.ts'

/** The sentence shown for a failure; `away` where the server was not reached or sent no message. */
export const failureText = (failure: Failure, away: string): string =>
  failure.kind === 'away' || failure.message === '' ? away : failure.message
