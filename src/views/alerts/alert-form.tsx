import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { AlertPreferencesActor, AlertSettingsActor } from '#src/machines/alerts/alert-form.machine.ts'
import {
  selectFailure,
  selectIsLoaded,
  selectIsSaving,
  selectIsUnsaved,
} from '#src/machines/alerts/alert-form.selectors.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { FailedLoad } from '../kit/failure-note.tsx'
import { SaveBar } from '../kit/save-bar.tsx'
import classes from './alert-settings.module.css'

/** The fields of a form once they are loaded, and what saves or discards their changes. */
export const AlertForm = ({
  form,
  isReadOnly = false,
  children,
}: {
  form: AlertSettingsActor | AlertPreferencesActor
  /** Whether nothing can be changed, so that nothing is saved. */
  isReadOnly?: boolean
  children: ReactNode
}) => {
  const isLoaded = useSelector(form, selectIsLoaded)
  const failure = useSelector(form, selectFailure)
  const isUnsaved = useSelector(form, selectIsUnsaved)
  const isSaving = useSelector(form, selectIsSaving)
  if (!isLoaded && failure === null) return <p role="status">{TEXTS.loading}</p>
  if (!isLoaded)
    return (
      <FailedLoad
        className={classes['failed']}
        failure={failure}
        away={KIT.serverAway}
        onRetry={() => form.send({ type: 'alertForm.retry' })}
      />
    )
  return (
    <>
      {children}
      {isReadOnly ? null : (
        <SaveBar
          isUnsaved={isUnsaved}
          isSaving={isSaving}
          failure={failure}
          onSave={() => form.send({ type: 'alertForm.savePressed' })}
          onDiscard={() => form.send({ type: 'alertForm.discarded' })}
        />
      )}
    </>
  )
}
