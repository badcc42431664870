import { Button } from '@mantine/core'
import { useSelector } from '@xstate/react'
import {
  selectChosenFence,
  selectFenceFailure,
  selectFieldErrors,
  selectFormId,
  selectIsBusy,
} from '#src/machines/geofences/geofences.selectors.ts'
import type { ErrorField } from '#src/machines/geofences/geofences.validation.ts'
import type { Failure } from '#src/machines/kit/failure.ts'
import { errorText } from '#src/texts/en/errors.ts'
import { GEOFENCES } from '#src/texts/en/geofences.ts'
import { KIT } from '#src/texts/en/kit.ts'
import { TEXTS } from '#src/texts/en/specification.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ErrorBox, FailureNote } from '../kit/failure-note.tsx'
import classes from './geofences.module.css'
import type { GeofencesActor } from './geofences-mode.tsx'

/** The texts of the form's visible errors, by field of the payload. */
export const useFieldErrors = (fences: GeofencesActor): Readonly<Partial<Record<ErrorField, string>>> =>
  Object.fromEntries(
    Object.entries(useSelector(fences, selectFieldErrors)).map(([field, fault]) => [field, errorText(fault)]),
  )

/** A box that says why a call failed. */
export const FenceFailure = ({ failure }: { failure: Failure | null }) => (
  <FailureNote failure={failure} away={GEOFENCES.away} isSmall />
)

/** An error of several fields, or of something that is no input. Save moves the focus here. */
export const ErrorNote = ({ children }: { children: string }) => (
  <div tabIndex={-1} data-form-error>
    <ErrorBox isSmall>{children}</ErrorBox>
  </div>
)

/** Explains how a fence is drawn (GEO-02, MAP-17). */
export const FenceHint = ({ fences }: { fences: GeofencesActor }) => (
  <Dialog title={TEXTS.createGeofence} size={420} onClose={() => fences.send({ type: 'fence.cancelled' })}>
    <div className={classes['dialog']}>
      <p className={classes['question']}>{TEXTS.geofenceHint}</p>
      <Button data-autofocus fullWidth onClick={() => fences.send({ type: 'hint.acknowledged' })}>
        {KIT.ok}
      </Button>
    </div>
  </Dialog>
)

/** Asks before a fence is deleted; cancel sends nothing (GEO-05). */
export const DeleteFence = ({ fences }: { fences: GeofencesActor }) => {
  const isBusy = useSelector(fences, selectIsBusy)
  const name = useSelector(fences, selectChosenFence)?.geoFenceShapeName ?? ''
  return (
    <ConfirmDialog
      title={GEOFENCES.removeTitle}
      size={420}
      cancel={TEXTS.geofenceDeleteCancel}
      confirm={TEXTS.geofenceDeleteOk}
      isBusy={isBusy}
      isCancelDisabled={isBusy}
      onCancel={() => fences.send({ type: 'fence.cancelled' })}
      onConfirm={() => fences.send({ type: 'fence.deleteConfirmed' })}
    >
      <FenceFailure failure={useSelector(fences, selectFenceFailure)} />
      <p className={classes['question']}>{GEOFENCES.removeText({ name })}</p>
    </ConfirmDialog>
  )
}

/** Asks before unsaved changes are discarded. Closing the dialog keeps editing. */
export const DiscardChanges = ({ fences }: { fences: GeofencesActor }) => {
  const isNew = useSelector(fences, selectFormId) === null
  return (
    <ConfirmDialog
      title={GEOFENCES.discardTitle}
      size={420}
      cancel={GEOFENCES.keepEditing}
      confirm={GEOFENCES.discard}
      onCancel={() => fences.send({ type: 'fence.kept' })}
      onConfirm={() => fences.send({ type: 'fence.discarded' })}
    >
      <p className={classes['question']}>{isNew ? GEOFENCES.discardNew : GEOFENCES.discardEdit}</p>
    </ConfirmDialog>
  )
}
