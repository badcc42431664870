import * as z from 'zod/mini'
import { FENCE } from '#domain/fence-limits.ts'
import { type Corner, FENCE_TYPE, firstCrossing, isFlat, normalizedRing } from '#domain/fences.ts'
import { LEAST_METRES_PER_DEGREE } from '#domain/geo.ts'
import { fromPayloadTime } from '#domain/ist.ts'
import { DAY_MS } from '#domain/units.ts'
import { crossingFault, errorCode, type Fault, faultOf, faultOfIssue } from '../errors.ts'
import { Id, IdList, Time } from './ids.ts'

const YEAR_MS = 366 * DAY_MS

const Latitude = z
  .number()
  .check(z.minimum(-90, errorCode('fenceLatitude')), z.maximum(90, errorCode('fenceLatitude')))
const Longitude = z
  .number()
  .check(z.minimum(-180, errorCode('fenceLongitude')), z.maximum(180, errorCode('fenceLongitude')))
const Corners = z.array(z.object({ latitude: Latitude, longitude: Longitude }))
const Name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, errorCode('fenceNameMissing')),
    z.maxLength(FENCE.maxNameLength, errorCode('fenceNameTooLong')),
  )
const PayloadTime = z
  .string()
  .check(z.refine((text: string) => fromPayloadTime(text) !== null, errorCode('fenceDate')))
const Note = z.nullable(z.string().check(z.maxLength(40)))
const Choice = z.optional(z.array(Id).check(z.maxLength(1000)))

/** The fields of a save payload, each on its own. */
const Fields = z.object({
  geoFenceId: z.nullable(Id),
  /** The fence's revision when it was opened. A save is refused if another one came first; without a revision the last save wins. */
  revision: z.optional(Id),
  /** When the user began a new fence, ms of that user's clock; identifies a creation that is sent again. Ignored for changes. */
  begunAt: z.optional(Time),
  shapeType: z.enum(['circle', 'polygon']),
  // One more than an outline may have, because a closed outline repeats its first corner.
  geoFencePolygonCoordinates: z.nullable(
    Corners.check(
      z.minLength(3, errorCode('fenceFewCorners')),
      z.maxLength(FENCE.maxCorners + 1, errorCode('fenceManyCorners')),
    ),
  ),
  geoFenceName: Name,
  dicvUserId: Id,
  geoFenceCircleLatitude: z.nullable(Latitude),
  geoFenceCircleLongitude: z.nullable(Longitude),
  geoFenceCircleRadiusInMeters: z.nullable(
    z
      .number()
      .check(
        z.minimum(FENCE.radiusM.least, errorCode('fenceRadius')),
        z.maximum(FENCE.radiusM.most, errorCode('fenceRadius')),
      ),
  ),
  applyToAllVehicles: z.boolean(),
  typeId: z
    .int()
    .check(z.refine((typeId: number) => Object.hasOwn(FENCE_TYPE, typeId), errorCode('fenceType'))),
  validFrom: PayloadTime,
  validTo: PayloadTime,
  entryAlert: z.boolean(),
  exitAlert: z.boolean(),
  skippedAlert: z.boolean(),
  entryNotificationTime: Note,
  exitNotificationTime: Note,
  // Both repeat `vehicleList`, the only one that is read.
  vehicleDtoList: z.array(z.unknown()).check(z.maxLength(20_000)),
  vehicleInfoList: z.array(z.unknown()).check(z.maxLength(20_000)),
  vehicleList: IdList,
  /** Without vehicles the fence is for these groups, without groups for these regions (GEO-10). */
  groupIdList: Choice,
  regionIdList: Choice,
})

/** A field of the save payload and what is wrong with it. */
export type FenceError = Fault & { readonly field: keyof z.infer<typeof Fields> }

type Shape = Pick<
  z.infer<typeof Fields>,
  | 'shapeType'
  | 'geoFencePolygonCoordinates'
  | 'geoFenceCircleLatitude'
  | 'geoFenceCircleLongitude'
  | 'geoFenceCircleRadiusInMeters'
>

/** Why corners in range are no valid outline of a fence, or null. */
export const outlineError = (corners: readonly Corner[]): Fault | null => {
  const ring = normalizedRing(corners)
  if (ring.length < FENCE.minCorners) return faultOf('fenceFewCorners')
  if (ring.length > FENCE.maxCorners) return faultOf('fenceManyCorners')
  const across = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  const width = across(ring.map(({ longitude }) => longitude))
  if (width > 180) return faultOf('fenceAntimeridian')
  if (Math.max(width, across(ring.map(({ latitude }) => latitude))) > FENCE.maxAcrossDegrees)
    return faultOf('fenceTooWide')
  if (isFlat(ring)) return faultOf('fenceFlat')
  const crossing = firstCrossing(ring)
  return crossing && crossingFault(...crossing)
}

const circleErrors = ({
  geoFencePolygonCoordinates: corners,
  geoFenceCircleLatitude: latitude,
  geoFenceCircleLongitude: longitude,
  geoFenceCircleRadiusInMeters: radius,
}: Shape): FenceError[] => {
  const faults: FenceError[] = []
  if (corners !== null)
    faults.push({ field: 'geoFencePolygonCoordinates', ...faultOf('fencePolygonInCircle') })
  if (radius === null) faults.push({ field: 'geoFenceCircleRadiusInMeters', ...faultOf('fenceRadius') })
  if (latitude === null) faults.push({ field: 'geoFenceCircleLatitude', ...faultOf('fenceCentreMissing') })
  if (longitude === null) faults.push({ field: 'geoFenceCircleLongitude', ...faultOf('fenceCentreMissing') })
  if (radius === null || latitude === null || longitude === null) return faults
  const reach = radius / LEAST_METRES_PER_DEGREE
  const furthest = Math.abs(latitude) + reach
  if (furthest >= 90) return [...faults, { field: 'geoFenceCircleLatitude', ...faultOf('fencePole') }]
  if (Math.abs(longitude) + reach / Math.cos((furthest * Math.PI) / 180) > 180)
    faults.push({ field: 'geoFenceCircleLongitude', ...faultOf('fenceAntimeridian') })
  return faults
}

const outlineErrors = ({ geoFencePolygonCoordinates: corners }: Shape): FenceError[] => {
  const fault = outlineError(corners ?? [])
  return fault === null ? [] : [{ field: 'geoFencePolygonCoordinates', ...fault }]
}

const noCircleErrors = (circle: Shape): FenceError[] => {
  const faults: FenceError[] = []
  for (const field of [
    'geoFenceCircleLatitude',
    'geoFenceCircleLongitude',
    'geoFenceCircleRadiusInMeters',
  ] as const)
    if (circle[field] !== null) faults.push({ field, ...faultOf('fenceCircleInPolygon') })
  return faults
}

/** Contradictions between the fields of a shape (GEO-11, GEO-12). */
export const shapeErrors = (shape: Shape): FenceError[] =>
  shape.shapeType === 'circle' ? circleErrors(shape) : [...noCircleErrors(shape), ...outlineErrors(shape)]

/** Errors of the two dates compared with each other (GEO-09). */
export const validityErrors = ({
  validFrom,
  validTo,
}: {
  validFrom: string
  validTo: string
}): FenceError[] => {
  const [from, to] = [fromPayloadTime(validFrom), fromPayloadTime(validTo)]
  if (from === null || to === null) return []
  if (to <= from) return [{ field: 'validTo', ...faultOf('fenceDateOrder') }]
  if (to - from > FENCE.maxValidYears * YEAR_MS)
    return [{ field: 'validTo', ...faultOf('fenceValidityTooLong') }]
  return []
}

/**
 * The payload that saves a geofence (GEO-06). Circles send null corners, polygons null circle fields (GEO-11, GEO-12). Its
 * outline takes longest to check, so that is done last, and not at all where something else is wrong.
 */
export const GeofenceDraft = Fields.check((context) => {
  const { value } = context
  const faults = [
    ...(value.shapeType === 'circle' ? circleErrors(value) : noCircleErrors(value)),
    ...validityErrors(value),
  ]
  if (value.shapeType === 'polygon' && faults.length + context.issues.length === 0)
    faults.push(...outlineErrors(value))
  for (const { field, code, params } of faults)
    context.issues.push({
      code: 'custom',
      path: [field],
      message: code,
      params,
      input: value[field],
    })
})
export type GeofenceDraft = z.infer<typeof GeofenceDraft>

/** A save payload without its user. */
export type UnsignedDraft = Omit<GeofenceDraft, 'dicvUserId'>

/** The errors of a draft before it is sent: the rules of the payload, and that it applies to some vehicle (GEO-08 to GEO-10). */
export const draftErrors = (draft: UnsignedDraft): FenceError[] => {
  const { error } = GeofenceDraft.safeParse({ ...draft, dicvUserId: 1 })
  const faults = (error?.issues ?? []).map(
    (issue): FenceError => ({ field: String(issue.path[0]) as FenceError['field'], ...faultOfIssue(issue) }),
  )
  // A user learns all that is wrong at once.
  const isOutlineChecked =
    faults.length === 0 || faults.some(({ field }) => field === 'geoFencePolygonCoordinates')
  if (draft.shapeType === 'polygon' && !isOutlineChecked) faults.push(...outlineErrors(draft))
  const { applyToAllVehicles, vehicleList, groupIdList = [], regionIdList = [] } = draft
  if (!applyToAllVehicles && [vehicleList, groupIdList, regionIdList].every(({ length }) => length === 0))
    faults.push({ field: 'vehicleList', ...faultOf('fenceVehicles') })
  return faults
}

/** The vehicles of a fence: the chosen ones, or those of the chosen groups, or those of the chosen regions (GEO-10). */
export const fenceVehicles = ({
  chosen,
  ofGroups,
  ofRegions,
}: Readonly<Record<'chosen' | 'ofGroups' | 'ofRegions', readonly number[]>>): readonly number[] => {
  if (chosen.length > 0) return chosen
  return ofGroups.length > 0 ? ofGroups : ofRegions
}

const shapeParts = {
  geoFenceId: z.number(),
  geoFenceShapeName: z.string(),
  shapeType: z.enum(['circle', 'polygon']),
}
const Degrees = z.optional(z.nullable(z.number()))
const outlineParts = {
  geoFenceCircleLatitude: Degrees,
  geoFenceCircleLongitude: Degrees,
  circleLatitude: Degrees,
  circleLongitude: Degrees,
  radius: Degrees,
  geoFencePolygonCoordinatesList: z.optional(z.nullable(Corners)),
}

type Outline = z.infer<z.ZodMiniObject<typeof outlineParts>>

/** Both spellings of a circle's centre become `circleLatitude` and `circleLongitude` (GEO-07). */
const withOneNaming = <T extends Outline>({
  geoFenceCircleLatitude,
  geoFenceCircleLongitude,
  circleLatitude,
  circleLongitude,
  radius,
  geoFencePolygonCoordinatesList,
  ...rest
}: T) => ({
  ...rest,
  circleLatitude: circleLatitude ?? geoFenceCircleLatitude ?? null,
  circleLongitude: circleLongitude ?? geoFenceCircleLongitude ?? null,
  radius: radius ?? null,
  geoFencePolygonCoordinatesList: geoFencePolygonCoordinatesList ?? null,
})

/** A fence of the list (OPEN-14), with its shape if the request wanted shapes. Radius in metres. */
export const GeofenceItem = z.pipe(z.object({ ...shapeParts, ...outlineParts }), z.transform(withOneNaming))
export type GeofenceItem = z.output<typeof GeofenceItem>

/** A saved fence (GEO-07). Dates as in the payload; only vehicles the caller may see; `revision` counts its saves. */
export const GeofenceDetail = z.pipe(
  z.object({
    ...shapeParts,
    ...outlineParts,
    typeId: z.number(),
    validFrom: z.string(),
    validTo: z.string(),
    entryAlert: z.boolean(),
    exitAlert: z.boolean(),
    skippedAlert: z.boolean(),
    entryNotificationTime: z.nullable(z.string()),
    exitNotificationTime: z.nullable(z.string()),
    applyToAllVehicles: z.boolean(),
    revision: z.number(),
    vehicleList: z.array(z.number()),
    vehicleInfoList: z.array(z.object({ vehicleId: z.number(), registrationId: z.string() })),
  }),
  z.transform(withOneNaming),
)
export type GeofenceDetail = z.output<typeof GeofenceDetail>
