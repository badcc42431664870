import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { PASSWORD_LENGTH } from '#domain/password.ts'
import { passwordErrors } from '#src/views/kit/password.logic.ts'
import { refusedCall } from '#tests/kit/builders/refused-calls.ts'
import {
  chooseTab,
  closePageAfterEach,
  openSettings,
  page,
  press,
  write,
} from '#tests/kit/views/settings.page.ts'

closePageAfterEach()

const isSoon = (control: HTMLElement) => control.getAttribute('aria-description') === 'Soon'

describe('the settings', () => {
  test('ADM-02 OPEN-29 tabs depend on the role; unbuilt ones say so', async () => {
    await openSettings('MANAGER')
    const tabs = [
      'Groups',
      'Regions',
      'Alert preferences',
      'Scaling factor',
      'Driving score',
      'Alert settings',
      'Change password',
      'Support access',
    ]
    expect(screen.getAllByRole('tab')).toEqual(tabs.map((name) => screen.getByRole('tab', { name })))
    const soon = screen.getAllByRole('tab').filter(isSoon)
    expect(soon).toEqual(['Groups', 'Regions'].map((name) => screen.getByRole('tab', { name })))
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Alert preferences')
    await chooseTab('Groups')
    expect(screen.getByRole('heading', { name: 'Groups: not built yet' })).toBeTruthy()
  })
})

test('ADM-01 a tab that throws, as one does whose code cannot be loaded, says so and loads the page again; the others work', async () => {
  // React reports it.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const change = {
    ...{ changeId: 1, at: Number.NaN, staffName: 'Nisha', userName: 'asha', call: 'beginActing' },
    ...{ subjects: [], total: 0, values: [], reason: '' },
  }
  const answer = () => page.act(() => page.shell.supportChanges.answer({ changes: [change], total: 1 }))
  await openSettings('MANAGER')
  await chooseTab('Support access')
  await answer()
  expect(screen.getByRole('alert').textContent).toBe('Support access could not be loaded.Retry')
  await chooseTab('Groups')
  expect(screen.getByRole('heading', { name: 'Groups: not built yet' })).toBeTruthy()
  await chooseTab('Support access')
  await answer()
  const reload = vi.fn()
  vi.stubGlobal('location', { ...window.location, reload })
  await press('Retry')
  expect(reload).toHaveBeenCalledOnce()
  // By itself, once the server is back.
  await page.act(() => window.dispatchEvent(new Event('online')))
  expect(reload).toHaveBeenCalledTimes(2)
})

describe('changing the password', () => {
  test('API-104 errors show at their fields, and only valid input is sent', async () => {
    await openSettings('SUPPORT')
    await write('New password', `Aa1${'x'.repeat(PASSWORD_LENGTH.max)}`)
    await press('Change password')
    expect(screen.getByText(/^Use at most 1,?000 characters/)).toBeTruthy()
    expect(screen.getByText('Enter your current password')).toBeTruthy()
    await write('Current password', 'Old12345')
    await write('New password', 'new12345')
    await write('Confirm new password', 'else')
    expect(screen.getByText('Use a lowercase letter, an uppercase letter and a digit')).toBeTruthy()
    expect(screen.getByText('Passwords do not match')).toBeTruthy()
    await press('Change password')
    expect(page.shell.password.calls).toHaveLength(0)
    await write('New password', 'New12345')
    await write('Confirm new password', 'New12345')
    await press('Change password')
    expect(page.shell.password.latest().input).toEqual({
      currentPassword: 'Old12345',
      newPassword: 'New12345',
    })
  })

  test('API-104 a refusal shows above the fields, which keep their input; success empties them', async () => {
    await openSettings('SUPPORT')
    const fill = async () => {
      await write('Current password', 'Old12345')
      await write('New password', 'New12345')
      await write('Confirm new password', 'New12345')
      await press('Change password')
    }
    await fill()
    await page.act(() => page.shell.password.latest().reject(refusedCall('currentPasswordWrong')))
    expect(screen.getByRole('alert').textContent).toBe('The current password is not right.')
    const current = () => screen.getByLabelText<HTMLInputElement>('Current password').value
    expect(current()).toBe('Old12345')
    await press('Change password')
    await page.act(() => page.shell.password.latest().resolve('Password changed'))
    expect(current()).toBe('')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each([
    [{ current: '', next: 'New12345', again: 'New12345' }, ['current']],
    [{ current: 'a', next: 'Ab1', again: 'Ab1' }, ['next']],
    [{ current: 'a', next: 'ABCDEFG1', again: 'ABCDEFG1' }, ['next']],
    [{ current: 'a', next: 'abcdefgH', again: 'abcdefgH' }, ['next']],
    [{ current: 'New12345', next: 'New12345', again: 'New12345' }, ['next']],
    [{ current: 'a', next: 'New12345', again: 'New1234' }, ['again']],
    [{ current: 'a', next: 'Straße12Ä', again: 'Straße12Ä' }, []],
  ])('OPEN-28 %j is wrong in %j', (fields, wrong) => {
    const faults = Object.entries(passwordErrors(fields))
    expect(faults.filter(([, fault]) => fault !== null).map(([name]) => name)).toEqual(wrong)
  })
})

describe('the mail outbox', () => {
  const head = {
    mailId: 4,
    channel: 'email' as const,
    recipient: 'asha@fleet.example',
    subject: 'Set a new password',
    sentAt: Date.UTC(2026, 10, 21, 6, 0, 0),
  }

  test('ADM-01 lists mails for administrators and opens the text of each, literally', async () => {
    await openSettings('SUPERADMIN')
    await chooseTab('Mail outbox')
    expect(screen.getByText('Loading...')).toBeTruthy()
    await page.act(() => page.shell.mails.latest().resolve([head]))
    await press(/^Set a new password/)
    expect(page.shell.mail.latest().input).toEqual({ mailId: 4 })
    const mailText = 'Open <https://fleet.example/reset>\n\n<b>soon</b>'
    await page.act(() => page.shell.mail.latest().resolve({ ...head, mailText }))
    const dialog = await screen.findByRole('dialog', { name: 'Set a new password' })
    expect(dialog.textContent).toContain(mailText)
    expect(dialog.textContent).toContain('asha@fleet.example · 21-11-2026 11:30:00')
    await press('Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('ALR-12 shows which of them are SMS', async () => {
    await openSettings('SUPERADMIN')
    await chooseTab('Mail outbox')
    const sms = { ...head, mailId: 5, channel: 'sms' as const, recipient: '+919845012345' }
    await page.act(() => page.shell.mails.latest().resolve([sms, head]))
    const shown = screen.getAllByRole('button', { name: /Set a new password/ })
    expect(shown.map(({ textContent }) => textContent?.includes('SMS'))).toEqual([true, false])
  })

  test('SHL-49 says that it is empty, or why it failed to load', async () => {
    await openSettings('SUPERADMIN')
    await chooseTab('Mail outbox')
    await page.act(() => page.shell.mails.latest().resolve([]))
    expect(screen.getByText('No Records Found')).toBeTruthy()
    await press('Reload')
    const failure = { name: 'CallRefused', message: 'Not now.', retryAfterMs: null }
    await page.act(() => page.shell.mails.latest().reject(failure))
    expect(screen.getByRole('alert').textContent).toBe('Not now.')
  })
})
