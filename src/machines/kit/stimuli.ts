import type { EventObject } from 'xstate'

/** What an invoked promise or machine sends when it is done. */
export const doneOf = (id: string, output?: unknown): EventObject & { output: unknown } => ({
  type: `xstate.done.actor.${id}`,
  output,
})

/** What an invoked actor sends when it fails. */
export const errorOf = (id: string, error: unknown): EventObject & { error: unknown } => ({
  type: `xstate.error.actor.${id}`,
  error,
})

/** What a delay of a state sends when it is over; `stateId` is the state's full id. */
export const afterOf = (delay: string, stateId: string): EventObject => ({
  type: `xstate.after.${delay}.${stateId}`,
})

/**
 * Everything that can happen to a machine, for path walks: user events, done and error of every invoke, every delay.
 * `key` is what tells two states apart besides their value; leave out what only grows. `unreachable` names transitions
 * that no walk takes, as `state id: event`, with the reason.
 */
export type Model<TContext> = {
  readonly stimuli: readonly EventObject[]
  readonly key: (context: TContext) => unknown
  readonly unreachable: Readonly<Record<string, string>>
}
