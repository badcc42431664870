import type { FenceFault } from '#contract/records/geofence.ts'
import type { FenceFields } from './geofences.logic.ts'

/** A field of the payload that something can be wrong with. */
export type FaultField = FenceFault['field']

/** What is wrong, by the field of the payload. */
export type Faults = Readonly<Partial<Record<FaultField, string>>>

/** The fields that a shape is sent in. */
const SHAPE_FIELDS: readonly FaultField[] = [
  'geoFencePolygonCoordinates',
  'geoFenceCircleLatitude',
  'geoFenceCircleLongitude',
  'geoFenceCircleRadiusInMeters',
]

const DATES: readonly FaultField[] = ['validFrom', 'validTo']
const WHOM: readonly FaultField[] = ['vehicleList']

/** What may be said once a field of the form was changed. Dates are wrong against each other; who turns 'all' off has still to choose. */
const TOUCHED: Readonly<Record<keyof FenceFields, readonly FaultField[]>> = {
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
export const saidAfter = (
  said: readonly FaultField[],
  fields: Partial<FenceFields>,
  faults: Faults,
): readonly FaultField[] => {
  const touched = Object.keys(fields).flatMap((name) => (isFieldName(name) ? TOUCHED[name] : []))
  return [...new Set([...said, ...touched])].filter((field) => faults[field] !== undefined)
}

/** The fields whose faults are said once Save was pressed: all that are wrong now. */
export const saidBySave = (faults: Faults): readonly FaultField[] => Object.keys(faults) as FaultField[]

/** Whether something is said of the shape, or that there is none. */
export const isShapeSaid = (said: readonly FaultField[]): boolean =>
  said.some((field) => SHAPE_FIELDS.includes(field))

/** A shape that is there was drawn or typed, and what is wrong with it is said; nobody is blamed for one he goes on with. */
export const saidOfShape = (said: readonly FaultField[], isThere: boolean): readonly FaultField[] => {
  const others = said.filter((field) => !SHAPE_FIELDS.includes(field))
  return isThere ? [...others, ...SHAPE_FIELDS] : others
}
