import { expect, test } from 'vitest'
import type { PopupAlert } from '#src/machines/alert-popup/alert-popup.ports.ts'
import {
  selectAlerts,
  selectIsAlerted,
  selectIsOpen,
} from '#src/machines/alert-popup/alert-popup.selectors.ts'
import { selectAlertPopup } from '#src/machines/app/app.selectors.ts'
import { startMember, userOf } from '#tests/kit/machines/app.fixture.ts'

type Fixture = Awaited<ReturnType<typeof startMember>>

const ALERT: PopupAlert = {
  alertId: 1,
  type: 'OVERSPEED',
  vehicleId: 5,
  registration: 'KA 01 AB 1234',
  time: 1000,
}
const POLLED = { type: 'alertPopup.polled', alerts: [ALERT], count: 1, at: 0 } as const

const popupOf = ({ now }: Fixture) => {
  const popup = selectAlertPopup(now())
  if (popup === undefined) throw new Error('Nobody is logged in.')
  return popup.getSnapshot()
}

test('ST-19 a poll of a user who logs out is ended, and the next user polls anew and sees nothing of it', async () => {
  const app = await startMember('/settings', userOf('CUSTOMER'))
  const { alertPolls } = app.shell.ports
  const first = alertPolls.latest()
  app.session().send({ type: 'session.logOut' })
  await app.forget.latest().resolve()
  expect([first.isOpen(), selectAlertPopup(app.now())]).toEqual([false, undefined])
  first.emit(POLLED)
  await app.logInAs(userOf('CUSTOMERADMIN', { id: 8 }))
  first.emit(POLLED)
  expect([alertPolls.runs.length, selectIsOpen(popupOf(app)), selectAlerts(popupOf(app))]).toEqual([
    2,
    false,
    [],
  ])
  alertPolls.latest().emit(POLLED)
  expect(selectIsOpen(popupOf(app))).toBe(true)
})

test('ST-19 a user who replaces another in mid-poll, from another tab, sees nothing of the first', async () => {
  const app = await startMember('/settings', userOf('CUSTOMER'))
  const { alertPolls } = app.shell.ports
  const first = alertPolls.latest()
  first.emit(POLLED)
  expect(selectIsOpen(popupOf(app))).toBe(true)
  app.session().send({ type: 'session.replaced' })
  const other = userOf('CUSTOMER', { id: 8 })
  const stored = { user: other, expiresOn: 2e9, now: 1.9e12 }
  await app.stored.latest().resolve(stored)
  await app.forget.latest().resolve()
  await app.stored.latest().resolve(stored)
  expect(app.now().context.user?.id).toBe(8)
  expect([first.isOpen(), selectIsOpen(popupOf(app)), selectAlerts(popupOf(app))]).toEqual([false, false, []])
})

test('SHL-55 support polls while it acts for a user with alerts, and not for itself', async () => {
  const own = await startMember('/cssupport', userOf('CSSUPPORT'))
  expect(selectIsAlerted(popupOf(own))).toBe(false)
  for (const role of ['CUSTOMER', 'MANAGER'] as const) {
    const app = await startMember('/cssupport', userOf('MANAGER'))
    app.session().send({ type: 'session.logOut' })
    await app.forget.latest().resolve()
    app.app.send({ type: 'acting.read', role, timeZone: 'Asia/Kolkata' })
    await app.logInAs(userOf('CSSUPPORT'))
    expect(selectIsAlerted(popupOf(app)), role).toBe(role === 'CUSTOMER')
  }
})
