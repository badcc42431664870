import type { AnyActorRef, AnyStateMachine, InspectionEvent } from 'xstate'
import { isMachine, pathOf } from '../services/recorder/actor-tree.ts'
import type { Path } from './path-cover.ts'
import { transitionNames } from './state-graph.ts'

/** How often each transition of a machine was taken, by its name. */
export type Taken = ReadonlyMap<string, number>

const add = (taken: Map<string, number>, name: string) => taken.set(name, (taken.get(name) ?? 0) + 1)

/** How often paths take each transition. */
export const takenBy = (paths: readonly Path[]): Taken => {
  const taken = new Map<string, number>()
  for (const { begun, steps } of paths)
    for (const name of [...begun, ...steps.flatMap(({ transitions }) => transitions)]) add(taken, name)
  return taken
}

/** Counts the transitions that actors take. Give `inspect` to the root actor. */
export const createTransitionCounter = () => {
  const counts = new Map<string, Map<string, number>>()
  const names = new Map<AnyStateMachine, ReadonlyMap<object, string>>()
  let last = new Map<string, string[]>()
  return {
    inspect: (event: InspectionEvent): void => {
      if (event.type !== '@xstate.microstep') return
      const actor = event.actorRef as AnyActorRef
      if (!isMachine(actor)) return
      const { logic } = actor as unknown as { readonly logic: AnyStateMachine }
      const known = names.get(logic) ?? transitionNames(logic)
      names.set(logic, known)
      const taken = counts.get(logic.id) ?? new Map<string, number>()
      counts.set(logic.id, taken)
      const { _transitions: transitions } = event as unknown as { readonly _transitions: readonly object[] }
      for (const name of transitions.flatMap((transition) => known.get(transition) ?? [])) {
        add(taken, name)
        last.set(pathOf(actor), [...(last.get(pathOf(actor)) ?? []), name])
      }
    },
    /** What was counted of the machines with an id. */
    of: (machineId: string): Taken => counts.get(machineId) ?? new Map(),
    /** The names since this was last called, by the path of the actor. */
    takeLast: (): ReadonlyMap<string, readonly string[]> => {
      const taken = last
      last = new Map()
      return taken
    },
  }
}
