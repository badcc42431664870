import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { assign, createActor, type EventObject, fromEventObservable, setup } from 'xstate'
import { createClock } from '#src/services/recorder/clock.ts'
import { createRecorder } from '#src/services/recorder/recorder.ts'
import { replay } from '#src/services/recorder/replay.ts'

type Moved = { readonly type: 'playback.movedTo'; readonly index: number }

/** A root with a large context and a child that a stream moves; counts how often the root's context is read as a whole. */
const createCounted = () => {
  let reads = 0
  const moves = new Subject<EventObject>()
  const fleet = {
    get rows() {
      reads += 1
      return [1, 2, 3]
    },
  }
  const player = setup({
    types: {
      context: {} as { index: number; speed: number },
      events: {} as Moved | { type: 'playback.setSpeed' },
    },
    actors: { moves: fromEventObservable(() => moves) },
  }).createMachine({
    id: 'player',
    context: { index: 0, speed: 1 },
    invoke: { id: 'moves', src: 'moves' },
    on: {
      'playback.movedTo': { actions: assign({ index: ({ event }) => event.index }) },
      'playback.setSpeed': { actions: assign({ speed: ({ context }) => context.speed + 1 }) },
    },
  })
  const machine = setup({
    types: { context: {} as { fleet: typeof fleet } },
    actors: { player },
  }).createMachine({
    id: 'app',
    context: () => ({ fleet }),
    invoke: { id: 'player', src: 'player' },
    on: { 'theme.toggled': { actions: assign({}) } },
  })
  const recorder = createRecorder({ clock: createClock(), now: () => 0, release: 'test', userAgent: 'node' })
  const root = createActor(machine, { inspect: recorder.inspect }).start()
  return {
    ...{ machine, root, recorder, reads: () => reads },
    move: (index: number) => moves.next({ type: 'playback.movedTo', index } as EventObject),
    setSpeed: () => root.getSnapshot().children['player']?.send({ type: 'playback.setSpeed' }),
    events: () => recorder.snapshot().segments.flatMap(({ events }) => events),
  }
}

/** The recorder's work after an event is done. */
const settled = () => new Promise<void>((resolve) => queueMicrotask(resolve))

test('while a route plays, the recorder reads no state of the machines', async () => {
  const { root, reads, move } = createCounted()
  root.send({ type: 'theme.toggled' })
  await settled()
  const before = reads()
  for (let index = 1; index <= 100; index++) {
    move(index)
    await settled()
  }
  expect(reads()).toBe(before)
})

test('an event that leaves a machine as it was does not read that machine again', async () => {
  const { root, reads, setSpeed, events } = createCounted()
  root.send({ type: 'theme.toggled' })
  await settled()
  const before = reads()
  expect(before).toBeGreaterThan(0)
  for (let times = 0; times < 5; times++) {
    setSpeed()
    await settled()
  }
  expect(reads()).toBe(before)
  expect(new Set(events().map(({ hash }) => hash)).size).toBe(6)
})

test('where the ticks have led is compared at the next other event', async () => {
  const { machine, recorder, move, setSpeed } = createCounted()
  for (const index of [1, 2, 3]) move(index)
  setSpeed()
  await settled()
  const recording = recorder.snapshot()
  const [segment] = recording.segments
  expect(segment?.events.map(({ event }) => event)).toEqual([
    { type: 'playback.movedTo', index: 1 },
    { type: 'playback.movedTo', index: 2 },
    { type: 'playback.movedTo', index: 3 },
    { type: 'playback.setSpeed' },
  ])
  expect(replay(machine, recording)).toMatchObject({ fed: 4, compared: 1, difference: null })
  const withoutLast = segment?.events.filter((_, place) => place !== 2) ?? []
  const changed = { ...recording, segments: [{ startsAt: 0, snapshot: null, events: withoutLast }] }
  expect(replay(machine, changed).difference?.event).toBe(2)
})

test('a tick in the same turn as another event does not spoil the comparison of that event', async () => {
  const { machine, recorder, move, setSpeed } = createCounted()
  setSpeed()
  move(7)
  await settled()
  setSpeed()
  await settled()
  expect(replay(machine, recorder.snapshot())).toMatchObject({ fed: 3, compared: 1, difference: null })
})

test('minutes of ticks alone are kept in segments too', async () => {
  let now = 0
  const moves = new Subject<EventObject>()
  const machine = setup({ actors: { moves: fromEventObservable(() => moves) } }).createMachine({
    id: 'app',
    invoke: { id: 'moves', src: 'moves' },
  })
  const recorder = createRecorder({
    clock: createClock(),
    now: () => now,
    release: 'test',
    userAgent: 'node',
  })
  createActor(machine, { inspect: recorder.inspect }).start()
  for (; now < 150_000; now += 10_000) {
    moves.next({ type: 'playback.movedTo', index: now } as EventObject)
    await settled()
  }
  expect(recorder.snapshot().segments.map(({ startsAt }) => startsAt)).toEqual([0, 60_000, 120_000])
})
