import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { NOTIFYING } from '#server/alerts/notification-limits.ts'
import { withNotifications } from '#tests/kit/server/notifications.fixture.ts'

// Nothing but being woken leads to a look within the test. Other files have loaded the limits, so they are changed in place.
const { lookEveryMs } = NOTIFYING
beforeAll(() => void Object.assign(NOTIFYING, { lookEveryMs: 3_600_000 }))
afterAll(() => void Object.assign(NOTIFYING, { lookEveryMs }))

const fixture = withNotifications()
const { addUser, addAlert, write, gateway } = fixture
let notifications: ReturnType<typeof fixture.process> | undefined
afterEach(() => notifications?.stop())

const received = (count: number) =>
  vi.waitFor(() => expect(gateway.received).toHaveLength(count), { timeout: 30_000 })

test('ALR-12 what was written is sent when its transaction is over, each time', {
  timeout: 90_000,
}, async () => {
  await addUser({ prefers: ['overSpeedSms'] })
  notifications = fixture.process()
  await write(notifications, [await addAlert()])
  notifications.start()
  await write(notifications, [await addAlert()])
  await received(2)
  await write(notifications, [await addAlert()])
  await received(3)
  await write(notifications, [await addAlert()])
  await received(4)
  expect(fixture.errors).toEqual([])
})

test('ALR-13 a notification that is tried again by hand is sent', { timeout: 90_000 }, async () => {
  await addUser({ prefers: ['overSpeedSms'] })
  notifications = fixture.process()
  await write(notifications, [await addAlert()])
  gateway.answers = (_, response) => response.writeHead(400).end()
  notifications.start()
  await vi.waitFor(() => expect(fixture.givenUp).toHaveLength(1), { timeout: 30_000 })
  gateway.answers = null
  const seen = { companyId: fixture.ids.company, vehicleIds: new Set([fixture.ids.vehicle]) }
  const { deliveries } = await notifications.undelivered.list(seen)
  await notifications.undelivered.retry(
    seen,
    deliveries.map(({ deliveryId }) => deliveryId),
  )
  await received(1)
})

test('ALR-12 notifications are sent while others are written all the time', { timeout: 60_000 }, async () => {
  await addUser({ prefers: ['overSpeedSms'] })
  notifications = fixture.process()
  notifications.start()
  while (gateway.received.length === 0) await write(notifications, [await addAlert()])
})
