import { expect, test } from 'vitest'
import { type ActorRefFrom, createActor, setup } from 'xstate'
import { DEFAULT_ALERT_FILTER } from '#contract/links/alerts.ts'
import { DEFAULT_TIME_ZONE } from '#domain/company-time.ts'
import { DAY_MS, HOUR_MS } from '#domain/units.ts'
import { coveredBy, rangeOfFilter } from '#src/machines/alerts/alert-list.logic.ts'
import type { AlertListAddress } from '#src/machines/alerts/alert-list.ports.ts'
import { MODEL_CLOCK, MODEL_NOW } from '#src/machines/date-range/date-range.model.ts'
import { createShellFixture } from '#tests/kit/machines/shell.fixture.ts'
import { AWAY, addressOf, FOUND, filterOf } from './alert-list.fixture.ts'

/** The list as the child of an app that keeps what it is reported. */
const startInApp = () => {
  const { ports, machines } = createShellFixture()
  const reported: unknown[] = []
  const app = createActor(
    setup({
      types: { events: {} as { type: 'alerts.coveredChanged'; covered: unknown } },
      actors: { alertList: machines.alertList },
      actions: { keep: (_, covered: unknown) => void reported.push(covered) },
    }).createMachine({
      invoke: { id: 'alertList', src: 'alertList', input: { timeZone: DEFAULT_TIME_ZONE, role: 'MANAGER' } },
      on: {
        'alerts.coveredChanged': {
          actions: { type: 'keep', params: ({ event }: { event: { covered: unknown } }) => event.covered },
        },
      },
    }),
  ).start()
  const actor = app.getSnapshot().children.alertList as ActorRefFrom<typeof machines.alertList>
  const open = async (address: AlertListAddress) => {
    actor.send({ type: 'alertList.opened' })
    await ports.alertAddress.latest().resolve(address)
  }
  return { app: { reported: () => reported }, actor, ports, open }
}

test('ALR-42 the app learns what the open list shows', async () => {
  const { app, actor, ports, open } = startInApp()
  await open(addressOf(filterOf({ reportType: 'IDLING' })))
  const { from } = rangeOfFilter(DEFAULT_ALERT_FILTER, MODEL_CLOCK)
  const idling = { type: 'IDLING', vehicleIds: null, from, to: null }
  expect(app.reported(), 'nothing while it loads').toEqual([null])
  await ports.alerts.latest().resolve(FOUND)
  expect(app.reported().at(-1)).toEqual(idling)
  actor.send({ type: 'alertList.filterChosen', change: { alertsFor: 'Vehicle', alertsForId: 5 } })
  expect(app.reported().at(-1)).toBeNull()
  await ports.alerts.latest().resolve(FOUND)
  expect(app.reported().at(-1)).toEqual({ ...idling, vehicleIds: [5] })
  actor.send({ type: 'alertList.reset' })
  await ports.alerts.latest().reject(AWAY)
  expect(app.reported().at(-1), 'nothing where it could not be loaded').toBeNull()
  actor.send({ type: 'alertList.retry' })
  await ports.alerts.latest().resolve(FOUND)
  expect(app.reported().at(-1)).toEqual({ ...idling, type: null })
  actor.send({ type: 'alertList.closed' })
  expect(app.reported().at(-1)).toBeNull()
})

test('the list of a group shows the alerts of its vehicles, once these are known', async () => {
  const { app, ports, open } = startInApp()
  await open(addressOf(filterOf({ alertsFor: 'Group', alertsForId: 4 })))
  await ports.alerts.latest().resolve(FOUND)
  expect(app.reported().at(-1)).toMatchObject({ vehicleIds: [] })
  const groups = [
    { groupId: 3, groupName: 'South', vehicleIds: [7] },
    { groupId: 4, groupName: 'North', vehicleIds: [5, 6] },
  ]
  await ports.listedAlertChoices.latest().resolve({ groups, types: [] })
  expect(app.reported().at(-1)).toMatchObject({ vehicleIds: [5, 6] })
})

test('a list shows alerts of its own range, and counts of vehicles show none', () => {
  const range = { from: MODEL_NOW - DAY_MS, to: MODEL_NOW - HOUR_MS }
  expect(coveredBy(filterOf({ period: 'custom', range }), [], MODEL_CLOCK)).toMatchObject(range)
  const yesterday = filterOf({ period: 'yesterday' })
  expect(coveredBy(yesterday, [], MODEL_CLOCK)).toMatchObject(rangeOfFilter(yesterday, MODEL_CLOCK))
  expect(coveredBy(filterOf({ period: 'last7Days' }), [], MODEL_CLOCK)?.to).toBeNull()
  expect(coveredBy(filterOf({ alerts: 'Vehicle Wise' }), [], MODEL_CLOCK)).toBeNull()
  const allGroups = filterOf({ alertsFor: 'Group', alertsForId: null })
  expect(coveredBy(allGroups, [], MODEL_CLOCK)?.vehicleIds).toBeNull()
})
