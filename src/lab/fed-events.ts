import type { AnyActorRef, AnyMachineSnapshot, InspectionEvent } from 'xstate'
import type { RecordedEvent, Recording } from '#contract/records/recording.ts'
import { alertPopupMachine } from '../machines/alert-popup/alert-popup.machine.ts'
import { alertListMachine } from '../machines/alerts/alert-list.machine.ts'
import { appMachine } from '../machines/app/app.machine.ts'
import { dashboardMachine } from '../machines/dashboard/dashboard.machine.ts'
import { drivingAnalysisMachine } from '../machines/driving-analysis/driving-analysis.machine.ts'
import { fleetMachine } from '../machines/fleet/fleet.machine.ts'
import { dtcPopupMachine } from '../machines/health/dtc-popup.machine.ts'
import { healthMachine } from '../machines/health/health.machine.ts'
import { settingsMachine } from '../machines/settings/settings.machine.ts'
import { actorAt, childrenOf, isMachine } from '../services/recorder/actor-tree.ts'
import { silence, startStill } from '../services/recorder/replay.ts'
import { innermost, statesOf } from '../services/recorder/states.ts'
import { canHappen, childOf } from './state-graph.ts'

/** What is sent to which machine, by its path of actor ids from the root. */
export type FedEvent = Pick<RecordedEvent, 'to' | 'event'>

/** Where events are fed from: the recorded state of all machines, or null for the start of the app. */
export type StartingPoint = Recording['segments'][number]['snapshot']

/** The machine at a path is in this state, such as `fleet/playback` in `play`. */
export type Place = { readonly path: string; readonly state: string }

/** A moment that is looked for. */
export type Goal = Place & {
  /** Another machine is in a state of its own at that moment. */
  readonly while?: Place
  /** The moment is right after an event of this type: the machine stays where it is, or has gone where it must not. */
  readonly after?: string
}

/** The root machine with what a page loads when a user logs in. */
export const wholeApp = appMachine.provide({
  actors: {
    fleet: fleetMachine,
    alertList: alertListMachine,
    drivingAnalysis: drivingAnalysisMachine,
    alertPopup: alertPopupMachine,
    health: healthMachine,
    dtcPopup: dtcPopupMachine,
    dashboard: dashboardMachine,
    settings: settingsMachine,
  },
})

/** Runs all machines, with nothing around them that acts and a clock that stands. */
export const startSilentApp = (
  from: StartingPoint = null,
  inspect?: (event: InspectionEvent) => void,
): AnyActorRef => startStill(silence(wholeApp), { snapshot: from, ...(inspect && { inspect }) })

const snapshotAt = (root: AnyActorRef, path: string): AnyMachineSnapshot | undefined => {
  const actor = actorAt(root, path)
  return actor === undefined || !isMachine(actor) ? undefined : actor.getSnapshot()
}

/** Whether a state that was restored still waits for a child's end: a recorded state has no promises and streams. */
const waitsFor = ({ status, _nodes }: AnyMachineSnapshot, event: FedEvent['event']): boolean =>
  status === 'active' && _nodes.some(({ invoke }) => invoke.some(({ id }) => id === childOf(event)))

/** Sends an event to the machine at its path. Returns false where there is none, or where it cannot happen there. */
export const feed = (root: AnyActorRef, { to, event }: FedEvent): boolean => {
  const snapshot = snapshotAt(root, to)
  if (snapshot === undefined || !(canHappen(snapshot, event) || waitsFor(snapshot, event))) return false
  actorAt(root, to)?.send(event)
  return true
}

/** Whether the machine at a path is in a state, or has broken where the state is `error`. */
export const isAt = (root: AnyActorRef, { path, state }: Place): boolean => {
  const snapshot = snapshotAt(root, path)
  if (snapshot === undefined) return false
  if (snapshot.status === 'error') return state === 'error'
  return statesOf(snapshot.value).includes(state)
}

/** The innermost states of all machines that run, by path; a broken one is in `error`. */
export const statesByPath = (root: AnyActorRef): ReadonlyMap<string, string> => {
  const states = new Map<string, string>()
  const visit = (actor: AnyActorRef, path: string) => {
    if (!isMachine(actor)) return
    const { value, status } = actor.getSnapshot() as AnyMachineSnapshot
    states.set(path, status === 'error' ? 'error' : innermost(value))
    for (const [id, child] of Object.entries(childrenOf(actor)))
      visit(child, path === '' ? id : `${path}/${id}`)
  }
  visit(root, '')
  return states
}

/** Whether feeding the events leads to the goal, at any moment. */
export const leadsTo = (goal: Goal, events: readonly FedEvent[], from: StartingPoint): boolean => {
  const root = startSilentApp(from)
  const isThere = () => isAt(root, goal) && (goal.while === undefined || isAt(root, goal.while))
  try {
    if (goal.after === undefined && isThere()) return true
    return events.some((fed) => {
      const isFed = feed(root, fed)
      return (goal.after === undefined || (isFed && fed.event.type === goal.after)) && isThere()
    })
  } finally {
    root.stop()
  }
}

/**
 * The fewest of the events that still lead to the goal, in their order: no single one of them can be left out (delta debugging,
 * Zeller and Hildebrandt 2002). Throws a RangeError if all of them do not lead there.
 */
export const shrink = (goal: Goal, events: readonly FedEvent[], from: StartingPoint): readonly FedEvent[] => {
  if (!leadsTo(goal, events, from))
    throw new RangeError(`The events do not lead '${goal.path}' to '${goal.state}'.`)
  let kept = events
  for (let parts = 2; kept.length > 0; ) {
    const size = Math.ceil(kept.length / parts)
    const smaller = Array.from({ length: Math.ceil(kept.length / size) }, (_, part) => [
      ...kept.slice(0, part * size),
      ...kept.slice((part + 1) * size),
    ]).find((rest) => leadsTo(goal, rest, from))
    if (smaller !== undefined) {
      kept = smaller
      parts = Math.max(2, parts - 1)
    } else if (size === 1) break
    else parts = Math.min(kept.length, parts * 2)
  }
  return kept
}
