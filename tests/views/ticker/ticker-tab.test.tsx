import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { MARKUP_PAYLOADS } from '#tests/kit/builders/markup-payloads.ts'
import {
  chooseTab,
  closePageAfterEach,
  openSettings,
  page,
  press,
  write,
} from '#tests/kit/views/settings.page.ts'

closePageAfterEach()

const messages = [
  { messageId: 2, messageContent: 'Bridge closed', messageCriticality: 1 },
  { messageId: 1, messageContent: 'Roads are wet', messageCriticality: 0 },
]
const openEditor = async (list = messages) => {
  await openSettings('SUPERADMIN')
  await chooseTab('Ticker messages')
  await page.act(() => page.shell.editorList.latest().resolve(list))
}

describe('managing the ticker', () => {
  test('SHL-50 SHL-49 shows that it loads, and that it is empty', async () => {
    await openSettings('ROOTADMIN')
    await chooseTab('Ticker messages')
    expect(screen.getByText('Loading...')).toBeTruthy()
    await page.act(() => page.shell.editorList.latest().resolve([]))
    expect(screen.getByText('No Records Found')).toBeTruthy()
  })

  test('TCK-10 TCK-09 a list that fails to load gives the reason and can be requested again', async () => {
    await openSettings('ROOTADMIN')
    await chooseTab('Ticker messages')
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
