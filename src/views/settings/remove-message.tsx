import { Button } from '@mantine/core'
import { useSelector } from '@xstate/react'
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

/** Asks before a message is deleted. */
export const RemoveMessage = ({ editor }: { editor: EditorActor }) => {
  const cancel = () => editor.send({ type: 'editor.cancelled' })
  return (
    <Dialog title={EDITOR_TEXT.removeTitle} size={460} closeName={EDITOR_TEXT.close} onClose={cancel}>
      <div className={classes['form']}>
        <FailureNote failure={useSelector(editor, selectFailure)} />
        <blockquote className={classes['quote']}>
          {useSelector(editor, selectChosen)?.messageContent}
        </blockquote>
        <p>{EDITOR_TEXT.removeText}</p>
        <div className={classes['buttons']}>
          <Button variant="default" data-autofocus onClick={cancel}>
            {EDITOR_TEXT.cancel}
          </Button>
          <BusyButton
            className={classes['danger'] ?? ''}
            busy={useSelector(editor, selectIsBusy)}
            onClick={() => editor.send({ type: 'editor.deleteConfirmed' })}
          >
            {EDITOR_TEXT.remove}
          </BusyButton>
        </div>
      </div>
    </Dialog>
  )
}
