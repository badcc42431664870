import { expect, test } from 'vitest'
import { leadsTo, shrink } from '#src/lab/fed-events.ts'
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
