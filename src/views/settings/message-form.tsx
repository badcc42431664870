import { Button, Switch, Textarea } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { TICKER } from '#contract/constants.ts'
import { isCritical, runsAsMarquee } from '#src/machines/ticker/ticker.logic.ts'
import {
  selectChosen,
  selectFailure,
  selectIsBusy,
} from '#src/machines/ticker-editor/ticker-editor.selectors.ts'
import { BusyButton } from '../kit/busy-button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { FailureNote } from './failure-note.tsx'
import classes from './settings.module.css'
import { EDITOR_TEXT } from './settings.text.ts'
import type { EditorActor } from './ticker-tab.tsx'

const faultOf = (text: string): string | null => {
  if (text === '') return EDITOR_TEXT.textMissing
  return text.length > TICKER.longestMessage ? EDITOR_TEXT.textTooLong(TICKER.longestMessage) : null
}

/** Writes a new message or an old one anew; says in place what is wrong. */
export const MessageForm = ({ editor }: { editor: EditorActor }) => {
  const chosen = useSelector(editor, selectChosen)
  const [text, setText] = useState(chosen?.messageContent ?? '')
  const [critical, setCritical] = useState(chosen !== undefined && isCritical(chosen))
  const [isChecked, setChecked] = useState(false)
  const trimmed = text.trim()
  const fault = faultOf(trimmed)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (fault !== null) return event.currentTarget.querySelector('textarea')?.focus()
    editor.send({
      type: 'editor.saved',
      message: { messageContent: trimmed, messageCriticality: critical ? 1 : 0 },
    })
  }
  return (
    <Dialog
      title={chosen === undefined ? EDITOR_TEXT.newMessage : EDITOR_TEXT.editMessage}
      size={560}
      closeName={EDITOR_TEXT.close}
      onClose={() => editor.send({ type: 'editor.cancelled' })}
    >
      <form className={classes['form']} noValidate onSubmit={submit}>
        <FailureNote failure={useSelector(editor, selectFailure)} />
        <Textarea
          data-autofocus
          label={EDITOR_TEXT.text}
          description={`${EDITOR_TEXT.count(trimmed.length, TICKER.longestMessage)}. ${runsAsMarquee(trimmed) ? EDITOR_TEXT.runs : ''}`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          rows={6}
          value={text}
          error={isChecked || fault !== EDITOR_TEXT.textMissing ? fault : null}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Switch
          label={EDITOR_TEXT.isCritical}
          checked={critical}
          onChange={(event) => setCritical(event.currentTarget.checked)}
        />
        <div className={classes['buttons']}>
          <Button variant="default" onClick={() => editor.send({ type: 'editor.cancelled' })}>
            {EDITOR_TEXT.cancel}
          </Button>
          <BusyButton type="submit" busy={useSelector(editor, selectIsBusy)}>
            {EDITOR_TEXT.save}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  )
}
