import type { Fault } from '#contract/errors.ts'
import type { FenceError } from '#contract/records/geofences.ts'
import type { FenceFields } from './geofences.logic.ts'

/** A field of the payload that something can be wrong with. */
export type ErrorField = FenceError['field']

/** What is wrong, by the field of the payload. */
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

/** What may be said once a field of the form was changed. Dates are wrong against each other; who turns 'all' off has still to choose. */
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

/** The fields whose faults are said after some of the form's were changed: what is mended is silent until it is touched again. */
export const visibleErrorsAfterEdit = (
  visibleErrors: readonly ErrorField[],
  fields: Partial<FenceFields>,
  errors: FieldErrors,
): readonly ErrorField[] => {
  const touched = Object.keys(fields).flatMap((name) => (isFieldName(name) ? TOUCHED[name] : []))
  return [...new Set([...visibleErrors, ...touched])].filter((field) => errors[field] !== undefined)
}

/** The fields whose faults are said once Save was pressed: all that are wrong now. */
export const visibleErrorsAfterSave = (errors: FieldErrors): readonly ErrorField[] =>
  Object.keys(errors) as ErrorField[]

/** Whether something is said of the shape, or that there is none. */
export const isShapeErrorVisible = (visibleErrors: readonly ErrorField[]): boolean =>
  visibleErrors.some((field) => SHAPE_FIELDS.includes(field))

/** A shape that is there was drawn or typed, and what is wrong with it is said; nobody is blamed for one he goes on with. */
export const visibleErrorsAfterDrawing = (
  visibleErrors: readonly ErrorField[],
  isThere: boolean,
): readonly ErrorField[] => {
  const others = visibleErrors.filter((field) => !SHAPE_FIELDS.includes(field))
  return isThere ? [...others, ...SHAPE_FIELDS] : others
}
