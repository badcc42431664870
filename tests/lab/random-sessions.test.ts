import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  fromCallback,
  SimulatedClock,
} from 'xstate'
import type { Recording } from '#contract/records/recording.ts'
import { wholeApp } from '#src/lab/fed-events.ts'
import { LAB_MACHINES } from '#src/lab/lab-machines.ts'
import { canHappen } from '#src/lab/state-graph.ts'
import { isMachine, pathOf } from '#src/services/recorder/actor-tree.ts'
import { createClock } from '#src/services/recorder/clock.ts'
import { createRecorder } from '#src/services/recorder/recorder.ts'
import { packRecording, readRecording } from '#src/services/recorder/recording-file.ts'
import { replay } from '#src/services/recorder/replay.ts'

const isFull = process.env['ROADBOOK_FAULTS'] === 'full'
const SESSIONS = isFull ? 20_000 : 200
const SEED = isFull ? Date.now() % 2 ** 31 : 17
const NOW = Date.parse('2026-11-20T10:00:00Z')

type Implementations = {
  readonly actors: Readonly<Record<string, unknown>>
  readonly actions: Readonly<Record<string, unknown>>
}
const isLogicOfMachine = (logic: unknown): logic is AnyStateMachine =>
  typeof logic === 'object' && logic !== null && 'getStateNodeById' in logic

/** The same machines with a hand at every promise and stream: what it is given reaches the machine from there. */
const withHands = (
  machine: AnyStateMachine,
  hands: WeakMap<AnyActorRef, (event: EventObject) => void>,
): AnyStateMachine => {
  const { actors, actions } = machine.implementations as Implementations
  const hand = fromCallback(({ self, sendBack }) => void hands.set(self, sendBack))
  return machine.provide({
    actors: Object.fromEntries(
      Object.entries(actors).map(([name, logic]) => [
        name,
        isLogicOfMachine(logic) ? withHands(logic, hands) : hand,
      ]),
    ),
    actions: Object.fromEntries(
      Object.entries(actions).map(([name, action]) => [
        name,
        typeof action === 'function' && 'resolve' in action ? action : () => undefined,
      ]),
    ),
  } as Parameters<AnyStateMachine['provide']>[0])
}

const childrenOf = (actor: AnyActorRef): [string, AnyActorRef][] =>
  Object.entries((actor.getSnapshot() as AnyMachineSnapshot).children as Record<string, AnyActorRef>)

const machinesBelow = (actor: AnyActorRef): AnyActorRef[] => [
  actor,
  ...childrenOf(actor).flatMap(([, child]) => (isMachine(child) ? machinesBelow(child) : [])),
]

const idOf = (actor: AnyActorRef): string =>
  (actor as unknown as { readonly logic: AnyStateMachine }).logic.id
const MODELS = new Map(LAB_MACHINES.map(({ machine, model }) => [machine.id, model]))

/** What happens in the sessions, to be sure that each kind does. */
const counts = { user: 0, done: 0, error: 0, delay: 0, stream: 0, machine: 0, reached: new Set<string>() }

/** Where most sessions begin, or they would seldom get beyond the login. */
const BEGINNING = ['xstate.done.actor.environment', 'xstate.done.actor.restore', 'route.changed'] as const

/** A session in which each choice is what happens next: a user's event, what a promise or stream sends, or time that passes. */
const live = async (
  choices: readonly (readonly [number, number, number])[],
  isBegun: boolean,
): Promise<Recording> => {
  const time = new SimulatedClock()
  const clock = createClock(time as never)
  const hands = new WeakMap<AnyActorRef, (event: EventObject) => void>()
  const recorder = createRecorder({
    clock,
    now: () => NOW + time.now(),
    random: () => 0.42,
    segmentMs: 120_000,
    ...{ release: 'test', userAgent: 'test' },
  })
  const root = createActor(withHands(wholeApp, hands), { clock, inspect: recorder.inspect })
  root.subscribe({ error: () => undefined })
  root.start()
  const happen = (actor: AnyActorRef, event: EventObject, byHand: boolean) => {
    const snapshot = actor.getSnapshot() as AnyMachineSnapshot
    if (!canHappen(snapshot, event)) return
    counts.reached.add(pathOf(actor))
    const [, kind, id] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? []
    const leaf = id === undefined ? undefined : snapshot.children[id]
    // A machine's end is its own.
    if (leaf !== undefined && isMachine(leaf)) return
    const leaves = childrenOf(actor).flatMap(([, child]) => (isMachine(child) ? [] : [child]))
    const from = leaf ?? (byHand ? leaves[0] : undefined)
    const hand = from && hands.get(from)
    if (kind !== undefined) counts[kind as 'done' | 'error'] += 1
    else counts[hand === undefined ? 'user' : 'stream'] += 1
    if (hand === undefined) actor.send(event)
    else hand(event)
  }
  const settle = async () => {
    for (let turn = 0; turn < 4; turn++) await Promise.resolve()
  }
  if (isBegun)
    for (const type of BEGINNING) {
      for (const actor of machinesBelow(root)) {
        const stimulus = MODELS.get(idOf(actor))?.stimuli.find((each) => each.type === type)
        if (stimulus !== undefined) happen(actor, stimulus, false)
      }
      await settle()
    }
  for (const [who, what, how] of choices) {
    if (root.getSnapshot().status !== 'active') break
    if (how % 8 === 0) time.increment((what % 240) * 1000)
    else {
      const machines = machinesBelow(root)
      const actor = machines[who % machines.length] ?? root
      // Delays end by the clock.
      const possible = (MODELS.get(idOf(actor))?.stimuli ?? []).filter(
        (event) =>
          !event.type.startsWith('xstate.after') &&
          canHappen(actor.getSnapshot() as AnyMachineSnapshot, event),
      )
      const event = possible[what % Math.max(1, possible.length)]
      if (event !== undefined) happen(actor, event, how % 8 === 1)
    }
    await settle()
  }
  const recording = readRecording(packRecording(recorder.snapshot()))
  root.stop()
  return recording
}

// The long form draws a seed of its own, which fast-check names where a session fails.
test(
  `${SESSIONS} random sessions lead the machines to the same states again, from each of their segments`,
  async () => {
    let compared = 0
    let segments = 0
    let noticed = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 20, maxLength: 80 }),
        fc.integer({ min: 0, max: 9 }),
        async (choices, beginning) => {
          const recording = await live(choices, beginning > 1)
          for (const place of recording.segments.keys()) {
            const replayed = replay(wholeApp, recording, place)
            replayed.root.stop()
            expect(replayed.difference).toBeNull()
            compared += replayed.compared
            segments += 1
          }
          const events = recording.segments.flatMap((segment) => segment.events)
          counts.delay += events.filter(
            ({ external, event }) => external && event.type.startsWith('xstate.after'),
          ).length
          counts.machine += events.filter(({ external }) => !external).length
          // Without an event in the middle, the machines stand elsewhere in most sessions.
          const fed = events.filter(({ external }) => external)
          const left = fed[Math.floor(fed.length / 3)]
          const without = {
            ...recording,
            segments: [{ startsAt: 0, snapshot: null, events: events.filter((event) => event !== left) }],
          }
          const control = replay(wholeApp, without)
          control.root.stop()
          if (control.difference !== null) noticed += 1
        },
      ),
      { numRuns: SESSIONS, seed: SEED },
    )
    // Each kind of thing has happened, in the parts of the portal that a random user gets to.
    const share = SESSIONS / 200
    expect(counts.user).toBeGreaterThan(2000 * share)
    expect(counts.done).toBeGreaterThan(200 * share)
    expect(counts.error).toBeGreaterThan(100 * share)
    expect(counts.delay).toBeGreaterThan(30 * share)
    expect(counts.stream).toBeGreaterThan(100 * share)
    expect(counts.machine).toBeGreaterThan(600 * share)
    expect([...counts.reached]).toEqual(
      expect.arrayContaining(['', 'session', 'fleet', 'fleet/filters', 'settings', 'ticker', 'profile']),
    )
    expect(compared).toBeGreaterThan(5000 * share)
    expect(segments).toBeGreaterThan(300 * share)
    expect(noticed, 'sessions in which a missing event was noticed').toBeGreaterThan(40 * share)
  },
  60_000 + 200 * SESSIONS,
)
