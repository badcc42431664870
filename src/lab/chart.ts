import { getStateNodes } from '@xstate/graph'
import type { AnyStateMachine, StateNode } from 'xstate'
import { transitionNames, transitionsOf } from './state-graph.ts'

/** A state as it is drawn. `id` is its path, such as `open.live`, and '' for the machine itself. */
export type ChartState = {
  readonly id: string
  readonly name: string
  /** The state around it; null for the machine itself. */
  readonly parent: string | null
  readonly kind: StateNode['type']
  /** Whether the state around it starts here. */
  readonly isInitial: boolean
}

/** A transition under its name in the paths. One without another state as its target has `to: null`. */
export type ChartTransition = {
  readonly name: string
  readonly event: string
  readonly from: string
  readonly to: string | null
}

/** A machine's states, outer ones first, and its transitions. */
export type Chart = {
  readonly id: string
  readonly states: readonly ChartState[]
  readonly transitions: readonly ChartTransition[]
}

const idOf = (node: StateNode): string => node.path.join('.')

const MADE = /^xstate\.(done|error)\.actor\.(.+)$/
const AFTER = /^xstate\.after\.(.+?)\.[^.]+(?:\..+)?$/

/** An event's type as a chart shows it: `load done`, `after 500`, `always`; without the machine's id before its own. */
export const eventName = (type: string, machine: string): string => {
  if (type.startsWith(`${machine}.`)) return type.slice(machine.length + 1)
  const [, end, child] = MADE.exec(type) ?? []
  if (child !== undefined) return `${child} ${end}`
  const [, delay] = AFTER.exec(type) ?? []
  if (delay !== undefined) return `after ${delay}`
  return type === '' ? 'always' : type.replace(/^xstate\.done\.state\..+$/, 'done')
}

/** What a path can lead to: the states of a machine by their ids, and its transitions by their names. */
export const targetsOf = (machine: AnyStateMachine): { states: string[]; transitions: string[] } => ({
  states: getStateNodes(machine.root).map(idOf),
  transitions: [...transitionNames(machine).values()],
})

/** The chart of a machine. */
export const chartOf = (machine: AnyStateMachine): Chart => {
  const nodes: StateNode[] = [machine.root, ...getStateNodes(machine.root)]
  return {
    id: machine.id,
    states: nodes.map((node) => ({
      id: idOf(node),
      name: node === machine.root ? machine.id : node.key,
      parent: node.parent === undefined ? null : idOf(node.parent),
      kind: node.type,
      isInitial: node.parent?.initial?.target?.includes(node) ?? false,
    })),
    transitions: nodes.flatMap((node) =>
      transitionsOf(node).flatMap(({ event, name, transition }): ChartTransition[] => {
        const targets = transition.target?.filter((target) => target !== node) ?? []
        const shown = { name, event: eventName(event, machine.id), from: idOf(node) }
        return targets.length === 0
          ? [{ ...shown, to: null }]
          : targets.map((target) => ({ ...shown, to: idOf(target) }))
      }),
    ),
  }
}
