import type { AnyActorRef, AnyMachineSnapshot, InspectionEvent } from 'xstate'
import {
  RECORDING_VERSION,
  type RecordedEvent,
  type RecordedState,
  type RecordedTrouble,
  type Recording,
} from '#contract/records/recording.ts'
import { createHasher, eventsOf, isMachine, machinesBelow, pathOf, recordedSnapshot } from './actor-tree.ts'
import { redactEvent, TICKS } from './event-rules.ts'
import { createFleetRecording, type FleetPart, type FleetSource } from './fleet-recording.ts'
import { movePlaces } from './places.ts'
import { createMask, type Mask, redact } from './redact.ts'
import { statesInShort } from './states.ts'
import { createTrackRecording, type TrackLike } from './track-recording.ts'

/** Records the machines' events of the last minutes. */
export type Recorder = {
  /** Give this to the root actor as its `inspect`. */
  inspect(event: InspectionEvent): void
  /** Notes that something broke now. `error` is what was thrown. */
  noteTrouble(what: string, error: unknown): void
  /** Keeps the lists and fixes of a fleet from now on, for the screen of a replay. */
  followFleet(fleet: FleetSource): void
  /** Keeps a route that was loaded, for the same. */
  keepTrack(track: TrackLike): void
  /** Drops all that was kept: the recording begins anew with the machines as they are once they have settled. */
  forget(): void
  /** The events of the recording so far, redacted and with places moved, and when it began, ms since 1970 UTC. */
  events(): { readonly startedAt: number; readonly events: readonly RecordedEvent[] }
  /** The recording so far, redacted, in the contract's form; places are moved unless `withPlaces`. */
  snapshot(options?: { readonly withPlaces?: boolean }): Recording
}

/** Options of the recorder, and how much it stores. */
export type RecorderOptions = {
  /** The root actor's clock. */
  clock: { takeFiring(): boolean }
  /** Wall clock in ms. */
  now?: () => number
  mask?: Mask
  release: string
  userAgent: string
  /** The size of the page, CSS pixels. */
  viewport?: () => Recording['viewport']
  /** Length of a segment in ms. */
  segmentMs?: number
  /** What is kept, whichever is less: ms, and characters of JSON. Whole segments are dropped, the oldest first. */
  keptMs?: number
  keptSize?: number
}

type Segment = {
  startsAt: number
  snapshot: Recording['segments'][number]['snapshot']
  events: RecordedEvent[]
  troubles: RecordedTrouble[]
  fleet: FleetPart
  /** Characters of JSON. */
  snapshotSize: number
  eventsSize: number
}

/** Longest event kept whole, in characters of JSON. */
const LONGEST_EVENT = 64 * 1024
/** Characters of JSON around an event, and of a tick, which is not written to be counted. */
const FRAME_SIZE = 100
const TICK_SIZE = 150
/** The same of the state of a machine after an event. */
const STATE_SIZE = 100
/** A segment is full with this part of what is kept, so that dropping one loses little. */
const SEGMENT_PART = 1 / 8
/** The same for what came to the fleet: to begin a segment costs more than thousands of fixes. */
const FLEET_PART = 1 / 4
/** The part of what is kept that routes may take. */
const TRACKS_PART = 1 / 3
/** Troubles of a segment, and characters of one. */
const MOST_TROUBLES = 50
const TROUBLE_LENGTH = 400
const textOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

type States = ReadonlyMap<string, RecordedState>

/** The machines that changed between two moments; `whole` gives all. */
const changedStates = (
  before: States,
  after: States,
  whole: boolean,
): NonNullable<RecordedEvent['states']> => ({
  ...Object.fromEntries([...before.keys()].filter((path) => !after.has(path)).map((path) => [path, null])),
  ...Object.fromEntries([...after].filter(([path, state]) => whole || before.get(path) !== state)),
})

const NOT_RECORDED = new Set(['xstate.init', 'xstate.stop'])

/** A recorder. The only actor it keeps is the root. */
export const createRecorder = ({
  clock,
  now = Date.now,
  mask = createMask(),
  release,
  userAgent,
  viewport = () => ({ width: 1440, height: 900 }),
  segmentMs = 60_000,
  keptMs = 15 * 60_000,
  keptSize = 8 * 1024 * 1024,
}: RecorderOptions): Recorder => {
  const startedAt = now()
  const hasher = createHasher(mask)
  const fleetRecording = createFleetRecording()
  const trackRecording = createTrackRecording(keptSize * TRACKS_PART)
  const segments: Segment[] = [
    {
      startsAt: 0,
      snapshot: null,
      events: [],
      troubles: [],
      fleet: fleetRecording.begin(0),
      snapshotSize: 0,
      eventsSize: 0,
    },
  ]
  const sizeOf = ({ snapshotSize, eventsSize, fleet }: Segment, place: number): number =>
    snapshotSize + eventsSize + fleetRecording.size(fleet, place === 0)
  let current = segments[0] as Segment
  const broken = new WeakSet<AnyActorRef>()
  let root: AnyActorRef | undefined
  let unhashed: RecordedEvent | null = null
  let states: States = new Map()
  let isFirst = true
  let isSettling = false
  let isForgetting = false

  const openSegment = (actor: AnyActorRef, startsAt: number) => {
    const snapshot = recordedSnapshot(actor.getPersistedSnapshot() as object, mask) as Segment['snapshot']
    const snapshotSize = JSON.stringify(snapshot).length
    const fleet = fleetRecording.begin(startsAt)
    current = { startsAt, snapshot, events: [], troubles: [], fleet, snapshotSize, eventsSize: 0 }
    segments.push(current)
    isFirst = true
  }

  /** Drops what is older than is kept, or more than is kept; the current segment stays. */
  const drop = (at: number) => {
    for (let [oldest, next] = segments; oldest && next; [oldest, next] = segments) {
      const size = segments.reduce(
        (sum, segment, place) => sum + sizeOf(segment, place),
        trackRecording.size(),
      )
      if (size <= keptSize && at - next.startsAt < keptMs) return
      segments.shift()
    }
  }

  const isFull = (at: number): boolean =>
    at - current.startsAt >= segmentMs ||
    current.eventsSize >= keptSize * SEGMENT_PART ||
    fleetRecording.added(current.fleet) >= keptSize * FLEET_PART

  const settleSoon = () => {
    if (isSettling) return
    isSettling = true
    queueMicrotask(settle)
  }

  const noteStates = (actor: AnyActorRef, event: RecordedEvent) => {
    const now = hasher.each(actor)
    event.hash = hasher.all(actor)
    event.states = changedStates(states, now, isFirst)
    current.eventsSize += Object.keys(event.states).length * STATE_SIZE
    states = now
    isFirst = false
  }

  const noteTrouble = (what: string, error: unknown) => {
    if (current.troubles.length >= MOST_TROUBLES) return
    const { message } = redact({ message: `${what}: ${textOf(error)}` }, mask) as { readonly message: string }
    current.troubles.push({ at: now() - startedAt, what: message.slice(0, TROUBLE_LENGTH) })
  }

  /** Runs between events, when all machines have settled. */
  const settle = () => {
    isSettling = false
    if (root === undefined) return
    if (unhashed) noteStates(root, unhashed)
    unhashed = null
    for (const actor of machinesBelow(root)) {
      const { status, error } = actor.getSnapshot() as AnyMachineSnapshot
      if (status !== 'error' || broken.has(actor)) continue
      broken.add(actor)
      noteTrouble(pathOf(actor) || 'app', error)
    }
    const at = now() - startedAt
    if (isForgetting) segments.length = 0
    if (isForgetting || isFull(at)) openSegment(root, at)
    isForgetting = false
    drop(at)
  }

  const keep = (recorded: RecordedEvent) => {
    const isTick = TICKS.has(recorded.event.type)
    const length = isTick ? TICK_SIZE : JSON.stringify(recorded.event).length
    if (length > LONGEST_EVENT) recorded.event = { type: recorded.event.type, tooLong: true }
    current.eventsSize += Math.min(length, LONGEST_EVENT) + FRAME_SIZE + recorded.to.length
    current.events.push(recorded)
    if (!recorded.external) return
    unhashed = isTick ? null : recorded
    if (!isTick || isFull(recorded.at)) settleSoon()
  }

  return {
    noteTrouble,
    inspect: (inspected) => {
      const actor = inspected.actorRef as AnyActorRef
      root ??= actor._parent === undefined ? actor : undefined
      if (inspected.type !== '@xstate.event') return
      const fromClock = clock.takeFiring()
      if (NOT_RECORDED.has(inspected.event.type) || !isMachine(actor)) return
      const source = inspected.sourceRef as AnyActorRef | undefined
      keep({
        at: now() - startedAt,
        to: pathOf(actor),
        from: source ? pathOf(source) : null,
        external: source === undefined || fromClock || !isMachine(source),
        event: TICKS.has(inspected.event.type)
          ? inspected.event
          : redactEvent(inspected.event, mask, eventsOf(actor)),
        hash: null,
      })
    },
    followFleet: (fleet) =>
      fleetRecording.follow(
        fleet,
        () => ({ part: current.fleet, at: now() - startedAt }),
        () => {
          if (isFull(now() - startedAt)) settleSoon()
        },
      ),
    keepTrack: trackRecording.keep,
    forget: () => {
      isForgetting = true
      trackRecording.clear()
      fleetRecording.clear()
      settleSoon()
    },
    events: () => {
      settle()
      return {
        startedAt,
        events: movePlaces(
          segments.flatMap(({ events }) => events),
          mask,
        ),
      }
    },
    snapshot: ({ withPlaces = false } = {}) => {
      settle()
      const fleets = fleetRecording.write(
        segments.map(({ fleet }) => fleet),
        mask,
        withPlaces,
      )
      const kept = segments.map(({ startsAt, snapshot, events, troubles }, place) => ({
        startsAt,
        ...(withPlaces ? { snapshot, events } : movePlaces({ snapshot, events }, mask)),
        ...fleets[place],
        troubles,
      }))
      return structuredClone({
        version: RECORDING_VERSION,
        release,
        startedAt,
        userAgent,
        viewport: viewport(),
        notes: segments[0]?.snapshot === null ? [] : ['Earlier minutes have been dropped.'],
        placesShifted: !withPlaces,
        lastState: root === undefined ? '' : statesInShort(hasher.each(root)),
        segments: kept,
        tracks: trackRecording.write(mask, withPlaces),
      })
    },
  }
}
