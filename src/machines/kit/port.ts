import { throwError } from 'rxjs'
import {
  type AnyActorRef,
  type AnyStateMachine,
  createEmptyActor,
  type EventObject,
  fromEventObservable,
  fromPromise,
  type NonReducibleUnknown,
} from 'xstate'

const notWired = (port: string) =>
  new Error(
    `The port '${port}' is not wired. Provide it in src/wiring/, or in the test that runs this machine.`,
  )

/** A promise a machine needs and does not make. Unwired it rejects, naming itself. */
export const promisePort = <TOutput, TInput extends NonReducibleUnknown = undefined>(port: string) =>
  fromPromise<TOutput, TInput>(() => Promise.reject(notWired(port)))

/** A stream of events a machine needs and does not make. Unwired it errs, naming itself. */
export const eventPort = <TEvent extends EventObject, TInput extends NonReducibleUnknown = undefined>(
  port: string,
) => fromEventObservable<TEvent, TInput>(() => throwError(() => notWired(port)))

/**
 * An effect outside the machine, without a result. Provide an action of the same name that takes the params. Unwired
 * it throws, naming itself, which stops the machine with that error.
 */
export const actionPort =
  <TParams>(port: string) =>
  (_args: unknown, _params: TParams): void => {
    throw notWired(port)
  }

/**
 * A child machine that is loaded when it is needed: `plugIn` puts it here before the state that invokes it. Unplugged, the
 * invoke errs, naming itself.
 */
export const machinePort = <TMachine extends AnyStateMachine>(port: string): TMachine => {
  const unplugged = () => {
    throw notWired(port)
  }
  return { getInitialSnapshot: unplugged } as unknown as TMachine
}

/** Replaces the `machinePort` of `parent` by the loaded child machine; for children that are not running. */
export const plugIn = <TMachine extends AnyStateMachine>(
  parent: AnyStateMachine,
  name: string,
  child: TMachine,
): void => {
  Object.assign(parent.implementations.actors, { [name]: child })
}

const nobody = createEmptyActor()

/** Target for `sendTo`: the parent, or an empty actor for a machine that runs alone (in a test, in a walk), where `sendParent` would throw. */
export const parent = ({ self }: { self: AnyActorRef }): AnyActorRef => self._parent ?? nobody
