import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { Environment } from '#contract/records/environment.ts'
import { appMachine } from '#src/machines/app/app.machine.ts'
import { selectScreen } from '#src/machines/app/app.selectors.ts'
import { createAnalytics } from '#src/services/analytics/analytics.ts'
import { reportScreens } from '#src/wiring/analytics.ts'

test('SES-59 OPEN-66 events have category, action and label, are shown on the console, and the last 200 are stored', () => {
  const shown: object[] = []
  const analytics = createAnalytics({ log: (event) => shown.push(event) })
  for (let i = 0; i < 250; i++) analytics.send({ category: 'screen', action: 'opened', label: `${i}` })
  expect(shown).toHaveLength(250)
  expect(analytics.kept()).toHaveLength(200)
  expect(analytics.kept()[0]).toEqual({ category: 'screen', action: 'opened', label: '50' })
})

test('SES-59 each opened screen is reported once', async () => {
  const shown: string[] = []
  const app = appMachine.provide({
    actors: { readEnvironment: fromPromise<Environment, undefined>(() => Promise.reject(new Error('away'))) },
  })
  const actor = createActor(app)
  reportScreens(actor, {
    send: ({ category, action, label }) => shown.push(`${category} ${action} ${label}`),
  })
  actor.start()
  actor.send({ type: 'appearance.read', theme: null, mapTheme: null, uiType: null })
  await waitFor(actor, (snapshot) => selectScreen(snapshot) === 'blocked')
  actor.send({ type: 'appearance.read', theme: null, mapTheme: null, uiType: 'beta' })
  actor.stop()
  expect(shown).toEqual(['screen opened loading', 'screen opened blocked'])
})
