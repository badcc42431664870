/** An event that an invoked actor or a delay sends. */
export type ChildEvent = {
  readonly type: `xstate.${'done.actor' | 'error.actor' | 'after'}.${string}`
  readonly output?: unknown
  readonly error?: unknown
}

/** What an invoked promise or machine sends when it is done. */
export const doneOf = (id: string, output?: unknown): ChildEvent => ({
  type: `xstate.done.actor.${id}`,
  output,
})

/** What an invoked actor sends when it fails. */
export const errorOf = (id: string, error: unknown): ChildEvent => ({
  type: `xstate.error.actor.${id}`,
  error,
})

/** What a delay of a state sends when it is over; `stateId` is the state's full id. */
export const afterOf = (delay: string, stateId: string): ChildEvent => ({
  type: `xstate.after.${delay}.${stateId}`,
})

/**
 * Everything that can happen to a machine, for path walks: user events, done and error of every invoke, every delay.
 * `inputs` are those that lead to different states. `key` distinguishes states besides their value; it leaves out
 * what only grows. `unreachable` names transitions that no walk takes, as `state id: event`, with the reason.
 */
export type Model<TContext, TEvent, TInput = undefined> = {
  readonly inputs: readonly TInput[]
  readonly stimuli: readonly (TEvent | ChildEvent)[]
  readonly key: (context: TContext) => unknown
  readonly unreachable: Readonly<Record<string, string>>
}
