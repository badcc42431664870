import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import type { RecordedEvent, RecordedTrouble, Recording } from '#contract/records/recording.ts'
import { childrenOf, isMachine, machineOf } from '../services/recorder/actor-tree.ts'
import { readRecording, UnreadableRecording } from '../services/recorder/recording-file.ts'
import { beginReplay, type Divergence } from '../services/recorder/replay.ts'
import type { TrackLike } from '../services/recorder/track-recording.ts'
import { unpackTrack } from '../services/recorder/unpacked.ts'
import { type FedEvent, startSilentApp } from './fed-events.ts'
import { type FleetArrival, fleetArrivals } from './recorded-fleet.ts'
import { createTransitionCounter, type Taken } from './taken.ts'

export { TICKS } from '../services/recorder/event-rules.ts'

/** A recorded event, and how many from outside had been fed when it happened, with it if it is one. */
export type RunEvent = RecordedEvent & { readonly number: number; readonly fed: number }

/** Minutes, seconds and ms since a recording began: `2:05.114`. */
export const atText = (ms: number): string => {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}.${String(Math.floor(ms) % 1000).padStart(3, '0')}`
}

/** A machine that runs at a moment. */
export type RunningMachine = { readonly machine: AnyStateMachine; readonly snapshot: AnyMachineSnapshot }

/** A recording that was run from its start to its end. Moments are counted in events that were fed. */
export type RecordedRun = {
  readonly recording: Recording
  readonly events: readonly RunEvent[]
  readonly fedEvents: readonly FedEvent[]
  readonly fleet: readonly FleetArrival[]
  readonly tracks: readonly TrackLike[]
  /** The event after which the machines first stand elsewhere than when it was recorded, by its number. */
  readonly divergedAt: number | null
  /** What differed there. */
  readonly divergence: Divergence | null
  /** The numbers of events that tell of an error, break a machine or diverge. */
  readonly troubles: readonly number[]
  /** The paths of the machines that run at a moment. */
  pathsAt(fed: number): readonly string[]
  /** The machine at a path; undefined if none runs there at that moment. */
  machineAt(path: string, fed: number): RunningMachine | undefined
  /** The transitions that the machine at a path takes by an event. */
  takenAt(path: string, fed: number): readonly string[]
  /** How often each transition of a machine is taken, by the machine's id. */
  taken(machineId: string): Taken
}

type Change = { readonly fed: number; readonly running: RunningMachine | undefined }

/** Events between two looks at the clock, and how long the page may be kept from its work, ms. */
const SLICE = 50
const SLICE_MS = 30

/** What was true of a list of changes at a moment. */
const latest = (changes: readonly Change[], fed: number): Change | undefined => {
  let [low, high] = [0, changes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((changes[middle]?.fed ?? 0) <= fed) low = middle + 1
    else high = middle
  }
  return changes[low - 1]
}

/** What each machine was like after each event that changed it: snapshots share what stays the same. */
const createHistory = (root: AnyActorRef) => {
  const changes = new Map<string, Change[]>()
  const visit = (actor: AnyActorRef, path: string, fed: number, seen: Set<string>) => {
    if (!isMachine(actor)) return
    seen.add(path)
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot
    const known = changes.get(path) ?? []
    changes.set(path, known)
    if (known.at(-1)?.running?.snapshot !== snapshot) {
      known.push({ fed, running: { machine: machineOf(actor), snapshot } })
    }
    for (const [id, child] of Object.entries(childrenOf(actor)))
      visit(child, path === '' ? id : `${path}/${id}`, fed, seen)
  }
  return {
    keep: (fed: number) => {
      const seen = new Set<string>()
      visit(root, '', fed, seen)
      for (const [path, known] of changes)
        if (!seen.has(path) && known.at(-1)?.running !== undefined) known.push({ fed, running: undefined })
    },
    at: (path: string, fed: number) => latest(changes.get(path) ?? [], fed)?.running,
    pathsAt: (fed: number) =>
      [...changes.keys()].filter((path) => latest(changes.get(path) ?? [], fed)?.running !== undefined),
    /** Whether a machine broke by the event. */
    brokeAt: (fed: number) =>
      [...changes.values()].some((known) => {
        const change = latest(known, fed)
        return change?.fed === fed && change.running?.snapshot.status === 'error'
      }),
  }
}

/** The type of the event that stands for what broke. */
export const TROUBLE = 'trouble'

const ofTrouble = ({ at, what }: RecordedTrouble): RecordedEvent => ({
  ...{ at, to: '', from: null, external: false, hash: null },
  event: { type: TROUBLE, what },
})

/** Events and troubles in the order in which they came. The clock may have been set back between two events. */
const withTroubles = ({ segments }: Recording): RecordedEvent[] => {
  const left = segments.flatMap(({ troubles = [] }) => troubles)
  const merged: RecordedEvent[] = []
  for (const event of segments.flatMap(({ events }) => events)) {
    for (let [trouble] = left; trouble !== undefined && trouble.at < event.at; [trouble] = left) {
      merged.push(ofTrouble(trouble))
      left.shift()
    }
    merged.push(event)
  }
  return [...merged, ...left.map(ofTrouble)]
}

const numbered = (recording: Recording): RunEvent[] => {
  let fed = 0
  return withTroubles(recording).map((event, number) => {
    if (event.external) fed += 1
    return { ...event, number, fed }
  })
}

/** The columns of a recording. Throws `UnreadableRecording` where they are not as long as they say. */
const unpacked = (recording: Recording) => {
  try {
    return { fleet: fleetArrivals(recording), tracks: (recording.tracks ?? []).map(unpackTrack) }
  } catch (failure) {
    throw new UnreadableRecording('The recording is damaged: its positions cannot be read.', {
      cause: failure,
    })
  }
}

/**
 * Runs a recording on the machines, and keeps what they were like after each event, so that every moment can be looked at at once.
 * `onProgress` is called with the part that is done, 0 to 1; the page can work in between. Errs with `UnreadableRecording`.
 */
export const runRecording = async (
  recording: Recording,
  onProgress: (part: number) => void = () => undefined,
): Promise<RecordedRun> => {
  const events = numbered(recording)
  const { fleet, tracks } = unpacked(recording)
  const counter = createTransitionCounter()
  const { root, feed } = beginReplay(startSilentApp(recording.segments[0]?.snapshot, counter.inspect))
  const history = createHistory(root)
  const takenByFed: ReadonlyMap<string, readonly string[]>[] = [counter.takeLast()]
  history.keep(0)
  let divergedAt: number | null = null
  let divergence: Divergence | null = null
  let sliceEnds = performance.now() + SLICE_MS
  const troubles: number[] = []
  for (const event of events) {
    const {
      number,
      fed,
      external,
      event: { type },
    } = event
    const difference = external ? feed(event) : null
    if (external) {
      history.keep(fed)
      takenByFed.push(counter.takeLast())
    }
    const diverges = difference !== null && divergedAt === null
    if (diverges) [divergedAt, divergence] = [number, difference]
    if (
      diverges ||
      type === TROUBLE ||
      type.startsWith('xstate.error.') ||
      (external && history.brokeAt(fed))
    )
      troubles.push(number)
    if (number % SLICE === 0 && performance.now() > sliceEnds) {
      onProgress(number / events.length)
      await new Promise((resolve) => setTimeout(resolve))
      sliceEnds = performance.now() + SLICE_MS
    }
  }
  root.stop()
  return {
    recording,
    events,
    fedEvents: events.filter(({ external }) => external).map(({ to, event }) => ({ to, event })),
    fleet,
    tracks,
    divergedAt,
    divergence,
    troubles,
    pathsAt: history.pathsAt,
    machineAt: history.at,
    takenAt: (path, fed) => takenByFed[fed]?.get(path) ?? [],
    taken: counter.of,
  }
}

/** Reads the file of a recording and runs it. Throws `UnreadableRecording` with the reason for any other file. */
export const openRecording = (bytes: Uint8Array, onProgress?: (part: number) => void): Promise<RecordedRun> =>
  runRecording(readRecording(bytes), onProgress)
