import type { Fault } from '#contract/errors.ts'
import { shapeOfFence } from '#contract/records/geofence-shape.ts'
import type { GeofenceDetail, GeofenceItem } from '#contract/records/geofences.ts'
import type { Role } from '#contract/roles.ts'
import type { FenceShape, FenceTool } from '#domain/fences.ts'
import type { Failure } from '../kit/failure.ts'
import {
  type BegunFence,
  type Chosen,
  changeShape,
  errorsOf,
  type FenceFields,
  type FenceForm,
  formOf,
  isChanged,
  newForm,
  type Preset,
  payloadOf,
} from './geofences.logic.ts'
import type { FenceChoices } from './geofences.ports.ts'
import {
  type ErrorField,
  type FieldErrors,
  refusedFields,
  remainingFailure,
  visibleErrorsAfterDrawing,
  visibleErrorsAfterEdit,
  visibleErrorsAfterSave,
} from './geofences.validation.ts'

/** The viewer's role, what is chosen on the map, and the company's time zone. */
export type GeofencesInput = { readonly role: Role; readonly chosen: Chosen; readonly timeZone: string }

/** Context of the geofences. */
export type GeofencesContext = {
  readonly role: Role
  /** The choice that a new fence begins with. */
  readonly preset: Preset
  /** null until they are loaded. */
  readonly fences: readonly GeofenceItem[] | null
  readonly search: string
  /** Whether every fence lies on the map, or only the chosen one. */
  readonly showsAll: boolean
  /** The fence with the open popup, which can be changed or deleted. */
  readonly chosenId: number | null
  readonly choices: FenceChoices | null
  readonly form: FenceForm | null
  /** The form as it was opened: differences from it are unsaved. */
  readonly originalForm: FenceForm | null
  readonly begun: BegunFence | null
  /** Whether the draw tool holds undone corners that can be set again. */
  readonly hasUndoneCorners: boolean
  readonly isShiftHeld: boolean
  readonly chosenTool: FenceTool
  /** Why the last shape was refused; null once drawing continues. */
  readonly refusal: Fault | null
  /** The form's validation errors, and the fields whose errors are visible: those changed or sent. */
  readonly errors: FieldErrors
  readonly visibleErrors: readonly ErrorField[]
  /** The server's validation errors, by field. */
  readonly serverErrors: FieldErrors
  /** Why the last request failed. */
  readonly failure: Failure | null
}

/** The context before the fences are loaded. */
export const initialContext = ({ role, chosen, timeZone }: GeofencesInput): GeofencesContext => ({
  role,
  preset: { ...chosen, timeZone },
  fences: null,
  search: '',
  showsAll: true,
  chosenId: null,
  choices: null,
  ...NO_FORM,
  failure: null,
})

/** The context without a form. */
export const NO_FORM = {
  form: null,
  originalForm: null,
  begun: null,
  hasUndoneCorners: false,
  isShiftHeld: false,
  chosenTool: 'circle',
  refusal: null,
  errors: {},
  visibleErrors: [],
  serverErrors: {},
} as const

/** The context with a loaded list; a chosen fence that no longer exists is deselected. */
export const withFences = (
  { chosenId }: GeofencesContext,
  fences: readonly GeofenceItem[],
): Partial<GeofencesContext> => ({
  fences,
  chosenId: fences.some(({ geoFenceId }) => geoFenceId === chosenId) ? chosenId : null,
  failure: null,
})

const withForm = (form: FenceForm) => ({ form, originalForm: form, errors: errorsOf(form) })

/** The context with the form of a new fence. */
export const beginForm = ({ preset }: GeofencesContext, now: number): Partial<GeofencesContext> => ({
  ...withForm(newForm(now, preset)),
  chosenId: null,
})

/** The context with the form of an existing fence. */
export const openForm = (detail: GeofenceDetail): Partial<GeofencesContext> => ({
  ...NO_FORM,
  ...withForm(formOf(detail, shapeOfFence(detail))),
})

/** The server error that only a reload clears: another user has saved the fence since. */
export const revisionErrorOf = ({ revision }: FieldErrors): FieldErrors =>
  revision === undefined ? {} : { revision }

/** The context with the server's refusal: at its fields, and what they do not show as the failure. An outdated form stays outdated. */
export const withRefusal = (
  { form, serverErrors }: GeofencesContext,
  failure: Failure,
): Partial<GeofencesContext> => {
  const found = form === null ? {} : refusedFields(failure, payloadOf(form))
  return {
    failure: remainingFailure(failure, found),
    serverErrors: { ...revisionErrorOf(serverErrors), ...found },
  }
}

/** Shows all errors when Save is pressed. */
export const checkForm = ({ errors, serverErrors }: GeofencesContext): Partial<GeofencesContext> => ({
  visibleErrors: visibleErrorsAfterSave(errors),
  failure: null,
  serverErrors: revisionErrorOf(serverErrors),
})

/** Whether the form has unsaved changes. */
export const isUnsaved = ({ form, originalForm, begun }: GeofencesContext): boolean =>
  begun !== null || (form !== null && originalForm !== null && isChanged(form, originalForm))

/** The context after a shape is begun or continued. */
export const continueDrawing = (
  { visibleErrors }: GeofencesContext,
  begun: BegunFence,
): Partial<GeofencesContext> => ({
  begun,
  refusal: null,
  visibleErrors: visibleErrorsAfterDrawing(visibleErrors, false),
})

/** Whether another user has saved the fence since it was opened. */
export const isOutdated = ({ serverErrors }: GeofencesContext): boolean => serverErrors.revision !== undefined

/** Clears the server's refusals when the form changes; a failure to reach it stays. */
const clearRefusals = ({ failure, serverErrors }: GeofencesContext): Partial<GeofencesContext> => ({
  failure: failure?.kind === 'refused' ? null : failure,
  serverErrors: revisionErrorOf(serverErrors),
  refusal: null,
})

/** The form with other fields. */
export const withFields = (
  context: GeofencesContext,
  changed: Partial<FenceFields>,
): Partial<GeofencesContext> => {
  if (context.form === null) return {}
  const form = { ...context.form, fields: { ...context.form.fields, ...changed } }
  const errors = errorsOf(form)
  return {
    ...clearRefusals(context),
    form,
    errors,
    visibleErrors: visibleErrorsAfterEdit(context.visibleErrors, changed, errors),
  }
}

/** The form with another step of its shape's history. */
export const withShapeStep = (
  context: GeofencesContext,
  step: (form: FenceForm) => FenceForm,
): Partial<GeofencesContext> => {
  if (context.form === null) return {}
  const form = step(context.form)
  return {
    ...clearRefusals(context),
    form,
    errors: errorsOf(form),
    visibleErrors: visibleErrorsAfterDrawing(context.visibleErrors, form.shape !== null),
  }
}

/** The form with another shape; `figure` names the field that it was typed into, null: it was not typed. */
export const withShape = (
  context: GeofencesContext,
  shape: FenceShape | null,
  figure: string | null,
): Partial<GeofencesContext> => withShapeStep(context, (form) => changeShape(form, shape, figure))
