import { type AnyActorRef, createEmptyActor } from 'xstate'

const nobody = createEmptyActor()

/** Target for `sendTo`: the parent, or nobody for a machine that runs alone (in a test, in a walk), where `sendParent` would throw. */
export const parent = ({ self }: { self: AnyActorRef }): AnyActorRef => self._parent ?? nobody
