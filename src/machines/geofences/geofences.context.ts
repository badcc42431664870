import { type FenceShape, type FenceTool, shapeOfFence } from '#contract/records/fence-shape.ts'
import type { GeofenceDetail, GeofenceItem } from '#contract/records/geofence.ts'
import type { Role } from '#contract/roles.ts'
import type { Failure } from '../kit/failure.ts'
import type { FenceChoices } from './geofences.events.ts'
import {
  type Chosen,
  changeShape,
  type Faults,
  type FenceFields,
  type FenceForm,
  faultsOf,
  formOf,
  newForm,
  refusedField,
} from './geofences.logic.ts'

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
  /** The tool of the shape that is begun; null where none is. */
  readonly begun: FenceTool | null
  readonly isShiftHeld: boolean
  readonly chosenTool: FenceTool
  /** Why the last shape was refused; null once it goes on. */
  readonly refusal: string | null
  /** What is wrong with the form, and whether all of it is shown: from the first Save on. */
  readonly faults: Faults
  readonly isChecked: boolean
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
  begun: null,
  isShiftHeld: false,
  chosenTool: 'circle',
  refusal: null,
  faults: {},
  isChecked: false,
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

const withForm = (form: FenceForm): Partial<GeofencesContext> => ({ form, faults: faultsOf(form) })

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

/** Whether somebody else has saved the fence since it was opened. */
export const isOutdated = ({ serverFaults }: GeofencesContext): boolean => serverFaults.revision !== undefined

/** The form with other fields, or another step of its shape's history. What the server found wrong with them is over. */
export const keepForm = (
  { form, serverFaults }: GeofencesContext,
  fields: Partial<FenceFields>,
  step: (form: FenceForm) => FenceForm = (same) => same,
): Partial<GeofencesContext> => {
  if (form === null) return {}
  return {
    ...withForm(step({ ...form, fields: { ...form.fields, ...fields } })),
    serverFaults: onlyRevision(serverFaults),
    refusal: null,
  }
}

/** The form with another shape; `figure` is what it was typed into, where it was. */
export const reshaped = (
  context: GeofencesContext,
  shape: FenceShape | null,
  figure: string | null,
): Partial<GeofencesContext> => keepForm(context, {}, (form) => changeShape(form, shape, figure))
