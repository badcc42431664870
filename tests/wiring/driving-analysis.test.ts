import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { DEFAULT_DRIVING_FILTER } from '#contract/links/driving-analysis.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { wireDrivingAnalysis } from '#src/wiring/driving-analysis.ts'
import type { MapServices } from '#src/wiring/member.ts'
import { settled } from '#tests/kit/machines/controlled-ports.ts'

test('the driving analysis asks its service for the address, scores, trend, incidents and choices', async () => {
  const requests: string[] = []
  const filter = { ...DEFAULT_DRIVING_FILTER, report: 'DRIVER_SCORE_TREND' } as const
  const answer =
    <T>(name: string, value: T) =>
    () => {
      requests.push(name)
      return value
    }
  const drivingAnalysis = {
    readAddress: answer('address', { filter, open: { subjectId: 7, incident: 'OS' }, now: 0 }),
    loadScores: answer(
      'scores',
      Promise.resolve({ shown: 1, pendingDays: 0, range: { from: 0, to: 1 }, absent: [] }),
    ),
    loadTrend: answer('trend', Promise.resolve()),
    loadIncidents: answer('incidents', Promise.resolve()),
    loadChoices: answer('choices', Promise.resolve({ groups: [] })),
    keepAddress: answer('kept', undefined),
  } as unknown as MapServices['drivingAnalysis']
  const actor = createActor(wireDrivingAnalysis({ drivingAnalysis }), {
    input: { timeZone: DEFAULT_TIME_ZONE },
  }).start()
  actor.send({ type: 'driving.opened' })
  await settled()
  expect(new Set(requests)).toEqual(new Set(['address', 'kept', 'scores', 'choices', 'trend', 'incidents']))
  expect(actor.getSnapshot().context.failure).toBeNull()
  actor.stop()
})
