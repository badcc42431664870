import type { RequestContext } from './request.machine.ts'

type Snapshot<TResponse> = { readonly context: RequestContext<TResponse, unknown> }

/** The response; null until there is one. */
export const selectResponse = <TResponse>({ context }: Snapshot<TResponse>): TResponse | null =>
  context.response
/** What was asked for; null before. */
export const selectInput = <TInput>({
  context,
}: {
  readonly context: RequestContext<unknown, TInput>
}): TInput | null => context.input
/** Whether a response is awaited, including the pause before the retry. */
export const selectIsFetching = ({ context }: Snapshot<unknown>): boolean => context.isFetching
/** Why the request failed. */
export const selectFailure = ({ context }: Snapshot<unknown>) => context.failure
