import type { RequestContext } from './request.machine.ts'

type Snapshot<TResponse> = { readonly context: RequestContext<TResponse, unknown> }

/** The response; null until there is one. */
export const selectResponse = <TResponse>({ context }: Snapshot<TResponse>): TResponse | null =>
  context.response
/** Whether an answer is being waited for, the pause before a second try included. */
export const selectIsFetching = ({ context }: Snapshot<unknown>): boolean => context.isFetching
/** Why it failed. */
export const selectFailure = ({ context }: Snapshot<unknown>) => context.failure
