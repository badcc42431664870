import { Button } from '@mantine/core'
import { IconAlertTriangle, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { TickerMessage } from '#contract/calls/ticker.ts'
import { TEXTS } from '#contract/texts.ts'
import { isCritical } from '#src/machines/ticker/ticker.logic.ts'
import type { tickerEditorMachine } from '#src/machines/ticker-editor/ticker-editor.machine.ts'
import {
  selectFailure,
  selectIsConfirming,
  selectIsListFailed,
  selectIsWriting,
  selectMessages,
} from '#src/machines/ticker-editor/ticker-editor.selectors.ts'
import { IconButton } from '../kit/icon-button.tsx'
import { FailureNote } from './failure-note.tsx'
import { MessageForm } from './message-form.tsx'
import { RemoveMessage } from './remove-message.tsx'
import classes from './settings.module.css'
import { EDITOR_TEXT, SETTINGS } from './settings.text.ts'

export type EditorActor = ActorRefFrom<typeof tickerEditorMachine>

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
      <span className={classes['message']}>{messageContent}</span>
      <span className={classes['actions']}>
        <IconButton
          icon={IconPencil}
          name={EDITOR_TEXT.editNamed(nameOf(messageContent))}
          onPress={() => editor.send({ type: 'editor.editPressed', messageId })}
        />
        <IconButton
          icon={IconTrash}
          name={EDITOR_TEXT.removeNamed(nameOf(messageContent))}
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
      <div className={classes['form']}>
        <FailureNote failure={failure} />
        <Button
          variant="default"
          className={classes['submit'] ?? ''}
          onClick={() => editor.send({ type: 'editor.retry' })}
        >
          {SETTINGS.retry}
        </Button>
      </div>
    )
  if (messages === null) return <p role="status">{TEXTS.loading}</p>
  if (messages.length === 0) return <p className={classes['none']}>{TEXTS.noRecordsFound}</p>
  return (
    <ul className={classes['rows']} aria-label={EDITOR_TEXT.title}>
      {messages.map((message) => (
        <Row key={message.messageId} editor={editor} message={message} />
      ))}
    </ul>
  )
}

/** The administration of the ticker: list, add, edit, delete with a question (TCK-10). */
export const TickerTab = ({ editor }: { editor: EditorActor }) => (
  <>
    <div className={classes['head']}>
      <div>
        <h2 className={classes['heading']}>{EDITOR_TEXT.title}</h2>
        <p className={classes['lead']}>{EDITOR_TEXT.lead}</p>
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
