import type { Fault } from '#contract/errors.ts'
import type { FenceError } from '#contract/records/geofences.ts'
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
