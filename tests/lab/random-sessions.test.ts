import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RecordedEvent, Recording } from '#contract/records/recording.ts'
import { wholeApp } from '#src/lab/fed-events.ts'
import { createHasher, pathOf } from '#src/services/recorder/actor-tree.ts'
import { packRecording, readRecording } from '#src/services/recorder/recording-file.ts'
import { createMask } from '#src/services/recorder/redact.ts'
import { replay } from '#src/services/recorder/replay.ts'
import { recorderMask } from '#tests/kit/machines/live-app.fixture.ts'
import { faultRounds } from '#tests/kit/server/fault-rounds.ts'
import { anyPlan, runPlan } from './random-session.fixture.ts'

const SESSIONS = faultRounds(200, 10_000)
/** Shrinking what failed ends after this; only then is it shown, with the seed. */
const LONGEST_MS = faultRounds(5 * 60_000, 12 * 3_600_000)

const kindOf = ({ external, from, event: { type } }: RecordedEvent): string => {
  if (!external) return 'between machines'
  if (type.startsWith('xstate.done.')) return 'done'
  if (type.startsWith('xstate.error.')) return 'error'
  if (type.startsWith('xstate.after.')) return 'delay'
  return from === null ? 'user' : 'stream'
}

/** The recording without one of its events. */
const without = (recording: Recording, left: RecordedEvent): Recording => ({
  ...recording,
  segments: recording.segments.map((segment) => ({
    ...segment,
    events: segment.events.filter((event) => event !== left),
  })),
})

/** The events after which the machines stand elsewhere than before. */
const telling = ({ segments }: Recording): RecordedEvent[] =>
  segments
    .flatMap(({ events }) => events)
    .filter(({ hash }) => hash !== null)
    .filter(({ hash }, at, all) => at > 0 && hash !== all[at - 1]?.hash)

describe('random sessions of the whole app', () => {
  const counts = new Map<string, number>()
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
  const counted = (what: string) => counts.get(what) ?? 0
  const failed = { value: null as unknown }

  beforeAll(async () => {
    const oneSession = async (plan: Parameters<typeof runPlan>[0]) => {
      const { root, recorder, machines } = await runPlan(plan)
      const broken = machines().filter((machine) => machine.getSnapshot().status === 'error')
      expect(broken.map(pathOf), 'machines that broke').toEqual([])
      const recording = readRecording(packRecording(recorder.snapshot()))
      const end = createHasher(recorderMask).all(root)
      root.stop()
      const hashAtEnd = createHasher(createMask()).all
      for (const [segment, { snapshot }] of recording.segments.entries()) {
        const replayed = replay(wholeApp, recording, segment)
        expect(replayed.difference, `from segment ${segment}`).toBeNull()
        expect(hashAtEnd(replayed.root), `the end, from segment ${segment}`).toBe(end)
        count(snapshot === null ? 'from the start' : 'from a snapshot')
      }
      const events = recording.segments.flatMap((segment) => segment.events)
      for (const event of events) {
        count(kindOf(event))
        count(event.event.type)
      }
      if (recording.notes.length > 0) count('dropped minutes')
      const tellingEvents = telling(recording)
      const left = tellingEvents[plan.leftOut % tellingEvents.length]
      if (left === undefined) return
      count('left out')
      const shorter = replay(wholeApp, without(recording, left))
      if (shorter.difference !== null || hashAtEnd(shorter.root) !== end) count('left out and noticed')
    }
    try {
      await fc.assert(fc.asyncProperty(anyPlan(200), oneSession), {
        numRuns: SESSIONS,
        interruptAfterTimeLimit: LONGEST_MS,
        ...(SESSIONS > 200 ? { seed: Date.now() } : {}),
      })
    } catch (failure) {
      failed.value = failure
    }
  }, 2 * LONGEST_MS)

  test('end in the same states when their recordings are replayed, event by event, from every segment', () => {
    if (failed.value !== null) throw failed.value
    expect(counted('from the start')).toBeGreaterThan(SESSIONS / 3)
    expect(counted('from a snapshot')).toBeGreaterThan(SESSIONS * 2)
    expect(counted('dropped minutes')).toBeGreaterThan(SESSIONS / 10)
  })

  // What is left out may be undone by the next event, such as a second tap on the same button.
  test('mostly end elsewhere when one event that changed something is left out', () => {
    expect(counted('left out')).toBeGreaterThan(SESSIONS * 0.9)
    expect(counted('left out and noticed')).toBeGreaterThan(counted('left out') * 0.75)
  })

  test.each([
    ['user', 20],
    ['done', 8],
    ['error', 1],
    ['stream', 1],
    ['delay', 1],
    ['between machines', 10],
  ])('hold enough of each kind of event: %s, %i in each on average', (kind, each) => {
    expect(counted(kind)).toBeGreaterThan(SESSIONS * each)
  })

  test.each([
    'session.logIn',
    'session.logOut',
    'session.lost',
    'request.refused',
    'xstate.done.actor.refreshGrant',
    'xstate.error.actor.refreshGrant',
    'xstate.after.beforeExpiry.session.signedIn.fresh',
    'live.opened',
    'playback.play',
    'playback.movedTo',
    'fence.create',
    'import.opened',
  ])('come to %s', (type) => {
    expect(counted(type)).toBeGreaterThan(0)
  })
})
