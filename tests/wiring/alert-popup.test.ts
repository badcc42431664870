// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { createActor, type SimulatedClock } from 'xstate'
import type { Call } from '#contract/calls/call.ts'
import {
  selectAlertCount,
  selectAlerts,
  selectIsOpen,
  selectIsSounding,
} from '#src/machines/alert-popup/alert-popup.selectors.ts'
import { createStorage, STORED } from '#src/services/storage/storage.ts'
import { wireAlertPopup } from '#src/wiring/alert-popup.ts'
import type { Page, Services } from '#src/wiring/services.ts'
import { settled, simulatedClock } from '#tests/kit/machines/controlled-ports.ts'

const NOW = Date.parse('2026-11-25T10:00:00Z')

const detail = (alertId: number) => ({
  ...{ alertId, vehicleId: 4, type: 'OVERSPEED', time: NOW - 60_000, lat: 12.9, lng: 77.6, value: 92 },
  ...{
    durationS: 40,
    threshold: 80,
    fence: null,
    isOpen: false,
    lastSeen: null,
    acknowledgement: null,
    Date: '25-11-2026 15:29:00',
  },
  RegistrationNumber: 'KA 01 AB 1234',
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** The wired popup of a user, over a server that answers with `alerts`. */
const start = ({ clock = simulatedClock() as SimulatedClock, alerts = [detail(1)] } = {}) => {
  const requests: unknown[] = []
  const visited: string[] = []
  const signals: AbortSignal[] = []
  const services = {
    http: {
      send: (_: Call, { body }: { body: unknown }, signal: AbortSignal) => {
        requests.push(body)
        signals.push(signal)
        return Promise.resolve({ kind: 'body', body: { OVERSPEED: alerts }, sentAt: NOW })
      },
    },
    storage: createStorage({ page: window }),
    session: { userId: () => 7 },
    location: { visit: (path: string) => visited.push(path) },
    serverNow: () => NOW,
  } as unknown as Services
  const machine = wireAlertPopup(services, { window, notify: () => {} } as Page, () => [4, 9])
  const popup = createActor(machine, { clock, input: { role: 'CUSTOMER' } }).start()
  return {
    popup,
    requests,
    visited,
    signals,
    clock,
    says: <T>(select: (snapshot: ReturnType<typeof popup.getSnapshot>) => T) => select(popup.getSnapshot()),
  }
}

/** A browser that allows notifications, and those that it was given. */
const fakeNotifications = () => {
  const shown: FakeNotification[] = []
  class FakeNotification {
    static permission = 'granted'
    readonly title: string
    readonly body: string | undefined
    onclick: (() => void) | undefined
    isClosed = false
    constructor(title: string, { body }: NotificationOptions = {}) {
      this.title = title
      this.body = body
      shown.push(this)
    }
    close() {
      this.isClosed = true
    }
  }
  return { FakeNotification, shown }
}

test('ALR-36 ALR-37 ALR-39 an alert of the dropdown’s trucks opens the popup, by the server’s clock', async () => {
  const { requests, says, popup } = start()
  await settled()
  expect(requests).toMatchObject([
    { fromTsInIST: '2026-11-25 15:25:00', toTsInIST: '2026-11-25 15:30:00', vehicleIds: [4, 9] },
  ])
  expect([says(selectIsOpen), says(selectAlertCount)]).toEqual([true, 1])
  expect(says(selectAlerts)[0]).toMatchObject({ alertId: 1, registration: 'KA 01 AB 1234' })
  popup.stop()
})

test('ALR-44 a movement of the mouse over the page starts the time anew', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { clock, says, popup } = start()
  await vi.waitFor(() => expect(says(selectIsOpen)).toBe(true))
  clock.increment(59_000)
  window.dispatchEvent(new MouseEvent('mousemove'))
  clock.increment(59_000)
  expect(says(selectIsOpen)).toBe(true)
  clock.increment(1000)
  expect(says(selectIsOpen)).toBe(false)
  popup.stop()
})

test('ALR-42 the alert is visited as a user visits a page', async () => {
  const { popup, visited } = start()
  await settled()
  popup.send({ type: 'alertPopup.followed', alert: { alertId: 1, type: 'OVERSPEED' } })
  expect(visited).toEqual(['/alerts?page=alertWise&data=1&type=OVERSPEED'])
  popup.stop()
})

test('what is chosen is stored for the user in this browser', async () => {
  const { popup } = start()
  await settled()
  popup.send({ type: 'alertPopup.soundingChosen', isOn: true })
  expect(JSON.parse(localStorage.getItem(STORED.alertSignals) ?? '')).toEqual([
    { userId: 7, isNotifying: false, isSounding: true },
  ])
  popup.stop()
  const again = start()
  await settled()
  expect(again.says(selectIsSounding)).toBe(true)
  again.popup.stop()
})

test('a browser notification of a hidden page says what the popup says, and its press opens the alert', async () => {
  const { FakeNotification, shown } = fakeNotifications()
  vi.stubGlobal('Notification', FakeNotification)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  vi.spyOn(window, 'focus').mockReturnValue()
  localStorage.setItem(
    STORED.alertSignals,
    JSON.stringify([{ userId: 7, isNotifying: true, isSounding: false }]),
  )
  const { popup, visited } = start()
  await settled()
  expect(shown).toMatchObject([
    {
      title: 'Overspeed',
      body: 'Overspeed alert occurred for KA 01 AB 1234 on Nov 25th 2026, 3:29 pm',
    },
  ])
  shown[0]?.onclick?.()
  expect(visited).toEqual(['/alerts?page=alertWise&data=1&type=OVERSPEED'])
  popup.stop()
})

test('after a log-out the former user’s notifications are taken back, and a press leads nowhere', async () => {
  const { FakeNotification, shown } = fakeNotifications()
  vi.stubGlobal('Notification', FakeNotification)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  vi.spyOn(window, 'focus').mockReturnValue()
  localStorage.setItem(
    STORED.alertSignals,
    JSON.stringify([{ userId: 7, isNotifying: true, isSounding: false }]),
  )
  const { popup, visited } = start()
  await settled()
  expect(shown).toMatchObject([{ isClosed: false }])
  popup.stop()
  expect(shown).toMatchObject([{ isClosed: true }])
  shown[0]?.onclick?.()
  expect(visited).toEqual([])
})

test('ST-19 a poll under way is aborted when the user logs out', async () => {
  const { popup, signals, says } = start()
  expect(signals[0]?.aborted).toBe(false)
  popup.stop()
  expect(signals[0]?.aborted).toBe(true)
  await settled()
  expect([signals.length, says(selectAlertCount)]).toEqual([1, 0])
})
