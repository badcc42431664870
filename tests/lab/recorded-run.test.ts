import { beforeAll, describe, expect, test } from 'vitest'
import type { Recording } from '#contract/records/recording.ts'
import { isAt, startSilentApp, statesByPath } from '#src/lab/fed-events.ts'
import { atText, openRecording, type RecordedRun, runRecording } from '#src/lab/recorded-run.ts'
import { packRecording, UnreadableRecording } from '#src/services/recorder/recording-file.ts'
import { beginReplay } from '#src/services/recorder/replay.ts'
import { innermost } from '#src/services/recorder/states.ts'
import { act, createRecordedSession } from '#tests/services/recorder/recorded-session.fixture.ts'

describe('a recording that was run', () => {
  let recording: Recording
  let run: RecordedRun
  const stateAt = (path: string, fed: number) => {
    const running = run.machineAt(path, fed)
    return running && innermost(running.snapshot.value)
  }
  const fedAt = (type: string) => run.events.find(({ event }) => event.type === type)?.fed ?? Number.NaN

  beforeAll(async () => {
    const session = createRecordedSession()
    await act(session)
    recording = session.recorder.snapshot()
    run = await openRecording(packRecording(recording))
  })

  test('shows every machine at every moment as the machines were there', () => {
    const { root, feed } = beginReplay(startSilentApp(recording.segments[0]?.snapshot))
    let compared = 0
    for (const [place, event] of run.events.filter(({ external }) => external).entries()) {
      expect(feed(event)).toBeNull()
      for (const path of run.pathsAt(place + 1)) {
        if (run.machineAt(path, place + 1)?.snapshot.status !== 'active') continue
        const state = stateAt(path, place + 1) ?? ''
        if (state === '' || state.includes('+')) continue
        expect(isAt(root, { path, state }), `${path} after ${event.event.type}`).toBe(true)
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(100)
  })

  test('tells what an event changed: the state before, the transition, and the state after', () => {
    const fed = fedAt('playback.play')
    expect(stateAt('fleet/playback', fed - 1)).toBe('empty.ready')
    expect(stateAt('fleet/playback', fed)).toBe('play')
    expect(run.takenAt('fleet/playback', fed)).toEqual(['playback.empty.ready: playback.play'])
    expect(run.takenAt('fleet', fed)).toEqual([])
    expect(run.taken('playback').get('playback.empty.ready: playback.play')).toBe(1)
  })

  test('knows which machines run when', () => {
    expect(run.pathsAt(0)).not.toContain('fleet')
    expect(run.pathsAt(fedAt('playback.play'))).toContain('fleet/playback')
    expect(run.pathsAt(run.fedEvents.length)).not.toContain('fleet/playback')
    expect(run.machineAt('fleet/playback', run.fedEvents.length)).toBeUndefined()
  })

  test('marks the events that tell of an error', () => {
    const types = run.troubles.map((number) => run.events[number]?.event.type)
    expect(types).toContain('xstate.error.actor.list')
    expect(types.filter((type) => !type?.startsWith('xstate.error.'))).toEqual([])
    expect(run.divergedAt).toBeNull()
  })

  test('names the event after which the machines stand elsewhere', async () => {
    const changed = structuredClone(recording)
    const events = changed.segments.flatMap((segment) => segment.events)
    const event = events.find((each) => each.event.type === 'playback.play')
    if (event) event.event = { type: 'playback.pause' }
    const other = await runRecording(changed)
    expect(other.divergedAt).toBe(run.events.find((each) => each.event.type === 'playback.play')?.number)
    expect(other.troubles).toContain(other.divergedAt)
    expect(other.divergence?.machines).toEqual([
      { path: 'fleet/playback', recorded: 'play', replayed: 'empty.ready' },
    ])
  })

  test('goes on where a machine breaks, which then has no state', async () => {
    const type = 'xstate.done.actor.logIn'
    const other = await runRecording(withEvent(recording, type, { type }))
    const broken = other.events.find((each) => each.event.type === type)
    expect(other.machineAt('', broken?.fed ?? 0)?.snapshot.status).toBe('error')
    expect(other.troubles).toContain(broken?.number)
    const { root, feed } = beginReplay(startSilentApp())
    for (const event of other.events.slice(0, broken?.number)) if (event.external) feed(event)
    if (broken) feed(broken)
    expect(isAt(root, { path: '', state: 'error' })).toBe(true)
    expect(isAt(root, { path: '', state: 'running' })).toBe(false)
    expect(statesByPath(root).get('')).toBe('error')
  })

  test('lists what broke within the same millisecond after the event that broke it', async () => {
    const changed = structuredClone(recording)
    const segment = changed.segments.find(({ events }) =>
      events.some(({ event }) => event.type === 'playback.play'),
    )
    const cause = segment?.events.find(({ event }) => event.type === 'playback.play')
    if (segment === undefined || cause === undefined) throw new Error('The recording plays nothing.')
    const others = segment.events.filter(({ at }) => at === cause.at)
    segment.troubles = [{ at: cause.at, what: 'TypeError' }]
    const types = (await runRecording(changed)).events.map(({ event }) => event.type)
    const last = others.at(-1)?.event.type ?? ''
    expect(types.indexOf('trouble')).toBe(
      types.indexOf('playback.play') + others.length - others.indexOf(cause),
    )
    expect(types[types.indexOf('trouble') - 1]).toBe(last)
  })

  test('lists each of several that broke where it did, once', async () => {
    const changed = structuredClone(recording)
    const times = [...new Set(changed.segments.flatMap(({ events }) => events.map(({ at }) => at)))]
    const [first = 0, second = 0] = times.slice(-3)
    const [segment] = changed.segments
    if (segment === undefined || first === second) throw new Error('The recording is too short.')
    segment.troubles = [
      { at: first, what: 'TypeError' },
      { at: second, what: 'RangeError' },
    ]
    const { events } = await runRecording(changed)
    const troubles = events.filter(({ event }) => event.type === 'trouble')
    expect(troubles.map(({ at, event }) => [at, event['what']])).toEqual([
      [first, 'TypeError'],
      [second, 'RangeError'],
    ])
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted((a, b) => a - b))
  })

  test('is refused where its positions are not as many as it says', async () => {
    const track = {
      id: 't',
      vehicleId: 5,
      length: 3,
      numbers: {},
      columns: { lng: { kind: 'f64' as const, data: 'AAAA' } },
    }
    await expect(runRecording({ ...recording, tracks: [track] })).rejects.toThrow(UnreadableRecording)
  })
})

/** The recording with an event changed. */
const withEvent = (recording: Recording, type: string, event: { type: string }) => ({
  ...recording,
  segments: recording.segments.map((segment) => ({
    ...segment,
    events: segment.events.map((each) => (each.event.type === type ? { ...each, event } : each)),
  })),
})

test('other files are refused with the reason', () => {
  expect(() => openRecording(new Uint8Array([1, 2, 3]))).toThrow('it is not compressed by gzip')
})

test.each([
  [0, '0:00.000'],
  [125_114.9, '2:05.114'],
  [3_600_000, '60:00.000'],
])('%d ms are shown as %s', (ms, text) => {
  expect(atText(ms)).toBe(text)
})
