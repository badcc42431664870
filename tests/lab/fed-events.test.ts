import { expect, test } from 'vitest'
import { type FedEvent, leadsTo, shrink } from '#src/lab/fed-events.ts'
import { packRecording, readRecording } from '#src/services/recorder/recording-file.ts'
import { act, createRecordedSession } from '#tests/services/recorder/recorded-session.fixture.ts'

test('what a request answers leads on from any recorded state, also where it was under way when that began', async () => {
  const session = createRecordedSession({ segmentMs: 0 })
  await act(session)
  const { segments } = readRecording(packRecording(session.recorder.snapshot()))
  const goal = { path: 'fleet/playback', state: 'empty.ready' }
  const answered = segments.findIndex(({ events }) => events[0]?.event.type === 'xstate.done.actor.load')
  const segment = segments[answered]
  expect(segment).toBeDefined()
  const events = segment?.events.filter(({ external }) => external) ?? []
  expect(leadsTo(goal, events, segment?.snapshot ?? null)).toBe(true)
  expect(shrink(goal, events, segment?.snapshot ?? null)).toHaveLength(1)
  // Nobody waits for the end of what a state does not invoke.
  const elsewhere = [{ to: 'fleet/playback', event: { type: 'xstate.done.actor.reload', output: null } }]
  expect(
    leadsTo({ path: 'fleet/playback', state: 'empty.noData' }, elsewhere, segment?.snapshot ?? null),
  ).toBe(false)
})

/** Events that nobody is there for, with these at their places; `count` tells how often any of them was fed. */
const among = (size: number, needed: Readonly<Record<number, FedEvent>>) => {
  const fed = { count: 0 }
  const events = Array.from({ length: size }, (_, place): FedEvent => {
    const { to, event } = needed[place] ?? { to: 'nowhere', event: { type: 'nothing' } }
    return {
      event,
      get to() {
        fed.count += 1
        return to
      },
    }
  })
  return { events, fed }
}

const STARTED: FedEvent = { to: '', event: { type: 'xstate.done.actor.environment', output: null } }
const NOBODY: FedEvent = { to: '', event: { type: 'session.missing' } }
const GUEST = { path: '', state: 'running.guest' }

test('the events that are needed are found among many, in their order', () => {
  const { events } = among(64, { 0: STARTED, 40: NOBODY })
  const kept = shrink(GUEST, events, null)
  expect(kept.map((event) => events.indexOf(event))).toEqual([0, 40])
  expect(() => shrink(GUEST, events.toReversed(), null)).toThrow(RangeError)
})

test('of many events half are left out at a time, so that few are fed again', () => {
  const { events, fed } = among(64, { 3: STARTED })
  const kept = shrink({ path: '', state: 'running.deciding' }, events, null)
  const { count } = fed
  expect(kept.map((event) => events.indexOf(event))).toEqual([3])
  expect(count).toBeLessThan(100)
})

test('no event is needed for where the machines are at the start', () => {
  const start = { path: '', state: 'loadingEnvironment' }
  expect(shrink(start, among(5, {}).events, null)).toEqual([])
  expect(shrink(start, [], null)).toEqual([])
})

test('a moment after an event is one that a machine has heard', () => {
  const start = { path: '', state: 'loadingEnvironment' }
  const moved: FedEvent = { to: '', event: { type: 'route.changed', path: '/', search: '' } }
  expect(leadsTo({ ...start, after: 'route.changed' }, [moved], null)).toBe(true)
  expect(leadsTo({ ...start, after: 'route.changed' }, [], null)).toBe(false)
  expect(leadsTo({ ...start, after: 'route.changed' }, [{ ...moved, to: 'nowhere' }], null)).toBe(false)
  expect(leadsTo({ ...start, after: 'session.missing' }, [moved], null)).toBe(false)
  expect(leadsTo({ ...GUEST, after: 'session.missing' }, [STARTED, NOBODY, moved], null)).toBe(true)
  expect(leadsTo({ ...GUEST, after: 'route.changed' }, [STARTED, moved, NOBODY], null)).toBe(false)
})

test('a goal beside another state is reached while that one lasts', () => {
  const besides = (state: string) => ({ path: '', state: 'running', while: { path: '', state } })
  expect(leadsTo(besides('running.guest'), [STARTED, NOBODY], null)).toBe(true)
  expect(leadsTo(besides('running.guest'), [STARTED], null)).toBe(false)
  expect(leadsTo(besides('loadingEnvironment'), [STARTED, NOBODY], null)).toBe(false)
})
