import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import type { Notice } from '#src/machines/kit/notice.ts'
import {
  selectChosen,
  selectFailure,
  selectIsBusy,
  selectIsConfirming,
  selectIsListFailed,
  selectIsWriting,
  selectMessages,
} from '#src/machines/ticker/ticker-editor.selectors.ts'
import { recordedAction } from '#tests/kit/machines/controlled-ports.ts'
import { createShellFixture } from '#tests/kit/machines/shell.fixture.ts'

const messages = [
  { messageId: 2, messageContent: 'Bridge closed', messageCriticality: 1 },
  { messageId: 1, messageContent: 'Roads are wet', messageCriticality: 0 },
] as const
const message = { messageContent: 'Roads are dry', messageCriticality: 0 } as const
const refused = { name: 'CallRefused', message: 'The list is full', retryAfterMs: null }

/** The tab with the ticker's editor; its list is requested. */
const openEditor = () => {
  const notices = recordedAction<Notice>()
  const { ports, machines } = createShellFixture(notices.act)
  const settings = createActor(machines.settings, { input: { role: 'SUPERADMIN' } }).start()
  settings.send({ type: 'settings.opened' })
  settings.send({ type: 'settings.tabChosen', tab: 'tickerMessages' })
  const { editor } = settings.getSnapshot().children
  if (editor === undefined) throw new Error('The tab has no editor.')
  return {
    ...ports,
    editor,
    notices: notices.done,
    /** What the tab shows. */
    shows: () => {
      const snapshot = editor.getSnapshot()
      return {
        list: snapshot.hasTag('loading') ? 'loading' : selectIsListFailed(snapshot) ? 'failed' : 'there',
        form: selectIsWriting(snapshot),
        question: selectIsConfirming(snapshot),
        busy: selectIsBusy(snapshot),
        chosen: selectChosen(snapshot)?.messageId,
        failure: selectFailure(snapshot)?.message,
      }
    },
  }
}

/** The same with the messages listed. */
const openList = async () => {
  const opened = openEditor()
  await opened.editorList.latest().resolve(messages)
  return opened
}

const LISTED = {
  list: 'there',
  form: false,
  question: false,
  busy: false,
  chosen: undefined,
  failure: undefined,
}
const RELOADING = { ...LISTED, list: 'loading' }

test('TCK-10 a list that could not be loaded is requested again, and then has no failure', async () => {
  const { editor, editorList, shows } = openEditor()
  await editorList.latest().reject(refused)
  expect(shows()).toEqual({ ...LISTED, list: 'failed', failure: 'The list is full' })
  editor.send({ type: 'editor.retry' })
  await editorList.latest().resolve(messages)
  expect(shows()).toEqual(LISTED)
  expect(selectMessages(editor.getSnapshot())).toEqual(messages)
})

test.each([
  ['the form of a new message', { type: 'editor.addPressed' }, { form: true }],
  ['the form of a message', { type: 'editor.editPressed', messageId: 1 }, { form: true, chosen: 1 }],
  ['the question', { type: 'editor.deletePressed', messageId: 2 }, { question: true, chosen: 2 }],
] as const)('TCK-10 %s is closed by Cancel, which requests nothing', async (_name, press, opened) => {
  const { editor, save, remove, shows } = await openList()
  editor.send(press)
  expect(shows()).toEqual({ ...LISTED, ...opened })
  editor.send({ type: 'editor.cancelled' })
  expect(shows()).toEqual(LISTED)
  expect([save.calls, remove.calls]).toEqual([[], []])
})

test('TCK-10 a new message after another was edited is a new one', async () => {
  const { editor, save } = await openList()
  editor.send({ type: 'editor.editPressed', messageId: 1 })
  editor.send({ type: 'editor.cancelled' })
  editor.send({ type: 'editor.addPressed' })
  editor.send({ type: 'editor.saved', message })
  expect(save.latest().input).toEqual({ messageId: null, message })
})

test('TCK-10 a refused message stays in its form until it is saved; then the list is loaded anew', async () => {
  const { editor, editorList, save, notices, shows } = await openList()
  editor.send({ type: 'editor.editPressed', messageId: 1 })
  editor.send({ type: 'editor.saved', message })
  expect(shows()).toEqual({ ...LISTED, form: true, busy: true, chosen: 1 })
  await save.latest().reject(refused)
  expect(shows()).toEqual({ ...LISTED, form: true, chosen: 1, failure: 'The list is full' })
  editor.send({ type: 'editor.saved', message })
  expect(save.latest().input).toEqual({ messageId: 1, message })
  await save.latest().resolve('Message saved')
  expect(notices).toEqual([{ kind: 'success', text: null, detail: 'Message saved' }])
  expect([shows(), editorList.calls.length]).toEqual([RELOADING, 2])
  await editorList.latest().resolve([{ ...message, messageId: 1 }])
  expect(selectMessages(editor.getSnapshot())).toEqual([{ ...message, messageId: 1 }])
})

test('TCK-10 a refused deletion stays a question until it is done; then the list is loaded anew', async () => {
  const { editor, editorList, remove, notices, shows } = await openList()
  editor.send({ type: 'editor.deletePressed', messageId: 2 })
  editor.send({ type: 'editor.deleteConfirmed' })
  expect(shows()).toEqual({ ...LISTED, question: true, busy: true, chosen: 2 })
  await remove.latest().reject(refused)
  expect(shows()).toEqual({ ...LISTED, question: true, chosen: 2, failure: 'The list is full' })
  editor.send({ type: 'editor.deleteConfirmed' })
  await remove.latest().resolve('Message deleted')
  expect(notices).toEqual([{ kind: 'success', text: null, detail: 'Message deleted' }])
  expect([shows(), editorList.calls.length]).toEqual([RELOADING, 2])
})

test.each([
  ['editPressed', { type: 'editor.editPressed', messageId: 1 }, { form: true, chosen: 1 }],
  ['addPressed', { type: 'editor.addPressed' }, { form: true }],
] as const)('TCK-10 a refusal is gone after Cancel and %s', async (_name, press, opened) => {
  const { editor, save, shows } = await openList()
  editor.send({ type: 'editor.editPressed', messageId: 2 })
  editor.send({ type: 'editor.saved', message })
  await save.latest().reject(refused)
  editor.send({ type: 'editor.cancelled' })
  expect(shows()).toEqual(LISTED)
  editor.send(press)
  expect(shows()).toEqual({ ...LISTED, ...opened })
})
