import type { SnapshotFrom } from 'xstate'
import type { Fault } from '#contract/errors.ts'
import type { GeofenceItem } from '#contract/records/geofences.ts'
import { isUnsaved } from './geofences.context.ts'
import { canChange, fencesNamed, missingShape, toolOf } from './geofences.logic.ts'
import type { geofencesMachine } from './geofences.machine.ts'
import {
  type ErrorField,
  type FieldErrors,
  isShapeErrorVisible,
  visibleErrorsAfterDrawing,
} from './geofences.validation.ts'

type Snapshot = SnapshotFrom<typeof geofencesMachine>

/** Whether the fences are loading. */
export const selectIsLoading = (snapshot: Snapshot) => snapshot.hasTag('loading')
/** Whether the fences could not be loaded. */
export const selectIsFailed = (snapshot: Snapshot) => snapshot.hasTag('failed')
/** Whether the list is shown, so that fences can be chosen. */
export const selectIsBrowsing = (snapshot: Snapshot) => snapshot.hasTag('browsing')
/** Whether the popup on the types of fences waits for its OK (GEO-02, MAP-17). */
export const selectShowsHint = (snapshot: Snapshot) => snapshot.hasTag('hint')
/** Whether a form is open. */
export const selectIsForm = (snapshot: Snapshot) => snapshot.hasTag('form')
/** Whether the draw tool is on: a shape is being drawn or can be changed. */
export const selectHasDrawTool = (snapshot: Snapshot) => snapshot.hasTag('form') && !snapshot.hasTag('busy')
/** Whether a deletion waits for confirmation (GEO-05). */
export const selectIsConfirming = (snapshot: Snapshot) => snapshot.hasTag('confirming')
/** The import of fences from a file; undefined while there is none. */
export const selectFenceImport = ({ children }: Snapshot) => children.fenceImport
/** Whether a request is in progress. */
export const selectIsBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
/** Whether the fence of the form is being reloaded; edits meanwhile would be lost. */
export const selectIsReloading = (snapshot: Snapshot) => snapshot.matches({ form: { draft: 'reloading' } })
/** Whether this user may create, change and delete fences. */
export const selectCanChange = ({ context }: Snapshot) => canChange(context.role)
/** The loaded fences; null until they are. */
export const selectFences = ({ context }: Snapshot) => context.fences
/** The loaded fences whose names contain the search text. */
export const selectListedFences = ({ context }: Snapshot): readonly GeofenceItem[] =>
  fencesNamed(context.fences ?? [], context.search)
/** The search text. */
export const selectFenceSearch = ({ context }: Snapshot) => context.search
/** Whether every listed fence lies on the map. */
export const selectShowsAll = ({ context }: Snapshot) => context.showsAll
/** The fence with the open popup. */
export const selectChosenFence = ({ context }: Snapshot) =>
  context.fences?.find(({ geoFenceId }) => geoFenceId === context.chosenId)
/** What fences can watch; null until it is loaded. */
export const selectChoices = ({ context }: Snapshot) => context.choices
/** Whether what fences can watch could not be loaded. */
export const selectAreChoicesFailed = (snapshot: Snapshot) => snapshot.hasTag('withoutChoices')
/** The fields of the form, null where there is none. */
export const selectFields = ({ context }: Snapshot) => context.form?.fields ?? null
/** The shape of the form. */
export const selectShape = ({ context }: Snapshot) => context.form?.shape ?? null
/** The fence that is changed; null for a new one. */
export const selectFormId = ({ context }: Snapshot) => context.form?.geoFenceId ?? null
/** The tool of the unfinished shape, or of the next one (GEO-03). */
export const selectTool = ({ context }: Snapshot) => toolOf(context)
/** Whether a shape is begun and not finished. */
export const selectIsBegun = ({ context }: Snapshot) => context.begun !== null
/** The revision of the fence when it was opened; null for a new one. */
export const selectFormRevision = ({ context }: Snapshot) => context.form?.revision ?? null
/** Why the last shape was refused. */
export const selectRefusal = ({ context }: Snapshot) => context.refusal
/** Whether the form has unsaved changes. */
export const selectIsUnsaved = ({ context }: Snapshot) => isUnsaved(context)
/** Whether the user is asked to discard changes. */
export const selectIsAsking = (snapshot: Snapshot) => snapshot.hasTag('asking')
/** Whether a step can be undone: of the unfinished shape, else of the form's. */
export const selectCanUndo = (snapshot: Snapshot) =>
  !selectIsBusy(snapshot) &&
  (snapshot.context.begun !== null || (snapshot.context.form?.past.length ?? 0) > 0)
/** Whether a step can be redone: of the unfinished shape, else of the form's. */
export const selectCanRedo = (snapshot: Snapshot) => {
  const { begun, hasUndoneCorners, form } = snapshot.context
  return !selectIsBusy(snapshot) && (hasUndoneCorners || (begun === null && (form?.future.length ?? 0) > 0))
}
/** Set if another user has saved the fence since it was opened, so that it must be reloaded. */
export const selectOutdated = ({ context }: Snapshot) => context.serverErrors.revision
/** Why the last request failed. */
export const selectFenceFailure = ({ context }: Snapshot) => context.failure

/** The visible errors, by field. After Save without a shape, they say what to draw with the chosen tool. */
export const selectFieldErrors = ({ context }: Snapshot): FieldErrors => {
  const { errors, visibleErrors, serverErrors, form } = context
  const isShapeMissing = form?.shape == null && isShapeErrorVisible(visibleErrors)
  const shown: Partial<Record<ErrorField, Fault>> = { ...serverErrors }
  for (const field of isShapeMissing ? visibleErrorsAfterDrawing(visibleErrors, false) : visibleErrors) {
    const fault = errors[field]
    if (fault !== undefined) shown[field] ??= fault
  }
  return isShapeMissing ? { ...shown, ...missingShape(context) } : shown
}
