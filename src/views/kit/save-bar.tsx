import { Button, Loader } from '@mantine/core'
import type { Failure } from '#src/machines/kit/failure.ts'
import { ALERT_FORM } from '#src/texts/en/alert-settings.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { dockRef } from './dock-height.ts'
import { FailureNote } from './failure-note.tsx'
import classes from './save-bar.module.css'

/** Saves or discards the changes of a form. Its buttons keep the focus when there is nothing to save, and do nothing then. */
export const SaveBar = ({
  isUnsaved,
  isSaving,
  failure,
  onSave,
  onDiscard,
}: {
  isUnsaved: boolean
  isSaving: boolean
  failure: Failure | null
  onSave: () => void
  onDiscard: () => void
}) => {
  const off = { 'aria-disabled': !isUnsaved || isSaving, 'data-disabled': !isUnsaved || isSaving }
  return (
    <div
      ref={isUnsaved ? dockRef : undefined}
      className={classes['saveBar']}
      data-unsaved={isUnsaved || undefined}
    >
      <FailureNote failure={failure} away={KIT.serverAway} isSmall />
      <div className={classes['saveRow']}>
        <span role="status">{isUnsaved ? ALERT_FORM.unsaved : ALERT_FORM.noChanges}</span>
        <Button variant="default" {...off} onClick={onDiscard}>
          {ALERT_FORM.discard}
        </Button>
        <Button
          {...off}
          aria-busy={isSaving}
          leftSection={isSaving ? <Loader size={14} color="currentColor" /> : null}
          onClick={onSave}
        >
          {ALERT_FORM.save}
        </Button>
      </div>
    </div>
  )
}
