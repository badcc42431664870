import { expect, test } from 'vitest'
import type { Call } from '#contract/calls/call.ts'
import { ALERT_POPUP } from '#contract/constants.ts'
import { ALERT_NAME } from '#domain/alerts.ts'
import { createAlertPoll } from '#src/services/alert-popup/alert-poll.ts'
import type { Answer } from '#src/services/http/answer.ts'
import type { Http } from '#src/services/http/http.ts'

const TO = Date.parse('2026-11-25T10:00:00Z')
const RANGE = { from: TO - 300_000, to: TO }

const detail = (alertId: number, type: keyof typeof ALERT_NAME, time: number) => ({
  ...{ alertId, vehicleId: 4, type, time, lat: 12.9, lng: 77.6, value: 92, durationS: 40, fence: null },
  ...{ threshold: 80, isOpen: false, lastSeen: null, acknowledgement: null, Date: '25-11-2026 15:28:00' },
  RegistrationNumber: `KA 01 AB ${1000 + alertId}`,
})

const start = (answer: unknown, vehicleIds: readonly number[] = []) => {
  const sent: { readonly id: string; readonly input: unknown }[] = []
  const http = {
    send: async ({ id }: Call, input: unknown) => {
      sent.push({ id, input })
      return answer as Answer<never>
    },
  } as unknown as Pick<Http, 'send'>
  return { sent, poll: createAlertPoll({ http, vehicleIds: () => vehicleIds }) }
}

const body = (byType: Record<string, unknown>) => ({ kind: 'body', body: byType, sentAt: TO + 250 })

test('API-100 ALR-37 the poll asks in IST for the vehicles of the dropdown and for all types', async () => {
  const { poll, sent } = start(body({ OVERSPEED: [] }), [4, 9])
  await poll(RANGE)
  expect(sent).toEqual([
    {
      id: 'getAlertNotificationDetails',
      input: {
        body: {
          groupNames: [],
          fromTsInIST: '2026-11-25 15:25:00',
          toTsInIST: '2026-11-25 15:30:00',
          reportNames: Object.keys(ALERT_NAME),
          vehicleIds: [4, 9],
        },
        isSilent: true,
      },
    },
  ])
})

test.each([
  ['none', 0, 0],
  ['250', 250, 250],
  ['251', 251, 0],
])('ALR-37 OPEN-52 with %s vehicles in the dropdown it names %i of %i', async (_, count, named) => {
  const { poll, sent } = start(
    body({ OVERSPEED: [] }),
    Array.from({ length: count }, (_, place) => place + 1),
  )
  await poll(RANGE)
  expect(sent[0]).toMatchObject({ input: { body: { vehicleIds: { length: named } } } })
})

test('ALR-14 OPEN-84 the alerts of all types come newest first, with their number and when they were read', async () => {
  const { poll } = start(
    body({
      OVERSPEED: [detail(3, 'OVERSPEED', TO - 1000), detail(1, 'OVERSPEED', TO - 9000)],
      IDLING: [detail(2, 'IDLING', TO - 5000)],
      DPFREGEN: [],
    }),
  )
  const { alerts, count, readAt } = await poll(RANGE)
  expect(alerts.map(({ alertId }) => alertId)).toEqual([3, 2, 1])
  expect(alerts[1]).toEqual({
    alertId: 2,
    type: 'IDLING',
    vehicleId: 4,
    registration: 'KA 01 AB 1002',
    time: TO - 5000,
  })
  expect([count, readAt]).toEqual([3, TO + 250])
})

test('ALR-38 more alerts than a popup lists are counted', async () => {
  const many = Array.from({ length: 730 }, (_, place) => detail(place + 1, 'STOPPAGE', TO - place))
  const { alerts, count } = await start(body({ STOPPAGE: many })).poll(RANGE)
  expect([alerts.length, alerts[0]?.alertId, count]).toEqual([ALERT_POPUP.maxAlerts, 1, 730])
})

test('an answer without types has no alerts; any other body is a failure', async () => {
  const nothing = await start({ kind: 'empty', reference: 'r' }).poll(RANGE)
  expect(nothing).toEqual({ alerts: [], count: 0, readAt: null })
  const returned = { kind: 'returned', status: 417, body: { message: 'Later' }, reference: 'r' }
  await expect(start(returned).poll(RANGE)).rejects.toThrow()
})
