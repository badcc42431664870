import type { Fault } from '#contract/errors.ts'
import type { FenceError } from '#contract/records/geofences.ts'
import type { Failure } from '../kit/failure.ts'
import type { FenceFields } from './geofences.logic.ts'

/** A field of the payload that can have an error. */
export type ErrorField = FenceError['field']

/** Validation errors, by the field of the payload. */
export type FieldErrors = Readonly<Partial<Record<ErrorField, Fault>>>

/** The fields that a shape is sent in. */
const SHAPE_FIELDS: readonly ErrorField[] = [
  'geoFencePolygonCoordinates',
  'geoFenceCircleLatitude',
  'geoFenceCircleLongitude',
  'geoFenceCircleRadiusInMeters',
]

const DATES: readonly ErrorField[] = ['validFrom', 'validTo']
const WHOM: readonly ErrorField[] = ['vehicleList']

/** The fields whose errors the form shows in their place. */
const PLACED: ReadonlySet<string> = new Set<ErrorField>([
  'geoFenceName',
  'typeId',
  ...DATES,
  ...WHOM,
  ...SHAPE_FIELDS,
  'revision',
])

const fieldOfPath = (path: string): string => path.split('.')[0] ?? ''

/** What the server found wrong with those fields of a payload whose errors have a place in the form; the first fault of each. */
export const refusedFields = ({ fields }: Failure, payload: object): FieldErrors => {
  const errors: Partial<Record<string, Fault>> = {}
  for (const { field: path, code, params } of fields) {
    const field = fieldOfPath(path)
    if (PLACED.has(field) && Object.hasOwn(payload, field)) errors[field] ??= { code, params }
  }
  return errors
}

/** A refusal without the errors that are shown at their fields; null where one of them is the reason of the whole refusal. */
export const remainingFailure = (failure: Failure, shown: FieldErrors): Failure | null =>
  Object.values(shown).some(({ code }) => code === failure.code)
    ? null
    : { ...failure, fields: failure.fields.filter(({ field }) => !Object.hasOwn(shown, fieldOfPath(field))) }

/** The errors that an edit of a field makes visible. Both dates share theirs; turning 'all' off shows none before a choice. */
const TOUCHED: Readonly<Record<keyof FenceFields, readonly ErrorField[]>> = {
  name: ['geoFenceName'],
  typeId: ['typeId'],
  validFrom: DATES,
  validTo: DATES,
  entryAlert: [],
  exitAlert: [],
  skippedAlert: [],
  entryNotificationTime: ['entryNotificationTime'],
  exitNotificationTime: ['exitNotificationTime'],
  appliesToAll: [],
  vehicleIds: WHOM,
  groupIds: WHOM,
  regionIds: WHOM,
}

const isFieldName = (name: string): name is keyof FenceFields => Object.hasOwn(TOUCHED, name)

/** The fields with visible errors after an edit. A corrected field shows none until it is edited again. */
export const visibleErrorsAfterEdit = (
  visibleErrors: readonly ErrorField[],
  fields: Partial<FenceFields>,
  errors: FieldErrors,
): readonly ErrorField[] => {
  const touched = Object.keys(fields).flatMap((name) => (isFieldName(name) ? TOUCHED[name] : []))
  return [...new Set([...visibleErrors, ...touched])].filter((field) => errors[field] !== undefined)
}

/** The fields with visible errors after Save: all with errors. */
export const visibleErrorsAfterSave = (errors: FieldErrors): readonly ErrorField[] =>
  Object.keys(errors) as ErrorField[]

/** Whether an error of the shape, or its absence, is visible. */
export const isShapeErrorVisible = (visibleErrors: readonly ErrorField[]): boolean =>
  visibleErrors.some((field) => SHAPE_FIELDS.includes(field))

/** The fields with visible errors after drawing: those of a finished shape, and none while it is being drawn. */
export const visibleErrorsAfterDrawing = (
  visibleErrors: readonly ErrorField[],
  isThere: boolean,
): readonly ErrorField[] => {
  const others = visibleErrors.filter((field) => !SHAPE_FIELDS.includes(field))
  return isThere ? [...others, ...SHAPE_FIELDS] : others
}
