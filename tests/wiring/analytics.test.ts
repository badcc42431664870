import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { appMachine } from '#src/machines/app/app.machine.ts'
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

test('SES-59 each opened screen is reported once', () => {
  const analytics = createAnalytics({ log: () => undefined })
  const actor = createActor(appMachine)
  reportScreens(actor, analytics)
  actor.start()
  const first = analytics.kept().length
  actor.send({ type: 'theme.toggled' })
  expect(analytics.kept()).toHaveLength(first)
  for (const { category, action } of analytics.kept())
    expect([category, action]).toEqual(['screen', 'opened'])
  actor.stop()
})
