import { Button, Switch, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { type FormEvent, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { TickerMessage } from '#contract/calls/ticker.ts'
import { TICKER } from '#contract/constants.ts'
import { isCritical, runsAsMarquee } from '#src/machines/ticker/ticker.logic.ts'
import type { tickerEditorMachine } from '#src/machines/ticker/ticker-editor.machine.ts'
import {
  selectChosen,
  selectFailure,
  selectIsBusy,
  selectIsConfirming,
  selectIsListFailed,
  selectIsWriting,
  selectMessages,
} from '#src/machines/ticker/ticker-editor.selectors.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { EDITOR_TEXT } from '#src/texts/en/ticker.ts'
import { BusyButton, IconButton } from '../kit/buttons.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { FailureNote } from '../kit/failure-note.tsx'
import tab from '../kit/tab-content.module.css'
import classes from './ticker-tab.module.css'

const textError = (text: string): string | null => {
  if (text === '') return EDITOR_TEXT.textMissing
  return text.length > TICKER.maxMessageLength
    ? EDITOR_TEXT.textTooLong({ most: TICKER.maxMessageLength })
    : null
}

/** Creates or edits a message, with errors in place. */
const MessageForm = ({ editor }: { editor: EditorActor }) => {
  const chosen = useSelector(editor, selectChosen)
  const [text, setText] = useState(chosen?.messageContent ?? '')
  const [critical, setCritical] = useState(chosen !== undefined && isCritical(chosen))
  const [isChecked, setChecked] = useState(false)
  const trimmed = text.trim()
  const error = textError(trimmed)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (error !== null) return event.currentTarget.querySelector('textarea')?.focus()
    editor.send({
      type: 'editor.saved',
      message: { messageContent: trimmed, messageCriticality: critical ? 1 : 0 },
    })
  }
  return (
    <Dialog
      title={chosen === undefined ? EDITOR_TEXT.newMessage : EDITOR_TEXT.editMessage}
      size={560}
      closeName={KIT.close}
      onClose={() => editor.send({ type: 'editor.cancelled' })}
    >
      <form className={tab['form']} noValidate onSubmit={submit}>
        <FailureNote failure={useSelector(editor, selectFailure)} away={KIT.serverAway} />
        <Textarea
          data-autofocus
          label={EDITOR_TEXT.text}
          description={`${EDITOR_TEXT.count({ used: trimmed.length, most: TICKER.maxMessageLength })}. ${runsAsMarquee(trimmed) ? EDITOR_TEXT.runs({ most: TICKER.marqueeAbove }) : ''}`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          rows={6}
          value={text}
          error={isChecked || error !== EDITOR_TEXT.textMissing ? error : null}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Switch
          label={EDITOR_TEXT.isCritical}
          checked={critical}
          onChange={(event) => setCritical(event.currentTarget.checked)}
        />
        <div className={classes['buttons']}>
          <Button variant="default" onClick={() => editor.send({ type: 'editor.cancelled' })}>
            {KIT.cancel}
          </Button>
          <BusyButton type="submit" busy={useSelector(editor, selectIsBusy)}>
            {EDITOR_TEXT.save}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  )
}

/** Asks before a message is deleted. */
const RemoveMessage = ({ editor }: { editor: EditorActor }) => (
  <ConfirmDialog
    title={EDITOR_TEXT.removeTitle}
    size={460}
    closeName={KIT.close}
    cancel={KIT.cancel}
    confirm={EDITOR_TEXT.remove}
    isBusy={useSelector(editor, selectIsBusy)}
    onCancel={() => editor.send({ type: 'editor.cancelled' })}
    onConfirm={() => editor.send({ type: 'editor.deleteConfirmed' })}
  >
    <FailureNote failure={useSelector(editor, selectFailure)} away={KIT.serverAway} />
    <blockquote className={`${tab['quote']} ${tab['inDialog']}`}>
      <span translate="no">{useSelector(editor, selectChosen)?.messageContent}</span>
    </blockquote>
    <p>{EDITOR_TEXT.removeText}</p>
  </ConfirmDialog>
)

type EditorActor = ActorRefFrom<typeof tickerEditorMachine>

const LONGEST_NAME = 60
const nameOf = (text: string) => (text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME)}…` : text)

const Row = ({ editor, message }: { editor: EditorActor; message: TickerMessage }) => {
  const { messageId, messageContent } = message
  return (
    <li className={classes['row']}>
      <span className={classes['grade']}>
        {isCritical(message) ? (
          <>
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden /> {EDITOR_TEXT.critical}
          </>
        ) : (
          EDITOR_TEXT.normal
        )}
      </span>
      <span translate="no" className={classes['message']}>
        {messageContent}
      </span>
      <span className={classes['actions']}>
        <IconButton
          icon={IconPencil}
          name={EDITOR_TEXT.editNamed({ text: nameOf(messageContent) })}
          onPress={() => editor.send({ type: 'editor.editPressed', messageId })}
        />
        <IconButton
          icon={IconTrash}
          name={EDITOR_TEXT.removeNamed({ text: nameOf(messageContent) })}
          onPress={() => editor.send({ type: 'editor.deletePressed', messageId })}
        />
      </span>
    </li>
  )
}

const List = ({ editor }: { editor: EditorActor }) => {
  const messages = useSelector(editor, selectMessages)
  const failure = useSelector(editor, selectFailure)
  if (useSelector(editor, selectIsListFailed))
    return (
      <div className={tab['form']}>
        <FailureNote failure={failure} away={KIT.serverAway} />
        <Button
          variant="default"
          className={tab['submit'] ?? ''}
          onClick={() => editor.send({ type: 'editor.retry' })}
        >
          {KIT.retry}
        </Button>
      </div>
    )
  if (messages === null) return <p role="status">{TEXTS.loading}</p>
  if (messages.length === 0) return <p className={tab['none']}>{TEXTS.noRecordsFound}</p>
  return (
    <ul className={tab['rows']} aria-label={EDITOR_TEXT.title}>
      {messages.map((message) => (
        <Row key={message.messageId} editor={editor} message={message} />
      ))}
    </ul>
  )
}

/** The settings tab where administrators add, edit and delete messages (TCK-10). */
const TickerTab = ({ editor }: { editor: EditorActor }) => (
  <>
    <div className={tab['head']}>
      <div>
        <h2 className={tab['heading']}>{EDITOR_TEXT.title}</h2>
        <p className={tab['lead']}>{EDITOR_TEXT.lead}</p>
      </div>
      <Button
        leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
        disabled={useSelector(editor, selectMessages) === null}
        onClick={() => editor.send({ type: 'editor.addPressed' })}
      >
        {EDITOR_TEXT.add}
      </Button>
    </div>
    <List editor={editor} />
    {useSelector(editor, selectIsWriting) ? <MessageForm editor={editor} /> : null}
    {useSelector(editor, selectIsConfirming) ? <RemoveMessage editor={editor} /> : null}
  </>
)

export default TickerTab
