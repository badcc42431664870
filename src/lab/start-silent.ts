import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { silence, startStill } from '../services/recorder/replay.ts'
import { innermost } from '../services/recorder/states.ts'
import type { LabMachine } from './lab-machines.ts'
import type { Path } from './path-cover.ts'

/**
 * Runs a machine alone: every promise, stream, outer action and invoked machine is silent and the clock stands, so that what they
 * would send is sent by hand. `stateAt` tells the innermost states as paths do.
 */
export const startSilent = (machine: AnyStateMachine, input?: unknown) => {
  const actor = startStill(silence(machine, { alone: true }), { input })
  return {
    stateAt: (): string => innermost(actor.getSnapshot().value),
    send: (event: AnyEventObject): void => actor.send(event),
    snapshot: (): AnyMachineSnapshot => actor.getSnapshot(),
    stop: (): void => {
      actor.stop()
    },
  }
}

/** Runs a machine along a path. Returns its states at the start and after each event. */
export const walk = ({ machine, model }: LabMachine, { input, steps }: Path): AnyMachineSnapshot[] => {
  const { send, snapshot, stop } = startSilent(machine, model.inputs[input])
  const snapshots = [snapshot()]
  for (const { event } of steps) {
    send(event)
    snapshots.push(snapshot())
  }
  stop()
  return snapshots
}
