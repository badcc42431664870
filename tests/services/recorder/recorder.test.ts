import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createActor, setup } from 'xstate'
import { Recording } from '#contract/records/recording.ts'
import { wholeApp } from '#src/lab/fed-events.ts'
import { createHasher } from '#src/services/recorder/actor-tree.ts'
import { createClock } from '#src/services/recorder/clock.ts'
import { createRecorder } from '#src/services/recorder/recorder.ts'
import { createMask } from '#src/services/recorder/redact.ts'
import { replay } from '#src/services/recorder/replay.ts'
import { currentConventions, showConventions } from '#src/texts/conventions.ts'
import { currentLanguage, PSEUDO, showLanguage } from '#src/texts/language.ts'
import {
  act,
  createRecordedSession,
  NAMES,
  SECRETS,
  sessionMask,
  settled,
} from './recorded-session.fixture.ts'

/** Hashes under the mask of the session's recorder. */
const hashOf = createHasher(sessionMask).all

describe('a recorded session', () => {
  let recording: Recording
  let ended: string
  beforeAll(async () => {
    const recordedSession = createRecordedSession()
    await act(recordedSession)
    recording = recordedSession.recorder.snapshot()
    ended = hashOf(recordedSession.actor)
    expect(recordedSession.actor.getSnapshot().context.user).toBeNull()
  })
  const external = () => recording.segments.flatMap(({ events }) => events).filter((event) => event.external)
  const types = () => external().map(({ event }) => event.type)

  test('matches the schema of the contract, also through JSON', () => {
    expect(Recording.parse(JSON.parse(JSON.stringify(recording)))).toEqual(recording)
  })

  test('holds the input from outside (views, replies, streams and the clock), not what machines send each other', () => {
    expect(types()).toEqual(
      expect.arrayContaining([
        'chip.pressed',
        'xstate.done.actor.logIn',
        'xstate.error.actor.list',
        'live.pointArrived',
        'playback.movedTo',
        'xstate.after.beforeExpiry.session.signedIn.fresh',
        'xstate.done.actor.refreshGrant',
        'range.startChosen',
      ]),
    )
    expect(types()).not.toEqual(expect.arrayContaining(['session.began']))
    expect(types()).not.toEqual(expect.arrayContaining(['map.opened']))
    expect(types()).not.toEqual(expect.arrayContaining(['xstate.done.actor.playback']))
    const inner = recording.segments.flatMap(({ events }) => events).filter((event) => !event.external)
    expect(inner.map(({ event }) => event.type)).toEqual(
      expect.arrayContaining(['session.began', 'map.opened', 'range.changed']),
    )
  })

  test('replayed with silent ports produces the same events in order', () => {
    const replayed = replay(wholeApp, recording)
    expect(replayed.difference).toBeNull()
    expect(replayed.fed).toBe(external().length)
    expect(replayed.compared).toBeGreaterThan(replayed.fed * 0.7)
  })

  test('replayed after a JSON round trip ends where the session ended', () => {
    const { root } = replay(wholeApp, JSON.parse(JSON.stringify(recording)))
    expect(createHasher(createMask()).all(root)).toBe(ended)
  })

  test('replayed in another language, in other units and in another time zone it is the same: none of them is in a machine', async () => {
    const [language, conventions] = [currentLanguage().tag, currentConventions()]
    vi.stubGlobal('document', { documentElement: { lang: '' } })
    await showLanguage(PSEUDO)
    showConventions({ distance: 'mi', volume: 'usGallon', timeZone: 'America/St_Johns' })
    try {
      const replayed = replay(wholeApp, recording)
      expect(replayed.difference).toBeNull()
      expect(createHasher(createMask()).all(replayed.root)).toBe(ended)
    } finally {
      showConventions(conventions)
      await showLanguage(language)
      vi.unstubAllGlobals()
    }
  })

  test('leaving out any event that changed something is detected, except closing a panel at once', () => {
    const missed = external().filter(({ event, hash }, place) => {
      const before = external()[place - 1]?.hash
      if (hash === null || before === null || hash === before) return false
      let seen = -1
      const without = {
        ...recording,
        segments: recording.segments.map((segment) => ({
          ...segment,
          events: segment.events.filter((one) => {
            if (one.external) seen += 1
            return !(one.external && seen === place)
          }),
        })),
      }
      return replay(wholeApp, without).difference === null && event.type !== external().at(-1)?.event.type
    })
    expect(missed.map(({ event }) => event.type)).toEqual(['playback.panelToggled'])
  }, 30_000)

  test('contains no password, key or name', () => {
    const text = JSON.stringify(recording)
    for (const word of [...SECRETS, ...NAMES]) expect(text).not.toContain(word)
    expect(text).toContain('[removed]')
  })
})

const sizeOf = ({ segments }: Recording): number => JSON.stringify(segments).length

test('the stored minutes are complete, and a replay can start at any of them', async () => {
  const keptSize = 36_000
  const recordedSession = createRecordedSession({ keptSize })
  await act(recordedSession)
  const recording = recordedSession.recorder.snapshot()
  expect(sizeOf(recording)).toBeLessThanOrEqual(keptSize)
  expect(sizeOf(recording)).toBeGreaterThan(keptSize / 2)
  expect(recording.segments.length).toBeGreaterThan(2)
  expect(recording.segments[0]?.snapshot).not.toBeNull()
  expect(recording.notes).toEqual(['Earlier minutes have been dropped.'])
  expect(JSON.stringify(recording)).not.toContain('Asha')
  for (const [place] of recording.segments.entries()) {
    const replayed = replay(wholeApp, JSON.parse(JSON.stringify(recording)), place)
    expect(replayed.difference, `from segment ${place}`).toBeNull()
    if (place + 1 < recording.segments.length) expect(replayed.compared).toBeGreaterThan(0)
  }
})

test('minutes are dropped once the ones after them reach far enough back', async () => {
  const keptMs = 900_000
  const recordedSession = createRecordedSession({ segmentMs: 60_000, keptMs })
  await act(recordedSession)
  const { actor, time, recorder } = recordedSession
  const starts = () => recorder.snapshot().segments.map(({ startsAt }) => startsAt)
  const toggleAt = async (at: number) => {
    time.increment(at - time.now())
    actor.send({ type: 'theme.toggled' })
    await settled()
  }
  await toggleAt(600_000)
  await toggleAt(290_000 + keptMs - 1)
  expect(starts().slice(0, 2)).toEqual([0, 290_000])
  await toggleAt(290_000 + keptMs)
  expect(starts()[0]).toBe(290_000)
})

test('a new minute starts once the current one is a minute old', async () => {
  const recordedSession = createRecordedSession({ segmentMs: 60_000 })
  await act(recordedSession)
  const starts = recordedSession.recorder.snapshot().segments.map(({ startsAt }) => startsAt)
  expect(starts).toEqual([0, 290_000])
})

describe('troubles', () => {
  const recorderOf = () => createRecorder({ clock: createClock(), release: 'test', userAgent: 'test' })
  const troublesOf = (recorder: ReturnType<typeof recorderOf>) =>
    recorder.snapshot().segments.flatMap(({ troubles = [] }) => troubles.map(({ what }) => what))

  test('are left by what breaks, with names masked and no more than can be read', () => {
    const recorder = recorderOf()
    recorder.noteTrouble('page', new TypeError('No route of MH 12 AB 1234'))
    recorder.noteTrouble('screen', 'x'.repeat(5000))
    const [first = '', second = ''] = troublesOf(recorder)
    expect(first).toMatch(/^page: TypeError: No route of ~[0-9a-f]{14}$/)
    expect(second.length).toBe(400)
    for (let i = 0; i < 100; i++) recorder.noteTrouble('page', new Error('again'))
    expect(troublesOf(recorder).length).toBe(50)
    expect(Recording.parse(recorder.snapshot())).toBeTruthy()
  })

  test('are left by a machine that breaks, once, and recording goes on', async () => {
    const recorder = recorderOf()
    const child = setup({}).createMachine({
      on: {
        broken: {
          actions: () => {
            throw new Error('No such drawing')
          },
        },
      },
    })
    const machine = setup({ actors: { child } }).createMachine({
      invoke: { src: 'child', id: 'drawing', onError: {} },
      on: { next: {} },
    })
    const actor = createActor(machine, { inspect: recorder.inspect }).start()
    actor.getSnapshot().children['drawing']?.send({ type: 'broken' } as never)
    await settled()
    actor.send({ type: 'next' })
    await settled()
    expect(troublesOf(recorder)).toEqual(['drawing: Error: No such drawing'])
    const types = recorder.snapshot().segments.flatMap(({ events }) => events.map(({ event }) => event.type))
    expect(types).toEqual(['broken', 'xstate.error.actor.drawing', 'next'])
  })
})
