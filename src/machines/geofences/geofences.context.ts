import { type FenceShape, type FenceTool, shapeOfFence } from '#contract/records/fence-shape.ts'
import type { GeofenceDetail, GeofenceItem } from '#contract/records/geofence.ts'
import type { Role } from '#contract/roles.ts'
import type { Failure } from '../kit/failure.ts'
import type { FenceChoices } from './geofences.events.ts'
import {
  type BegunFence,
  type Chosen,
  changeShape,
  type FenceFields,
  type FenceForm,
  faultsOf,
  formOf,
  isChanged,
  newForm,
  refusedField,
} from './geofences.logic.ts'
import { type FaultField, type Faults, saidAfter, saidBySave, saidOfShape } from './geofences.said.ts'

/** Who looks at the fences, and what is chosen on the map besides. */
export type GeofencesInput = { readonly role: Role; readonly chosen: Chosen }

/** What the geofences remember. */
export type GeofencesContext = {
  readonly role: Role
  /** What the next new fence begins with. */
  readonly preset: Chosen
  /** null until they are loaded. */
  readonly fences: readonly GeofenceItem[] | null
  readonly search: string
  /** Whether every fence lies on the map, or only the chosen one. */
  readonly showsAll: boolean
  /** The fence whose popup is open, which is deleted or changed. */
  readonly chosenId: number | null
  readonly choices: FenceChoices | null
  readonly form: FenceForm | null
  /** The form as it was opened: what differs from it is not saved. */
  readonly opened: FenceForm | null
  readonly begun: BegunFence | null
  /** Whether the pen holds corners that were taken back and can be set again. */
  readonly hasTakenBack: boolean
  readonly isShiftHeld: boolean
  readonly chosenTool: FenceTool
  /** Why the last shape was refused; null once it goes on. */
  readonly refusal: string | null
  /** What is wrong with the form, and of which fields it is said: those that were changed or sent. */
  readonly faults: Faults
  readonly said: readonly FaultField[]
  /** What the server found wrong with the form, by field. */
  readonly serverFaults: Faults
  /** Why the last thing did not work. */
  readonly failure: Failure | null
}

/** Fences that were never looked at. */
export const unseen = ({ role, chosen }: GeofencesInput): GeofencesContext => ({
  role,
  preset: chosen,
  fences: null,
  search: '',
  showsAll: true,
  chosenId: null,
  choices: null,
  ...NO_FORM,
  failure: null,
})

/** What is left when no fence is made or changed: nothing of a draft. */
export const NO_FORM = {
  form: null,
  opened: null,
  begun: null,
  hasTakenBack: false,
  isShiftHeld: false,
  chosenTool: 'circle',
  refusal: null,
  faults: {},
  said: [],
  serverFaults: {},
} as const

/** What a loaded list changes: a chosen fence that is gone is let go. */
export const listed = (
  { chosenId }: GeofencesContext,
  fences: readonly GeofenceItem[],
): Partial<GeofencesContext> => ({
  fences,
  chosenId: fences.some(({ geoFenceId }) => geoFenceId === chosenId) ? chosenId : null,
  failure: null,
})

const withForm = (form: FenceForm) => ({ form, opened: form, faults: faultsOf(form) })

/** A new fence is begun. */
export const begin = ({ preset }: GeofencesContext, now: number): Partial<GeofencesContext> => ({
  ...NO_FORM,
  ...withForm(newForm(now, preset)),
  chosenId: null,
})

/** An existing fence is opened to be changed. */
export const opened = (detail: GeofenceDetail): Partial<GeofencesContext> => ({
  ...NO_FORM,
  ...withForm(formOf(detail, shapeOfFence(detail))),
})

/** Of what the server found wrong, what only another load mends: that somebody else has saved the fence since. */
export const onlyRevision = ({ revision }: Faults): Faults => (revision === undefined ? {} : { revision })

/** What the server found wrong with the form, at its field where it names one. An outdated form stays so. */
export const refused = (
  { form, serverFaults }: GeofencesContext,
  failure: Failure,
): Partial<GeofencesContext> => {
  const found = form === null ? {} : refusedField(failure, form)
  const [message = failure.message] = Object.values(found)
  return {
    failure: found.revision === undefined ? { ...failure, message } : null,
    serverFaults: { ...onlyRevision(serverFaults), ...found },
  }
}

/** What Save finds wrong is said. */
export const checked = ({ faults, serverFaults }: GeofencesContext): Partial<GeofencesContext> => ({
  said: saidBySave(faults),
  failure: null,
  serverFaults: onlyRevision(serverFaults),
})

/** Whether something would be lost with the form. */
export const isUnsaved = ({ form, opened, begun }: GeofencesContext): boolean =>
  begun !== null || (form !== null && opened !== null && isChanged(form, opened))

/** A shape is begun, or goes on. */
export const goneOn = ({ said }: GeofencesContext, begun: BegunFence): Partial<GeofencesContext> => ({
  begun,
  refusal: null,
  said: saidOfShape(said, false),
})

/** Whether somebody else has saved the fence since it was opened. */
export const isOutdated = ({ serverFaults }: GeofencesContext): boolean => serverFaults.revision !== undefined

/** What a changed form leaves of what was said: what the server refused is over, that it was not reached is not. */
const afterChange = ({ failure, serverFaults }: GeofencesContext): Partial<GeofencesContext> => ({
  failure: failure?.kind === 'refused' ? null : failure,
  serverFaults: onlyRevision(serverFaults),
  refusal: null,
})

/** The form with other fields. */
export const keepFields = (
  context: GeofencesContext,
  changed: Partial<FenceFields>,
): Partial<GeofencesContext> => {
  if (context.form === null) return {}
  const form = { ...context.form, fields: { ...context.form.fields, ...changed } }
  const faults = faultsOf(form)
  return { ...afterChange(context), form, faults, said: saidAfter(context.said, changed, faults) }
}

/** The form with another step of its shape's history. */
export const keepShape = (
  context: GeofencesContext,
  step: (form: FenceForm) => FenceForm,
): Partial<GeofencesContext> => {
  if (context.form === null) return {}
  const form = step(context.form)
  return {
    ...afterChange(context),
    ...{ form, faults: faultsOf(form), said: saidOfShape(context.said, form.shape !== null) },
  }
}

/** The form with another shape; `figure` is what it was typed into, where it was. */
export const reshaped = (
  context: GeofencesContext,
  shape: FenceShape | null,
  figure: string | null,
): Partial<GeofencesContext> => keepShape(context, (form) => changeShape(form, shape, figure))
