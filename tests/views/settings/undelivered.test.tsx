import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { UndeliveredNotification } from '#contract/records/alert-deliveries.ts'
import { chooseTab, closePageAfterEach, openSettings, page, press } from '#tests/kit/views/settings.page.ts'

closePageAfterEach()

const refused: UndeliveredNotification = {
  deliveryId: 7,
  at: Date.UTC(2026, 10, 25, 3),
  userName: 'asha',
  channel: 'sms',
  type: 'OVERSPEED',
  RegistrationNumber: 'KA 01 AB 1234',
  failure: 'refused',
  status: 400,
  attempts: 1,
}
const silent: UndeliveredNotification = {
  ...refused,
  deliveryId: 8,
  channel: 'email',
  failure: 'timeout',
  status: null,
  attempts: 6,
}
const open = async () => {
  await openSettings('CUSTOMERADMIN')
  await chooseTab('Undelivered notifications')
}
const BOTH = { email: true, sms: true }
const load = (deliveries: readonly UndeliveredNotification[], total = deliveries.length, sends = BOTH) =>
  page.act(() => page.shell.undelivered.latest().resolve({ deliveries, total, sends }))

describe('ALR-13 undelivered notifications', () => {
  test('lists each with its alert, user, channel, time, reason and tries', async () => {
    await open()
    expect(screen.getByText('Loading...')).toBeTruthy()
    await load([refused, silent], 510)
    expect(screen.getByText('2 notifications, the newest of 510')).toBeTruthy()
    const rows = within(screen.getByRole('list', { name: 'Undelivered notifications' })).getAllByRole(
      'listitem',
    )
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Overspeed: KA 01 AB 1234SMS to asha · 25-11-2026 08:30:00It was refused (400) · 1 trySend again',
      'Overspeed: KA 01 AB 1234E-mail to asha · 25-11-2026 08:30:00There was no answer in time · 6 triesSend again',
    ])
  })

  test('OPEN-03 says where nothing is sent at all, instead of that everything has arrived', async () => {
    await open()
    await load([], 0, { email: false, sms: true })
    expect(screen.getByText('No notification was given up.')).toBeTruthy()
    expect(screen.queryByText(/has been delivered/)).toBeNull()
    expect(screen.getAllByRole('note').map(({ textContent }) => textContent)).toEqual([
      'No mail server is set up for this portal, so no e-mail is sent: each is kept, where only the operators of the portal read it.',
    ])
  })

  test('sends one or all again, and lists what is left', async () => {
    await open()
    await load([refused, silent])
    expect(screen.getByText('2 notifications')).toBeTruthy()
    await press('Send again: KA 01 AB 1234, SMS to asha')
    expect(page.shell.sendAgain.latest().input).toEqual({ deliveryIds: [7] })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send all again' }).disabled).toBe(true)
    await page.act(() => page.shell.sendAgain.latest().resolve(1))
    await load([silent])
    expect(screen.getByText('1 notification will be sent again.')).toBeTruthy()
    await press('Send all again')
    expect(page.shell.sendAgain.latest().input).toEqual({ deliveryIds: [8] })
    await page.act(() => page.shell.sendAgain.latest().resolve(1))
    await load([])
    expect(screen.getByText('Every notification has been delivered or is on its way.')).toBeTruthy()
  })

  test('says why it failed to load or to send, and loads again', async () => {
    const failure = { name: 'CallRefused', message: 'Not now.', retryAfterMs: null }
    await open()
    await page.act(() => page.shell.undelivered.latest().reject(failure))
    expect(screen.getByRole('alert').textContent).toBe('Not now.')
    await press('Reload')
    await load([refused])
    expect(screen.queryByRole('alert')).toBeNull()
    await press('Send all again')
    await page.act(() => page.shell.sendAgain.latest().reject(failure))
    expect(screen.getByRole('alert').textContent).toBe('Not now.')
    expect(screen.getAllByRole('listitem')).not.toHaveLength(0)
  })
})
