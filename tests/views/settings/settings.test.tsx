import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { passwordErrors } from '#src/views/kit/password.logic.ts'
import { MARKUP_PAYLOADS } from '#tests/kit/builders/markup-payloads.ts'
import { refusedCall } from '#tests/kit/builders/refused-calls.ts'
import { openPage, type Page, USER } from '#tests/kit/views/page.tsx'

let page: Page
afterEach(() => page?.close())

const open = async (role: Role) => {
  page = openPage({ path: '/settings' })
  await page.signIn({ ...USER, roles: [role] })
  await screen.findByRole('heading', { name: 'Settings', level: 1 })
}
const press = (name: string | RegExp) => page.act(() => fireEvent.click(screen.getByRole('button', { name })))
const choose = (name: string) => page.act(() => fireEvent.click(screen.getByRole('tab', { name })))
const write = (label: string, value: string) =>
  page.act(() => fireEvent.change(screen.getByLabelText(label), { target: { value } }))

const messages = [
  { messageId: 2, messageContent: 'Bridge closed', messageCriticality: 1 },
  { messageId: 1, messageContent: 'Roads are wet', messageCriticality: 0 },
]
const openEditor = async (list = messages) => {
  await open('SUPERADMIN')
  await choose('Ticker messages')
  await page.act(() => page.shell.editorList.latest().resolve(list))
}

describe('the settings', () => {
  test('ADM-02 OPEN-29 tabs depend on the role; unbuilt ones say so', async () => {
    await open('MANAGER')
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Groups',
      'Regions',
      'Alert preferences',
      'Scaling factor',
      'Alert settings',
      'Change password',
    ])
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Change password')
    await choose('Groups')
    expect(screen.getByRole('heading', { name: 'Groups: not built yet' })).toBeTruthy()
  })

  test('TCK-11 administrators switch maintenance', async () => {
    await open('ROOTADMIN')
    await choose('Maintenance')
    await page.act(() => fireEvent.click(screen.getByRole('switch', { name: 'Show the maintenance notice' })))
    expect(page.shell.writeStatus.latest().input).toEqual({ isOn: true })
    await page.act(() => page.shell.writeStatus.latest().resolve(true))
    const toggle = screen.getByRole<HTMLInputElement>('switch', { name: 'Show the maintenance notice' })
    expect(toggle.checked).toBe(true)
  })
})

describe('changing the password', () => {
  test('API-104 errors show at their fields, and only valid input is sent', async () => {
    await open('SUPPORT')
    await press('Change password')
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
    await open('SUPPORT')
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

describe('managing the ticker', () => {
  test('SHL-50 SHL-49 shows that it loads, and that it is empty', async () => {
    await open('ROOTADMIN')
    await choose('Ticker messages')
    expect(screen.getByText('Loading...')).toBeTruthy()
    await page.act(() => page.shell.editorList.latest().resolve([]))
    expect(screen.getByText('No Records Found')).toBeTruthy()
  })

  test('TCK-10 TCK-09 a list that fails to load gives the reason and can be requested again', async () => {
    await open('ROOTADMIN')
    await choose('Ticker messages')
    const failure = { name: 'CallRefused', message: 'Not now.', retryAfterMs: null }
    await page.act(() => page.shell.editorList.latest().reject(failure))
    expect(screen.getByRole('alert').textContent).toBe('Not now.')
    await press('Retry')
    await page.act(() => page.shell.editorList.latest().resolve(messages))
    expect(screen.getByText('Roads are wet')).toBeTruthy()
  })

  test('TCK-10 a message is validated in place and added', async () => {
    await openEditor()
    await press('Add message')
    await screen.findByRole('dialog', { name: 'New message' })
    await press('Save')
    expect(screen.getByText('Enter the text of the message')).toBeTruthy()
    await write('Text', 'x'.repeat(2001))
    expect(screen.getByText('Use at most 2000 characters')).toBeTruthy()
    expect(page.shell.save.calls).toHaveLength(0)
    await write('Text', '  Ferry runs again ')
    await page.act(() => fireEvent.click(screen.getByRole('switch', { name: 'Critical (shown in bold)' })))
    await press('Save')
    expect(page.shell.save.latest().input).toEqual({
      messageId: null,
      message: { messageContent: 'Ferry runs again', messageCriticality: 1 },
    })
    const failure = { name: 'CallRefused', message: 'The list is full.', retryAfterMs: null }
    await page.act(() => page.shell.save.latest().reject(failure))
    expect(screen.getByRole('alert').textContent).toBe('The list is full.')
    await press('Save')
    await page.act(() => page.shell.save.latest().resolve('Message added'))
    await page.act(() => page.shell.editorList.latest().resolve(messages))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New message' })).toBeNull())
    expect(await screen.findByText('Message added')).toBeTruthy()
  })

  test('TCK-10 a message is edited by its id', async () => {
    await openEditor()
    await press('Edit “Roads are wet”')
    await screen.findByRole('dialog', { name: 'Edit message' })
    expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('Roads are wet')
    await write('Text', 'Roads are dry')
    await press('Save')
    expect(page.shell.save.latest().input).toEqual({
      messageId: 1,
      message: { messageContent: 'Roads are dry', messageCriticality: 0 },
    })
  })

  test('TCK-10 a message is deleted after confirmation', async () => {
    await openEditor()
    await press('Delete “Bridge closed”')
    const dialog = await screen.findByRole('dialog', { name: 'Delete message?' })
    expect(within(dialog).getByText('Bridge closed')).toBeTruthy()
    await press('Cancel')
    expect(page.shell.remove.calls).toHaveLength(0)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press('Delete “Bridge closed”')
    await screen.findByRole('dialog', { name: 'Delete message?' })
    await press('Delete')
    expect(page.shell.remove.latest().input).toEqual({ messageId: 2 })
  })

  test('AC-16 TCK-10 hostile texts are listed literally', async () => {
    await openEditor(
      MARKUP_PAYLOADS.map((messageContent, i) => ({
        messageId: i + 1,
        messageContent,
        messageCriticality: 0,
      })),
    )
    const rows = within(screen.getByRole('list', { name: 'Ticker messages' })).getAllByRole('listitem')
    expect(rows.map((row) => row.children[1]?.textContent)).toEqual(MARKUP_PAYLOADS)
    expect('pwned' in window).toBe(false)
  })
})

describe('the mail outbox', () => {
  const head = {
    mailId: 4,
    recipient: 'asha@fleet.example',
    subject: 'Set a new password',
    sentAt: Date.UTC(2026, 10, 21, 6, 0, 0),
  }

  test('ADM-01 lists mails for administrators and opens the text of each, literally', async () => {
    await open('SUPERADMIN')
    await choose('Mail outbox')
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

  test('SHL-49 says that it is empty, or why it failed to load', async () => {
    await open('SUPERADMIN')
    await choose('Mail outbox')
    await page.act(() => page.shell.mails.latest().resolve([]))
    expect(screen.getByText('No Records Found')).toBeTruthy()
    await press('Reload')
    const failure = { name: 'CallRefused', message: 'Not now.', retryAfterMs: null }
    await page.act(() => page.shell.mails.latest().reject(failure))
    expect(screen.getByRole('alert').textContent).toBe('Not now.')
  })
})
