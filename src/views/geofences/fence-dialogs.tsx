import { Button } from '@mantine/core'
import { IconExclamationCircle } from '@tabler/icons-react'
import { useSelector } from '@xstate/react'
import { TEXTS } from '#contract/texts.ts'
import {
  selectChosenFence,
  selectFenceFailure,
  selectFieldErrors,
  selectFormId,
  selectIsBusy,
} from '#src/machines/geofences/geofences.selectors.ts'
import type { ErrorField } from '#src/machines/geofences/geofences.validation.ts'
import type { Failure } from '#src/machines/kit/failure.ts'
import { GEOFENCES } from '#src/texts/en/geofences.ts'
import { BusyButton } from '../kit/buttons.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { failureText, faultText } from '../kit/failure-text.ts'
import classes from './geofences.module.css'
import type { GeofencesActor } from './geofences-mode.tsx'

/** What is wrong with the form, as far as it shows: texts by field of the payload. */
export const useFieldErrors = (fences: GeofencesActor): Readonly<Partial<Record<ErrorField, string>>> =>
  Object.fromEntries(
    Object.entries(useSelector(fences, selectFieldErrors)).map(([field, fault]) => [field, faultText(fault)]),
  )

/** Says in place why something did not work; nothing while it did. */
export const FenceFailure = ({ failure }: { failure: Failure | null }) =>
  failure === null ? null : <FenceNote>{failureText(failure, GEOFENCES.away)}</FenceNote>

/** What is wrong with several fields at once, or with one that is no field. Save puts the focus here. */
export const ErrorNote = ({ children }: { children: string }) => (
  <div tabIndex={-1} data-error>
    <FenceNote>{children}</FenceNote>
  </div>
)

/** A fault in words, said aloud. */
export const FenceNote = ({ children }: { children: string }) => (
  <div className={classes['failure']} role="alert">
    <IconExclamationCircle size={18} stroke={1.75} aria-hidden />
    {children}
  </div>
)

/** Says what can be drawn, and how (GEO-02, MAP-17). */
export const FenceHint = ({ fences }: { fences: GeofencesActor }) => (
  <Dialog title={TEXTS.createGeofence} size={420} onClose={() => fences.send({ type: 'fence.cancelled' })}>
    <div className={classes['dialog']}>
      <p>{TEXTS.geofenceHint}</p>
      <Button data-autofocus fullWidth onClick={() => fences.send({ type: 'hint.acknowledged' })}>
        {GEOFENCES.hintOk}
      </Button>
    </div>
  </Dialog>
)

/** Asks before a fence is deleted; cancel sends nothing (GEO-05). */
export const DeleteFence = ({ fences }: { fences: GeofencesActor }) => {
  const isBusy = useSelector(fences, selectIsBusy)
  const name = useSelector(fences, selectChosenFence)?.geoFenceShapeName ?? ''
  const cancel = () => fences.send({ type: 'fence.cancelled' })
  return (
    <Dialog title={GEOFENCES.removeTitle} size={420} onClose={cancel}>
      <div className={classes['dialog']}>
        <FenceFailure failure={useSelector(fences, selectFenceFailure)} />
        <p>{GEOFENCES.removeText(name)}</p>
        <div className={classes['buttons']}>
          <Button variant="default" data-autofocus disabled={isBusy} onClick={cancel}>
            {TEXTS.geofenceDeleteCancel}
          </Button>
          <BusyButton
            className={classes['danger'] ?? ''}
            busy={isBusy}
            onClick={() => fences.send({ type: 'fence.deleteConfirmed' })}
          >
            {TEXTS.geofenceDeleteOk}
          </BusyButton>
        </div>
      </div>
    </Dialog>
  )
}

/** Asks before what is not saved is thrown away; whoever presses beside the question goes on. */
export const DiscardChanges = ({ fences }: { fences: GeofencesActor }) => {
  const isNew = useSelector(fences, selectFormId) === null
  const keepEditing = () => fences.send({ type: 'fence.kept' })
  return (
    <Dialog title={GEOFENCES.discardTitle} size={420} onClose={keepEditing}>
      <div className={classes['dialog']}>
        <p>{isNew ? GEOFENCES.discardNew : GEOFENCES.discardEdit}</p>
        <div className={classes['buttons']}>
          <Button variant="default" data-autofocus onClick={keepEditing}>
            {GEOFENCES.keepEditing}
          </Button>
          <Button
            className={classes['danger'] ?? ''}
            onClick={() => fences.send({ type: 'fence.discarded' })}
          >
            {GEOFENCES.discard}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
