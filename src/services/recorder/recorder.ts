import type { AnyActorRef, InspectionEvent } from 'xstate'
import { RECORDING_VERSION, type RecordedEvent, type Recording } from '#contract/records/recording.ts'
import { createHasher, eventsOf, isMachine, pathOf, withoutLeaves } from './actor-tree.ts'
import { redactEvent, TICKS } from './event-rules.ts'
import { createMask, redact } from './redact.ts'

/** Records the machines' events of the last minutes. */
export type Recorder = {
  /** Give this to the root actor as its `inspect`. */
  inspect(event: InspectionEvent): void
  /** The recording so far, redacted, in the contract's form. */
  snapshot(): Recording
}

/** Options of the recorder, and how much it stores. */
export type RecorderOptions = {
  /** The root actor's clock. */
  clock: { takeFiring(): boolean }
  /** Wall clock in ms. */
  now?: () => number
  /** Draws the seed of the masks. */
  random?: () => number
  release: string
  userAgent: string
  /** Length of a segment in ms, most events in one, and most segments kept. */
  segmentMs?: number
  segmentEvents?: number
  segments?: number
}

type Segment = {
  startsAt: number
  snapshot: Recording['segments'][number]['snapshot']
  events: RecordedEvent[]
}

/** Longest event kept whole, in characters of JSON. */
const LONGEST_EVENT = 64 * 1024
const NOT_RECORDED = new Set(['xstate.init', 'xstate.stop'])

/** A recorder. The only actor it keeps is the root. */
export const createRecorder = ({
  clock,
  now = Date.now,
  random = Math.random,
  release,
  userAgent,
  segmentMs = 60_000,
  segmentEvents = 5000,
  segments: keptSegments = 10,
}: RecorderOptions): Recorder => {
  const startedAt = now()
  const mask = createMask(Math.floor(random() * 2 ** 32))
  const hashOf = createHasher(mask)
  const segments: Segment[] = [{ startsAt: 0, snapshot: null, events: [] }]
  let current = segments[0] as Segment
  let root: AnyActorRef | undefined
  let unhashed: RecordedEvent | null = null
  let isSettling = false

  const openSegment = (actor: AnyActorRef, startsAt: number) => {
    const snapshot = redact(
      withoutLeaves(actor.getPersistedSnapshot() as object),
      mask,
    ) as Segment['snapshot']
    current = { startsAt, snapshot, events: [] }
    segments.push(current)
    if (segments.length > keptSegments) segments.shift()
  }

  const isFull = (at: number): boolean =>
    at - current.startsAt >= segmentMs || current.events.length >= segmentEvents

  /** Runs between events, when all machines have settled. */
  const settle = () => {
    isSettling = false
    if (root === undefined) return
    if (unhashed) unhashed.hash = hashOf(root)
    unhashed = null
    const at = now() - startedAt
    if (isFull(at)) openSegment(root, at)
  }

  const shortened = (event: RecordedEvent['event']): RecordedEvent['event'] =>
    JSON.stringify(event).length > LONGEST_EVENT ? { type: event.type, tooLong: true } : event

  const keep = (recorded: RecordedEvent) => {
    current.events.push(recorded)
    if (!recorded.external) return
    const isTick = TICKS.has(recorded.event.type)
    unhashed = isTick ? null : recorded
    if (isSettling || (isTick && !isFull(recorded.at))) return
    isSettling = true
    queueMicrotask(settle)
  }

  return {
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
          : shortened(redactEvent(inspected.event, mask, eventsOf(actor))),
        hash: null,
      })
    },
    snapshot: () => {
      settle()
      return structuredClone({
        version: RECORDING_VERSION,
        release,
        startedAt,
        userAgent,
        notes: segments[0]?.snapshot === null ? [] : ['Earlier minutes have been dropped.'],
        segments,
      })
    },
  }
}
