import type { AnyEventObject, AnyStateMachine } from 'xstate'
import { silence, startStill } from '../services/recorder/replay.ts'
import { innermost } from './state-graph.ts'

/**
 * Runs a machine alone: every promise, stream, outer action and invoked machine is silent and the clock stands, so that what they
 * would send is sent by hand. `stateAt` tells the innermost states as paths do.
 */
export const startSilent = (machine: AnyStateMachine, input?: unknown) => {
  const actor = startStill(silence(machine, { alone: true }), { input })
  return {
    stateAt: (): string => innermost(actor.getSnapshot().value),
    send: (event: AnyEventObject): void => actor.send(event),
  }
}
